import HealthModel

/// A structured sample as conditions ask of it, all of it decoded: what answers of stores are compared with, which read
/// only what a condition names.
struct PlainSample: ConditionSubject {
  private let content: StructureContent
  private let start: Int64
  private let end: Int64

  private init(_ row: Int, of batch: SampleBatch, _ shape: StructureShape, _ registry: Registry) throws {
    (start, end) = (batch.start[row], batch.end[row])
    content = try StructureContent(
      shape, at: batch.text[row].indices, in: batch.arena.span.bytes, units: registry.units)
  }

  static func names(
    of samples: NamedSamples, _ condition: BoundExpression, _ type: String, _ registry: Registry
  ) throws -> Set<String> {
    let batch = try samples.batch()
    var names: Set<String> = []
    for row in 0..<batch.count {
      let definition = registry.types[Int(batch.type[row])]
      guard definition.id == type, let shape = definition.shape.structure else { continue }
      let sample = try PlainSample(row, of: batch, shape, registry)
      if condition.holds(for: sample) == true { names.insert(samples.name(batch.id[row])) }
    }
    return names
  }

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .start: .time(start)
    case .end: .time(end)
    default: content.value(of: name)
    }
  }

  func count(of list: ListName) -> Int { content.count(of: list) }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    content.value(of: name, at: element, of: list)
  }
}
