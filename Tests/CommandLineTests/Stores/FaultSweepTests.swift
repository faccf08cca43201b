import Foundation
import Glibc
import SeededRandom
import Testing

/// A system call that fails, at every place where it is made: never status 0 with work missing, never a broken store.
///
/// `strace` makes the call fail, once or from then on. A quick run takes a few places of each call; `FAULTS=all`, which
/// `make soak` sets, takes every one until the import runs through untouched.
@Suite("System calls that fail", .serialized) struct FaultSweepTests {
  /// A call and what it fails with.
  struct Fault: Sendable, CustomTestStringConvertible {
    var kind: StoreKind
    var calls: String
    var error: String

    var testDescription: String { "\(kind): \(calls) \(error)" }

    static let all: [Fault] = [StoreKind.sqlite, .jsonl].flatMap { kind in
      ["write,pwrite64", "fsync,fdatasync", "rename,renameat2", "ftruncate"].flatMap { calls in
        ["EIO", "ENOSPC"].map { Fault(kind: kind, calls: calls, error: $0) }
      }
    }
  }

  private static let isWhole = ProcessInfo.processInfo.environment["FAULTS"] == "all"

  /// Whether `strace` is there and may trace.
  static let canTrace: Bool = {
    let result = try? AssayBinary.shell("strace -f -o /dev/null true")
    return result?.status == 0
  }()

  @Test("an import ends with what it says", .enabled(if: canTrace, "strace cannot trace here"), arguments: Fault.all)
  func sweep(_ fault: Fault) throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    try TemporaryFolder.with { folder in
      let bench = try StoreBench(folder, fault.kind, samples: 400, commitSize: 100)
      let places = try Self.count(of: fault, bench)
      var chosen = Array(1...max(1, places))
      if !Self.isWhole { chosen = Array(chosen.shuffled(using: &generator).prefix(2)).sorted() }
      var failures = 0
      for place in chosen {
        let modes = Self.isWhole ? [false, true] : [Bool.random(using: &generator)]
        for isLasting in modes {
          let store = bench.store("\(place)-\(isLasting)", commitSize: 100)
          let when = isLasting ? "\(place)+" : "\(place)"
          let result = try Self.run(store, bench.input, "\(fault.calls):error=\(fault.error):when=\(when)", folder)
          if result.status != bench.status { failures += 1 }
          try expectSound(result, store, bench, "\(fault.testDescription) when=\(when), seed \(SeededGenerator.seed)")
        }
      }
      let part = "\(chosen.count) of \(places) places"
      print("FaultSweepTests: \(fault.testDescription): \(part), \(failures) imports failed")
    }
  }

  /// What `verify` says of an index that could not be written, which is no part of what was committed.
  private static let indexIsMadeAnew = "opening the store for writing makes it anew"

  /// What was said is so, the store is sound, and the same command finishes the job.
  private func expectSound(
    _ result: ProcessResult, _ store: PlacedStore, _ bench: StoreBench, _ place: String
  ) throws {
    #expect(result.status > 0 && result.status <= 3, "\(place): \(result.status) \(result.errorText)")
    let hasLostIndex = try result.status == bench.status && store.faults().contains(Self.indexIsMadeAnew)
    if result.status == bench.status, !hasLostIndex {
      // Nothing that failed mattered: everything is there.
      #expect(try store.trace().differences(from: bench.trace) == [], "\(place)")
      return
    }
    #expect(result.status == 3 || hasLostIndex, "\(place): \(result.errorText)")
    // Where nothing can be written any more, nothing can be said.
    #expect(!result.errorText.isEmpty || place.contains("write"), "\(place): nothing was said")
    if (try? store.imports()) != nil {
      // An index that could not be written follows from the files, and the next writer makes it anew.
      let faults = try store.faults()
      #expect(faults.isEmpty || faults.contains(Self.indexIsMadeAnew), "\(place): \(faults)")
    }
    // A job that was finished before its report failed is imported once more, which adds nothing.
    let again = try store.importing(bench.input)
    #expect(again.status == bench.status, "\(place): \(again.errorText)")
    let trace = try store.trace()
    #expect(trace.export == bench.trace.export && trace.faults.isEmpty, "\(place): \(trace.faults)")
  }

  /// How often the calls are made in an import that nothing disturbs.
  private static func count(of fault: Fault, _ bench: StoreBench) throws -> Int {
    let store = bench.store("counted-\(fault.calls.hashValue)-\(fault.error)", commitSize: 100)
    let log = bench.folder.path(of: "strace.log")
    let result = try trace(store, bench.input, ["-e", "trace=\(fault.calls)", "-o", log], bench.folder)
    #expect(result.status == bench.status, "\(result.errorText)")
    // `strace` counts calls for each thread; a line begins with the thread's number.
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in try TestFile.lines(log) where line.contains(UInt8(ascii: "(")) {
      counts[line.prefix { $0 != UInt8(ascii: " ") }, default: 0] += 1
    }
    return counts.values.max() ?? 0
  }

  private static func run(
    _ store: PlacedStore, _ input: String, _ injection: String, _ folder: TemporaryFolder
  ) throws -> ProcessResult {
    try trace(store, input, ["-e", "inject=\(injection)", "-o", "/dev/null"], folder)
  }

  private static func trace(
    _ store: PlacedStore, _ input: String, _ options: [String], _ folder: TemporaryFolder
  ) throws -> ProcessResult {
    let words = ["-f", "-qq"] + options + [AssayBinary.path] + store.importArguments([input], ["--jobs", "1"])
    let quoted = words.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
    return try AssayBinary.shell("exec strace " + quoted, environment: store.environment)
  }
}
