public import HealthModel
public import HealthStorage

/// Makes samples of the rows of batches, by the registry that their store was opened with.
public struct SampleDecoder: Sendable {
  /// What samples of one type have in common.
  struct TypeReading: Sendable {
    let id: String
    let shape: TypeShape
  }

  let types: [TypeReading]
  let keys: MetadataKeys
  private let registry: Registry

  /// Creates a decoder.
  public init(registry: Registry) {
    self.registry = registry
    types = registry.types.map { TypeReading(id: $0.id, shape: $0.shape) }
    keys = MetadataKeys(registry)
  }

  /// The samples of a batch, each correlation with its members inside.
  ///
  /// - Throws: `StorageError.Code.incompatible` when the batch is of another registry.
  public func samples(in batch: SampleBatch) throws(StorageError) -> [Sample] {
    try batch.require(registry)
    var samples: [Sample] = []
    _ = forEach(in: batch) { sample in
      samples.append(sample)
      return true
    }
    return samples
  }

  /// Passes the samples of a batch to a function, each correlation with its members inside, until it returns `false`.
  ///
  /// - Returns: whether the function wants more.
  /// - Throws: `StorageError.Code.incompatible` when the batch is of another registry, and what the function throws.
  func forEachSample(in batch: SampleBatch, _ body: (Sample) throws -> Bool) throws -> Bool {
    try batch.require(registry)
    return try forEach(in: batch, body)
  }

  private func forEach(in batch: SampleBatch, _ body: (Sample) throws -> Bool) rethrows -> Bool {
    var reading = BatchReading(batch, by: self)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      var sample = reading.sample(row)
      if group.count > 1 { sample.members = group.dropFirst().map { reading.member($0, of: row) } }
      guard try body(sample) else { return false }
      row = group.upperBound
    }
    return true
  }
}

/// A batch that is being decoded: what many samples share is read once.
private struct BatchReading {
  private let batch: SampleBatch
  private let types: [SampleDecoder.TypeReading]
  private var metadata: MetadataReading
  private let sources: [SourceRevision]
  private let devices: [Device]
  private let subjects: [String]

  init(_ batch: SampleBatch, by decoder: SampleDecoder) {
    self.batch = batch
    types = decoder.types
    metadata = MetadataReading(keys: decoder.keys)
    sources = batch.sources.ranges.map { SourceRevision($0.indices, in: batch.arena) }
    devices = batch.devices.ranges.map { Device($0.indices, in: batch.arena) }
    subjects = batch.subjects.ranges.map { batch.string($0) }
  }

  mutating func sample(_ row: Int) -> Sample {
    let type = types[Int(batch.type[row])]
    let source = Int(batch.source[row])
    let device = Int(batch.device[row])
    let subject = Int(batch.subject[row])
    return Sample(
      id: batch.id[row], type: type.id, value: value(row, type.shape),
      start: Self.instant(batch.start[row], batch.startOffset[row]),
      end: Self.instant(batch.end[row], batch.endOffset[row]),
      created: Self.instant(batch.created[row], batch.createdOffset[row]),
      source: source < 0 ? nil : sources[source], device: device < 0 ? nil : devices[device],
      subject: subject < 0 ? nil : subjects[subject],
      metadata: metadata.values(of: batch.metadata[row].indices, in: batch.arena))
  }

  mutating func member(_ row: Int, of correlation: Int) -> CorrelatedSample {
    let sample = sample(row)
    let role = Int(batch.role[row])
    guard case .correlation(let members) = types[Int(batch.type[correlation])].shape, members.indices.contains(role)
    else { return CorrelatedSample(role: sample.type, sample: sample) }
    return CorrelatedSample(role: members[role].role, sample: sample)
  }

  private func value(_ row: Int, _ shape: TypeShape) -> SampleValue {
    switch shape {
    case .quantity(let quantity): return .quantity(Quantity(batch.value[row], quantity.unit))
    case .correlation: return .correlation
    case .category(let list), .characteristic(.values(let list)):
      let index = Int(batch.enumCase[row])
      guard list.cases.indices.contains(index) else { break }
      return .category(name: list.cases[index].name, raw: list.cases[index].raw)
    case .characteristic: break
    }
    return .text(batch.string(batch.text[row]))
  }

  private static func instant(_ microseconds: Int64, _ offset: Int16) -> Instant? {
    guard microseconds != SampleBatch.noTime else { return nil }
    return Instant(microseconds: microseconds, offset: offset == SampleBatch.noOffset ? 0 : offset)
  }
}
