package import HealthModel

/// A version of a sample that its source replaces by its sync identifier, as HealthKit does.
struct SyncVersion: Sendable {
  var id: SampleID
  var version: Double
  var place: SampleLocation
}

/// What canonical metadata say of a sample's versions.
struct SyncMark {
  let identifier: TextKey
  let version: Double

  private static let identifierKey = Array(#""HKMetadataKeySyncIdentifier":""#.utf8)
  private static let versionKey = Array(#""HKMetadataKeySyncVersion":"#.utf8)
  /// Most metadata have fewer bytes than the two keys, so that a sample without them costs one comparison.
  private static let least = identifierKey.count + versionKey.count

  /// Reads the metadata of a row; `nil` if they do not have both keys.
  init?(_ row: Int, of batch: SampleBatch) {
    let range = batch.metadata[row].indices
    guard range.count > Self.least else { return nil }
    let bytes = batch.arena.span.bytes
    guard let text = Self.place(after: Self.identifierKey, in: range, bytes),
      let number = Self.place(after: Self.versionKey, in: range, bytes)
    else { return nil }
    var end = number
    while end < range.upperBound, !Self.endsNumber(bytes.unsafeLoad(fromByteOffset: end, as: UInt8.self)) { end += 1 }
    guard let version = DecimalParser.parse(number..<end, in: bytes) else { return nil }
    identifier = TextKey(text..<JSONText.closingQuote(from: text, to: range.upperBound, in: bytes), in: bytes)
    self.version = version.value
  }

  private static func endsNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") }

  /// The place after a key; within texts quotes are escaped, so that no text has the bytes of one.
  private static func place(after key: [UInt8], in range: Range<Int>, _ bytes: RawSpan) -> Int? {
    var start = range.lowerBound
    while start + key.count < range.upperBound {
      if bytes.equals(start..<start + key.count, key) { return start + key.count }
      start += 1
    }
    return nil
  }
}

/// *near-duplicate*: versions of a sample that a store keeps beside each other.
extension AcrossRules {
  package func judges(_ batch: SampleBatch) -> Bool {
    !options.judgesVersionsOnly || batch.metadata.indices.contains { SyncMark($0, of: batch) != nil }
  }

  mutating func judgeVersion(
    _ row: Int, of batch: SampleBatch, at place: SampleLocation, _ texts: SeriesTexts,
    into findings: inout [AcrossFinding]
  ) {
    guard let mark = SyncMark(row, of: batch) else { return }
    var key = texts.key(row, of: batch, tellsDevices: false)
    // An identifier is one of its source, whatever the device: it takes the device's place in the key.
    key.device = mark.identifier
    let entry = SyncVersion(id: batch.id[row], version: mark.version, place: place)
    let number = versions.use(key, new: entry).number
    let other = versions.contents[number]
    // Another content of one id is a conflict.
    guard other.version != entry.version, other.id != entry.id else { return }
    findings.append(
      finding(
        .version, row, of: batch, at: place, texts, related: other.place, found: entry.version, limit: other.version))
    if entry.version > other.version { versions.contents[number] = entry }
  }
}
