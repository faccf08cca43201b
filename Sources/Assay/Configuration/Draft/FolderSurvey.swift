import AssayPlatform
package import HealthFormats
import HealthModel

/// What a folder holds that a configuration can name: data, tables of others, definitions and stores.
package struct FolderSurvey: Sendable, Hashable {
  package struct Group: Sendable, Hashable {
    /// The files, relative to the folder, in the order of their paths as bytes.
    package var files: [String]
    package var format: InputFormat
    /// The published form of JSON that the files are of.
    package var dialect: String?
    /// The columns of tables whose columns are not named like fields of samples, or the paths of JSON of another form;
    /// `nil` for files that need no profile.
    package var columns: [String]?
  }

  /// The groups, in the order of their first files.
  package private(set) var groups: [Group] = []
  package private(set) var catalogs: [String] = []
  /// The names of stores, as `--store` takes them: folders, then files by their endings.
  package private(set) var stores: [String] = []
  /// The files that are not understood, each with the reason.
  package private(set) var others: [String] = []
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
    others = damaged.map { "\($0): its name is not UTF-8" }
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
        continue
      }
      if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        if Self.isDefinition(path) {
          definitions.insert(PathText.parent(of: file))
        } else {
          others.append("\(TextEscaping.escaped(file, limit: 1000)): it defines nothing of Assay")
        }
        continue
      }
      do throws(InputError) {
        let found = try Self.look(at: path, formats)
        // Files of samples belong together by their folder, those of others by what is in them.
        let key = Key(
          folder: found.columns == nil ? PathText.parent(of: file) : "", ending: Self.ending(of: name), form: found)
        let place = places[key] ?? groups.count
        if place == groups.count {
          places[key] = place
          groups.append(found)
        }
        groups[place].files.append(file)
      } catch {
        let shown = TextEscaping.escaped(file, limit: 1000)
        others.append("\(error)".replacing(TextEscaping.escaped(path, limit: 1000), with: shown))
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
    let form: Group
  }

  /// How a file is read, as a group without files.
  ///
  /// - Throws: `InputError` for what is not data, with the reason.
  private static func look(at path: String, _ formats: FormatList) throws(InputError) -> Group {
    var input = try ResolvedInput.resolve(path: path, formats: formats)
    input.recognizeDialect(formats)
    var group = Group(files: [], format: input.format, dialect: input.dialect?.name, columns: nil)
    if try SampleDetection.isLikely(path, formats) { return group }
    if input.format != .appleHealth, input.format.converted == nil { group.columns = try FileShape(of: input).columns }
    guard let columns = group.columns, columns.count > (input.format == .csv ? 1 : 0) else {
      throw .unknownFormat(path: path, reason: "nothing in it looks like health samples")
    }
    return group
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
