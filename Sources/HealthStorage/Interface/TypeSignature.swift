package import HealthModel
import HealthUnits

/// The facts about a type that a store records, since its samples mean nothing without them: kind, canonical unit,
/// aggregation and the raw values of cases.
@usableFromInline package struct TypeSignature: Sendable, Hashable {
  package var kind: String
  /// For a characteristic: `values`, `date` or `text`.
  package var shape: String?
  package var unit: String?
  package var aggregation: String?
  package var cases: [Int64: String] = [:]

  package init(
    kind: String, shape: String? = nil, unit: String? = nil, aggregation: String? = nil, cases: [Int64: String] = [:]
  ) {
    self.kind = kind
    self.shape = shape
    self.unit = unit
    self.aggregation = aggregation
    self.cases = cases
  }

  package init(_ type: TypeDefinition) {
    self.init(kind: type.kind.rawValue)
    shape = type.shape.variant
    unit = type.shape.quantity?.unit.unitString
    aggregation = type.shape.quantity?.aggregation.rawValue
    for item in type.shape.enumeration?.cases ?? [] {
      if let raw = item.raw { cases[Int64(raw)] = item.name }
    }
  }

  @usableFromInline package var hasMembers: Bool { kind == TypeKind.correlation.rawValue }

  /// The change of meaning of stored samples under a definition, in words; `nil` if there is none.
  ///
  /// A case may be renamed when it keeps its former name as an alias; new cases change nothing.
  package func change(to type: TypeDefinition) -> String? {
    let other = TypeSignature(type)
    let parts = [
      ("kind", kind, other.kind), ("value", shape ?? "", other.shape ?? ""), ("unit", unit ?? "", other.unit ?? ""),
      ("aggregation", aggregation ?? "", other.aggregation ?? ""),
    ]
    for (name, old, new) in parts where old != new { return "its \(name) was `\(old)` and is now `\(new)`" }
    for (raw, name) in cases.sorted(by: { $0.key < $1.key }) {
      guard let item = type.shape.enumeration?.cases.first(where: { $0.raw.map(Int64.init) == raw }) else { continue }
      guard item.name == name || item.aliases.contains(name) else {
        return "its raw value \(raw) was `\(name)` and is now `\(item.name)`"
      }
    }
    return nil
  }
}
