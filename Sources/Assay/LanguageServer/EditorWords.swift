import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports

/// The words that an editor offers at a place.
struct EditorWords {
  /// A word, and what is shown beside it.
  struct Word: Hashable {
    var text: String
    var detail: String?
    var kind: Kind
  }

  /// The kinds of words, by the numbers that editors have for them.
  enum Kind: Int {
    case property = 10
    case unit = 11
    case value = 12
    case list = 13
    case enumCase = 20
    case code = 21
    case type = 7
  }

  let registry: Registry

  /// The words for a place of a sample.
  func words(at place: SampleCursor) -> [Word] {
    let type = place.type.flatMap { registry.type(named: $0) }
    if place.isKey { return place.parents.first == "metadata" ? keys(of: type) : [] }
    if place.parents.first == "metadata" {
      guard let key = place.key.flatMap({ registry.metadataKeyIndex(named: $0) }).map({ registry.metadataKeys[$0] }),
        case .enum(let list) = key.value
      else { return [] }
      return cases(of: list)
    }
    switch place.key {
    case "type": return types
    case "unit": return type.map(units) ?? []
    case "value": return type?.shape.enumeration.map(cases) ?? []
    default: return []
    }
  }

  /// The words for a place of a configuration.
  func words(inConfiguration place: DefinitionCursor) -> [Word] {
    if place.isKey { return place.parents.first == "rules" ? codes : [] }
    if place.parents.first == "rules" { return Self.values(RuleLevel.allCases.map(\.rawValue)) }
    switch place.key {
    case "code": return codes
    case "type", "types": return types
    case "unit": return UnitChoice.all(in: registry).map { Word(text: $0, kind: .unit) }
    case "fail_on": return Self.values(FailOn.allCases.map(\.rawValue))
    case "baseline_by": return Self.values(BaselineKey.allCases.map(\.rawValue))
    case "format": return Self.values(InputFormat.allCases.map(\.rawValue))
    default: return []
    }
  }

  /// The words for a place of a definition; `subject` is the id of the type that the file defines.
  func words(inDefinition place: DefinitionCursor, of subject: String?) -> [Word] {
    let type = subject.flatMap { registry.type(named: $0) }
    if place.isKey {
      switch place.parents.first {
      case "members": return types
      case "metadata": return place.parents.contains("examples") ? keys(of: type) : []
      default: return []
      }
    }
    switch place.key {
    case "extends", "overrides", "use": return types
    case "type": return place.parents.isEmpty ? [] : types
    case "unit", "units", "means":
      if place.parents.contains("examples"), let type { return units(of: type) }
      return UnitChoice.all(in: registry).map { Word(text: $0, kind: .unit) }
    case "values":
      return registry.enums.keys.sorted().map { Word(text: $0, kind: .list) }
    case "value" where place.parents.contains("examples"): return type?.shape.enumeration.map(cases) ?? []
    case "required", "known": return keys(of: nil)
    case "code": return codes
    case "kind" where place.parents.isEmpty: return Self.values(TypeKind.allCases.map(\.rawValue))
    default: return []
    }
  }

  // MARK: Lists

  private var types: [Word] { registry.types.map { Word(text: $0.id, detail: $0.title, kind: .type) } }

  private var codes: [Word] {
    DiagnosticCode.allCases.map { Word(text: $0.name, detail: $0.info.gist, kind: .code) }
  }

  private func units(of type: TypeDefinition) -> [Word] {
    UnitChoice.texts(for: type, in: registry).map { Word(text: $0, kind: .unit) }
  }

  private func cases(of list: EnumDefinition) -> [Word] {
    list.cases.map { Word(text: $0.name, detail: $0.raw.map { "\($0)" }, kind: .enumCase) }
  }

  /// The metadata keys, those of a type first.
  private func keys(of type: TypeDefinition?) -> [Word] {
    let own = type.map { $0.metadata.required + $0.metadata.known } ?? []
    let others = registry.metadataKeys.map(\.key).filter { !own.contains($0) }
    return (own + others).map { Word(text: $0, kind: .property) }
  }

  private static func values(_ texts: [String]) -> [Word] { texts.map { Word(text: $0, kind: .value) } }
}
