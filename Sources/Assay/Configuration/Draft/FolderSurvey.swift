import AssayPlatform
package import HealthFormats
import HealthModel

/// What a folder holds that a configuration can name: data, tables of others, definitions and stores.
package struct FolderSurvey: Sendable, Hashable {
  package struct Group: Sendable, Hashable {
    /// The files, relative to the folder, in the order of their paths as bytes.
    package var files: [String]
    package var format: InputFormat
    /// The columns of tables whose columns are not named like fields of samples, or the paths of JSON of another form;
    /// `nil` for files that need no profile.
    package var columns: [String]?
  }

  /// The groups, in the order of their first files.
  package private(set) var groups: [Group] = []
  package private(set) var catalogs: [String] = []
  /// The names of stores, as `--store` takes them: folders, then files by their endings.
  package private(set) var stores: [String] = []
  package private(set) var others = 0
  /// All files, relative to the folder, in the order of their paths as bytes.
  package private(set) var files: [String] = []

  /// How many bytes of a file are searched for a header or a definition.
  private static let reach = 64 * 1024

  /// Looks at a folder and at everything below it, by the rules of data sets: names that begin with a dot are passed
  /// over, and links to folders are not followed.
  package init(_ folder: String, _ formats: FormatList) throws(InputError) {
    var places: [Key: Int] = [:]
    var definitions: Set<String> = []
    let (files, damaged, _) = try DataFiles.all(in: folder)
    self.files = files
    others = damaged.count
    // An unpacked export is one input, with the routes and electrocardiograms in it.
    let exports = Set(files.filter { Self.isMainFile(PathText.join(folder, $0)) }.map(PathText.parent)).subtracting([
      "."
    ])
    for export in exports.sorted() { groups.append(Group(files: [export], format: .appleHealth, columns: nil)) }
    let names = Set(files)
    let stored = Set(files.filter { PathText.name(of: $0) == "store.json" }.map(PathText.parent))
      .filter { $0 != "." && names.contains(PathText.join($0, "commits.jsonl")) }
    stores = stored.sorted().map { "jsonl:" + $0 }
    let whole = exports.union(stored)
    for file in files where !whole.contains(where: { FolderBoundary.isInside(file, $0) }) {
      let path = PathText.join(folder, file)
      let name = PathText.name(of: file)
      if ConfigurationLocation.names.contains(name) || file.contains(".quarantine/") { continue }
      if [".db", ".sqlite", ".sqlite3"].contains(where: name.hasSuffix) {
        stores.append(file)
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        if Self.isDefinition(path) { definitions.insert(PathText.parent(of: file)) } else { others += 1 }
      } else if let found = Self.look(at: path, formats) {
        // Files of samples belong together by their folder, those of others by what is in them.
        let key = Key(
          folder: found.columns == nil ? PathText.parent(of: file) : "", ending: Self.ending(of: name),
          format: found.format, columns: found.columns)
        if let place = places[key] {
          groups[place].files.append(file)
        } else {
          places[key] = groups.count
          groups.append(Group(files: [file], format: found.format, columns: found.columns))
        }
      } else {
        others += 1
      }
    }
    groups.sort { ($0.files.first ?? "").utf8.lexicographicallyPrecedes(($1.files.first ?? "").utf8) }
    let folders = definitions.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for folder in folders {
      let isBelow = catalogs.contains { $0 == "." || FolderBoundary.isInside(folder, $0) }
      if !isBelow { catalogs.append(folder) }
    }
  }

  private struct Key: Hashable {
    let folder: String
    let ending: String
    let format: InputFormat
    let columns: [String]?
  }

  /// The format of a file, and the columns or paths if it is of a form of its own; `nil` for what is not data.
  private static func look(
    at path: String, _ formats: FormatList
  ) -> (format: InputFormat, columns: [String]?)? {
    guard let input = try? ResolvedInput.resolve(path: path, formats: formats),
      let isSample = try? SampleDetection.isLikely(path, formats)
    else { return nil }
    if isSample { return (input.format, nil) }
    guard input.format != .appleHealth, input.format.converted == nil, let columns = try? FileShape(of: input).columns,
      columns.count > (input.format == .csv ? 1 : 0)
    else { return nil }
    return (input.format, columns)
  }

  private static func isMainFile(_ path: String) -> Bool {
    path.hasSuffix(".xml") && (try? ResolvedInput.resolve(path: path))?.format == .appleHealth
  }

  /// Whether a file of YAML defines something, by the keys at the beginnings of its lines: the version of the schema,
  /// which files of other programs with keys such as `metadata` do not have, and what is defined.
  private static func isDefinition(_ path: String) -> Bool {
    guard var file = try? FileSource(path: path), let bytes = try? file.prefix(reach) else { return false }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    func has(_ keys: [String]) -> Bool { lines.contains { line in keys.contains { line.starts(with: $0.utf8) } } }
    return has(["schema:"]) && has(["type:", "overrides:", "enum:", "metadata:", "unit:", "pending:"])
  }

  /// The ending of a name with its dot, `.csv.gz` of a packed table; empty without one.
  static func ending(of name: String) -> String {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last else { return "" }
    let end = "." + String(Substring(last))
    guard parts.count > 2, [".gz", ".zst"].contains(end) else { return end }
    return "." + String(Substring(parts[parts.count - 2])) + end
  }
}
