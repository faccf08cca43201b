import AssayPlatform
import HealthModel
import HealthStorage

/// A program that is a plugin: what the operator named, ready to be started.
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

  /// The values of the named variables that are secret by their names, such as `PGPASSWORD`.
  var secrets: [String] {
    environment.filter { StorageURL.isSecret($0) }.compactMap { EnvironmentVariables.value(of: $0) }
  }

  /// The variables as bytes, `NAME=value`: a few that programs need, and those that the manifest names.
  private var variables: [[UInt8]] {
    var seen: Set<String> = []
    return (["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"] + environment).compactMap {
      seen.insert($0).inserted ? EnvironmentVariables.entry($0) : nil
    }
  }

  /// Starts the program: in its own process group, with a clean environment, three pipes and no other descriptor, every
  /// signal at its default.
  func start() throws(StorageError) -> StartedProgram {
    let shown = TextEscaping.escaped(path, limit: 1000)
    func fault(_ reason: String, hint: String? = nil) -> StorageError {
      StorageError(
        .pluginStart, "the plugin \(TextEscaping.escaped(name)) cannot be started: \(shown)\(reason)", hint: hint)
    }
    let status: FileStatus
    do {
      status = try FileStatus(of: path)
    } catch {
      throw fault(": \(error.meansNothingThere ? "there is no file" : error.description)")
    }
    guard status.kind == .file else { throw fault(" is not a file") }
    guard FileTree.isExecutable(path) else { throw fault(" is not executable", hint: "allow it with `chmod +x`") }
    do {
      return try ProgramStart(path: path, arguments: arguments, environment: variables).start()
    } catch {
      let words = "it is neither a program nor a script with a first line such as `#!/usr/bin/env python3`"
      throw fault(": \(error == .noProgram ? words : error.description)")
    }
  }
}

/// How long a plugin may take and how much it may write.
///
/// A limit outside its bounds counts as the nearest one: times are 0 to 365 days, `workingTimes` 1 to 1,000,000,
/// `maximumLine` and `maximumSample` 1 byte to 1 GiB.
public struct ProcessLimits: Sendable, Hashable {
  /// From the start to the plugin's hello, in milliseconds.
  package var helloMilliseconds: Int
  /// From anything asked to the next part of its answer, in milliseconds; `working` starts the time again.
  package var answerMilliseconds: Int
  /// How many times the limit of an answer a plugin may take in all that says only `working`.
  package var workingTimes: Int
  /// From the end of standard input to the exit, in milliseconds; then SIGTERM is sent.
  package var shutdownMilliseconds: Int
  /// From SIGTERM to SIGKILL, in milliseconds.
  package var killMilliseconds: Int
  package var maximumLine: Int
  package var maximumSample: Int
  /// The most lines that are not part of an answer, between two parts of answers.
  package var maximumAsides: Int
  /// The most bytes of such lines; a line and what a page announces fit in beside them.
  package var maximumAsideBytes: Int
  package var restarts: Int
  /// How long to wait before each start that follows the first, in milliseconds, give or take a quarter; the last one
  /// counts for those after it too.
  package var pauses: [Int]

  /// Creates limits; without arguments they are those of the protocol.
  public init(
    helloMilliseconds: Int = 5_000, answerMilliseconds: Int = 30_000, workingTimes: Int = 120,
    shutdownMilliseconds: Int = 5_000, killMilliseconds: Int = 2_000, maximumLine: Int = HostHello.usualLine,
    maximumSample: Int = HostHello.usualSample, maximumAsides: Int = 100_000, maximumAsideBytes: Int = 64 << 20,
    restarts: Int = 3, pauses: [Int] = [200, 1_000, 3_000]
  ) {
    self.helloMilliseconds = helloMilliseconds
    self.answerMilliseconds = answerMilliseconds
    self.workingTimes = workingTimes
    self.shutdownMilliseconds = shutdownMilliseconds
    self.killMilliseconds = killMilliseconds
    self.maximumLine = maximumLine
    self.maximumSample = maximumSample
    self.maximumAsides = maximumAsides
    self.maximumAsideBytes = maximumAsideBytes
    self.restarts = restarts
    self.pauses = pauses
  }
}

extension ProcessLimits {
  /// The limits of the protocol, with another time for an answer.
  ///
  /// More time than the protocol's counts for the hello as well: on a machine that is slow to answer, a plugin is slow to
  /// start. Less does not.
  ///
  /// - Parameter seconds: the time for an answer; not a number is the protocol's, infinity the longest that is allowed.
  public init(answerSeconds seconds: Double) {
    self.init()
    guard !seconds.isNaN else { return }
    let usual = answerMilliseconds
    answerMilliseconds = Int(min(max(seconds, 0), 1e9) * 1000)
    if answerMilliseconds > usual { helloMilliseconds = answerMilliseconds }
  }

  private static let longestTime = 365 * 86_400_000

  /// The limits within their bounds, so that sums and products with them are numbers.
  var bounded: ProcessLimits {
    func time(_ milliseconds: Int) -> Int { min(max(0, milliseconds), Self.longestTime) }
    return ProcessLimits(
      helloMilliseconds: time(helloMilliseconds), answerMilliseconds: time(answerMilliseconds),
      workingTimes: min(max(1, workingTimes), 1_000_000), shutdownMilliseconds: time(shutdownMilliseconds),
      killMilliseconds: time(killMilliseconds), maximumLine: min(max(1, maximumLine), 1 << 30),
      maximumSample: min(max(1, maximumSample), 1 << 30), maximumAsides: max(0, maximumAsides),
      maximumAsideBytes: max(0, maximumAsideBytes), restarts: max(0, restarts), pauses: pauses.map(time))
  }
}
