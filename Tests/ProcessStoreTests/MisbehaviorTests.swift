import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import HealthTestKit
import Testing

/// Whatever a plugin does, it ends with a word for it, counts for nothing it did not keep, and leaves no process.
@Suite(.enabled(if: Bench.hasPython, "python3 is not here"), .timeLimit(.minutes(10)))
struct MisbehaviorTests {
  /// What came of one plugin.
  private struct Outcome {
    var commits = 0
    var failure: StorageError?
    var samples: [String] = []
  }

  /// Two commits of samples, then a question; ends at the first failure.
  private func outcome(of item: Misbehavior, in folder: String, _ words: Words) async throws -> Outcome {
    var limits = Bench.limits
    (limits.restarts, limits.answerMilliseconds) = (item.restarts, item.patience)
    limits.workingTimes = item.workingTimes
    // Less than usual: a flood takes time to write.
    (limits.maximumAsides, limits.maximumAsideBytes) = (10_000, 4 << 20)
    limits.helloMilliseconds = item.words.contains("hello within") || item.mode == "half_line" ? item.patience : 20_000
    var outcome = Outcome()
    var opened: StepwiseStore?
    do {
      let store = try await Bench.open(
        "misbehaving.py",
        [item.mode, "--pid", folder + "/pids", "--flag", folder + "/flag"] + (item.die.map { ["--die", $0] } ?? []),
        store: folder + "/store.json", limits: limits, words: words)
      opened = store
      _ = try await store.append(try Bench.batch(Bench.pulse(), Bench.pressure))
      try await store.commit(nil)
      outcome.commits += 1
      _ = try await store.append(try Bench.batch(Bench.pulses(2, from: 0)))
      try await store.commit(Bench.progress(9))
      outcome.commits += 1
      outcome.samples = try await Bench.lines(store) { $0.types = ["heartRate"] }
    } catch let error as StorageError {
      outcome.failure = error
    }
    if let opened {
      await opened.rollback()
      try? await opened.close()
    }
    return outcome
  }

  @Test(
    "a plugin that breaks the protocol ends with its own code, and nothing of it is left", arguments: Misbehavior.all)
  func plugins(_ item: Misbehavior) async throws {
    try await Bench.withFolder { folder in
      let words = Words()
      let outcome = try await outcome(of: item, in: folder, words)
      #expect(outcome.commits == item.commits)
      if item.codes.isEmpty {
        #expect(outcome.failure == nil)
        #expect(outcome.samples.count == 3)
      } else {
        let failure = try #require(outcome.failure)
        #expect(item.codes.contains(failure.code), "\(failure.code): \(failure)")
        #expect(item.words.isEmpty || failure.description.contains(item.words), "\(failure)")
        #expect(!failure.description.unicodeScalars.contains { $0.value < 0x20 })
      }
      #expect(words.all.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 } })
      let numbers = ProcessGroup.numbers(in: folder + "/pids")
      #expect(!numbers.isEmpty)
      for number in numbers {
        // A killed process ends when it runs next, not at once.
        for _ in 0..<500 where !ProcessGroup.isGone(number) { try await Task.sleep(for: .milliseconds(10)) }
        #expect(ProcessGroup.isGone(number), "a process of the group \(number) is left")
      }
    }
  }

  @Test("what a plugin said is told, with its level, and not without end") func chatter() async throws {
    try await Bench.withFolder { folder in
      let words = Words()
      let store = try await Bench.open("misbehaving.py", ["chatter"], store: folder + "/store.json", words: words)
      try await store.close()
      #expect(words.all.first == #"warning: fixture: line \u{1B} 0"#)
      #expect(words.all.count == 1001)
      #expect(words.all.last == "warning: fixture: and 2000 more log lines")
    }
  }

