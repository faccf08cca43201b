import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports

/// Which configuration a command works by.
struct ProjectOptions: ParsableArguments {
  @Option(help: "Work by this configuration instead of looking for assay.yaml here and above.")
  var config: String?

  @Flag(name: .customLong("no-config"), help: "Work by no configuration.")
  var ignoresConfiguration = false

  /// The path of the configuration; `nil` when there is none.
  func path() throws -> String? {
    if ignoresConfiguration {
      guard config == nil else { throw CommandFailure.usage("--config and --no-config exclude each other") }
      return nil
    }
    if let config { return config }
    do {
      return ConfigurationLocation.find(from: try ConfigurationLocation.currentFolder())
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Reads a configuration, or fails with its first findings: a broken one is a usage error.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - shown: how messages name it.
  ///   - folder: the folder that its paths begin at.
  /// - Returns: a result with a configuration.
  /// - Throws: `CommandFailure` when the file cannot be read or has errors.
  static func read(_ path: String, shown: String, folder: String) throws -> ConfigurationResult {
    let bytes: [UInt8]
    do {
      bytes = try ConfigurationLocation.read(path)
    } catch {
      throw CommandFailure(error)
    }
    let result = ConfigurationReader.read(bytes, path: shown, folder: folder)
    guard result.configuration != nil else {
      let errors = result.diagnostics.filter { $0.severity == .error }
      for diagnostic in errors.prefix(10) { StandardError.write(TextLines.concise(diagnostic)) }
      let count = errors.count
      throw CommandFailure.usage(
        "\(TextEscaping.escaped(shown, limit: 1000)) has \(count) error\(count == 1 ? "" : "s"); nothing was checked")
    }
    return result
  }

  /// The project of the configuration, seen from where the command was started.
  func project() throws -> Project? {
    try Self.project(try path())
  }

  /// The project of a configuration that is named; commands that write data look for none.
  static func project(_ path: String?) throws -> Project? {
    guard let path else { return nil }
    let start: String
    do {
      start = try ConfigurationLocation.currentFolder()
    } catch {
      throw CommandFailure(error)
    }
    let result = try read(path, shown: path, folder: ProjectPath.parent(of: path))
    return result.configuration.map { Project($0, start: start) }
  }
}
