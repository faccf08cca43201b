import Assay
import HealthFormats
import HealthModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where lint works: in the configuration's folder, so that paths in findings begin there; paths of the command line
/// begin where it was started.
struct LintPlace {
  /// The configuration's path; `nil` for none.
  let configuration: String?
  /// The text of the configuration, for findings in it.
  let excerpts: TextExcerpts
  /// The folder the command was started in.
  let start: String

  /// Goes to the configuration's folder.
  init(configuration path: String?) throws {
    do {
      start = try ConfigurationLocation.currentFolder()
    } catch {
      throw CommandFailure(error)
    }
    guard let path else {
      configuration = nil
      excerpts = TextExcerpts()
      return
    }
    let full = path.hasPrefix("/") ? path : start + "/" + path
    configuration = full
    var texts = TextExcerpts()
    do {
      texts.add(try ConfigurationLocation.read(full), path: FolderPath.name(of: full))
    } catch {
      throw CommandFailure(error)
    }
    excerpts = texts
    let folder = FolderPath.parent(of: full)
    guard chdir(folder) == 0 else {
      throw CommandFailure(
        "cannot work in \(TextEscaping.escaped(folder, limit: 1000)): \(String(cString: strerror(errno)))",
        status: ExitStatus.environment)
    }
  }

  /// A path of the command line, whatever folder the work is in.
  func absolute(_ path: String) -> String {
    path == "-" || path.hasPrefix("/") || configuration == nil ? path : start + "/" + path
  }

  /// A path of the command line as findings name it: relative to the configuration's folder when it lies below.
  func fromProject(_ path: String) -> String {
    let path = absolute(path)
    guard let configuration, path.hasPrefix("/") else { return path }
    let folder = Self.real(FolderPath.parent(of: configuration))
    let real = Self.real(path)
    if real == folder { return "." }
    return real.utf8.starts(with: (folder + "/").utf8) ? String(real.dropFirst(folder.count + 1)) : path
  }

  /// The value of `--report` with its path made absolute.
  func absoluteReport(_ text: String) -> String {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? parts[0] + "=" + absolute(parts[1]) : text
  }

  private static func real(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
