import Assay
import AssayPlatform
import HealthFormats
import HealthModel

/// Where lint works: in the configuration's folder, so that paths in findings begin there; paths of the command line
/// begin where it was started.
struct LintPlace {
  /// The configuration's path; `nil` for none.
  let configuration: String?
  /// The text of the configuration, for findings in it.
  let excerpts: TextExcerpts
  private let file: ConfigurationFile?
  /// The folder the command was started in.
  private let start: String

  /// Looks at a configuration; `enter` goes to its folder.
  init(_ file: ConfigurationFile?) throws {
    self.file = file
    do {
      start = try ConfigurationLocation.currentFolder()
      guard let file else {
        configuration = nil
        excerpts = TextExcerpts()
        return
      }
      let full = PathText.normalized(file.path, from: start)
      configuration = full
      var texts = TextExcerpts()
      texts.add(try file.bytes(at: full), path: PathText.name(of: full))
      excerpts = texts
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The configuration's folder, or the one the command was started in.
  var folder: String { configuration.map(PathText.parent) ?? start }

  /// The project, whose paths begin at the folder that `enter` goes to.
  func project() throws -> Project? {
    guard let file, let path = configuration else { return nil }
    let result = try ProjectOptions.read(file, at: path, shown: PathText.name(of: path), folder: folder)
    guard var configuration = result.configuration else { return nil }
    configuration.folder = "."
    return Project(configuration, start: folder, within: file.boundary)
  }

  /// Makes the configuration's folder the one that relative paths begin at.
  func enter() throws {
    do {
      try RealPath.enter(folder)
    } catch {
      throw CommandFailure(
        "cannot work in \(TextEscaping.escaped(folder, limit: 1000)): \(error)", status: ExitStatus.environment)
    }
  }

  /// A path of the command line, whatever folder the work is in.
  func absolute(_ path: String) -> String {
    path == "-" || path.hasPrefix("/") || configuration == nil ? path : PathText.join(start, path)
  }

  /// A path that begins at the configuration's folder, as one of the command line.
  func fromStart(_ path: String) -> String {
    folder == start ? path : PathText.normalized(path, from: folder)
  }

  /// A path of the command line as findings name it: relative to the configuration's folder when it is below, by its
  /// words or really.
  func fromProject(_ path: String) -> String {
    guard configuration != nil, path != "-" else { return path }
    let words = PathText.normalized(path, from: start)
    let real = PathText.resolved(words)
    let roots = [folder, PathText.resolved(folder)]
    for (root, path) in zip(roots, [words, real]) {
      // A folder above the project holds all of it.
      if path == root || PathText.relative(root, to: path) != nil { return "." }
      if let relative = PathText.relative(path, to: root) { return relative }
    }
    return words
  }

  /// The value of `--report` with its path made absolute.
  func absoluteReport(_ text: String) -> String {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? parts[0] + "=" + absolute(parts[1]) : text
  }
}
