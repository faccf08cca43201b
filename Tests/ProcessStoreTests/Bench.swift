import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import HealthTestKit
import Synchronization

/// What the tests of process plugins share: the programs under `Tests/Fixtures/plugins`, samples, and a folder.
enum Bench {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a fixture, as `plugins/player.py`.
  static func fixture(_ name: String) -> String { tests.appendingPathComponent("Fixtures/" + name).path }

  /// The transcripts of the protocol.
  static func transcript(_ name: String) throws -> String {
    let url = tests.appendingPathComponent("Golden/protocol/\(name).transcript")
    return try String(contentsOf: url, encoding: .utf8)
  }

  /// The path of a transcript.
  static func transcriptPath(_ name: String) -> String {
    tests.appendingPathComponent("Golden/protocol/\(name).transcript").path
  }

  /// Whether the fixtures can be run.
  static let hasPython: Bool = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").contains {
    access("\($0)/python3", X_OK) == 0
  }

  /// A Python with pyarrow, which `make test` installs.
  static let arrowPython: String? = {
    let place = tests.deletingLastPathComponent().appendingPathComponent(".build-python")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: place.path + "/lib")) ?? []
    let hasArrow = versions.contains {
      FileManager.default.fileExists(atPath: place.path + "/lib/\($0)/site-packages/pyarrow")
    }
    return hasArrow ? place.path + "/bin/python3" : nil
  }()

  /// A fixture as a program; the one that reads columns needs pyarrow.
  private static func program(_ name: String, _ arguments: [String] = []) -> PluginExecutable {
    let path = fixture("plugins/" + name)
    guard name == "column_store.py", let arrowPython else {
      return PluginExecutable(name: "fixture", path: path, arguments: arguments)
    }
    return PluginExecutable(name: "fixture", path: arrowPython, arguments: [path] + arguments)
  }

  private static let made = Result { try SampleWorkbench() }

  /// The built-in types.
  static func workbench() throws -> SampleWorkbench { try made.get() }

  /// Runs a function with a folder that is removed behind it.
  static func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("assay-process-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url.path)
  }

  /// Limits that let a slow machine be slow, and do not let a test wait long for what never comes.
  static let limits = ProcessLimits(
    helloMilliseconds: 20_000, answerMilliseconds: 20_000, shutdownMilliseconds: 2_000, killMilliseconds: 500,
    restarts: 3, pauses: [10])

  /// Starts a fixture as a store in a file.
  static func open(
    _ program: String, _ arguments: [String] = [], store: String, options: StorageOptions = StorageOptions(),
    limits: ProcessLimits = limits, words: Words = Words()
  ) async throws -> StepwiseStore {
    StepwiseStore(
      try await ProcessStore.open(
        Self.program(program, arguments),
        url: StorageURL(scheme: "process", location: "fixture?path=\(store)"),
        context: try workbench().context(options), limits: limits
      ) { words.add($0) })
  }

  /// A fixture as a store that laws are tried with.
  static func storeUnderTest(_ program: String) -> StorageUnderTest {
    StorageUnderTest("process") { (slot, context) async throws(StorageError) -> any StorageBackend in
      try await ProcessStore.open(
        Self.program(program),
        url: StorageURL(scheme: "process", location: "fixture?path=\(slot.folder)/store.json"),
        context: context, limits: limits
      ) { _ in }
    }
  }

  // MARK: Samples

  /// A blood pressure of two members and a heart rate, with ids of their own.
  static let pressure =
    #"{"uuid":"11111111-1111-4111-8111-111111111111","type":"bloodPressure","start":"2026-01-01T08:00:00Z","#
    + #""members":[{"uuid":"22222222-2222-4222-8222-222222222222","type":"bloodPressureSystolic","value":120,"#
    + #""unit":"mmHg"},{"uuid":"33333333-3333-4333-8333-333333333333","type":"bloodPressureDiastolic","value":80,"#
    + #""unit":"mmHg"}]}"#

  /// A heart rate at nine o'clock.
  static func pulse(_ value: Int = 60) -> String {
    #"{"uuid":"44444444-4444-4444-8444-444444444444","type":"heartRate","value":\#(value),"unit":"count/min","#
      + #""start":"2026-01-01T09:00:00Z"}"#
  }

  static let steps =
    #"{"uuid":"55555555-5555-4555-8555-555555555555","type":"stepCount","value":500,"unit":"count","#
    + #""start":"2026-01-01T08:00:00Z"}"#

  static let mass =
    #"{"uuid":"66666666-6666-4666-8666-666666666666","type":"bodyMass","value":70,"unit":"kg","#
    + #""start":"2026-01-01T08:00:00Z"}"#

  /// So many heart rates, a second apart, from a second of the day on.
  static func pulses(_ count: Int, from first: Int) -> [String] {
    (first..<first + count).map { second in
      let time = String(format: "2026-01-02T%02d:%02d:%02dZ", second / 3600, second / 60 % 60, second % 60)
      return #"{"type":"heartRate","value":\#(50 + second % 100),"unit":"count/min","start":"\#(time)"}"#
    }
  }

  /// A batch of samples.
  static func batch(_ lines: String...) throws -> SampleBatch { try batch(lines) }

  /// A batch of samples.
  static func batch(_ lines: [String]) throws -> SampleBatch { try workbench().batch(lines.joined(separator: "\n")) }

  /// The progress of a made-up import.
  static func progress(_ offset: Int64, isFinished: Bool = false) -> ImportProgress {
    var counts = ImportCounts()
    counts.read = 7
    counts.accepted = 7
    return ImportProgress(
      input: "/data/day.ndjson", path: "day.ndjson", position: ReadPosition(byteOffset: offset, line: 2, column: 3),
      prefixHash: [0, 1, 254, 255], counts: counts, details: #"{"a":"\"ü\u0000"}"#, quarantineLength: 5,
      unsupportedLength: 6, isFinished: isFinished, isIncomplete: false, catalogHash: "c", version: "v")
  }

  // MARK: Answers

  /// The samples that a query finds, as lines.
  static func lines(
    _ store: any StorageBackend, _ change: (inout SampleQuery) -> Void = { $0.omitsMembers = true }
  ) async throws -> [String] {
    var query = SampleQuery()
    change(&query)
    var lines: [String] = []
    let workbench = try workbench()
    try await store.query(query) { batch in
      lines += workbench.lines(of: batch)
      return true
    }
    return lines
  }
}

/// What plugins say to the operator.
final class Words: Sendable {
  private let kept = Mutex<[String]>([])

  func add(_ text: String) { kept.withLock { $0.append(text) } }

  var all: [String] { kept.withLock { $0 } }
}

/// Processes that plugins leave or do not leave.
enum ProcessGroup {
  /// The numbers that a fixture wrote to a file.
  static func numbers(in file: String) -> [Int32] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }.filter { $0 > 1 }
  }

  /// Whether no process of a group is left; one that has ended, and whose new parent has not asked for it yet, is none.
  static func isGone(_ number: Int32) -> Bool {
    if kill(-number, 0) != 0, errno == ESRCH { return true }
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
    return !processes.isEmpty && processes.allSatisfy { !isRunning($0, inGroup: number) }
  }

  /// Whether a process is of a group and has not ended, as `/proc/PID/stat` says: its name in parentheses, its state,
  /// its parent, its group.
  private static func isRunning(_ process: Int32, inGroup number: Int32) -> Bool {
    guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let name = line.lastIndex(of: ")")
    else { return false }
    let words = line[line.index(after: name)...].split(separator: " ")
    return words.count > 2 && words[2] == "\(number)" && words[0] != "Z" && words[0] != "X"
  }
}
