/// Reads the JSON objects of one text as samples: fields become slices, nothing is interpreted.
package struct SampleJSONParser {
  private var cursor = JSONCursor(end: 0)
  private var sources = RepeatedObjects()
  private var devices = RepeatedObjects()
  private var keys = RepeatedKeys()
  private let longestString: Int
  /// The initial value of a sample: an array is appended by one copy, a large value by two.
  private let blank = [RawSample()]
  /// The most members of one correlation.
  static let maximumMembers = 10_000

  init(longestString: Int) { self.longestString = longestString }

  /// Reads texts of any length that samples may have.
  package init() { longestString = JSONCursor.maximumString }

  /// Reads the object at the start of a range into the buffer; the rest of the range may only hold space.
  package mutating func parse(
    _ range: Range<Int>, isAlone: Bool = false, in bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) {
    cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: longestString)
    do throws(JSONFault) {
      cursor.skipSpace(bytes)
      guard cursor.peek(bytes) == UInt8(ascii: "{") else {
        let value = try cursor.value(bytes, depth: 0)
        try cursor.expectEnd(bytes)
        buffer.problems.append(RawProblem(.fieldKind, .expectedObject, at: value.range))
        return
      }
      try sample(bytes, depth: 1, isMember: isAlone, into: &buffer)
      try cursor.expectEnd(bytes)
    } catch {
      buffer.problems.append(RawProblem(error.code, error.detail, at: error.span))
    }
  }

  /// Reads the object at a position and says where it ended; for elements of an array.
  mutating func parseElement(
    at position: Int, end: Int, in bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) -> Int? {
    cursor = JSONCursor(position: position, end: end, longestString: longestString)
    do throws(JSONFault) {
      if cursor.peek(bytes) == UInt8(ascii: "{") {
        try sample(bytes, depth: 2, isMember: false, into: &buffer)
      } else {
        let value = try cursor.value(bytes, depth: 1)
        buffer.problems.append(RawProblem(.fieldKind, .expectedObject, at: value.range))
      }
      return cursor.position
    } catch {
      buffer.problems.append(RawProblem(error.code, error.detail, at: error.span))
      return nil
    }
  }

  private mutating func sample(
    _ bytes: RawSpan, depth: Int, isMember: Bool, into buffer: inout RawSampleBuffer
  ) throws(JSONFault) {
    let place = buffer.samples.count
    buffer.samples.append(contentsOf: blank)
    let membersAt: Int
    do throws(JSONFault) {
      membersAt = try fields(
        bytes, depth: depth, isMember: isMember, into: &buffer.samples[place], onto: &buffer.tape)
    } catch {
      buffer.samples.removeLast()
      throw error
    }
    // The entries of a sample are contiguous on the tape, so members are read after them.
    if membersAt >= 0 { try members(at: membersAt, bytes, depth: depth, into: &buffer) }
  }

  /// Reads the fields of the object at the position in place: a sample is large, and most of it stays as it is.
  private mutating func fields(
    _ bytes: RawSpan, depth: Int, isMember: Bool, into sample: inout RawSample, onto tape: inout RecordTape
  ) throws(JSONFault) -> Int {
    let start = cursor.position
    cursor.position &+= 1
    let first = tape.count
    var membersAt = -1
    if !cursor.take(UInt8(ascii: "}"), bytes) {
      var ordinal = 0
      while true {
        let keyStart = cursor.position
        if let field = try field(ordinal, bytes) {
          ordinal &+= 1
          if sample.present[field] {
            cursor.position = keyStart
            throw JSONFault.duplicate(try cursor.key(bytes))
          }
          let valueStart = cursor.position
          switch field {
          case .source where cursor.peek(bytes) == UInt8(ascii: "{"),
            .device where cursor.peek(bytes) == UInt8(ascii: "{"):
            try attribution(field, bytes, into: &sample, onto: &tape, first: first)
          case .metadata where cursor.peek(bytes) == UInt8(ascii: "{"):
            try cursor.entries(.metadata, bytes, depth: depth, onto: &tape, first: first)
            sample[field] = RawField(kind: .object, start: valueStart, end: cursor.position)
          case .original where cursor.peek(bytes) == UInt8(ascii: "{"):
            try cursor.entries(.original, bytes, depth: depth, onto: &tape, first: first)
            sample[field] = RawField(kind: .object, start: valueStart, end: cursor.position)
          case .members where !isMember && cursor.peek(bytes) == UInt8(ascii: "["):
            membersAt = cursor.position
            sample[field] = try cursor.value(bytes, depth: depth)
          case _ where cursor.peek(bytes) == UInt8(ascii: "\""):
            sample[field] = try cursor.string(bytes)
          default:
            sample[field] = try cursor.value(bytes, depth: depth)
          }
        } else {
          let key = try cursor.key(bytes)
          if cursor.isStructure(key, bytes) {
            try cursor.structure(key, bytes, depth: depth, onto: &tape, first: first)
          } else if !key.isEscaped, bytes.equals(key.range, SampleTrace.key) {
            // Where a sample was read before, and its digest then, is not a part of it.
            _ = try cursor.value(bytes, depth: depth)
          } else {
            try cursor.unknown(.unknown, key, bytes, depth: depth, onto: &tape, first: first)
          }
        }
        if try cursor.isObjectAtEnd(bytes) { break }
      }
    }
    sample.span = Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: cursor.position)
    sample.takeEntries(from: first, of: tape)
    return membersAt
  }

  /// Reads the key at the position and its colon; at a key that is not a field's, stays there and returns `nil`.
  @inline(__always) private mutating func field(_ ordinal: Int, _ bytes: RawSpan) throws(JSONFault) -> SampleField? {
    if let (field, value) = keys.find(ordinal, at: cursor.position, end: cursor.end, in: bytes) {
      cursor.position = value
      cursor.skipSpace(bytes)
      return field
    }
    return try unrepeatedField(ordinal, bytes)
  }

  @inline(never) private mutating func unrepeatedField(
    _ ordinal: Int, _ bytes: RawSpan
  ) throws(JSONFault) -> SampleField? {
    cursor.skipSpace(bytes)
    let start = cursor.position
    let key = try cursor.key(bytes)
    guard let field = SampleFieldNames.topLevel(key, in: bytes) else {
      cursor.position = start
      return nil
    }
    keys.keep(start..<cursor.position, as: field, ordinal, in: bytes)
    return field
  }

  /// Reads the members of a correlation; their text has been checked once, so that all lists stay contiguous.
  private mutating func members(
    at position: Int, _ bytes: RawSpan, depth: Int, into buffer: inout RawSampleBuffer
  ) throws(JSONFault) {
    let resume = cursor.position
    cursor.position = position &+ 1
    if !cursor.take(UInt8(ascii: "]"), bytes) {
      var count = 0
      while true {
        cursor.skipSpace(bytes)
        count &+= 1
        if count > Self.maximumMembers {
          throw JSONFault(.objectTooLarge, .tooManyMembers, at: cursor.position)
        }
        if cursor.peek(bytes) == UInt8(ascii: "{") {
          try sample(bytes, depth: depth &+ 2, isMember: true, into: &buffer)
        } else {
          let value = try cursor.value(bytes, depth: depth &+ 1)
          buffer.problems.append(RawProblem(.fieldKind, .expectedObject, at: value.range))
        }
        if cursor.take(UInt8(ascii: "]"), bytes) { break }
        _ = cursor.take(UInt8(ascii: ","), bytes)
      }
    }
    cursor.position = resume
  }

  /// Takes the source or device object over from an earlier sample, or reads it.
  @inline(__always) private mutating func attribution(
    _ parent: SampleField, _ bytes: RawSpan, into sample: inout RawSample, onto tape: inout RecordTape, first: Int
  ) throws(JSONFault) {
    let start = cursor.position
    let end =
      parent == .source
      ? sources.take(at: start, end: cursor.end, in: bytes, into: &sample)
      : devices.take(at: start, end: cursor.end, in: bytes, into: &sample)
    if let end {
      cursor.position = end
    } else if try object(parent, bytes, into: &sample, onto: &tape, first: first) {
      let fields = FieldRun(of: sample, parent, at: start)
      if parent == .source {
        sources.keep(fields, at: start..<cursor.position)
      } else {
        devices.keep(fields, at: start..<cursor.position)
      }
    }
  }

  /// Reads the source or device object; returns whether all of its fields are known.
  private mutating func object(
    _ parent: SampleField, _ bytes: RawSpan, into sample: inout RawSample, onto tape: inout RecordTape, first: Int
  ) throws(JSONFault) -> Bool {
    let start = cursor.position
    let known = tape.count
    let kind: TapeEntry.Kind = parent == .source ? .unknownOfSource : .unknownOfDevice
    cursor.position &+= 1
    if !cursor.take(UInt8(ascii: "}"), bytes) {
      while true {
        let key = try cursor.key(bytes)
        if let field = SampleFieldNames.nested(key, in: parent, bytes) {
          if sample.present[field] { throw JSONFault.duplicate(key) }
          sample[field] = try cursor.value(bytes, depth: 2)
        } else {
          try cursor.unknown(kind, key, bytes, depth: 2, onto: &tape, first: first)
        }
        if try cursor.isObjectAtEnd(bytes) { break }
      }
    }
    sample[parent] = RawField(kind: .object, start: start, end: cursor.position)
    return tape.count == known
  }
}
