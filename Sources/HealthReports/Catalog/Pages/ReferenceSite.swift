import HealthModel

/// What the pages of a reference know of each other, so that a link leads to a page that is there.
struct ReferenceSite {
  let registry: Registry
  /// The types that have a page, ordered as in the registry.
  let types: [TypeDefinition]
  /// The codes that samples of each type can have, by the type's id.
  let codes: [String: [DiagnosticCode]]
  private let ids: Set<String>

  init(registry: Registry, types: [TypeDefinition], codes: [String: [DiagnosticCode]]) {
    self.registry = registry
    self.types = types
    self.codes = codes
    ids = Set(types.map(\.id))
  }

  /// The codes that have a page, in the order of the table of codes.
  var codesWithPage: [DiagnosticCode] {
    let all = Set(types.flatMap { codes[$0.id] ?? [] })
    return DiagnosticCode.allCases.filter { all.contains($0) }
  }

  /// The type of an id: a link if it has a page.
  func type(_ id: String) -> ReferencePiece {
    ids.contains(id) ? .link(id, Self.target(ofType: id), isCode: true) : .code(id)
  }

  /// A code as a link to its page.
  func code(_ code: DiagnosticCode) -> ReferencePiece { .link(code.name, Self.target(of: code), isCode: true) }

  static let index = ReferenceTarget(path: "index")
  static func target(ofType id: String) -> ReferenceTarget { ReferenceTarget(path: "types/" + id) }
  static func target(of code: DiagnosticCode) -> ReferenceTarget { ReferenceTarget(path: "codes/" + code.name) }

  /// The types by the folder of their definition, in the order of the folders' names.
  var categories: [(name: String, types: [TypeDefinition])] {
    Dictionary(grouping: types, by: Self.category).sorted { $0.key < $1.key }.map { (name: $0.key, types: $0.value) }
  }

  /// The folder that a type's definition is in.
  static func category(of type: TypeDefinition) -> String {
    let parts = (type.origins["type"]?.path ?? "").split(separator: "/")
    return parts.count > 1 ? String(parts[parts.count - 2]) : "types"
  }
}
