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
