import HealthModel

/// Which series a sample belongs to: the samples of one type that one device of one source recorded of one subject.
struct SeriesKey: Sendable, Hashable {
  var type: Int32
  var subject: TextKey
  var source: TextKey
  /// The device; the same for all if the rule does not distinguish devices.
  var device: TextKey
}

/// A text by hash and length, as texts of different batches are compared.
struct TextKey: Sendable, Hashable {
  var hash: UInt64
  var count: Int32

  /// Stands for a text that is absent.
  static let none = TextKey(hash: 0, count: -1)

  init(hash: UInt64, count: Int32) {
    self.hash = hash
    self.count = count
  }

  init(_ range: Range<Int>, in bytes: RawSpan) {
    hash = bytes.contentHash(of: range)
    count = Int32(truncatingIfNeeded: range.count)
  }
}

/// The subjects, sources and devices of a batch, read once for all its samples.
struct SeriesTexts: Sendable {
  private let subjects: [TextKey]
  private let sources: [SourceText]
  private let devices: [TextKey]

  init(_ batch: SampleBatch) {
    let bytes = batch.arena.span.bytes
    subjects = batch.subjects.ranges.map { TextKey($0.indices, in: bytes) }
    sources = batch.sources.ranges.map { SourceText($0.indices, in: bytes) }
    devices = batch.devices.ranges.map { TextKey($0.indices, in: bytes) }
  }

  func key(_ row: Int, of batch: SampleBatch, tellsDevices: Bool) -> SeriesKey {
    let (subject, source, device) = (batch.subject[row], batch.source[row], batch.device[row])
    return SeriesKey(
      type: batch.type[row], subject: subject >= 0 ? subjects[Int(subject)] : .none,
      source: source >= 0 ? sources[Int(source)].key : .none,
      device: tellsDevices && device >= 0 ? devices[Int(device)] : .none)
  }

  func subject(_ row: Int, of batch: SampleBatch) -> String? {
    let subject = batch.subject[row]
    guard subject >= 0 else { return nil }
    return String(decoding: batch.arena[batch.subjects.ranges[Int(subject)].indices], as: UTF8.self)
  }

  func names(_ row: Int, of batch: SampleBatch) -> SourceNames {
    let source = batch.source[row]
    return source >= 0 ? sources[Int(source)].names(in: batch.arena) : SourceNames()
  }
}

struct SourceNames: Sendable, Hashable {
  var name: String?
  var bundle: String?
}

/// A source of a batch: where its names are, and what it is the same source by.
///
/// As in content ids that is the bundle, else the name with U+00A0 as a blank and without blanks at its ends: an update
/// of the app or the system does not make another source.
struct SourceText: Sendable {
  let key: TextKey
  private let name: Range<Int>?
  private let bundle: Range<Int>?

  private static let nameKey = Array("\"name\":\"".utf8)
  private static let bundleKey = Array("\"bundle\":\"".utf8)

  /// Reads a canonical object: the name first, then the bundle, then the rest.
  init(_ range: Range<Int>, in bytes: RawSpan) {
    var position = range.lowerBound + 1
    let name = Self.text(of: Self.nameKey, at: &position, end: range.upperBound, in: bytes)
    let bundle = Self.text(of: Self.bundleKey, at: &position, end: range.upperBound, in: bytes)
    if let bundle {
      key = TextKey(bundle, in: bytes)
    } else if let name {
      let trimmed = IdentityBytes.trimmedName(JSONText.decoded(name, in: bytes))
      // Turned over, since a name is not a bundle of the same text.
      key = TextKey(
        hash: ~trimmed.span.bytes.contentHash(of: 0..<trimmed.count), count: Int32(truncatingIfNeeded: trimmed.count))
    } else {
      key = TextKey(range, in: bytes)
    }
    self.name = name
    self.bundle = bundle
  }

  func names(in arena: [UInt8]) -> SourceNames {
    SourceNames(name: Self.decoded(name, in: arena), bundle: Self.decoded(bundle, in: arena))
  }

  private static func decoded(_ range: Range<Int>?, in arena: [UInt8]) -> String? {
    range.map { JSONText.string($0, in: arena.span.bytes) }
  }

  /// The text of the member that begins at a position, which then is after it and its comma.
  private static func text(of key: [UInt8], at position: inout Int, end: Int, in bytes: RawSpan) -> Range<Int>? {
    let start = position + key.count
    guard start < end, bytes.equals(position..<start, key) else { return nil }
    let stop = JSONText.closingQuote(from: start, to: end, in: bytes)
    position = stop + 2
    return start..<stop
  }
}
