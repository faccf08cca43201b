import HealthFormats
import HealthModel

/// What is read of a zip archive, and what is passed over.
struct ArchiveMatch {
  let path: String
  /// The inputs: the export that the archive is besides, if it is one, and the members that are
  /// read.
  var inputs: [NamedInput] = []
  var count = 0
  /// The files that may hold samples, and that neither a profile nor a plugin recognizes.
  var others: [String] = []
  /// The members that are archives or compressed, which are not unpacked.
  let packed: [String]

  init(path: String, packed: [String]) {
    self.path = path
    self.packed = packed
  }

  /// What was passed over, for people, with the first names or all; `nil` if nothing was.
  func note(listsAll: Bool) -> Diagnostic? {
    var parts: [String] = []
    if !others.isEmpty {
      parts.append(
        "of the files in it that may hold samples \(GroupedDigits.string(count)) read, "
          + "\(GroupedDigits.string(others.count)) passed over, which nothing recognizes: "
          + PassedNames.list(others, listsAll: listsAll))
    }
    if !packed.isEmpty {
      let are = packed.count == 1 ? "file in it is" : "files in it are"
      parts.append(
        "\(GroupedDigits.string(packed.count)) compressed \(are) not unpacked: "
          + PassedNames.list(packed, listsAll: listsAll))
    }
    guard !parts.isEmpty else { return nil }
    return Diagnostic(
      code: .formatUnknown, message: parts.joined(separator: "; "), location: SourceLocation(path: path))
  }
}

/// The names of files that are passed over, as notes list them.
enum PassedNames {
  private static let shownNames = 3
  private static let shownCharacters = 80

  static func list(_ names: [String], listsAll: Bool) -> String {
    let shown = (listsAll ? names[...] : names.prefix(shownNames)).map { "`\(end(of: $0, listsAll: listsAll))`" }
    let rest = names.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(GroupedDigits.string(rest)) more (-v lists them)" : "")
  }

  /// The end of a path, which says more than its beginning.
  private static func end(of path: String, listsAll: Bool) -> String {
    let count = path.unicodeScalars.count
    guard !listsAll, count > shownCharacters else { return TextEscaping.escaped(path, limit: 4096) }
    var tail = String.UnicodeScalarView()
    tail.append(contentsOf: path.unicodeScalars.suffix(shownCharacters - 1))
    return "…" + TextEscaping.escaped(String(tail), limit: shownCharacters)
  }
}
