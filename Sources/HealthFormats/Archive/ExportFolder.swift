import AssayPlatform
package import HealthModel

/// An export that was unpacked: finds its main file by content, and the files beside it by their names.
///
/// Links are not followed, so nothing outside of the folder is read.
package enum ExportFolder {
  /// How deep below the folder the main file may be.
  private static let maximumDepth = 3
  private static let maximumEntries = 100_000
  static let otherFilesHint =
    "to read files of other formats, name them, as in `data/*.ndjson`, or make them a data set in assay.yaml; "
    + "exports of other programs are read by profiles, `--plugin` (Documentation/profiles.md)"

  private static let definitionsHint = "if it holds definitions of types, `assay catalog check` checks them"

  package static func find(_ path: String, within boundary: FolderBoundary? = nil) throws(InputError) -> String {
    try locate(path, within: boundary).main
  }

  /// The path of the one main file, and the files in its folder and below.
  static func locate(
    _ path: String, within boundary: FolderBoundary? = nil
  ) throws(InputError) -> (main: String, files: ExportFiles) {
    var candidates: [String] = []
    var others: [(path: String, kind: ExportFiles.Kind)] = []
    var folders: [(path: String, depth: Int)] = [(path: path, depth: 0)]
    var count = 0
    var holdsYAML = false
    while let folder = folders.popLast() {
      for entry in try entries(in: folder.path) {
        let name = entry.name
        count += 1
        guard count <= maximumEntries else {
          throw .unknownFormat(
            path: path, reason: "the folder holds more than \(maximumEntries) files; name the export's main file")
        }
        let child = PathText.join(folder.path, name)
        guard let kind = (try? FileStatus(of: child, followsLinks: false))?.kind else {
          guard !entry.isUTF8, MainFile.isCandidate(name) else { continue }
          throw .unreadable(path: child, reason: "the name is not UTF-8; rename the file")
        }
        switch kind {
        // The files beside a main file are in folders of its folder.
        case .folder where folder.depth <= maximumDepth && name != "__MACOSX":
          folders.append((path: child, depth: folder.depth + 1))
        case .file where MainFile.isCandidate(name) && folder.depth <= maximumDepth: candidates.append(child)
        case .file where isDefinition(name): holdsYAML = true
        case .file: if let kind = ExportFiles.kind(of: name) { others.append((path: child, kind: kind)) }
        default: break
        }
      }
    }
    let found = try MainFile.exports(among: candidates.sorted()) { candidate throws(InputError) in
      var source = try FileSource(path: candidate, within: boundary)
      return try source.prefix(AppleHealthFormat.prefixLength)
    }
    let main = try MainFile.theOne(
      found, path: path, place: "folder",
      advice: holdsYAML ? "; \(otherFilesHint); \(definitionsHint)" : "; \(otherFilesHint)"
    ) { $0 }
    return (main, files(others, beside: main))
  }

  /// Whether a file may define a type: YAML that is not a configuration.
  private static func isDefinition(_ name: String) -> Bool {
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml"), !name.hasPrefix(".") else { return false }
    return name != "assay.yaml" && name != "assay.yml"
  }

  private static func files(_ others: [(path: String, kind: ExportFiles.Kind)], beside main: String) -> ExportFiles {
    let home = main.prefix(upTo: main.lastIndex(of: "/").map { main.index(after: $0) } ?? main.startIndex)
    return ExportFiles(
      others.compactMap { other in
        guard other.path.hasPrefix(home), let size = (try? FileStatus(of: other.path, followsLinks: false))?.size else {
          return nil
        }
        return ExportFile(
          path: String(other.path.dropFirst(home.count)), kind: other.kind, displayPath: other.path, size: size,
          member: nil)
      })
  }

  private static func entries(in path: String) throws(InputError) -> [FolderItem] {
    try InputError.reading(path) { () throws(SystemError) in try FolderItem.all(in: path) }
  }
}
