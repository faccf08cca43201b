import AssayPlatform
import HealthModel
import HealthStorage

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

/// The file of a plugin's program, looked at before it is started: the words for what is wrong with it.
enum ProgramFile {
  /// Checks that a file can be run.
  ///
  /// - Throws: `StorageError` of the code `pluginStart` that says why it cannot.
  static func check(_ plugin: PluginExecutable) throws(StorageError) {
    let shown = TextEscaping.escaped(plugin.path, limit: 1000)
    let name = TextEscaping.escaped(plugin.name)
    let status: FileStatus
    do {
      status = try FileStatus(of: plugin.path)
    } catch {
      let reason = error.meansNothingThere ? "there is no file" : error.description
      throw StorageError(.pluginStart, "the plugin \(name) cannot be started: \(shown): \(reason)")
    }
    guard status.kind == .file else {
      throw StorageError(.pluginStart, "the plugin \(name) cannot be started: \(shown) is not a file")
    }
    guard FileTree.isExecutable(plugin.path) else {
      throw StorageError(
        .pluginStart, "the plugin \(name) cannot be started: \(shown) is not executable",
        hint: "allow it with `chmod +x`")
    }
  }
}

/// The environment of a plugin: a few variables that programs need, and those that its manifest names.
enum PluginEnvironment {
  static let common = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"]

  /// The values of the named variables that are secret by their names, such as `PGPASSWORD`.
  static func secrets(_ names: [String]) -> [String] {
    names.filter { StorageURL.isSecret($0) }.compactMap { EnvironmentVariables.value(of: $0) }
  }

  /// The variables as bytes, `NAME=value`.
  static func variables(_ names: [String]) -> [[UInt8]] {
    var seen: Set<String> = []
    return (common + names).compactMap { seen.insert($0).inserted ? EnvironmentVariables.entry($0) : nil }
  }
}

/// The end of what a plugin wrote to standard error.
struct StandardErrorTail: Sendable {
  /// How many bytes are kept.
  static let capacity = 64 << 10
  private static let shownLines = 20

  private var bytes: [UInt8] = []
  /// Whether older bytes were forgotten, so that the first line may be the rest of one.
  private var isCut = false

  /// Adds bytes that were written; keeps only the last 64 KiB.
  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    // Cut rarely, so that a flood does not move the bytes again and again.
    if bytes.count > 2 * Self.capacity { bytes.removeFirst(bytes.count - Self.capacity) }
    isCut = isCut || bytes.count > Self.capacity
  }

  /// The last lines in one line of text, without secrets and made safe to show; `nil` when nothing was written.
  func shown(_ secrets: StoreSecrets) -> String? {
    var kept = bytes.suffix(Self.capacity)
    // The end of a secret may be left of what was forgotten.
    if isCut { kept = kept.dropFirst(secrets.longest) }
    let lines = secrets.blanked(utf8: kept).split(separator: 0x0A).suffix(Self.shownLines).map { line in
      TextEscaping.escaped(utf8: line.last == 0x0D ? line.dropLast() : line, limit: 200)
    }
    return lines.isEmpty ? nil : lines.joined(separator: " | ")
  }
}
