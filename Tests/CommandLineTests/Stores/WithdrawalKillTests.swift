import Foundation
import Glibc
import SeededRandom
import Testing

/// SIGKILL while a participant is removed: the same command, run again, finishes the job.
///
/// `make soak KILLS=1000` kills at as many random moments as asked, and `FAULTS=all` before every system call that
/// changes a file.
@Suite("Kills of a withdrawal", .serialized) struct WithdrawalKillTests {
  private static let stores = ["sqlite:health.db", "jsonl:archive/"]
  private static let changes = "write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat2,unlink,unlinkat"
  private static let isWhole = ProcessInfo.processInfo.environment["FAULTS"] == "all"

  /// A store with a participant, and what is there of the others when the participant is gone.
  private struct Bench {
    let folder: TemporaryFolder
    let store: String
    let others: String
    let seconds: Double

    init(_ folder: TemporaryFolder, _ store: String) throws {
      self.folder = folder
      self.store = store
      let filled = try Self.made(folder, "filled")
      try Withdrawal.fill(store, filled)
      let calm = try Self.copied(folder, "calm")
      let begun = ContinuousClock.now
      let result = try AssayBinary.run(WithdrawalKillTests.call(store), folder: calm.path)
      let took = (ContinuousClock.now - begun).components
      seconds = Double(took.seconds) + Double(took.attoseconds) / 1e18
      #expect(result.status == 0, "\(result.errorText)")
      others = try Self.export(store, calm)
    }

    private static func made(_ folder: TemporaryFolder, _ name: String) throws -> TemporaryFolder {
      try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: false)
      return TemporaryFolder(path: folder.path(of: name))
    }

    /// The store as it was before.
    func copy(_ name: String) throws -> TemporaryFolder { try Self.copied(folder, name) }

    private static func copied(_ folder: TemporaryFolder, _ name: String) throws -> TemporaryFolder {
      try FileManager.default.copyItem(atPath: folder.path(of: "filled"), toPath: folder.path(of: name))
      return TemporaryFolder(path: folder.path(of: name))
    }

    static func export(_ store: String, _ folder: TemporaryFolder) throws -> String {
      let result = try AssayBinary.run(["export", "--store", store], folder: folder.path)
      guard result.status == 0 else { throw NoReport(result: result) }
      return result.text
    }

    /// Runs the command again, and expects that nothing of the participant is left and all of the others.
    func expectFinished(_ place: TemporaryFolder, _ moment: String) throws {
      let again = try AssayBinary.run(WithdrawalKillTests.call(store), folder: place.path)
      // 1: nothing was left to be found.
      #expect(again.status <= 1, "\(moment): \(again.errorText)")
      for mark in Withdrawal.marks {
        let holder = try Withdrawal.holds(mark, place)
        #expect(holder == nil, "\(moment): \(mark) is in \(holder ?? "")")
      }
      #expect(try Self.export(store, place) == others, "\(moment)")
      let check = try AssayBinary.run(["store", "verify", "--store", store], folder: place.path)
      #expect(check.status == 0, "\(moment): \(check.text)\(check.errorText)")
      try FileManager.default.removeItem(atPath: place.path)
    }
  }

  private static func call(_ store: String) -> [String] {
    ["store", "delete", "--store", store, "--subject", "P10", "--yes"]
  }

  @Test("killed at any moment", arguments: stores) func kill(_ store: String) throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    let wanted = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 4
    try TemporaryFolder.with { folder in
      let bench = try Bench(folder, store)
      var moments = KillMoments(bench.seconds)
      var kills = 0
      for round in 1...6 * max(1, wanted) where kills < wanted {
        let place = try bench.copy("round-\(round)")
        let begun = ContinuousClock.now
        let child = try AssayBinary.start(Self.call(store), folder: place.path)
        usleep(moments.next(using: &generator))
        child.send(SIGKILL)
        if try child.finish().status == -SIGKILL {
          kills += 1
        } else {
          moments.sawEnd(after: ContinuousClock.now - begun)
        }
        try bench.expectFinished(place, "round \(round), seed \(SeededGenerator.seed)")
      }
      print("WithdrawalKillTests: \(store): \(kills) kills, \(bench.seconds) s")
      #expect(kills >= wanted)
    }
  }

  @Test(
    "killed before a system call that changes a file",
    .enabled(if: FaultSweepTests.canTrace, "strace cannot trace here"),
    arguments: stores)
  func killBeforeCalls(_ store: String) throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    try TemporaryFolder.with { folder in
      let bench = try Bench(folder, store)
      let log = folder.path(of: "strace.log")
      let counted = try Self.trace(store, ["-e", "trace=\(Self.changes)", "-o", log], bench.copy("counted"))
      #expect(counted.status == 0, "\(counted.errorText)")
      // `strace` counts calls for each thread; a line begins with the thread's number.
      var counts: [ArraySlice<UInt8>: Int] = [:]
      for line in try TestFile.lines(log) where line.contains(UInt8(ascii: "(")) {
        counts[line.prefix { $0 != UInt8(ascii: " ") }, default: 0] += 1
      }
      let count = counts.values.max() ?? 0
      var numbers = Array(1...max(1, count))
      if !Self.isWhole { numbers.shuffle(using: &generator) }
      var kills = 0
      var tried = 0
      // Another run may give a thread fewer calls, so that the number is not reached: then more of them are tried.
      for number in numbers where Self.isWhole || tried < 4 || kills == 0 {
        tried += 1
        let place = try bench.copy("call-\(number)")
        let options = ["-e", "inject=\(Self.changes):signal=KILL:when=\(number)", "-o", "/dev/null"]
        if try Self.trace(store, options, place).status != 0 { kills += 1 }
        try bench.expectFinished(place, "call \(number), seed \(SeededGenerator.seed)")
      }
      print("WithdrawalKillTests: \(store): \(kills) kills before \(tried) of \(count) calls")
      #expect(count > 10 && kills > 0)
    }
  }

  private static func trace(_ store: String, _ options: [String], _ folder: TemporaryFolder) throws -> ProcessResult {
    let words = ["strace", "-f", "-qq"] + options + [AssayBinary.path] + call(store)
    let quoted = words.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
    return try AssayBinary.shell("exec " + quoted, folder: folder.path)
  }
}

