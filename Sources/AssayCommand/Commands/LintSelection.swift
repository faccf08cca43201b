import Assay
import HealthFormats
import HealthModel
import HealthReports

/// Which files lint checks: the configured ones, or those of them that the command names.
struct LintSelection {
  /// The files of the data sets, relative to the configuration's folder.
  let all: [String]
  /// The files that are checked, in order.
  let files: [String]
  /// The data sets whose glob matches nothing.
  let unmatched: [Int]
  /// Whether the command names some of the files, so that nothing can be said of the others.
  let isNarrowed: Bool
  private let named: [String]

  /// Finds the files.
  init(project: Project?, place: LintPlace, input: InputOptions, changedSince: String?) async throws {
    var named = try input.allPaths().map(place.fromProject)
    guard let project else {
      guard changedSince == nil else { throw CommandFailure.usage("--changed-since needs an assay.yaml") }
      guard !named.isEmpty else {
        throw CommandFailure.usage(
          "there is no assay.yaml here or above, and no path is named; write one (Documentation/lint.md), "
            + "or name files to check")
      }
      (all, files, unmatched, isNarrowed, self.named) = (named, named, [], false, named)
      return
    }
    if let missing = named.first(where: { $0 != "-" && !FileLookup.exists($0) }) {
      throw CommandFailure(InputError.notFound(path: missing))
    }
    if let changedSince {
      do {
        let changed = try await GitRepository(folder: ".").changedFiles(since: changedSince)
        named = named.isEmpty ? changed : changed.filter { Self.contains($0, in: named) }
      } catch {
        throw CommandFailure.usage("--changed-since: \(error)")
      }
    }
    isNarrowed = changedSince != nil || !named.isEmpty
    self.named = named
    do {
      let found = try DataFiles.matches(of: project.configuration)
      all = found.files.map(\.path)
      unmatched = found.unmatched
    } catch {
      throw CommandFailure(error)
    }
    let narrows = isNarrowed
    files = all.filter { !narrows || Self.contains($0, in: named) }
    let folders = project.catalogFolders
    let strangers = named.filter { path in
      changedSince == nil && !all.contains { Self.contains($0, in: [path]) }
        && !folders.contains { Self.contains(path, in: [$0]) || Self.contains($0, in: [path]) }
    }
    for path in strangers.prefix(10) {
      StandardError.write(
        "assay: note: \(TextEscaping.escaped(path, limit: 1000)) belongs to no data set or catalog of assay.yaml\n")
    }
  }

  /// Whether a finding about definitions is reported: all are, unless the command names some files; what breaks the
  /// types always is.
  func reports(_ diagnostic: Diagnostic) -> Bool {
    !isNarrowed || diagnostic.severity == .error || Self.contains(diagnostic.location.path, in: named)
  }

  /// Whether a file was read, so that a baseline's entries about it can be judged; entries without a file can be when
  /// all were.
  func isChecked(_ path: String?) -> Bool {
    guard isNarrowed else { return true }
    return path.map { files.contains($0) } ?? false
  }

  /// The inputs; a file of no known format is a finding.
  func inputs(_ options: InputOptions, _ project: Project?) throws -> [NamedInput] {
    guard let project else {
      var options = options
      options.paths = files
      options.filesFrom = nil
      return try options.resolve()
    }
    return files.map { path in
      let set = project.dataSet(of: path)
      do throws(InputError) {
        return .found(
          try ResolvedInput.resolve(path: path, format: set?.format, layout: set?.layout ?? TableLayout()))
      } catch {
        if case .unknownFormat(_, let reason) = error {
          return .finding(
            Diagnostic(
              code: .formatUnknown, message: TextEscaping.escaped(reason), location: SourceLocation(path: path),
              hint: "name its format in assay.yaml, or exclude it"))
        }
        return .unreadable(CommandFailure(error))
      }
    }
  }

  /// Whether a file is one of the paths or lies below one.
  static func contains(_ file: String, in paths: [String]) -> Bool {
    paths.contains { path in
      let path = path.hasSuffix("/") ? String(path.dropLast()) : path
      return path == "." || file == path || file.utf8.starts(with: (path + "/").utf8)
    }
  }
}