  @Test(
    "what was asked about ids, types or a time holds nothing else, however the plugin goes on",
    arguments: ["ids", "types", "to"])
  func strangers(_ condition: String) async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open("misbehaving.py", ["endless_strangers"], store: folder + "/store.json")
      _ = try await store.append(try Bench.batch(Bench.pulse()))
      try await store.commit(nil)
      let id = try #require(SampleID("44444444-4444-4444-8444-444444444444"))
      let error = await #expect(throws: StorageError.self) {
        _ = try await Bench.lines(store) { query in
          switch condition {
          case "ids": query.ids = [id]
          case "types": query.types = ["bodyMass"]
          default: query.to = 1_000_000
          }
        }
      }
      #expect(error?.code == .pluginProtocol)
      #expect(error?.message.contains("a sample that does not match it") == true, "\(String(describing: error))")
      try await store.close()
    }
  }

  @Test("no text of a plugin shows the password that it was given", arguments: SecretLeak.all)
  func secrets(_ leak: SecretLeak) async throws {
    try await Bench.withFolder { folder in
      let words = Words()
      var texts: [String] = []
      do {
        var limits = Bench.limits
        limits.restarts = 1
        let store = try await ProcessStore.open(
          PluginExecutable(
            name: "fixture", path: Bench.fixture("plugins/misbehaving.py"), arguments: ["leaks_" + leak.place]),
          url: StorageURL(
            scheme: "process", location: "fixture?path=\(folder)/store.json&password=S3CRET%20w%C3%B6rd%2F"),
          context: try Bench.workbench().context(), limits: limits
        ) { words.add($0) }
        let batch = try Bench.batch(Bench.pulse(), Bench.mass)
        let receipt = try await store.write { transaction in try await transaction.append(batch) }
        texts += receipt.reasons.values
        texts += try await store.counts().map(\.type)
        let information = try await store.information()
        texts += [information.format] + information.details.flatMap { [$0.name, $0.value] }
        texts += try await store.verify().map(\.message)
        _ = try await Bench.lines(store) { $0.types = leak.place == "type" ? [] : ["heartRate"] }
        try await store.close()
      } catch let error as StorageError {
        texts.append(error.description)
      }
      let text = (texts + words.all).joined(separator: "\n")
      #expect(text.contains(leak.context), "\(text)")
      #expect(text.contains("…"))
      for part in ["S3CRET", "53 33 43", "%53", "rd/", "w%C3", "u0053"] { #expect(!text.contains(part), "\(text)") }
    }
  }

  @Test("a sample that the plugin refuses is told with the reason") func refusal() async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open("misbehaving.py", ["refuses_some"], store: folder + "/store.json")
      let receipt = try await store.append(try Bench.batch(Bench.pulse(), Bench.mass))
      #expect(receipt == AppendReceipt(outcomes: [.refused, .accepted], reasons: [0: #"too \u{1B} heavy"#]))
      await store.rollback()
      try await store.close()
    }
  }

  @Test("another answer to the same batch from a plugin that was started again is no answer")
  func change() async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open(
        "misbehaving.py", ["changes_its_mind", "--flag", folder + "/flag"], store: folder + "/store.json")
      _ = try await store.append(try Bench.batch(Bench.pulses(3, from: 0)))
      let error = await #expect(throws: StorageError.self) {
        _ = try await store.append(try Bench.batch(Bench.pulses(3, from: 3)))
      }
      #expect(error?.code == .pluginProtocol)
      #expect(error?.message.contains("answered batch 1 otherwise than before") == true)
      try await store.close()
    }
  }

  @Test("after a failure nothing more is appended before it is rolled back") func rollback() async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open("misbehaving.py", ["data_error"], store: folder + "/store.json")
      let transaction = try await store.begin()
      for _ in 0..<2 {
        let error = await #expect(throws: StorageError.self) {
          _ = try await transaction.append(try Bench.batch(Bench.pulse()))
        }
        // The first failure is what every later step says.
        #expect(error?.code == .corrupt)
      }
      let commit = await #expect(throws: StorageError.self) { try await transaction.commit() }
      #expect(commit?.code == .corrupt)
      await transaction.rollback()
      #expect(try await store.counts().isEmpty)
      try await store.close()
    }
  }

  @Test("an answer that the plugin does not end is ended by the host") func endless() async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open("misbehaving.py", ["endless_answer"], store: folder + "/store.json")
      _ = try await store.append(try Bench.batch(Bench.pulse()))
      try await store.commit(nil)
      var calls = 0
      try await store.query(SampleQuery()) { _ in
        calls += 1
        return false
      }
      #expect(calls == 1)
      // Another process answers what comes next.
      #expect(try await store.counts() == [StoredTypeCount(type: "heartRate", count: 1)])
      try await store.close()
    }
  }

  @Test("a plugin that does not count is asked for the samples") func counts() async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open("misbehaving.py", ["counts_nothing"], store: folder + "/store.json")
      _ = try await store.append(try Bench.batch(Bench.pressure, Bench.pulse()))
      try await store.commit(nil)
      #expect(
        try await store.counts().map { "\($0.type) \($0.count)" } == [
          "bloodPressure 1", "bloodPressureDiastolic 1", "bloodPressureSystolic 1", "heartRate 1",
        ])
      try await store.close()
    }
  }

  @Test("a backend that is let go without a word leaves no process") func forgotten() async throws {
    try await Bench.withFolder { folder in
      do {
        let store = try await Bench.open(
          "misbehaving.py", ["grandchild", "--pid", folder + "/pids"], store: folder + "/store.json")
        _ = try await store.append(try Bench.batch(Bench.pulse()))
      }
      let numbers = ProcessGroup.numbers(in: folder + "/pids")
      for _ in 0..<200 where !numbers.allSatisfy(ProcessGroup.isGone) { try await Task.sleep(for: .milliseconds(50)) }
      #expect(numbers.allSatisfy(ProcessGroup.isGone))
    }
  }

  @Test(
    "a program that cannot be started is told apart",
    arguments: [
      ("plugins/nothing.py", "there is no file"), ("plugins", "is not a file"), ("README.md", "not executable"),
    ])
  func programs(_ path: String, _ words: String) async throws {
    let context = try Bench.workbench().context()
    let error = await #expect(throws: StorageError.self) {
      _ = try await ProcessStore.open(
        PluginExecutable(name: "a\u{1B}b", path: Bench.fixture(path)),
        url: StorageURL(scheme: "process", location: "x"), context: context
      ) { _ in }
    }
    #expect(error?.code == .pluginStart)
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    #expect(error?.message.contains("\u{1B}") == false)
  }
}
