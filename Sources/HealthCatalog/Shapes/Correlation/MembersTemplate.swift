import HealthModel
import HealthUnits

struct MembersTemplate {
  private let members: [(type: TypeDefinition, minimum: Int, count: String)]
  private let samples: [String]
  private let foreign: String?

  /// Takes ids, each with `=` and a count or without.
  init(_ texts: [String], registry: Registry) throws {
    guard !texts.isEmpty else { throw Failure.usage("a correlation type needs `members`") }
    var members: [(type: TypeDefinition, minimum: Int, count: String)] = []
    for text in texts {
      let member = try Self.member(text, in: registry)
      guard !members.contains(where: { $0.type.id == member.type.id }) else {
        throw Failure.part("member", text, "is there twice")
      }
      members.append(member)
    }
    self.members = members
    var samples: [String] = []
    for member in members {
      let sample = try Self.sample(of: member.type)
      samples += Array(repeating: sample, count: member.minimum)
    }
    if samples.isEmpty, let first = members.first { samples.append(try Self.sample(of: first.type)) }
    self.samples = samples
    var foreign: String?
    for type in registry.types where type.shape.quantity != nil && !members.contains(where: { $0.type.id == type.id }) {
      foreign = try? Self.sample(of: type)
      if foreign != nil { break }
    }
    self.foreign = foreign
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

  func body() -> TemplateBody {
    let start = TemplateText.start
    var body = TemplateBody(
      keys: ["members:"] + members.map { "  \($0.type.id): \($0.count)" } + ["duration: {max: P4D}"],
      sources: [("duration", "default")],
      valid: ["{start: \(start), members: [\(samples.joined(separator: ", "))]}"],
      invalid: ["{start: \(start), members: [], code: member-missing}"])
    if let foreign {
      let list = (samples + [foreign]).joined(separator: ", ")
      body.invalid.append("{start: \(start), members: [\(list)], code: member-not-allowed}")
    }
    return body
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
