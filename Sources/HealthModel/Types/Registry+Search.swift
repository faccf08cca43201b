extension Registry {
  /// The types that have all of some words in their id, title, summary, aliases or identifiers.
  ///
  /// Case does not count, and neither does the `s` of a plural. Those with all words in the id or title come first, then
  /// the registry's order holds.
  ///
  /// - Parameter words: words, or parts of them; with none, all types.
  /// - Returns: the types.
  public func types(matching words: [String]) -> [TypeDefinition] {
    let parts = words.map { word in
      let word = word.lowercased()
      return word.utf8.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
    var first: [TypeDefinition] = []
    var others: [TypeDefinition] = []
    for type in types {
      let names = "\(type.id) \(type.title)".lowercased()
      let all = ([names, type.summary] + type.aliases + type.identifiers).joined(separator: " ").lowercased()
      if parts.allSatisfy({ names.contains($0) }) {
        first.append(type)
      } else if parts.allSatisfy({ all.contains($0) }) {
        others.append(type)
      }
    }
    return first + others
  }

  /// The suggestions for a word that names no type, for messages: the nearest name, else types with the word in them.
  ///
  /// - Returns: a hint; `nil` if nothing is near.
  package func suggestion(for name: String, among names: [String]) -> String? {
    if let near = Suggestion.nearest(to: name, among: names) { return "did you mean `\(near)`?" }
    guard (3...64).contains(name.utf8.count) else { return nil }
    let found = types(matching: [name]).prefix(4).map { "`\($0.id)`" }
    return found.isEmpty ? nil : "did you mean \(Suggestion.alternatives(Array(found)))?"
  }

  /// The name of a kind of sample that is known and has no type yet, such as `HKCategoryTypeIdentifierStateOfMind`.
  ///
  /// - Returns: the name; `nil` for a name that a type has, or that is not known.
  package func pendingName(for word: String) -> String? {
    guard type(named: word) == nil else { return nil }
    if pendingNames.contains(word) { return word }
    let wanted = Self.core(of: word)
    guard !wanted.isEmpty, !types.contains(where: { Self.core(of: $0.id) == wanted }) else { return nil }
    return pendingNames.first { Self.core(of: $0) == wanted }
  }

  private static func core(of name: String) -> String {
    var rest = name.hasPrefix("HK") ? String(name.dropFirst(2)) : name
    for part in ["DataTypeIdentifier", "CategoryTypeIdentifier", "TypeIdentifier", "DataType"] {
      rest = rest.replacing(part, with: "")
    }
    return rest.lowercased()
  }
}
