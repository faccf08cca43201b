import AssayPlatform
public import HealthFormats
import HealthModel

/// A first `assay.yaml` for a folder: its files as data sets, and comments on what only people know.
///
/// ```swift
/// let draft = try ProjectDraft(folder: "study")
/// print(draft.text)
/// ```
public struct ProjectDraft: Sendable, Hashable {
  /// What the folder holds.
  public let survey: FolderSurvey

  /// How many columns of a table a comment names.
  private static let shownColumns = 40

  /// Looks at a folder.
  ///
  /// - Parameter folder: the folder that the configuration is for.
  /// - Throws: `InputError` when a folder in it cannot be read.
  public init(folder: String) throws(InputError) { survey = try FolderSurvey(folder) }

  /// Makes a draft of what was seen before.
  public init(_ survey: FolderSurvey) { self.survey = survey }

  /// The file's text: a valid configuration, the same for the same folder, byte for byte.
  public var text: String {
    var lines = [
      "# The configuration of Assay. Documentation/configuration.md explains each key.", "schema: 1", "",
      "# Folders of definitions of your own types; `assay catalog new` writes one.",
      survey.catalogs.isEmpty
        ? "# catalogs: [types]" : "catalogs: [\(survey.catalogs.map(Self.quoted).joined(separator: ", "))]", "",
      "# The files. For each item you can say whose samples they are (subject), the time zone of times without an",
      "# offset (timezone: Europe/Berlin), and how strictly units are read (units: lenient).",
    ]
    let (ready, tables) = (survey.groups.filter { $0.columns == nil }, survey.groups.filter { $0.columns != nil })
    lines.append(ready.isEmpty ? "# data:" : "data:")
    for group in ready { lines += Self.item(group, prefix: "") }
    if ready.isEmpty, tables.isEmpty { lines.append("#   - path: data/*.csv") }
    for group in tables {
      lines += [
        "  # A table with names of its own. Remove the `#`, give each column a field of samples or `-`, and the fields",
        "  # that it lacks as constants:",
      ]
      lines += Self.item(group, prefix: "# ")
    }
    if survey.others > 0 {
      let files = survey.others == 1 ? "1 other file is" : "\(GroupedDigits.string(survey.others)) other files are"
      lines.append("# \(files) of no format that Assay reads.")
    }
    lines += ["", "# The store of import, query, stats and export when they name none."]
    lines.append("# store: " + (survey.stores.first.map(Self.quoted) ?? "health.db"))
    lines += [
      "", "# Severities of codes, and what makes the exit status 1; `assay explain --list` lists the codes.",
      "# rules: {value-implausible: error}", "# fail_on: warning",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// The lines of a data set.
  private static func item(_ group: FolderSurvey.Group, prefix: String) -> [String] {
    let count = group.files.count
    var lines = [
      "  \(prefix)- path: \(quoted(glob(of: group)))  # \(count == 1 ? "" : "\(count) files, ")\(name(group))"
    ]
    guard let columns = group.columns else {
      if group.format == .appleHealth { lines.append("    # subject: P01") }
      return lines
    }
    lines.append("    \(prefix)columns:")
    var isFree = Set(TableField.names)
    for column in columns.prefix(shownColumns) where !column.isEmpty {
      let field = column.lowercased()
      let target = isFree.remove(field) == nil ? "\"-\"" : field
      lines.append("    \(prefix)  \(quoted(column)): \(target)")
    }
    if columns.count > shownColumns { lines.append("    #   and \(columns.count - shownColumns) more columns") }
    lines.append("    \(prefix)constants: {type: heartRate, unit: count/min}")
    lines.append("    \(prefix)timezone: UTC")
    return lines
  }

  private static func name(_ group: FolderSurvey.Group) -> String {
    switch group.format {
    case .appleHealth: "Apple Health"
    case .csv: group.columns == nil ? "a table of samples" : "a table"
    default: group.format.rawValue
    }
  }

  /// The glob of a group: the path of one file, else all names with its ending in the folder.
  private static func glob(of group: FolderSurvey.Group) -> String {
    let first = group.files.first ?? ""
    guard group.files.count > 1 else { return escaped(first) }
    let folder = PathText.parent(of: first)
    let names = "*" + escaped(FolderSurvey.ending(of: PathText.name(of: first)))
    return folder == "." ? names : escaped(folder) + "/" + names
  }

  /// A path as a glob that matches only it.
  private static func escaped(_ path: String) -> String {
    path.unicodeScalars.reduce(into: "") { text, scalar in
      if "*?[]{}\\".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }

  /// A text as YAML, in quotes unless it is plain.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      text.utf8.first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } == true
      && text.utf8.allSatisfy { byte in
        (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || "._/-".utf8.contains(byte)
      }
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where TextEscaping.escaped(String(scalar)) == String(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      }
    }
    return quoted + "\""
  }
}
