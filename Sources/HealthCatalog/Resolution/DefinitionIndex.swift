import HealthModel

/// Definitions of one kind by id: each id once, and no two that differ by case only.
struct DefinitionIndex {
  private(set) var definitions: [RawDefinition] = []
  private var places: [String: Int] = [:]
  private var folded: [String: Int] = [:]
  private let noun: String
  private let canBeChanged: Bool

  init(noun: String, canBeChanged: Bool = false) {
    self.noun = noun
    self.canBeChanged = canBeChanged
  }

  subscript(id: String) -> RawDefinition? { places[id].map { definitions[$0] } }

  var ids: [String] { definitions.map(\.id) }

  /// Gives up the map of a definition, which keeps its id and place.
  mutating func release(_ place: Int) {
    definitions[place].node = YAMLNode(.mapping([]), mark: definitions[place].mark)
  }

  /// Adds a definition, or reports what it would shadow.
  mutating func add(_ new: RawDefinition, reportingTo decoder: inout CatalogDecoder) {
    let name = CatalogText.shown(new.id)
    if let first = self[new.id] {
      let hint = "to change it write `overrides: \(new.id)` and a `reason`, to build on it `extends: \(new.id)`"
      decoder.report(
        .catalogShadow, "the \(noun) \(name) is already defined at \(Self.shown(first.mark))", at: new.mark,
        hint: canBeChanged ? hint : "give it a different id")
      return
    }
    if let place = folded[new.id.lowercased()] {
      let first = definitions[place]
      let other = "\(CatalogText.shown(first.id)) at \(Self.shown(first.mark))"
      decoder.report(.catalogID, "the id \(name) differs only by case from \(other)", at: new.mark)
      return
    }
    places[new.id] = definitions.count
    folded[new.id.lowercased()] = definitions.count
    definitions.append(new)
  }

  /// A place for a message.
  static func shown(_ mark: CatalogMark) -> String {
    "\(TextEscaping.escaped(mark.path)):\(mark.line):\(mark.column)"
  }
}
