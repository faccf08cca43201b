import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

struct ProjectOptions: ParsableArguments {
  @Option(
    help: "Work by this configuration instead of the assay.yaml that is found here or above.",
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Flag(name: .customLong("no-config"), help: "Work by no configuration.")
  var ignoresConfiguration = false

  /// The configuration: the one that is named, else the one that is found here or above; `nil` if there is none.
  ///
  /// This is the one place that decides where a configuration comes from, for all commands.
  func file() throws -> ConfigurationFile? {
    if ignoresConfiguration {
      guard config == nil else { throw Failure.usage("--config and --no-config exclude each other") }
      return nil
    }
    if let config { return ConfigurationFile(named: config) }
    guard let file = ConfigurationFile(foundFrom: try Self.currentFolder()) else { return nil }
    if let rival = ConfigurationLocation.rival(of: file.path) {
      throw Failure.usage(
        "\(TextEscaping.escaped(file.path, limit: 1000)) and \(TextEscaping.escaped(rival, limit: 1000)) are both "
          + "there; remove one, or name one with --config")
    }
    return file
  }

  /// Reads a configuration, or fails with its first findings: a broken one is a usage error.
  static func read(
    _ file: ConfigurationFile, at path: String? = nil, shown: String? = nil, folder: String? = nil
  ) throws -> ConfigurationResult {
    let bytes = try file.bytes(at: path)
    let shown = shown ?? file.path
    let result = ConfigurationReader.read(
      bytes, path: shown, folder: folder ?? PathText.parent(of: file.path), within: file.boundary,
      formats: CompiledIn.formats)
    guard result.configuration != nil else {
      let errors = result.diagnostics.filter { $0.severity == .error }
      for diagnostic in errors.prefix(10) { StandardError.write(TextLines.concise(diagnostic)) }
      let count = errors.count
      let way = file.boundary == nil ? "" : "; fix it, or use --no-config to work without it"
      throw Failure.usage(
        "\(TextEscaping.escaped(shown, limit: 1000)) has \(count) error\(count == 1 ? "" : "s"); nothing was done\(way)"
      )
    }
    return result
  }

  func project() throws -> Project? { try file().flatMap(Self.project) }

  /// The project of a configuration that is named, for commands about plugins: those run what they are pointed at.
  static func project(named path: String?) throws -> Project? {
    try path.flatMap { try project(ConfigurationFile(named: $0)) }
  }

  private static func project(_ file: ConfigurationFile) throws -> Project? {
    let start = try currentFolder()
    return try read(file).configuration.map { Project($0, start: start, within: file.boundary) }
  }

  /// The advice for a failure whose cause may be the configuration: one that was left out, found or not found.
  static func advice(_ failure: Failure, _ arguments: [String]) -> String {
    guard failure.status == .usage || failure.lacksType, let folder = try? currentFolder() else { return "" }
    let found = ConfigurationFile(foundFrom: folder)
    if arguments.contains("--no-config") {
      guard failure.lacksType, let found else { return "" }
      return "; --no-config leaves out the catalogs of \(TextEscaping.escaped(found.path, limit: 1000))"
    }
    if arguments.contains(where: { $0 == "--config" || $0.hasPrefix("--config=") }) { return "" }
    if let found {
      return failure.lacksType
        ? "; the types are the built-in ones and those of \(TextEscaping.escaped(found.path, limit: 1000))" : ""
    }
    return unused(beside: arguments)
  }

  /// A configuration beside a file that the command names, which commands that begin elsewhere do not find.
  private static func unused(beside arguments: [String]) -> String {
    for argument in arguments.dropFirst() where !argument.hasPrefix("-") && FileTree.exists(argument) {
      let folder = FileTree.isFolder(argument) ? argument : PathText.parent(of: argument)
      guard let place = ConfigurationLocation.find(from: folder) else { continue }
      return "; \(TextEscaping.escaped(place, limit: 1000)) is not used, since the command runs outside of its folder: "
        + "run it there, or name the file with --config"
    }
    return ""
  }

  private static func currentFolder() throws -> String { try ConfigurationLocation.currentFolder() }
}
