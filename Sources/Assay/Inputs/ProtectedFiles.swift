import AssayPlatform
import HealthFormats
package import HealthModel

/// Files that a run reads, which none of its outputs may replace.
package struct ProtectedFiles {
  private let files: PathSelection
  private let definitions: PathSelection

  package init(paths: [String], folders: [String], project: Project?) {
    let read = paths + (project.map { [$0.configuration.path] } ?? [])
    files = PathSelection(read.map(PathText.resolved))
    definitions = PathSelection(((project?.catalogFolders ?? []) + folders).map(PathText.resolved))
  }

  package func check(_ path: String) throws(Failure) {
    guard path != "-", let real = RealPath.text(of: path) else { return }
    let isDefinition = (real.hasSuffix(".yaml") || real.hasSuffix(".yml")) && definitions.contains(real)
    guard files.contains(real) || isDefinition else { return }
    throw .usage("\(TextEscaping.escaped(path, limit: 1000)) is read by this run; write to another file")
  }
}
