public import HealthModel
public import HealthStorage
import HealthUnits

/// Makes samples of the rows of batches, by the registry that their store was opened with.
@usableFromInline package struct SampleDecoder: Sendable {
  /// The properties that samples of one type share.
  struct TypeDecoding: Sendable {
    let id: String
    let column: ValueColumn
    /// The canonical unit of a quantity.
    let unit: UnitOfMeasure?
    let cases: [EnumCase]
    let roles: [String]
    let structure: ParsedStructure?

    init(_ type: TypeDefinition, _ units: UnitTable) {
      id = type.id
      column = type.shape.column
      unit = type.shape.quantity?.unit
      cases = type.shape.enumeration?.cases ?? []
      roles = type.shape.members?.map(\.role) ?? []
      structure = type.shape.structure.map { ParsedStructure(shape: $0, units: units) }
    }
  }

  let types: [TypeDecoding]
  let keys: MetadataKeys
  private let registry: Registry

  @usableFromInline package init(registry: Registry) {
    self.registry = registry
    types = registry.types.map { TypeDecoding($0, registry.units) }
    keys = MetadataKeys(registry)
  }

  @usableFromInline package func samples(in batch: SampleBatch) throws(StorageError) -> [Sample] {
    try batch.require(registry)
    var samples: [Sample] = []
    _ = forEach(in: batch) { sample in
      samples.append(sample)
      return true
    }
    return samples
  }

  package func structured(in batch: SampleBatch) -> [Int: Sample] {
    var samples: [Int: Sample] = [:]
    var reading: BatchDecoding?
    for row in 0..<batch.count where types[Int(batch.type[row])].structure != nil {
      var current = reading ?? BatchDecoding(batch, by: self)
      reading = nil
      samples[row] = current.sample(row)
      reading = current
    }
    return samples
  }

  /// Passes the samples of a batch to a function, each correlation with its members inside, until it returns `false`.
  func forEachSample(in batch: SampleBatch, _ body: (Sample) throws -> Bool) throws -> Bool {
    try batch.require(registry)
    return try forEach(in: batch, body)
  }

  private func forEach(in batch: SampleBatch, _ body: (Sample) throws -> Bool) rethrows -> Bool {
    var reading = BatchDecoding(batch, by: self)
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
private struct BatchDecoding {
  private let batch: SampleBatch
  private let types: [SampleDecoder.TypeDecoding]
  private var metadata: MetadataDecoding
  private let sources: [SourceRevision]
  private let devices: [Device]
  private let subjects: [String]

  init(_ batch: SampleBatch, by decoder: SampleDecoder) {
    self.batch = batch
    types = decoder.types
    metadata = MetadataDecoding(keys: decoder.keys)
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
      created: Self.instant(batch.created[row], batch.createdOffset[row]), source: source < 0 ? nil : sources[source],
      device: device < 0 ? nil : devices[device], subject: subject < 0 ? nil : subjects[subject],
      metadata: metadata.values(of: batch.metadata[row].indices, in: batch.arena))
  }

  mutating func member(_ row: Int, of correlation: Int) -> CorrelatedSample {
    let sample = sample(row)
    let role = Int(batch.role[row])
    let roles = types[Int(batch.type[correlation])].roles
    return CorrelatedSample(role: roles.indices.contains(role) ? roles[role] : sample.type, sample: sample)
  }

  private func value(_ row: Int, _ type: SampleDecoder.TypeDecoding) -> SampleValue {
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

/// Which metadata keys hold dates, which are stored as text, and the units that quantities may have.
struct MetadataKeys: Sendable {
  private let registry: Registry
  private let dates: [Bool]

  init(_ registry: Registry) {
    self.registry = registry
    dates = registry.metadataKeys.map { key in
      if case .date = key.value { true } else { false }
    }
  }

  func isDate(_ key: String) -> Bool { registry.metadataKeyIndex(named: key).map { dates[$0] } ?? false }

  func unit(_ text: String) -> UnitOfMeasure? { try? UnitOfMeasure(text, table: registry.units) }
}

/// Reads stored metadata: canonical JSON objects.
struct MetadataDecoding {
  private let keys: MetadataKeys
  private var units: [String: UnitOfMeasure] = [:]

  init(keys: MetadataKeys) { self.keys = keys }

  mutating func values(of object: Range<Int>, in bytes: [UInt8]) -> [String: MetadataValue] {
    guard !object.isEmpty else { return [:] }
    var values: [String: MetadataValue] = [:]
    _ = CanonicalObject.forEachMember(of: object, in: bytes) { key, place in
      let name = JSONText.string(key, in: bytes.span.bytes)
      values[name] = value(at: place, of: name, in: bytes)
      return true
    }
    return values
  }

  private mutating func value(at place: Range<Int>, of key: String, in bytes: [UInt8]) -> MetadataValue {
    switch bytes[place].first {
    case UInt8(ascii: "\""):
      guard let text = CanonicalObject.text(of: place, in: bytes) else { break }
      return keys.isDate(key) ? Self.date(text) ?? .string(text) : .string(text)
    case UInt8(ascii: "t"): return .boolean(true)
    case UInt8(ascii: "f"): return .boolean(false)
    case UInt8(ascii: "{"):
      if let quantity = quantity(at: place, in: bytes) { return .quantity(quantity) }
    default:
      if let number = DecimalParser.parse(place, in: bytes.span.bytes) { return .number(number.value) }
    }
    return .other(String(decoding: bytes[place], as: UTF8.self))
  }

  private static func date(_ text: String) -> MetadataValue? {
    let bytes = Array(text.utf8)
    return TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json).map { .date($0.instant) }
  }

  private mutating func quantity(at place: Range<Int>, in bytes: [UInt8]) -> Quantity? {
    var number: Double?
    var unit: String?
    var count = 0
    _ = CanonicalObject.forEachMember(of: place, in: bytes) { key, value in
      count += 1
      if bytes[key].elementsEqual("value".utf8) { number = DecimalParser.parse(value, in: bytes.span.bytes)?.value }
      if bytes[key].elementsEqual("unit".utf8) { unit = CanonicalObject.text(of: value, in: bytes) }
      return count <= 2
    }
    guard count == 2, let number, let unit else { return nil }
    if let known = units[unit] { return Quantity(number, known) }
    guard let read = keys.unit(unit) else { return nil }
    // The batch that the values are read from bounds the memory.
    units[unit] = read
    return Quantity(number, read)
  }
}
