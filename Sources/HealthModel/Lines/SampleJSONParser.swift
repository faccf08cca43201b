/// Reads the JSON objects of one text as samples: fields become slices, nothing is interpreted.
package struct SampleJSONParser {
  private var cursor = JSONCursor(end: 0)
  private var sources = RepeatedObjects()
  private var devices = RepeatedObjects()
  private var keys = RepeatedKeys()
  private let longestString: Int
  /// The initial value of a sample: an array is appended by one copy, a large value by two.
  private let blank = [RawSample()]
  static let maximumMembers = 10_000

  init(longestString: Int) { self.longestString = longestString }

  /// Reads texts of any length that samples may have.
  package init() { longestString = JSONCursor.maximumString }

  /// Reads the object at the start of a range into the buffer; the rest of the range may only hold space.
  package mutating func parse(
    _ range: Range<Int>, isAlone: Bool = false, in bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) {
    cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: longestString)
    do {
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
    do {
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
  ) throws(SyntaxError) {
    let place = buffer.samples.count
    buffer.samples.append(contentsOf: blank)
    let membersAt: Int
    do {
      membersAt = try fields(bytes, depth: depth, isMember: isMember, into: &buffer.samples[place], onto: &buffer.tape)
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
  ) throws(SyntaxError) -> Int {
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
            throw SyntaxError.duplicate(try cursor.key(bytes))
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
          case _ where cursor.peek(bytes) == UInt8(ascii: "\""): sample[field] = try cursor.string(bytes)
          default: sample[field] = try cursor.value(bytes, depth: depth)
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
  @inline(__always) private mutating func field(_ ordinal: Int, _ bytes: RawSpan) throws(SyntaxError) -> SampleField? {
    if let (field, value) = keys.find(ordinal, at: cursor.position, end: cursor.end, in: bytes) {
      cursor.position = value
      cursor.skipSpace(bytes)
      return field
    }
    return try unrepeatedField(ordinal, bytes)
  }

  @inline(never) private mutating func unrepeatedField(
    _ ordinal: Int, _ bytes: RawSpan
  ) throws(SyntaxError) -> SampleField? {
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
  ) throws(SyntaxError) {
    let resume = cursor.position
    cursor.position = position &+ 1
    if !cursor.take(UInt8(ascii: "]"), bytes) {
      var count = 0
      while true {
        cursor.skipSpace(bytes)
        count &+= 1
        if count > Self.maximumMembers { throw SyntaxError(.objectTooLarge, .tooManyMembers, at: cursor.position) }
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

  @inline(__always) private mutating func attribution(
    _ parent: SampleField, _ bytes: RawSpan, into sample: inout RawSample, onto tape: inout RecordTape, first: Int
  ) throws(SyntaxError) {
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
  ) throws(SyntaxError) -> Bool {
    let start = cursor.position
    let known = tape.count
    let kind: TapeEntry.Kind = parent == .source ? .unknownOfSource : .unknownOfDevice
    cursor.position &+= 1
    if !cursor.take(UInt8(ascii: "}"), bytes) {
      while true {
        let key = try cursor.key(bytes)
        if let field = SampleFieldNames.nested(key, in: parent, bytes) {
          if sample.present[field] { throw SyntaxError.duplicate(key) }
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

/// The keys of the samples before, by their place in the object: most samples have the same fields in the same order, so
/// the next key need only be compared with the one that was there last.
struct RepeatedKeys {
  private struct Key {
    var text = ShortText([])
    var field = SampleField.uuid
  }

  // A method that is not mutating would be handed a copy.
  private var keys = Fixed12<Key>(repeating: Key())
  private var count = 0

  /// The field of the key at a position, and where its value begins; `nil` when another key, or none, is there.
  @inline(__always) mutating func find(
    _ ordinal: Int, at position: Int, end: Int, in bytes: RawSpan
  ) -> (field: SampleField, value: Int)? {
    guard ordinal < count, let value = keys[ordinal].text.end(at: position, before: end, in: bytes) else { return nil }
    return (keys[ordinal].field, value)
  }

  mutating func keep(_ range: Range<Int>, as field: SampleField, _ ordinal: Int, in bytes: RawSpan) {
    let key = Key(text: ShortText(range, in: bytes), field: field)
    if ordinal < count {
      keys[ordinal] = key
    } else if ordinal == count, count < keys.count {
      keys[count] = key
      count += 1
    }
  }
}

/// The last few `source` or `device` objects, or descriptions of devices, that were read.
///
/// Most samples repeat one of them byte for byte. An object ends where its text says, so the same bytes are the same
/// object: its fields are taken over, and its text is compared instead of read.
@usableFromInline package struct RepeatedObjects {
  @usableFromInline struct Entry {
    @usableFromInline var range = 0..<0
    @usableFromInline var fields: FieldRun
  }

  @usableFromInline var entries: [Entry] = []
  private var oldest = 0
  private static let limit = 8

  package init() {}

  /// Takes the fields of the object at a position over from an earlier one with the same text.
  ///
  /// - Returns: where the object ends; `nil` when none is the same.
  @inlinable @inline(__always) package func take(
    at position: Int, end: Int, in bytes: RawSpan, into sample: inout RawSample
  ) -> Int? {
    guard let index = find(at: position, in: bytes, where: { position &+ $0.count <= end }) else { return nil }
    sample.take(entries[index].fields, at: position)
    return position &+ entries[index].range.count
  }

  /// Takes the fields of the text in a range over from an earlier one that is the same; says whether there was one.
  @inlinable @inline(__always) package func take(_ text: Range<Int>, in bytes: RawSpan, into sample: inout RawSample)
    -> Bool
  {
    guard let index = find(at: text.lowerBound, in: bytes, where: { $0.count == text.count }) else { return false }
    sample.take(entries[index].fields, at: text.lowerBound)
    return true
  }

  @inlinable @inline(__always) func find(
    at position: Int, in bytes: RawSpan, where fits: (Range<Int>) -> Bool
  ) -> Int? {
    for index in entries.indices {
      let range = entries[index].range
      if range.upperBound <= position, fits(range), bytes.isSame(range, at: position) { return index }
    }
    return nil
  }

  package mutating func keep(_ fields: FieldRun, at range: Range<Int>) {
    let entry = Entry(range: range, fields: fields)
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.limit
    }
  }
}

extension RawSpan {
  /// Whether the bytes of a range are at another place as well.
  ///
  /// The end is compared first: objects that differ often begin alike.
  @inlinable @inline(__always) func isSame(_ range: Range<Int>, at place: Int) -> Bool {
    let count = range.count
    guard count >= 8 else { return false }
    let last = count &- 8
    let end = unsafeLoadUnaligned(fromByteOffset: range.lowerBound &+ last, as: UInt64.self)
    return end == unsafeLoadUnaligned(fromByteOffset: place &+ last, as: UInt64.self)
      && isSame(range.lowerBound, as: place, count: count)
  }
}

/// The names of a sample's fields in JSON, matched on bytes: by length first, then by content.
enum SampleFieldNames {
  @inline(__always) static func topLevel(_ key: RawField, in bytes: RawSpan) -> SampleField? {
    if key.isEscaped { return decoded(key, in: bytes) { topLevel($0, $1) } }
    return topLevel(key.range, bytes)
  }

  @inline(__always) static func nested(_ key: RawField, in parent: SampleField, _ bytes: RawSpan) -> SampleField? {
    if key.isEscaped { return decoded(key, in: bytes) { nested($0, $1, parent) } }
    return nested(key.range, bytes, parent)
  }

  private static func decoded(
    _ key: RawField, in bytes: RawSpan, match: (Range<Int>, RawSpan) -> SampleField?
  ) -> SampleField? {
    let text = JSONText.decoded(key.range, in: bytes)
    return match(0..<text.count, text.span.bytes)
  }

  @inline(__always) private static func topLevel(_ range: Range<Int>, _ bytes: RawSpan) -> SampleField? {
    guard range.count <= 8 else {
      if bytes.equals(range, "end_offset") { return .endOffset }
      return bytes.equals(range, "created_offset") ? .createdOffset : nil
    }
    let name = bytes.word(from: range.lowerBound, count: range.count)
    switch range.count {
    case 3: return name == word("end") ? .end : nil
    case 4:
      if name == word("type") { return .type }
      if name == word("uuid") { return .uuid }
      if name == word("unit") { return .unit }
      return name == word("role") ? .role : nil
    case 5:
      if name == word("value") { return .value }
      return name == word("start") ? .start : nil
    case 6:
      if name == word("source") { return .source }
      if name == word("device") { return .device }
      if name == word("offset") { return .offset }
      return name == word("origin") ? .origin : nil
    case 7:
      if name == word("created") { return .created }
      if name == word("subject") { return .subject }
      return name == word("members") ? .members : nil
    case 8:
      if name == word("metadata") { return .metadata }
      return name == word("original") ? .original : nil
    default: return nil
    }
  }

  @inline(__always) private static func nested(
    _ range: Range<Int>, _ bytes: RawSpan, _ parent: SampleField
  ) -> SampleField? {
    guard range.count <= 8 else {
      return parent == .device && bytes.equals(range, "manufacturer") ? .deviceManufacturer : nil
    }
    let name = bytes.word(from: range.lowerBound, count: range.count)
    if parent == .source {
      switch range.count {
      case 2: return name == word("os") ? .sourceOS : nil
      case 4: return name == word("name") ? .sourceName : nil
      case 6: return name == word("bundle") ? .sourceBundle : nil
      case 7:
        if name == word("version") { return .sourceVersion }
        return name == word("product") ? .sourceProduct : nil
      default: return nil
      }
    }
    switch range.count {
    case 3: return name == word("udi") ? .deviceUDI : nil
    case 4: return name == word("name") ? .deviceName : nil
    case 5:
      if name == word("model") { return .deviceModel }
      return name == word("local") ? .deviceLocal : nil
    case 8:
      if name == word("hardware") { return .deviceHardware }
      if name == word("software") { return .deviceSoftware }
      return name == word("firmware") ? .deviceFirmware : nil
    default: return nil
    }
  }

  /// A name of at most eight bytes as a number, its first byte lowest; a constant once compiled.
  @inline(__always) private static func word(_ name: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<name.utf8CodeUnitCount { word |= UInt64(name.utf8Start[index]) &<< UInt64(8 &* index) }
    return word
  }
}

/// The fields of a sample's `source` or `device` object, apart from the place it was at.
@usableFromInline package struct FieldRun: Sendable {
  @usableFromInline let parent: SampleField
  /// The object, then its texts: five of a source, eight of a device.
  @usableFromInline var fields = Fixed9<RawField>(repeating: .absent)
  @usableFromInline let present: SampleFields
  @usableFromInline let strings: SampleFields
  @usableFromInline let start: Int32

  package init(of sample: RawSample, _ parent: SampleField, at start: Int) {
    self.parent = parent
    self.start = Int32(truncatingIfNeeded: start)
    let last = parent == .source ? SampleField.sourceOS : .deviceUDI
    let run = SampleFields.run(from: parent, through: last)
    present = sample.present.intersection(run)
    strings = sample.strings.intersection(run)
    for (index, raw) in (parent.rawValue...last.rawValue).enumerated() {
      if let field = SampleField(rawValue: raw) { fields[index] = sample[field] }
    }
  }
}

extension RawSample {
  /// Takes over the fields of a text that is at a place as well, byte for byte.
  @inlinable package mutating func take(_ run: FieldRun, at start: Int) {
    let distance = Int32(truncatingIfNeeded: start) &- run.start
    if run.parent == .source {
      let first = Int(SampleField.source.rawValue)
      for index in 0..<6 { fields[first &+ index] = run.fields[index].moved(by: distance) }
    } else {
      let first = Int(SampleField.device.rawValue)
      for index in 0..<9 { fields[first &+ index] = run.fields[index].moved(by: distance) }
    }
    presentFields.formUnion(run.present)
    stringFields.formUnion(run.strings)
  }
}

extension RawField {
  /// The same field of a text that is further on; one that is absent stays where it is.
  @inlinable package func moved(by distance: Int32) -> RawField {
    var field = self
    field.start &+= isPresent ? distance : 0
    return field
  }
}

/// A text of at most sixteen bytes, in place: compared with a piece of a buffer in two steps.
@usableFromInline package struct ShortText: Sendable {
  @usableFromInline var words: (UInt64, UInt64) = (0, 0)
  /// The length; -1 for a text that did not fit and so is like no other.
  @usableFromInline let count: Int

  package init(_ text: [UInt8]) { self.init(0..<text.count, in: text.span.bytes) }

  @inlinable package init(_ range: Range<Int>, in bytes: RawSpan) {
    count = range.count <= 16 ? range.count : -1
    if count >= 0 { words = bytes.words(from: range.lowerBound, count: count) }
  }

  @inlinable @inline(__always) package func isEqual(to range: Range<Int>, in bytes: RawSpan) -> Bool {
    range.count == count && bytes.words(from: range.lowerBound, count: count) == words
  }

  @inlinable @inline(__always) package func end(at place: Int, before end: Int, in bytes: RawSpan) -> Int? {
    guard count >= 0, end &- place >= count, bytes.words(from: place, count: count) == words else { return nil }
    return place &+ count
  }
}

extension RawSpan {
  /// At most eight bytes as a number, the first one lowest.
  @inlinable @inline(__always) package func word(from start: Int, count: Int) -> UInt64 {
    if start &+ 8 <= byteCount {
      let word = unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
      return count >= 8 ? word : word & ((1 &<< (UInt64(truncatingIfNeeded: count) &* 8)) &- 1)
    }
    var word: UInt64 = 0
    for index in 0..<min(8, count) {
      word |= UInt64(unsafeLoad(fromByteOffset: start &+ index, as: UInt8.self)) &<< UInt64(8 &* index)
    }
    return word
  }

  @inlinable @inline(__always) package func words(from start: Int, count: Int) -> (UInt64, UInt64) {
    if count <= 8 { return (word(from: start, count: count), 0) }
    return (word(from: start, count: 8), word(from: start &+ 8, count: count &- 8))
  }

  /// Whether these bytes are at an offset.
  @inlinable @inline(__always) package func hasPrefix(_ text: StaticString, at offset: Int, end: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset &+ count <= end else { return false }
    for index in 0..<count
    where unsafeLoad(fromByteOffset: offset &+ index, as: UInt8.self) != text.utf8Start[index] { return false }
    return true
  }

  /// Whether a range holds exactly these bytes.
  @inlinable @inline(__always) package func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    range.count == text.utf8CodeUnitCount && hasPrefix(text, at: range.lowerBound, end: range.upperBound)
  }
}
