/// A sample as a reader found it: slices of the input buffer, nothing interpreted, nothing copied.
@usableFromInline package struct RawSample: Sendable {
  // By the field's raw value. A look at one of them is a load where the sample is in its buffer (`SampleSpan`), but
  // where it is a parameter by value, all of them are copied.
  @usableFromInline var fields = Fixed31<RawField>(repeating: .absent)
  @usableFromInline var presentFields: SampleFields = []
  @usableFromInline var stringFields: SampleFields = []
  @usableFromInline var tapeKinds: UInt16 = 0
  /// The kinds of those before the points of a series, of the points with their parts, and of those after: a route has
  /// a hundred thousand of them, and whoever looks for others passes over them.
  @usableFromInline var kindsBefore: UInt16 = 0
  @usableFromInline var kindsOfPoints: UInt16 = 0
  @usableFromInline var kindsAfter: UInt16 = 0
  @usableFromInline var points: Range<Int32> = 0..<0
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

  @usableFromInline package subscript(field: SampleField) -> RawField {
    @inlinable @inline(__always) get { fields[Int(field.rawValue)] }
    @inlinable @inline(__always) set {
      fields[Int(field.rawValue)] = newValue
      presentFields[field] = newValue.isPresent
      stringFields[field] = newValue.packed & 7 == UInt32(RawField.Kind.string.rawValue)
    }
  }
}

/// The fields a sample can have, as the JSON form names them.
///
/// The raw value is the field's place in a `RawSample`.
@usableFromInline package enum SampleField: UInt8, Sendable, Hashable, CaseIterable {
  case uuid, type, value, unit, start, end, created, subject, origin
  case offset, endOffset, createdOffset, original, role
  case source, sourceName, sourceBundle, sourceVersion, sourceProduct, sourceOS
  case device, deviceName, deviceManufacturer, deviceModel, deviceHardware, deviceFirmware, deviceSoftware
  case deviceLocal, deviceUDI
  case metadata, members

  package static let count = 31

  package var pointer: String { Self.pointers[Int(rawValue)] }

  package var label: String { Self.labels[Int(rawValue)] }

  // Made once: the names of cases are found by reflection, which is slow.
  private static let labels = paths.map { $0.joined(separator: ".") }
  private static let pointers = paths.map { "/" + $0.joined(separator: "/") }
  private static let paths = (0..<UInt8(count)).map { SampleField(rawValue: $0)?.path ?? [] }

  private var path: [String] {
    switch self {
    case .endOffset: ["end_offset"]
    case .createdOffset: ["created_offset"]
    case .sourceName: ["source", "name"]
    case .sourceBundle: ["source", "bundle"]
    case .sourceVersion: ["source", "version"]
    case .sourceProduct: ["source", "product"]
    case .sourceOS: ["source", "os"]
    case .deviceName: ["device", "name"]
    case .deviceManufacturer: ["device", "manufacturer"]
    case .deviceModel: ["device", "model"]
    case .deviceHardware: ["device", "hardware"]
    case .deviceFirmware: ["device", "firmware"]
    case .deviceSoftware: ["device", "software"]
    case .deviceLocal: ["device", "local"]
    case .deviceUDI: ["device", "udi"]
    default: [String(describing: self)]
    }
  }

  /// The names of the top-level fields that a sample file may use, for "did you mean".
  package static let topLevelNames = [
    "uuid", "type", "value", "unit", "start", "end", "created", "subject", "origin", "offset", "end_offset",
    "created_offset", "original", "role", "source", "device", "metadata", "members",
  ]
}

/// A set of a sample's fields: what many rules ask at once of a sample that gives no cause for any of them.
@usableFromInline package struct SampleFields: OptionSet, Sendable, Hashable {
  /// A bit for each field, by its place in a `RawSample`.
  @usableFromInline package let rawValue: UInt32

  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable package init(_ field: SampleField) { rawValue = 1 &<< UInt32(field.rawValue) }

  @inlinable package static func run(from first: SampleField, through last: SampleField) -> SampleFields {
    SampleFields(rawValue: (2 &<< UInt32(last.rawValue)) &- (1 &<< UInt32(first.rawValue)))
  }

  package static var attribution: SampleFields {
    @inlinable get { run(from: .sourceName, through: .sourceOS).union(run(from: .deviceName, through: .deviceUDI)) }
  }

  @inlinable package subscript(field: SampleField) -> Bool {
    @inline(__always) get { rawValue & 1 &<< UInt32(field.rawValue) != 0 }
    @inline(__always) set {
      let bit: UInt32 = 1 &<< UInt32(field.rawValue)
      self = SampleFields(rawValue: newValue ? rawValue | bit : rawValue & ~bit)
    }
  }
}
