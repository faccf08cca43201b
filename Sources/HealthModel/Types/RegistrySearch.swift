import HealthUnits

/// What a search for words in the definitions of a registry found, best first.
///
/// ```swift
/// registry.search(["asleep"]).hits.first?.type.id         // sleepAnalysis, by its case asleepUnspecified
/// registry.search(["hart", "rate"]).words                 // ["heart", "rate"]
/// ```
@usableFromInline package struct RegistrySearch: Sendable {
  @usableFromInline package struct Hit: Sendable {
    package let type: TypeDefinition
    package let part: Part
    package let text: String
  }

  /// A part of a definition, the nearest to its name first.
  @usableFromInline package enum Part: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// A word is the id, an alias or an identifier as a whole.
    case exact
    case name
    case nameInside
    case alias
    case unit
    case content
    case metadata
    case summary

    /// The word for it; `nil` for the name, which anybody sees.
    @usableFromInline package var word: String? {
      switch self {
      case .exact, .name, .nameInside: nil
      case .alias: "also called"
      case .unit: "unit"
      case .content: "part"
      case .metadata: "metadata"
      case .summary: "summary"
      }
    }

    @usableFromInline package static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
  }

  /// The types, best first; those that are equally good in the order of the registry.
  package let hits: [Hit]
  /// The words that were looked for: those of the question or, where no definition has one, the nearest that one has.
  package let words: [String]
  package let isCorrected: Bool
}

extension Registry {
  /// Searches ids, titles, aliases, identifiers, units, cases and other parts, metadata keys and summaries.
  ///
  /// Case does not count, and neither does the `s` of a plural. A word that no definition has is taken for the nearest
  /// word of an id or title, as far as a slip of a few letters goes.
  package func search(_ words: [String]) -> RegistrySearch {
    let entries = types.map { SearchEntry($0, in: self) }
    let asked = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { $0.lowercased() }
    var used: [String] = []
    var names: SuggestionList?
    for word in asked {
      if entries.contains(where: { $0.place(of: word) != nil }) {
        used.append(word)
        continue
      }
      let list = names ?? SuggestionList(Set(entries.flatMap(\.names)).sorted())
      names = list
      used.append(list.nearest(to: word) ?? word)
    }
    let joined = used.joined()
    var found: [(hit: RegistrySearch.Hit, rank: [Int])] = []
    for entry in entries {
      let places = used.compactMap { entry.place(of: $0) }
      guard places.count == used.count else { continue }
      let furthest = places.max { $0.part < $1.part }
      let part = entry.isNamed(joined) ? .exact : furthest?.part ?? .exact
      let hit = RegistrySearch.Hit(type: entry.type, part: part, text: furthest?.text ?? entry.type.id)
      found.append((hit, [part.rawValue, places.reduce(0) { $0 + $1.part.rawValue }]))
    }
    // Sorting keeps the order of equals.
    let sorted = found.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
    return RegistrySearch(hits: sorted.map(\.hit), words: used, isCorrected: used != asked)
  }
}

/// The texts of a definition that a search looks at.
private struct SearchEntry {
  let type: TypeDefinition
  let names: [String]
  private let exact: Set<String>
  private let texts: [(part: RegistrySearch.Part, text: String, folded: String)]

  init(_ type: TypeDefinition, in registry: Registry) {
    self.type = type
    names = Self.words(type.id) + Self.words(type.title)
    let others = type.aliases + type.identifiers
    exact = Set(([type.id] + others).map { $0.lowercased() })
    var texts: [(RegistrySearch.Part, String)] = [(.nameInside, type.id), (.nameInside, type.title)]
    texts += others.map { (.alias, $0) }
    let shape = type.shape
    texts += shape.enumerations.flatMap(\.cases).flatMap { [$0.name] + $0.aliases }.map { (.content, $0) }
    texts += (shape.members ?? []).map { (.content, $0.role) }
    if let structure = shape.structure {
      texts += (structure.fields.map(\.name) + structure.lists.map(\.name)).map { (.content, $0) }
      texts += (structure.points?.columns ?? []).map { (.content, $0.name) }
    }
    for key in type.metadata.required + type.metadata.known {
      texts.append((.metadata, key))
      let other = registry.metadataKeyIndex(named: key).map { registry.metadataKeys[$0].identifiers } ?? []
      texts += other.map { (.metadata, $0) }
    }
    texts.append((.summary, type.summary))
    self.texts = texts.map { (part: $0.0, text: $0.1, folded: $0.1.lowercased()) }
  }

  func isNamed(_ word: String) -> Bool { exact.contains(word) }

  func place(of word: String) -> (part: RegistrySearch.Part, text: String)? {
    if exact.contains(word) { return (.exact, type.id) }
    // Not the s of mass or the like, which a shorter word would find too often.
    let word = word.utf8.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    if names.contains(where: { $0.hasPrefix(word) }) { return (.name, type.id) }
    var best = texts.first { $0.folded.contains(word) }.map { (part: $0.part, text: $0.text) }
    if best.map({ $0.part > .unit }) ?? true, let unit = unit(word) { best = (.unit, unit) }
    return best
  }

  private func unit(_ word: String) -> String? {
    guard let shape = type.shape.quantity else { return nil }
    let all = [shape.unit.unitString] + shape.units.spellings.map(\.text) + (shape.units.only ?? []).map(\.unitString)
    return all.first { $0.lowercased() == word }
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in text {
      let isPart = character.isLetter || character.isNumber
      if !isPart || (character.isUppercase && wasLower) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word += character.lowercased() }
      wasLower = character.isLowercase
    }
    return word.isEmpty ? words : words + [word]
  }
}
