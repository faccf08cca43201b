import HealthJSON
import HealthModel

/// The rows of a batch, lent to rules one after the other.
final class BatchRows: RuleContent {
  /// What samples of one type share.
  struct TypeWords {
    let id: String
    let column: ValueColumn
    let unit: String?
    let cases: [String]
    let roles: [String]

    init(_ type: TypeDefinition) {
      id = type.id
      column = type.shape.column
      unit = type.shape.quantity?.unit.sampleText
      cases = type.shape.enumeration?.cases.map(\.name) ?? []
      roles = type.shape.members?.map(\.role) ?? []
    }
  }

  var batch = SampleBatch()
  private let types: [TypeWords]
  private var subjects: [String?] = []
  /// The last object that was read, and where it is.
  private var object: (range: ByteRange, value: JSONValue?) = (.empty, nil)

  init(_ registry: Registry) { types = registry.types.map(TypeWords.init) }

  /// Lends another batch.
  func lend(_ batch: SampleBatch) {
    self.batch = batch
    subjects = Array(repeating: nil, count: batch.subjects.count)
    object = (.empty, nil)
  }

  /// Keeps no batch.
  func giveBack() { lend(SampleBatch()) }

  func typeName(_ index: Int) -> String { types[index].id }

  private func words(_ row: Int) -> TypeWords { types[Int(batch.type[row])] }

  func id(_ row: Int) -> SampleID { batch.id[row] }
  func type(_ row: Int) -> String { types[Int(batch.type[row])].id }
  func number(_ row: Int) -> Double? { types[Int(batch.type[row])].column == .number ? batch.value[row] : nil }
  func unit(_ row: Int) -> String? { types[Int(batch.type[row])].unit }

  func text(_ row: Int) -> String? {
    let words = words(row)
    switch words.column {
    case .enumCase, .text:
      let index = Int(batch.enumCase[row])
      return words.cases.indices.contains(index) ? words.cases[index] : batch.string(batch.text[row])
    default: return nil
    }
  }

  func start(_ row: Int) -> Instant? { Self.instant(batch.start[row], batch.startOffset[row]) }
  func end(_ row: Int) -> Instant? { Self.instant(batch.end[row], batch.endOffset[row]) }

  func subject(_ row: Int) -> String? {
    let index = Int(batch.subject[row])
    guard index >= 0 else { return nil }
    if let known = subjects[index] { return known }
    let text = batch.string(batch.subjects.ranges[index])
    subjects[index] = text
    return text
  }

  func source(_ row: Int, _ key: String) -> String? {
    let index = Int(batch.source[row])
    return index < 0 ? nil : read(batch.sources.ranges[index])?[key]?.text
  }

  func metadata(_ row: Int, _ key: String) -> RuleValue? { read(batch.metadata[row])?[key].flatMap(RuleValue.init) }

  func field(_ row: Int, _ name: String) -> RuleValue? {
    guard words(row).column == .parts, let parts = read(batch.text[row]) else { return nil }
    return RuleValue(part: name, of: parts)
  }

  func members(_ row: Int) -> Range<Int> {
    guard batch.correlation[row] < 0 else { return 0..<0 }
    var end = row + 1
    while end < batch.count, batch.correlation[end] == Int32(truncatingIfNeeded: row) { end += 1 }
    return row + 1..<end
  }

  func role(_ row: Int) -> String? {
    let parent = Int(batch.correlation[row])
    guard parent >= 0 else { return nil }
    let (role, roles) = (Int(batch.role[row]), types[Int(batch.type[parent])].roles)
    return roles.indices.contains(role) ? roles[role] : type(row)
  }

  private func read(_ range: ByteRange) -> JSONValue? {
    guard !range.isEmpty else { return nil }
    if object.range != range { object = (range, JSONValue(parsing: batch.arena[range.indices])) }
    return object.value
  }

  private static func instant(_ microseconds: Int64, _ offset: Int16) -> Instant? {
    guard microseconds != SampleBatch.noTime else { return nil }
    return Instant(microseconds: microseconds, offset: offset == SampleBatch.noOffset ? 0 : offset)
  }
}
