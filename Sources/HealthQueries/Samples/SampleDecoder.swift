public import HealthModel
public import HealthStorage
import HealthUnits

/// Makes samples of the rows of batches, by the registry that their store was opened with.
@usableFromInline package struct SampleDecoder: Sendable {
  /// The properties that samples of one type share.
  struct TypeReading: Sendable {
    let id: String
    let column: ValueColumn
    /// The canonical unit of a quantity.
    let unit: UnitOfMeasure?
    let cases: [EnumCase]
    let roles: [String]
    let structure: StructureReading?

    init(_ type: TypeDefinition, _ units: UnitTable) {
      id = type.id
      column = type.shape.column
      unit = type.shape.quantity?.unit
      cases = type.shape.enumeration?.cases ?? []
      roles = type.shape.members?.map(\.role) ?? []
      structure = type.shape.structure.map { StructureReading(shape: $0, units: units) }
    }
  }

  let types: [TypeReading]
  let keys: MetadataKeys
  private let registry: Registry

  @usableFromInline package init(registry: Registry) {
    self.registry = registry
    types = registry.types.map { TypeReading($0, registry.units) }
    keys = MetadataKeys(registry)
  }

  /// The samples of a batch, each correlation with its members inside.
  @usableFromInline package func samples(in batch: SampleBatch) throws(StorageError) -> [Sample] {
    try batch.require(registry)
    var samples: [Sample] = []
    _ = forEach(in: batch) { sample in
      samples.append(sample)
      return true
    }
    return samples
  }

  /// The samples of structured types among the rows of a batch, by row.
  package func structured(in batch: SampleBatch) -> [Int: Sample] {
    var samples: [Int: Sample] = [:]
    var reading: BatchReading?
    for row in 0..<batch.count where types[Int(batch.type[row])].structure != nil {
      var current = reading ?? BatchReading(batch, by: self)
      reading = nil
      samples[row] = current.sample(row)
      reading = current
    }
    return samples
  }

  /// Passes the samples of a batch to a function, each correlation with its members inside, until it returns `false`.
  ///
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
      id: batch.id[row], type: type.id, value: value(row, type),
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
    let roles = types[Int(batch.type[correlation])].roles
    return CorrelatedSample(role: roles.indices.contains(role) ? roles[role] : sample.type, sample: sample)
  }

  private func value(_ row: Int, _ type: SampleDecoder.TypeReading) -> SampleValue {
    switch type.column {
    case .number:
      if let unit = type.unit { return .quantity(Quantity(batch.value[row], unit)) }
    case .enumCase:
      let index = Int(batch.enumCase[row])
      if type.cases.indices.contains(index) {
        return .category(name: type.cases[index].name, raw: type.cases[index].raw)
      }
    case .parts:
      if let structure = type.structure {
        return .stored(StoredStructure(Array(batch.arena[batch.text[row].indices]), of: structure))
      }
    case .text: break
    case .absent: return .correlation
    }
    return .text(batch.string(batch.text[row]))
  }

  private static func instant(_ microseconds: Int64, _ offset: Int16) -> Instant? {
    guard microseconds != SampleBatch.noTime else { return nil }
    return Instant(microseconds: microseconds, offset: offset == SampleBatch.noOffset ? 0 : offset)
  }
}
