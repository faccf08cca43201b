/// One entry of a record's tape: a key, its value, and where in the sample they belong.
@usableFromInline package struct TapeEntry: Sendable {
  @usableFromInline package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case metadata
    /// The sample's `original`: what an earlier normalization kept.
    case original
    /// The sample itself, which has no field of that name.
    case unknown
    /// The sample's `source`, which has no field of that name.
    case unknownOfSource
    /// The sample's `device`, which has no field of that name.
    case unknownOfDevice
    /// The sample's `fields`, or the attributes of an export's element.
    case field
    /// The sample's `lists`: a list by its name, or one element of it by the name of an export's element.
    case list
    /// The sample's `points`: a column by its name, or one point by the name of an export's element.
    case point
    /// The whole of a sample's `fields`, `lists`, `points` or `parent`, as JSON has it.
    case structure
    /// Another entry: a pair of its object or, without a key, an element of its list.
    case part

    /// The object of the sample that holds such entries; `nil` for the sample itself and for parts.
    @usableFromInline package var object: SampleField? {
      switch self {
      case .metadata: .metadata
      case .original: .original
      case .unknownOfSource: .source
      case .unknownOfDevice: .device
      case .unknown, .field, .list, .point, .structure, .part: nil
      }
    }

    /// The part of a structured sample that holds such entries; `nil` for others.
    @usableFromInline package var section: StructureSection? {
      switch self {
      case .field: .fields
      case .list: .lists
      case .point: .points
      case .metadata, .original, .unknown, .unknownOfSource, .unknownOfDevice, .structure, .part: nil
      }
    }

    /// Whether samples have no field of the entry's name.
    @inlinable package var isUnknown: Bool { self == .unknown || self == .unknownOfSource || self == .unknownOfDevice }
  }

  /// The slice of the key; an element of a list has none, but begins at its number in the list, counted from 0.
  @usableFromInline package let key: RawField
  @usableFromInline package let value: RawField
  /// For a part: the place on the tape of the entry that it is a part of.
  ///
  /// For others, once on a tape: how far back the
  /// entry before them is that is not a part; 0 for the first.
  @usableFromInline var link: Int32
  @usableFromInline package let kind: Kind

  /// For a part: the place on the tape of the entry that it is a part of; -1 for others.
  @inlinable package var parent: Int32 { kind == .part ? link : -1 }

  @inlinable package init(_ kind: Kind, key: RawField, value: RawField) {
    self.init(kind, key: key, value: value, link: 0)
  }

  @inlinable init(_ kind: Kind, key: RawField, value: RawField, link: Int32) {
    self.key = key
    self.value = value
    self.link = link
    self.kind = kind
  }
}

