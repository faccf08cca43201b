import HealthModel

/// The types by what tables and apps call them.
struct TypeNames: Sendable {
  struct Match: Sendable, Hashable {
    var type: String
    var isSure: Bool
  }

  let registry: Registry
  /// Types by names without spaces and signs, in lower case.
  private var names: [String: String] = [:]
  private let near: SuggestionList

  /// Prepares the names of the catalog: ids, titles, aliases, identifiers and codes of other systems.
  init(_ registry: Registry) {
    self.registry = registry
    for type in registry.types {
      let identifiers = type.identifiers.map { name in
        Self.prefixes.reduce(name) { $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0 }
      }
      let records = (type.codes["health_connect"] ?? []).map { name in
        name.hasSuffix("Record") ? String(name.dropLast(6)) : name
      }
      for name in [type.id, type.title] + type.aliases + identifiers + records {
        let key = NameParts(name).joined
        if !key.isEmpty, names[key] == nil { names[key] = type.id }
      }
      for code in type.codes["loinc"] ?? [] where names[code] == nil { names[code] = type.id }
    }
    near = SuggestionList(registry.types.map(\.id))
  }

  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier", "HKDataType",
  ]

  func definition(_ id: String) -> TypeDefinition? { registry.type(named: id) }

  func type(ofText text: String) -> Match? {
    if let type = registry.type(named: text) { return Match(type: type.id, isSure: true) }
    if let type = names[text] { return Match(type: type, isSure: true) }
    let words = NameParts(text)
    if let exact = match(words.words) { return exact }
    if let part = part(of: words.words) { return part }
    return near.nearest(to: text).map { Match(type: $0, isSure: false) }
  }

  /// The type that the name of a column means, besides its unit and words such as `value`.
  func type(ofColumn words: [String]) -> Match? {
    let rest = words.filter { !Self.fillers.contains($0) && !$0.allSatisfy(\.isNumber) }
    return match(words) ?? match(rest) ?? part(of: rest)
  }

  private func match(_ words: [String]) -> Match? {
    let key = words.joined()
    guard !key.isEmpty else { return nil }
    if let (type, isSure) = ForeignNames.types[key] ?? ForeignNames.types[ForeignNames.plain(key)],
      registry.type(named: type) != nil
    {
      return Match(type: type, isSure: isSure)
    }
    return names[key].map { Match(type: $0, isSure: true) }
  }

  /// The type of the longest run of words that means one, which is not sure: `left arm weight`.
  private func part(of words: [String]) -> Match? {
    // A name of more words is a sentence, such as the question of a survey.
    guard words.count > 1, words.count <= 12 else { return nil }
    for length in stride(from: words.count - 1, through: 1, by: -1) {
      for start in 0...words.count - length {
        guard var found = match(Array(words[start..<start + length])), found.type.utf8.count > 1 else { continue }
        found.isSure = false
        return found
      }
    }
    return nil
  }

  /// Words in names of columns that say nothing about the type.
  private static let fillers: Set<String> = [
    "value", "val", "reading", "measurement", "measured", "result", "avg", "average", "mean", "level", "patient",
    "user",
    "body", "of", "the", "current", "daily", "total", "in", "wert", "messwert", "data", "metrics", "records",
  ]
}
