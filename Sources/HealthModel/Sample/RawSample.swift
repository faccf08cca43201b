/// A sample as a reader found it: slices of the input buffer, nothing interpreted, nothing copied.
@usableFromInline package struct RawSample: Sendable {
  // By the field's raw value. A look at one of them is a load where the sample is in its buffer (`SampleSpan`), but
  // where it is a parameter by value, all of them are copied.
  @usableFromInline var fields = Fixed31<RawField>(repeating: .absent)
  @usableFromInline var presentFields: SampleFields = []
  @usableFromInline var stringFields: SampleFields = []
  /// The kinds of the sample's entries on the tape, a bit for each.
  @usableFromInline var tapeKinds: UInt16 = 0
  /// The kinds of those before the points of a series, of the points with their parts, and of those after: a route has
  /// a hundred thousand of them, and whoever looks for others passes over them.
  @usableFromInline var kindsBefore: UInt16 = 0
  @usableFromInline var kindsOfPoints: UInt16 = 0
  @usableFromInline var kindsAfter: UInt16 = 0
  /// The places of the points and their parts.
  @usableFromInline var points: Range<Int32> = 0..<0
  /// The places of the sample's entries on `RawSampleBuffer.tape`.
  @usableFromInline package internal(set) var tape: Range<Int32> = 0..<0
  /// Where the whole record is in the input.
  @usableFromInline package var span: Range<Int32> = 0..<0

  @inlinable package init() {}

  @inlinable package var present: SampleFields { presentFields }
  @inlinable package var strings: SampleFields { stringFields }

  /// Gives the sample the entries from a place to the end of its record's tape.
  @inlinable package mutating func takeEntries(from first: Int, of tape: borrowing RecordTape) {
    if first < tape.count { take(tape.places(from: first), of: tape) }
  }

  @usableFromInline mutating func take(_ places: Range<Int32>, of tape: borrowing RecordTape) {
    self.tape = places
    (kindsBefore, kindsOfPoints, kindsAfter) = (0, 0, 0)
    var place = places.lowerBound
    while place < places.upperBound, tape[place].kind != .point {
      kindsBefore |= 1 &<< UInt16(tape[place].kind.rawValue)
      place &+= 1
    }
    let first = place
    while place < places.upperBound, tape[place].kind == .point || tape[place].kind == .part {
      kindsOfPoints |= 1 &<< UInt16(tape[place].kind.rawValue)
      place &+= 1
    }
    points = first..<place
    while place < places.upperBound {
      kindsAfter |= 1 &<< UInt16(tape[place].kind.rawValue)
      place &+= 1
    }
    tapeKinds = kindsBefore | kindsOfPoints | kindsAfter
  }

  /// The field's slice.
  @usableFromInline package subscript(field: SampleField) -> RawField {
    @inlinable @inline(__always) get { fields[Int(field.rawValue)] }
    @inlinable @inline(__always) set {
      fields[Int(field.rawValue)] = newValue
      presentFields[field] = newValue.isPresent
      stringFields[field] = newValue.packed & 7 == UInt32(RawField.Kind.string.rawValue)
    }
  }
}
