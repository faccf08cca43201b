import HealthModel

/// Reads the child elements of a sample: elements of its lists, and points.
extension RecordParser {
  /// Reads the child element at the position, whose attributes are its parts.
  ///
  /// Elements within it, such as the events of an activity, become entries of their own, with the `uuid` of the one
  /// that they are in as a part.
  mutating func group(
    _ kind: TapeEntry.Kind, _ depth: Int, partOf owner: GroupOwner?, _ bytes: RawSpan,
    into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) {
    let start = cursor.position
    let tag = try cursor.startTag(bytes, into: &buffer)
    counts.add(tag.name, in: bytes)
    let place = buffer.tape.count
    // The entry comes before its parts, and where the element ends is not known yet: its place is that of its tag.
    let value = RawField(kind: .object, start: start, end: cursor.position)
    let isKept = place <= Self.maximumParts
    if isKept { buffer.tape.append(TapeEntry(kind, key: RawField(name: tag.name), value: value)) }
    var uuid: GroupOwner?
    for index in cursor.attributes.indices where isKept {
      let attribute = cursor.attributes[index]
      if attribute.value.range.isEmpty { continue }
      let key = RawField(name: attribute.name)
      buffer.tape.append(attribute.value, for: key, partOf: place)
      if bytes.equals(attribute.name, "uuid") { uuid = GroupOwner(key: key, value: attribute.value) }
    }
    if isKept, let owner, owner.key.isPresent { buffer.tape.append(owner.value, for: owner.key, partOf: place) }
    if tag.isEmpty { return }
    let nested = postponed.nested.count
    while try !cursor.nextTag(in: start, bytes, into: &buffer) {
      let child = cursor.position
      switch cursor.elementName(bytes) {
      case .metadataEntry:
        let name = cursor.name(bytes)
        guard let entry = try metadataEntry(depth: depth + 1, bytes, into: &buffer), isKept else { continue }
        let pair = buffer.tape.count
        buffer.tape.append(
          RawField(kind: .object, start: child, end: cursor.position), for: RawField(name: name), partOf: place)
        buffer.tape.append(entry.value, for: entry.key, partOf: pair)
      case .workoutEvent where owner == nil, .workoutStatistics where owner == nil:
        // After all parts of this one, which lie together.
        postponed.nested.append(child)
        try skip(bytes, into: &buffer)
      default: try unsupported(depth: depth + 1, bytes, into: &buffer)
      }
    }
    try cursor.endTag(of: tag.name, in: start, bytes)
    let end = cursor.position
    for index in nested..<postponed.nested.count {
      cursor.position = postponed.nested[index]
      let isEvent = cursor.elementName(bytes) == .workoutEvent
      let first = buffer.tape.count
      try group(.list, depth + 1, partOf: uuid ?? .unnamed, bytes, into: &buffer)
      if isEvent {
        postponed.knownEvents[buffer.tape.signature(from: first, without: uuid?.key, in: bytes), default: 0] += 1
      }
    }
    postponed.nested.removeSubrange(nested...)
    cursor.position = end
  }

  /// Reads the events of a workout that were kept for later, without those that its activities repeat.
  ///
  /// An export writes an event of an activity in both places, with the same attributes. The activity's says more: which
  /// activity it belongs to.
  mutating func events(_ depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) {
    if postponed.events.isEmpty { return }
    let end = cursor.position
    for index in postponed.events.indices {
      cursor.position = postponed.events[index]
      let first = buffer.tape.count
      try group(.list, depth, partOf: nil, bytes, into: &buffer)
      if postponed.knownEvents.isEmpty { continue }
      let signature = buffer.tape.signature(from: first, without: nil, in: bytes)
      guard let count = postponed.knownEvents[signature], count > 0 else { continue }
      postponed.knownEvents[signature] = count - 1
      buffer.tape.removeAll(from: first)
    }
    postponed.events.removeAll(keepingCapacity: true)
    postponed.knownEvents.removeAll(keepingCapacity: true)
    cursor.position = end
  }

  /// Reads the child element at the position, within which the elements of lists are, or points.
  mutating func wrapper(
    _ form: ExportElementFormat, _ depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) {
    let start = cursor.position
    let tag = try cursor.startTag(bytes, into: &buffer)
    counts.add(tag.name, in: bytes)
    if tag.isEmpty { return }
    while try !cursor.nextTag(in: start, bytes, into: &buffer) {
      let kind: TapeEntry.Kind = bytes.holds(cursor.name(bytes), among: form.points) ? .point : .list
      try group(kind, depth + 1, partOf: nil, bytes, into: &buffer)
    }
    try cursor.endTag(of: tag.name, in: start, bytes)
  }
}

/// The attribute by which elements within another one say which one that is.
struct GroupOwner {
  var key: RawField
  var value: RawField

  /// An owner without a name: its elements say nothing of it.
  static var unnamed: GroupOwner { GroupOwner(key: .absent, value: .absent) }
}

/// Elements that are read after the one they are in: by where they begin.
struct PostponedElements {
  var attached: [Int] = []
  var events: [Int] = []
  var nested: [Int] = []
  /// How often the events of activities say something, which is a number here.
  var knownEvents: [UInt64: Int] = [:]
  /// Takes the numbers of elements that are passed over: they are counted where they are read.
  var counts = ElementCounts()

  mutating func removeAll() {
    attached.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    nested.removeAll(keepingCapacity: true)
    knownEvents.removeAll(keepingCapacity: true)
  }
}

extension RecordTape {
  /// A number made of an entry's keys and values, but for the key of its owner.
  fileprivate func signature(from first: Int, without owner: RawField?, in bytes: RawSpan) -> UInt64 {
    var number: UInt64 = 0
    for place in places(from: first).dropFirst() {
      let entry = self[place]
      if let owner, entry.key == owner { continue }
      let value = entry.value.kind == .object ? 1 : bytes.contentHash(of: entry.value.range)
      number = (number ^ bytes.contentHash(of: entry.key.range)) &* 0x9E37_79B9_7F4A_7C15
      number = (number ^ (number &>> 29) ^ value) &* 0xBF58_476D_1CE4_E5B9
    }
    return number ^ (number &>> 32)
  }
}
