import AssayPlatform
package import HealthFormats
public import HealthModel
public import HealthValidation

/// A project as its configuration describes it: where a file belongs and which severities hold for it.
public struct Project: Sendable {
  /// The content of `assay.yaml`.
  public let configuration: ProjectConfiguration
  /// The folder that the files of the configuration must be in; `nil` if the operator named the configuration.
  package let boundary: FolderBoundary?
  /// The configuration's folder, absolute, by its words and without links.
  private let roots: [String]
  private let start: String
  private let globs: [GlobPattern?]
  private let excluded: [GlobPattern]

  /// Creates a project of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: what `assay.yaml` says.
  ///   - start: the folder that relative paths begin at, absolute.
  ///   - boundary: the folder that its files must be in; `nil` if the operator named the configuration.
  public init(_ configuration: ProjectConfiguration, start: String, within boundary: FolderBoundary? = nil) {
    self.configuration = configuration
    self.boundary = boundary
    self.start = start
    let folder = PathText.normalized(configuration.folder, from: start)
    roots = [folder, PathText.resolved(folder)]
    globs = configuration.data.map { GlobPattern($0.path.value) }
    excluded = configuration.exclude.compactMap { GlobPattern($0.value) }
  }

  package var name: String { PathText.name(of: roots[0]) }

  /// The folders of definitions in the order they are loaded: plugins' types, then the project's own.
  package var catalogFolders: [String] {
    configuration.plugins.flatMap { PluginTypes.folders(at: absolute($0.value)) }
      + configuration.catalogs.map { absolute($0.value) }
  }

  /// A path of the configuration as the system takes it: relative ones begin at the configuration's folder.
  package func absolute(_ path: String) -> String {
    path.hasPrefix("/") || configuration.folder == "." ? path : PathText.join(configuration.folder, path)
  }

  /// The path of a file as the configuration's globs see it; `nil` for what no glob can name.
  ///
  /// A file is in the project if its path leads there, whatever links lead out of it, or if it really is there.
  package func relativePath(of path: String) -> String? {
    if path == "-" { return nil }
    let words = PathText.normalized(path, from: start)
    let real = PathText.resolved(words)
    for (root, path) in zip(roots, [words, real]) {
      if let relative = PathText.relative(path, to: root) { return relative }
    }
    // Globs may lead out of the project, by `..` or from the root of the file system.
    let outside = [PathText.climbing(words, from: roots[0]), words]
    return outside.first { path in globs.contains { $0?.matches(path) ?? false } }
  }

  package func dataFiles(in folder: String? = nil) throws(InputError) -> [String] {
    let files = try DataFiles.matches(of: configuration, within: boundary).files.map { absolute($0.path) }
    guard let folder else { return files }
    let words = PathSelection([PathText.normalized(folder, from: start)])
    let real = PathSelection([PathText.resolved(folder)])
    return files.filter { file in
      words.contains(PathText.normalized(file, from: start)) || real.contains(PathText.resolved(file))
    }
  }

  /// The data set of a file, given by its relative path; its `subject` is that of the file.
  public func dataSet(of path: String) -> DataSet? {
    if excluded.contains(where: { $0.matches(path) }) { return nil }
    guard let index = globs.firstIndex(where: { $0?.matches(path) ?? false }) else { return nil }
    var set = configuration.joinedDataSet(index)
    if let pattern = set.subjectPattern { set.subject = pattern.value.subject(of: path) }
    return set
  }

  /// The severities that hold in a file, given by its relative path; `nil` for what is outside.
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
    CodeName(rule.code.value).map {
      var setting = SeverityPolicy.Setting(
        code: $0.code, severity: rule.level.severity, types: scope.types, sources: scope.sources)
      setting.rule = $0.rule
      return setting
    }
  }
}

/// The type definitions that plugins of a configuration bring: data, which no manifest is needed for.
enum PluginTypes {
  /// The folders of definitions at a path of `plugins`: the plugin's own `types`, or those of the plugins in the folder.
  ///
  /// A plugin without definitions brings none. What is not a plugin keeps its `types`, so that reading it says what is
  /// missing.
  static func folders(at path: String) -> [String] {
    let types = PathText.join(path, PluginFolder.typesName)
    if FolderEntry.exists(types) { return [types] }
    if PluginFolder.isPlugin(path) { return [] }
    let plugins = PluginFolder.plugins((try? FolderEntry.names(in: path).names) ?? [], in: path)
    return plugins.isEmpty ? [types] : plugins.flatMap(folders(at:))
  }
}
