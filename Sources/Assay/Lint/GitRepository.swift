import AssayPlatform
package import HealthCatalog
import HealthModel

/// Asks `git` about a repository: which files changed, and what a folder held at a commit.
///
/// Only the operator's words start it. External diff programs, hooks and file system monitors of the repository's own
/// configuration stay off, and so does the network, so that a repository runs nothing.
package struct GitRepository: Sendable {
  private let folder: String

  package init(folder: String) { self.folder = folder }

  /// The files below the folder that differ from a commit, and those that git does not know yet, relative to it.
  package func changedFiles(since reference: String) async throws -> [String] {
    // The plumbing compares contents only where times are in doubt; a file that was only touched counts as changed.
    let changed = try await names([
      "diff-index", "--name-only", "--diff-filter=d", "--relative", "--ignore-submodules=all", "-z",
      try await commit(reference), "--",
    ])
    let added = try await names(["ls-files", "--others", "--exclude-standard", "-z"])
    return Set(changed + added).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The definition files of a folder as a commit has them.
  ///
  /// - Returns: the layer, not yet judged; its paths begin with the commit's name and a colon.
  package func catalogLayer(
    at reference: String, path: String, name: String, isBuiltIn: Bool = false
  ) async throws -> CatalogLayer {
    let commit = try await commit(reference)
    let entries = try await names(["ls-tree", "-r", "-z", commit, "--", path]).compactMap(TreeEntry.init)
    let wanted = entries.filter(\.isDefinition)
    guard !wanted.isEmpty else { throw Failure.usage("\(reference) has no definitions in \(path)") }
    let list = wanted.map { $0.id + "\n" }.joined()
    var rest = try await output(["cat-file", "--batch"], input: list)[...]
    var files: [CatalogFile] = []
    for entry in wanted {
      // `<id> blob <size>`, a line feed, the content, a line feed.
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        let size = Int(String(decoding: rest[..<end].split(separator: 0x20).last ?? [], as: UTF8.self)),
        rest.index(end, offsetBy: size + 1, limitedBy: rest.endIndex) != nil
      else { throw Failure.usage("git answered in an unknown form") }
      let content = rest[(end + 1)..<(end + 1 + size)]
      // A file at the top keeps its name, because the commit has its own folder.
      files.append(CatalogFile(path: "\(reference):./\(entry.path)", bytes: Array(content)))
      rest = rest[(end + 1 + size)...].dropFirst()
    }
    return CatalogLayer(name: name, isBuiltIn: isBuiltIn, files: files)
  }

  /// The id of a commit, so that a name is never taken for an option.
  private func commit(_ reference: String) async throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try await output(["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"])
    } catch let error as Failure {
      let name = TextEscaping.escaped(reference, limit: 200)
      throw Failure.usage("git has no commit `\(name)` in \(TextEscaping.escaped(folder, limit: 1000)) (\(error))")
    }
    return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
  }

  private func names(_ arguments: [String]) async throws -> [String] {
    try await output(arguments).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The environment that git runs in: no network, no prompts, and none of the filters that the repository's
  /// configuration names.
  private static func variables(withoutFilters filters: [String]) -> [String: String] {
    var variables = [
      "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
      "GIT_CONFIG_COUNT": String(filters.count),
    ]
    for (index, key) in filters.enumerated() {
      variables["GIT_CONFIG_KEY_\(index)"] = key
      variables["GIT_CONFIG_VALUE_\(index)"] = key.lowercased().hasSuffix(".required") ? "false" : ""
    }
    return variables
  }

  private func filters() async throws -> [String] {
    let keys = try await output(
      ["config", "--null", "--name-only", "--get-regexp", "^filter\\..*\\.(clean|smudge|process|required)$"],
      filters: [], emptyStatus: 1)
    return keys.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private func output(_ arguments: [String], input: String = "") async throws -> [UInt8] {
    try await output(arguments, input: input, filters: try await filters())
  }

  /// How many seconds one call of git may take: a file system that hangs must not hang a check for ever.
  private static let timeLimit = 300

  /// Runs git; a status that means an empty answer, such as that of `git config` without a match, is not a failure.
  private func output(
    _ arguments: [String], input: String = "", filters: [String], emptyStatus: Int32? = nil
  ) async throws -> [UInt8] {
    let variables = Self.variables(withoutFilters: filters)
    let off = [
      "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never", "--no-pager",
      "--literal-pathspecs",
    ]
    let environment =
      EnvironmentVariables.entries(without: variables.keys) + variables.map { Array("\($0)=\($1)".utf8) }
    let program = ProgramStart(path: "git", arguments: off + arguments, environment: environment, folder: folder)
    let answer: ProgramAnswer
    do {
      answer = try await program.run(
        input: Array(input.utf8), outputLimit: 64 << 20, errorLimit: 4096, seconds: Self.timeLimit)
    } catch {
      let isMissing = error == .noSuchFile && FileTree.isFolder(folder)
      throw Failure.usage(
        "git cannot be run: "
          + (isMissing ? "Executable \"git\" is not found or cannot be executed." : "\(error)"))
    }
    guard !answer.isCanceled else { throw Failure.usage("git was stopped with the task that ran it") }
    guard !answer.isTooLate else {
      throw Failure.usage("git \(arguments.first ?? "") did not end within \(Self.timeLimit) s, and was ended")
    }
    guard !answer.isTooLong else { throw Failure.usage("git cannot be run: its answer is longer than 64 MiB") }
    if let emptyStatus, answer.end == .exited(emptyStatus) { return [] }
    guard answer.end == .exited(0) else {
      let words = String(decoding: answer.error, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
      throw Failure.usage(
        "git \(arguments.first ?? "") failed" + (words.isEmpty ? "" : ": " + TextEscaping.escaped(words)))
    }
    return answer.output
  }
}

private struct TreeEntry {
  let mode: Substring
  let id: String
  let path: String

  init?(_ line: String) {
    let parts = line.split(separator: "\t", maxSplits: 1)
    let words = parts.first?.split(separator: " ") ?? []
    guard parts.count == 2, words.count == 3, words[1] == "blob" else { return nil }
    mode = words[0]
    id = String(words[2])
    path = String(parts[1])
  }

  var isDefinition: Bool {
    guard mode.hasPrefix("100"), path.hasSuffix(".yaml") || path.hasSuffix(".yml") else { return false }
    return !path.split(separator: "/").dropLast().contains { $0 == "schema" || $0.hasPrefix(".") }
  }
}
