import HealthModel

/// Ids are in lower camel case, part by part: `org.example.gripStrength`.
///
/// Metadata keys are left alone: they are spelled as files and exports spell them.
enum IDCaseRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.entries.compactMap { entry in
      guard entry.kind == .type || entry.kind == .enumeration else { return nil }
      let expected = camelCased(entry.id)
      guard expected != entry.id else { return nil }
      return Diagnostic(
        .catalogName, "the id \(CatalogText.shown(entry.id)) is not in lower camel case", at: entry.mark,
        type: entry.kind == .type ? entry.id : nil, hint: "call it \(CatalogText.shown(expected))")
    }
  }

  /// An id as it should be written; itself when it is so.
  static func camelCased(_ id: String) -> String {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      // The part before the name is a reversed domain, and domains have hyphens.
      let isName = index == parts.count - 1
      return joined(part.split { $0 == "_" || (isName && $0 == "-") })
    }.joined(separator: ".")
  }

  private static func joined(_ words: [Substring]) -> String {
    var result = ""
    for (index, word) in words.enumerated() {
      result += index == 0 ? decapitalized(word) : word.prefix(1).uppercased() + word.dropFirst()
    }
    return result
  }

  /// A word that begins with a small letter; an acronym at its start becomes small as a whole: `HRVIndex`, `hrvIndex`.
  private static func decapitalized(_ word: Substring) -> String {
    let capitals = word.prefix { $0.isUppercase }.count
    let isFollowedByWord = word.dropFirst(capitals).first?.isLowercase ?? false
    let small = capitals > 1 && isFollowedByWord ? capitals - 1 : capitals
    return word.prefix(small).lowercased() + word.dropFirst(small)
  }
}
