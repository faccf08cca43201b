import AssayPlatform
import HealthModel

/// A folder that the operator points at, or that came with the program: nothing else is ever looked into for plugins.
public struct PluginLocation: Sendable, Hashable {
  /// How a folder was pointed at.
  public enum Origin: Sendable, Hashable, CustomStringConvertible {
    /// By an option of the command.
    case option
    /// By `plugins` of a configuration; holds its path.
    case configuration(String)
    /// By `ASSAY_PLUGIN_PATH`.
    case environment
    /// By nobody: it was installed beside the program.
    case installation

    /// The words for messages.
    public var description: String {
      switch self {
      case .option: "--plugin"
      case .configuration(let path): TextEscaping.escaped(path, limit: 1000)
      case .environment: PluginLocation.variable
      case .installation: "installed"
      }
    }
  }

  /// The environment variable that names folders, with colons between them.
  package static let variable = "ASSAY_PLUGIN_PATH"

  /// The folder: a plugin's, or one with plugins' folders in it.
  public var path: String
  /// How it was pointed at.
  public var origin: Origin

  /// Creates a place.
  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// The folders of a project's configuration that the operator named; one that was found points at no executable.
  public static func places(of project: Project) -> [PluginLocation] {
    guard project.boundary == nil else { return [] }
    return project.configuration.plugins.map {
      PluginLocation(path: project.absolute($0.value), origin: .configuration(project.configuration.path))
    }
  }

  package static func places(inVariable text: String) -> [PluginLocation] {
    text.split(separator: ":").map { PluginLocation(path: String($0), origin: .environment) }
  }

  /// The folder of the plugins that are installed with a program: `lib/assay/plugins` beside its folder `bin`.
  ///
  /// It belongs to whoever installed the program; like every plugin's, an executable in it is refused if others may
  /// change it. A program that is not in a folder `bin`, as in a download or a build, has none: what is beside such a
  /// folder may be anybody's.
  package static func installed(with executable: String?) -> [PluginLocation] {
    let parts = executable?.split(separator: "/") ?? []
    guard executable?.hasPrefix("/") == true, parts.count >= 2, parts[parts.count - 2] == "bin" else { return [] }
    let path = "/" + (parts.dropLast(2) + ["lib", "assay", "plugins"]).joined(separator: "/")
    return FileTree.isFolder(path) ? [PluginLocation(path: path, origin: .installation)] : []
  }
}

extension PluginLocation.Origin {
  /// Whether the operator named the folder for this run, by an option or a configuration.
  package var isNamed: Bool {
    switch self {
    case .option, .configuration: true
    case .environment, .installation: false
    }
  }
}
