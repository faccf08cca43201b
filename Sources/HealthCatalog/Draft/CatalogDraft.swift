package import HealthModel

/// A new definition in the making: takes its parts one by one, refuses a wrong one at once, and says what is missing.
///
/// ```swift
/// var draft = CatalogDraft(registry: registry)
/// try draft.set(.kind, "quantity")
/// try draft.set(.id, "org.study.gripStrength")
/// try draft.set(.title, "Grip strength")
/// draft.question?.part                          // .unit
/// try draft.set(.unit, "kg")
/// try draft.template().yaml()
/// ```
package struct CatalogDraft: Sendable {
  let registry: Registry
  private let folder: String
  private var parts: [DraftPart: [String]] = [:]
  private var passedOver: Set<DraftPart> = []

  /// Begins a definition without any part.
  ///
  /// - Parameters:
  ///   - registry: the types, units and enums that there are, loaded with examples.
  ///   - folder: the folder of the file within its layer, such as `vitals`.
  package init(registry: Registry, folder: String = "") {
    self.registry = registry
    self.folder = folder
  }

  /// The kind of definition, once it is given.
  package var kind: DefinitionKind? { self[.kind].flatMap { DefinitionKind(word: $0) } }

  /// The next part that is missing, required or not; `nil` when there is none.
  package var question: DraftQuestion? { open.first.map { DraftQuestion($0, of: kind) } }

  /// The next part that is missing and without which there is no definition.
  package var requirement: DraftQuestion? {
    open.first { !$0.isOptional(in: kind) }.map { DraftQuestion($0, of: kind) }
  }

  private var open: [DraftPart] {
    let wanted = [.kind] + (kind?.parts ?? [])
    return wanted.filter { parts[$0] == nil && !passedOver.contains($0) }
  }

  /// A part as it was given; the first word of a list.
  subscript(part: DraftPart) -> String? { parts[part]?.first }

  /// The words of a part that is a list.
  func list(_ part: DraftPart) -> [String] { parts[part] ?? [] }

  /// Gives a part; what was given before is forgotten.
  ///
  /// - Throws: `CatalogTemplateError` when it cannot be that; the draft is as before then.
  package mutating func set(_ part: DraftPart, _ text: String) throws(CatalogTemplateError) {
    try set(part, words: [text])
  }

  /// Gives a part that may be several words, such as the cases of a category.
  ///
  /// - Throws: `CatalogTemplateError` when it cannot be that; the draft is as before then.
  package mutating func set(_ part: DraftPart, words: [String]) throws(CatalogTemplateError) {
    var changed = self
    changed.parts[part] = words
    try changed.check(part)
    self = changed
  }

  /// Forgets an id that was given before the kind and that a definition of the kind cannot have.
  ///
  /// - Returns: why not; `nil` if it stays.
  mutating func forgetID() -> CatalogTemplateError? {
    do throws(CatalogTemplateError) {
      try check(.id)
      return nil
    } catch {
      parts[.id] = nil
      return error
    }
  }

  /// Takes an answer to a question: words between blanks for a list, and nothing for an optional part.
  ///
  /// - Throws: `CatalogTemplateError` when the answer cannot be that part; the draft is as before then.
  package mutating func answer(_ line: String, to question: DraftQuestion) throws(CatalogTemplateError) {
    let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if text.isEmpty, question.isOptional {
      passedOver.insert(question.part)
    } else if question.part.isList {
      try set(question.part, words: text.split(separator: " ").map(String.init))
    } else {
      try set(question.part, text)
    }
  }

  /// The definition.
  ///
  /// - Throws: `CatalogTemplateError` when a part is missing, belongs to another kind, or the parts contradict each other.
  package func template() throws(CatalogTemplateError) -> CatalogTemplate {
    guard let kind else { throw .optionMissing("kind", kind: "definition") }
    if let missing = requirement { throw .optionMissing(missing.part.name, kind: kind.word) }
    let own = Set(kind.parts)
    for part in DraftPart.allCases where part != .kind && parts[part] != nil && !own.contains(part) {
      throw .optionOfOtherKind(part.name, kind: kind.word)
    }
    let (id, title, source) = (self[.id] ?? "", self[.title] ?? "", self[.source])
    switch kind {
    case .type(let type):
      return try CatalogTemplate(
        id: id, kind: type, title: title, unit: self[.unit], aggregation: self[.aggregation], allowed: limits,
        values: list(.values), members: list(.members), source: source,
        folder: folder, registry: registry)
    case .enumeration:
      return try .enumeration(
        id: id, title: title, values: list(.values), source: source, folder: folder, registry: registry)
    case .metadata:
      return try .metadata(
        key: id, title: title, value: self[.value] ?? "", source: source, folder: folder, registry: registry)
    case .unit:
      return try .unit(symbol: id, title: title, meaning: self[.equals], folder: folder, registry: registry)
    case .rule:
      let rule = TypeRule(
        name: self[.rule] ?? "", requirement: self[.requirement] ?? "", severity: severity,
        message: self[.message] ?? "")
      return try .rule(rule, of: id, reason: self[.reason] ?? "", folder: folder, registry: registry)
    }
  }

  /// The limits of a quantity.
  var limits: ValueBounds {
    ValueBounds(minimum: self[.minimum].flatMap(Double.init), maximum: self[.maximum].flatMap(Double.init))
  }

  private var severity: Severity { Severity.allCases.first { $0.name == self[.severity] } ?? .error }
}
