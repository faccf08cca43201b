import HealthModel
import HealthUnits

extension CatalogDecoder {
  /// The members of a correlation: a type's id and how often, or a role with its type and how often.
  mutating func members(_ field: Field) -> [CorrelationMember]? {
    guard let fields = self.fields(field) else { return nil }
    let before = errorCount
    var members: [CorrelationMember] = []
    for entry in fields.entries {
      guard CatalogID.isValid(entry.key) else {
        report(.catalogID, "\(CatalogText.shown(entry.key)) is neither the id of a type nor a role", at: entry.keyMark)
        continue
      }
      let member = Field(path: fields.path(entry.key), mark: entry.keyMark, node: entry.value)
      if let member = self.member(member, name: entry.key) { members.append(member) }
    }
    if members.isEmpty, errorCount == before {
      report(.catalogKeyMissing, "\(CatalogText.shown(field.path)) has no members", at: field.mark)
    }
    return errorCount == before ? members : nil
  }

  private mutating func member(_ field: Field, name: String) -> CorrelationMember? {
    guard field.node.entries != nil else {
      guard let count = memberCount(field) else { return nil }
      return CorrelationMember(role: name, type: name, minimum: count.minimum, maximum: count.maximum)
    }
    guard var fields = self.fields(field) else { return nil }
    let type = need("type", in: &fields) { $0.id($1) }
    let range = need("count", in: &fields) { $0.memberCount($1) }
    finish(fields)
    guard let typeID = type, let count = range else { return nil }
    return CorrelationMember(role: name, type: typeID, minimum: count.minimum, maximum: count.maximum)
  }

  private mutating func memberCount(_ field: Field) -> (minimum: Int, maximum: Int?)? {
    guard let text = field.node.text, let count = MemberCount.parse(text) else {
      reportKind(field, takes: "a count such as 1, 0..1, 0..* or 2..5")
      return nil
    }
    if let maximum = count.maximum, maximum < count.minimum {
      report(.catalogRange, "the count runs backwards", at: field.node.mark)
      return nil
    }
    if count.maximum == 0 {
      report(.catalogRange, "a member that may never be there", at: field.node.mark)
      return nil
    }
    return count
  }
}

/// How often a member may be in a correlation.
enum MemberCount {
  static let limit = 10_000

  /// Reads `n`, `n..m` or `n..*`, no number above a limit.
  static func parse(_ text: String, limit: Int = limit) -> (minimum: Int, maximum: Int?)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let minimum = number(parts[0], limit) else { return nil }
    if parts.count == 1 { return (minimum, minimum) }
    guard parts.count == 3, parts[1].isEmpty else { return nil }
    if parts[2] == "*" { return (minimum, nil) }
    return number(parts[2], limit).map { (minimum, $0) }
  }

  private static func number(_ text: Substring, _ limit: Int) -> Int? {
    guard text.utf8.count <= 7, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text) else {
      return nil
    }
    return value <= limit ? value : nil
  }
}

/// The members of a correlation of a template: ids, each with `=` and a count or without.
enum MembersTemplate {
  static func body(_ texts: [String], registry: Registry) throws -> TemplateBody {
    guard !texts.isEmpty else { throw Failure.usage("a correlation type needs `members`") }
    var members: [(type: TypeDefinition, minimum: Int, count: String)] = []
    for text in texts {
      let member = try member(text, in: registry)
      guard !members.contains(where: { $0.type.id == member.type.id }) else {
        throw Failure.part("member", text, "is there twice")
      }
      members.append(member)
    }
    var samples: [String] = []
    for member in members { samples += Array(repeating: try sample(of: member.type), count: member.minimum) }
    if samples.isEmpty, let first = members.first { samples.append(try sample(of: first.type)) }
    let start = TemplateText.start
    var body = TemplateBody(
      keys: ["members:"] + members.map { "  \($0.type.id): \($0.count)" } + ["duration: {max: P4D}"],
      sources: [("duration", "default")], valid: ["{start: \(start), members: [\(samples.joined(separator: ", "))]}"],
      invalid: ["{start: \(start), members: [], code: member-missing}"])
    let foreign = registry.types.lazy.filter { type in
      type.shape.quantity != nil && !members.contains { $0.type.id == type.id }
    }.compactMap { try? sample(of: $0) }.first
    if let foreign {
      let list = (samples + [foreign]).joined(separator: ", ")
      body.invalid.append("{start: \(start), members: [\(list)], code: member-not-allowed}")
    }
    return body
  }

  private static func member(
    _ text: String, in registry: Registry
  ) throws -> (type: TypeDefinition, minimum: Int, count: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let type = registry.type(named: name) else {
      let hint = CatalogText.suggestion(for: name, among: registry.types.map(\.id))
      throw Failure.part("member", text, "is not a type", hint: hint)
    }
    guard type.shape.hasTimedValue else {
      throw Failure.part("member", text, "is a \(type.kind.rawValue); a member is a quantity or a category")
    }
    let count = parts.count == 2 ? String(parts[1]) : "1"
    guard let range = MemberCount.parse(count), range.maximum != 0, range.minimum <= range.maximum ?? .max else {
      throw Failure.part("member", text, "has no count such as 1, 0..1, 0..* or 2..5")
    }
    return (type, range.minimum, count)
  }

  /// A sample of a type as a member, which has the correlation's time.
  private static func sample(of type: TypeDefinition) throws -> String {
    if let example = type.examples.first(where: { $0.expectedCode == nil }),
      let entries = YAMLReader.read(Array(example.json.utf8), path: "").root?.entries
    {
      let kept = entries.filter { ["value", "unit", "metadata"].contains($0.key) }
      let fields = ["type: \(type.id)"] + kept.map { TemplateText.field($0) }
      return "{\(fields.joined(separator: ", "))}"
    }
    guard type.metadata.required.isEmpty else {
      throw Failure.part("member", type.id, "needs metadata and has no example to take it from")
    }
    if let shape = type.shape.quantity, let value = ExampleValue.inside(shape.allowed, shape.plausible) {
      let unit = TemplateText.scalar(shape.unit.unitString)
      return "{type: \(type.id), value: \(TemplateText.number(value)), unit: \(unit)}"
    }
    if let free = type.shape.enumeration?.cases.first(where: { $0.requires.isEmpty }) {
      return "{type: \(type.id), value: \(TemplateText.scalar(free.name))}"
    }
    throw Failure.part("member", type.id, "has no example")
  }
}
