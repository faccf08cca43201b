import HealthModel

/// Whether every name — id, alias or identifier — belongs to one definition only.
enum NameCheck {
  static func check(
    types: [TypeDefinition], keys: [MetadataKeyDefinition], reportingTo decoder: inout CatalogDecoder
  ) {
    var owners = Owners()
    for type in types { owners.claim(type.id, by: type.id, at: type.origins["type"]) }
    for type in types {
      for name in type.aliases {
        report(owners.claim(name, by: type.id, at: type.origins["aliases"]), &decoder)
      }
      for name in type.identifiers {
        report(owners.claim(name, by: type.id, at: type.origins["identifiers"]), &decoder)
      }
    }
    var keyOwners = Owners()
    for key in keys { keyOwners.claim(key.key, by: key.key, at: key.mark) }
    for key in keys {
      for name in key.identifiers { report(keyOwners.claim(name, by: key.key, at: key.mark), &decoder) }
    }
  }

  private static func report(_ conflict: Conflict?, _ decoder: inout CatalogDecoder) {
    guard let conflict else { return }
    let place = conflict.otherMark.map { " at \(DefinitionIndex.shown($0))" } ?? ""
    decoder.report(
      .catalogShadow,
      "the name \(CatalogText.shown(conflict.name)) already belongs to \(CatalogText.shown(conflict.other))\(place)",
      at: conflict.mark)
  }

  private struct Conflict {
    var name: String
    var mark: CatalogMark
    var other: String
    var otherMark: CatalogMark?
  }

  private struct Owners {
    private var owners: [String: (id: String, mark: CatalogMark?)] = [:]

    init() {}

    /// Gives a name to a definition unless another has it.
    @discardableResult
    mutating func claim(_ name: String, by id: String, at mark: CatalogMark?) -> Conflict? {
      guard let owner = owners[name] else {
        owners[name] = (id, mark)
        return nil
      }
      if owner.id == id { return nil }
      let place = mark ?? CatalogMark(path: "", line: 0, column: 0)
      return Conflict(name: name, mark: place, other: owner.id, otherMark: owner.mark)
    }
  }
}
