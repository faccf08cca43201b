/// A program that is a store: what the operator named, ready to be started.
public struct PluginExecutable: Sendable, Hashable {
  /// The plugin's name, for messages.
  public var name: String
  /// The program's path, absolute or relative to the folder that Assay runs in; never looked up in `PATH`.
  public var path: String
  /// The parameters to start the program with.
  public var arguments: [String]
  /// The names of environment variables that are passed on, beside those every plugin gets.
  public var environment: [String]

  /// Creates a description of a program.
  public init(name: String, path: String, arguments: [String] = [], environment: [String] = []) {
    self.name = name
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }
}