/// A store with a participant who withdraws; `Tests/Console/withdrawal.md` has the same inputs.
private enum Withdrawal {
  /// What stands in the participant's data and nowhere else.
  static let marks = ["P10", "MARKnote", "118.25", "MARKworkout", "MARKsource", "77331"]

  private static func pulse(_ value: String, at minute: Int, _ more: String = "") -> String {
    #"{"type":"heartRate","value":\#(value),"unit":"count/min","#
      + "\"start\":\"2026-01-01T08:\(String(format: "%02d", minute)):00Z\"\(more)}"
  }

  /// Inputs of two participants, of both together, and of one that says nothing but its option.
  private static func write(_ folder: TemporaryFolder) throws {
    let own = #","subject":"P10""#
    try folder.write(
      "in/P10.ndjson",
      [
        pulse("118.25", at: 1, #","metadata":{"note":"MARKnote"},"source":{"name":"MARKsource"}"#),
        #"{"type":"heartRate","value":"MARKnote"#, pulse("77331", at: 2, #","metadata":{"note":"MARKnote"}"#),
      ].joined(separator: "\n") + "\n")
    try folder.write(
      "in/clean-P10.ndjson", pulse("118.25", at: 9) + "\n")
    try folder.write(
      "in/P11.ndjson", [pulse("61", at: 3), pulse("99887", at: 4)].joined(separator: "\n") + "\n")
    try folder.write(
      "in/mixed.ndjson",
      [
        pulse("118.25", at: 5, own), pulse("62", at: 5, #","subject":"P12""#), pulse("77331", at: 6, own),
        pulse("99886", at: 6, #","subject":"P12""#), pulse("99885", at: 7, #","subject":"P\u0031\u0030""#),
      ].joined(separator: "\n") + "\n")
    try folder.write(
      "in/mixed.csv",
      "type,value,unit,start,subject\nheartRate,118.25,count/min,2026-01-02T08:00:00Z,P10\n"
        + "heartRate,77331,count/min,2026-01-02T08:01:00Z,\"P10\"\nheartRate,99884,count/min,2026-01-02T08:01:00Z,P12\n"
    )
    try folder.write(
      "in/P10.xml",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
       <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="MARKsource" unit="count/min" startDate="2026-01-03 08:00:00 +0000" endDate="2026-01-03 08:00:00 +0000" value="118.25"/>
       <NewBout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1" sourceName="MARKworkout" startDate="2026-01-03 08:00:00 +0000" endDate="2026-01-03 08:10:00 +0000"/>
      </HealthData>

      """)
  }

  static func fill(_ store: String, _ folder: TemporaryFolder) throws {
    try write(folder)
    for (input, options) in [
      ("P10.ndjson", ["--subject", "P10"]), ("P11.ndjson", ["--subject", "P11"]), ("mixed.ndjson", []),
      ("mixed.csv", []), ("P10.xml", ["--subject", "P10"]), ("clean-P10.ndjson", ["--subject", "P10"]),
    ] {
      let result = try AssayBinary.run(
        ["import", "in/" + input, "--store", store, "--quiet"] + options, folder: folder.path)
      #expect(result.status <= 1, "\(result.errorText)")
    }
    try FileManager.default.removeItem(atPath: folder.path(of: "in"))
  }

  /// The paths and the bytes of all files below a folder.
  private static func contents(_ folder: TemporaryFolder) throws -> [(path: String, bytes: Data)] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.compactMap { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(of: name), isDirectory: &isFolder)
      return isFolder.boolValue ? nil : (name, try Data(contentsOf: URL(fileURLWithPath: folder.path(of: name))))
    }
  }

  static func holds(_ mark: String, _ folder: TemporaryFolder) throws -> String? {
    try contents(folder).first { $0.path.contains(mark) || $0.bytes.range(of: Data(mark.utf8)) != nil }?.path
  }
}
