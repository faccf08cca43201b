import Foundation
import Glibc
import Synchronization

/// How a child process ended, and what it wrote.
struct ProcessResult: Sendable {
  /// The exit status; for a child that a signal ended the signal's number, negative.
  var status: Int32
  var output: [UInt8]
  var errors: [UInt8]

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// A child that could not be started; holds the system's error number.
struct SpawnError: Error {
  var number: Int32
}

/// A program that runs beside the tests.
///
/// It is spawned and reaped by system calls, which miss no death; its streams are files, so that no pipe can fill up
/// and nothing waits for a reader.
final class ChildProcess {
  /// The system's number of the process.
  var processID: pid_t { identifier }

  /// Held while a process is started, and while a file is written: a program that a process has open for writing cannot
  /// be run, and a new process has all of this one's files open up to the moment at which it becomes its program.
  static let starting = Mutex(())

  private let identifier: pid_t
  private let streams: String
  private var end: Int32?

  /// Starts a program.
  init(
    _ program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String],
    folder: String, output: String? = nil
  ) throws {
    streams = try TemporaryFolder.make()
    try Data(input).write(to: URL(fileURLWithPath: streams + "/stdin"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, streams + "/stdin", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output ?? streams + "/stdout", writing, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, streams + "/stderr", writing, 0o600)
    // The shell only changes the folder: `exec` keeps the process, so signals reach the program.
    let words = ["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder, program] + arguments
    let argv = ChildProcess.strings(words)
    let envp = ChildProcess.strings(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    defer { for pointer in argv + envp { free(pointer) } }
    var started = pid_t()
    let code = Self.starting.withLock { _ in posix_spawn(&started, "/bin/sh", &actions, nil, argv, envp) }
    guard code == 0 else { throw SpawnError(number: code) }
    identifier = started
  }

  /// The processes that this one has started and that run now.
  var children: [pid_t] {
    let threads = "/proc/\(identifier)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []).flatMap { thread in
      let text = (try? String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Waits until processes that are not its own have ended, as the children of a killed child; at most 30 seconds.
  static func waitForEnd(of processes: [pid_t]) {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline, processes.contains(where: { kill($0, 0) == 0 }) { usleep(1500) }
  }

  /// Sends a signal; none when the child is known to have ended.
  func send(_ signal: Int32) {
    if end == nil { kill(identifier, signal) }
  }

  /// Waits for the end, and kills a child that takes longer than the limit.
  ///
  /// - Returns: the status as in `ProcessResult`.
  @discardableResult
  func wait(limit: Duration = .seconds(180)) -> Int32 {
    if let end { return end }
    let deadline = ContinuousClock.now + limit
    var isLate = false
    while true {
      var status: Int32 = 0
      let reaped = waitpid(identifier, &status, WNOHANG)
      if reaped == identifier || (reaped < 0 && errno != EINTR) {
        let signal = status & 0x7F
        let result = reaped < 0 ? Int32.min : signal == 0 ? (status >> 8) & 0xFF : -signal
        end = result
        return result
      }
      if !isLate, ContinuousClock.now > deadline {
        isLate = true
        kill(identifier, SIGKILL)
      }
      usleep(1500)
    }
  }

  /// Waits for the end and takes up what was written.
  func finish() throws -> ProcessResult {
    let status = wait()
    defer { try? FileManager.default.removeItem(atPath: streams) }
    return ProcessResult(status: status, output: written("stdout"), errors: written("stderr"))
  }

  private func written(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: streams + "/" + name).map { [UInt8]($0) } ?? []
  }

  /// Strings as C takes them, with the null pointer that ends the list.
  private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    pointers.append(nil)
    return pointers
  }
}
