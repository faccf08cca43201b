import HealthFormats
import HealthModel
public import HealthValidation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A project as its configuration describes it: where a file belongs and which severities hold for it.
public struct Project: Sendable {
  /// What `assay.yaml` says.
  public let configuration: ProjectConfiguration
  private let root: String

  /// Creates a project of a configuration.
  public init(_ configuration: ProjectConfiguration) {
    self.configuration = configuration
    root = Self.real(configuration.folder)
  }

  /// The folders of definitions in the order they are loaded: plugins' types, then the project's own.
  public var catalogFolders: [String] {
    configuration.plugins.map { absolute($0.value + "/types") } + configuration.catalogs.map { absolute($0.value) }
  }

  /// A path of the configuration as the system takes it: relative ones begin at the configuration's folder.
  public func absolute(_ path: String) -> String {
    if path.hasPrefix("/") || configuration.folder == "." { return path }
    return configuration.folder + "/" + path
  }

  /// The path of a file as the configuration's globs see it; `nil` outside the configuration's folder.
  public func relativePath(of path: String) -> String? {
    let real = Self.real(path)
    guard real.utf8.starts(with: (root + "/").utf8) else { return nil }
    return String(real.dropFirst(root.count + 1))
  }

  /// The data set of a file, given by its relative path.
  public func dataSet(of path: String) -> DataSet? {
    if configuration.exclude.contains(where: { GlobPattern($0.value)?.matches(path) ?? false }) { return nil }
    return configuration.data.first { GlobPattern($0.path.value)?.matches(path) ?? false }
  }

  /// The severities that hold in a file, given by its relative path; `nil` for what lies outside.
  public func severities(in path: String?) -> SeverityPolicy {
    var settings = configuration.rules.compactMap { Self.setting($0, FindingScope()) }
    for item in configuration.overrides {
      if !item.scope.files.isEmpty {
        guard let path, item.scope.files.contains(where: { $0.matches(path) }) else { continue }
      }
      settings += item.rules.compactMap { Self.setting($0, item.scope) }
    }
    return SeverityPolicy(settings)
  }

  private static func setting(_ rule: RuleSetting, _ scope: FindingScope) -> SeverityPolicy.Setting? {
    DiagnosticCode(name: rule.code.value).map {
      SeverityPolicy.Setting(code: $0, severity: rule.level.severity, types: scope.types, sources: scope.sources)
    }
  }

  /// A path without links, `.` and `..`; what does not exist keeps its words.
  private static func real(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