/// The content of a record's samples besides their slots, as one flat list: metadata, originals and unknown fields, of
/// any number, nested in any way.
///
/// The entries of a sample are contiguous, and an entry's parts follow it. The storage is reused from record to record.
@usableFromInline package struct RecordTape: Sendable {
  @usableFromInline var entries: [TapeEntry] = []
  /// The place of the last entry that is not a part; -1 when there is none.
  ///
  /// With `place(before:)` it passes over parts, so that looking for a key costs a step for each key of the sample and
  /// none for what the values hold.
  @inlinable package var lastPlace: Int32 { last }
  @usableFromInline var last: Int32 = -1

  package init() {}

  @inlinable package var count: Int { entries.count }

  package var capacity: Int { entries.capacity }

  /// Makes room for this number of entries, so that a long record does not let the tape grow step by step.
  @usableFromInline package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  @inlinable package subscript(place: Int32) -> TapeEntry { entries[Int(place)] }

  @inlinable package func places(from first: Int) -> Range<Int32> {
    Int32(truncatingIfNeeded: first)..<Int32(truncatingIfNeeded: entries.count)
  }

  /// The place of the entry before another one, neither of them a part; -1 for the first.
  @inlinable package func place(before place: Int32) -> Int32 {
    let link = self[place].link
    return link > 0 ? place &- link : -1
  }

  @inlinable package mutating func append(_ entry: TapeEntry) {
    let place = Int32(truncatingIfNeeded: entries.count)
    entries.append(TapeEntry(entry.kind, key: entry.key, value: entry.value, link: last < 0 ? 0 : place &- last))
    last = place
  }

  @inlinable package mutating func append(_ value: RawField, for key: RawField, partOf parent: Int) {
    entries.append(TapeEntry(.part, key: key, value: value, link: Int32(truncatingIfNeeded: parent)))
  }

  @inlinable package mutating func append(_ value: RawField, number: Int, partOf parent: Int) {
    append(value, for: RawField(kind: .absent, start: number, end: number), partOf: parent)
  }

  /// Sets the value of an entry whose parts had to be written before its end was known.
  package mutating func setValue(_ value: RawField, at place: Int) {
    let entry = entries[place]
    entries[place] = TapeEntry(entry.kind, key: entry.key, value: value, link: entry.link)
  }

  @usableFromInline package mutating func append(contentsOf other: RecordTape) {
    let distance = Int32(truncatingIfNeeded: entries.count)
    for entry in other.entries {
      if entry.kind == .part {
        entries.append(TapeEntry(.part, key: entry.key, value: entry.value, link: entry.link &+ distance))
      } else {
        append(entry)
      }
    }
  }

  @inlinable package mutating func removeAll() {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
    last = -1
  }

  @usableFromInline package mutating func removeAll(from first: Int) {
    if first < entries.count { entries.removeSubrange(first...) }
  }

  package func parts(of place: Int32) -> Range<Int32> {
    var end = place &+ 1
    while Int(end) < entries.count, self[end].parent >= place { end &+= 1 }
    return place &+ 1..<end
  }

  /// The value of a pair of an entry's object; absent if the object lacks the key.
  package func part(_ key: [UInt8], of place: Int32, in bytes: RawSpan) -> RawField {
    for part in parts(of: place) where self[part].parent == place && bytes.equals(self[part].key.range, key) {
      return self[part].value
    }
    return .absent
  }
}

/// One value of a record as it is in the input: where it is and what kind of thing it is, never what it means.
@usableFromInline package struct RawField: Sendable, Hashable {
  /// The kinds of values; an export's attributes are all `string`.
  @usableFromInline package enum Kind: UInt8, Sendable, Hashable {
    case absent, string, number, boolean, null, object, array
    /// In place of an end: how many microseconds after the start it is. Only mappings of foreign records make it.
    case duration
  }

  /// Where the value's text begins; for a string after the quote.
  @usableFromInline package var start: Int32
  /// The length in the upper 28 bits, then whether there are escapes, then the kind: a record has many fields, and half
  /// the size is half the copying.
  @usableFromInline var packed: UInt32

  /// Creates a slice from its first byte to the byte after its last, less than 2^28 bytes long.
  @inlinable package init(kind: Kind, isEscaped: Bool = false, start: Int, end: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    packed = UInt32(truncatingIfNeeded: end &- start) << 4 | (isEscaped ? 8 : 0) | UInt32(kind.rawValue)
  }

  @usableFromInline package var kind: Kind {
    @inlinable @inline(__always) get { Kind(rawValue: UInt8(truncatingIfNeeded: packed & 7)) ?? .absent }
    @inlinable @inline(__always) set { packed = packed & ~7 | UInt32(newValue.rawValue) }
  }

  /// Whether the text holds escapes (`\u0041`, `&amp;`) and must be decoded before it is compared or kept.
  @inlinable package var isEscaped: Bool { packed & 8 != 0 }

  /// Where the value's text ends; for a string before the closing quote.
  @inlinable package var end: Int32 { start &+ Int32(truncatingIfNeeded: packed >> 4) }

  /// Kind, escapes and length in one: fields that say the same in the same way have the same.
  @inlinable package var form: UInt32 { packed }

  @inlinable package static var absent: RawField { RawField(kind: .absent, start: 0, end: 0) }

  @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
  @inlinable package var isPresent: Bool { packed & 7 != 0 }
}
