import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import HealthTestKit
import Testing

/// The host says what the transcripts say, and makes of the answers what they mean.
@Suite(.enabled(if: Bench.hasPython, "python3 is not here"), .timeLimit(.minutes(10)))
struct HostTranscriptTests {
  /// Opens the store of a transcript, does what it shows, and checks that the transcript was played to its end.
  private func play(_ name: String, _ work: (StepwiseStore) async throws -> Void) async throws -> Words {
    try await Bench.withFolder { folder in
      let words = Words()
      let store = StepwiseStore(
        try await ProcessStore.open(
          PluginExecutable(
            name: "transcript", path: Bench.fixture("plugins/player.py"),
            arguments: [Bench.transcriptPath(name), folder + "/place"]),
          url: StorageURL(scheme: "process", location: "transcript?path=health.db"),
          context: try Bench.workbench().context(), limits: Bench.limits
        ) { words.add($0) })
      do {
        try await work(store)
      } catch {
        Issue.record("\(name): \(error)")
      }
      try await store.close()
      let place = try String(contentsOfFile: folder + "/place", encoding: .utf8)
      #expect(JSONValue(parsing: Array(place.utf8))?["end"]?.text == "done", "\(place)")
      return words
    }
  }

  private static let everything = [Bench.pressure, Bench.pulse()]

  @Test("writing") func writing() async throws {
    _ = try await play("writing") { store in
      let batch = try Bench.batch(Self.everything)
      #expect(try await store.append(batch).count(of: .accepted) == 4)
      try await store.commit(Bench.progress(9))
      #expect(try await store.append(batch).count(of: .duplicate) == 4)
      try await store.commit(nil)
      #expect(try await store.progress(of: "/data/day.ndjson") == Bench.progress(9))
      #expect(try await store.forget(imports: ["/data/day.ndjson"]) == 1)
      #expect(try await store.progress(of: "/data/day.ndjson") == nil)
    }
  }

  @Test("reading") func reading() async throws {
    _ = try await play("reading") { store in
      let batch = try Bench.batch(Self.everything)
      let written = try Bench.workbench().lines(of: batch)
      _ = try await store.append(batch)
      try await store.commit(nil)
      let pulses = try await Bench.lines(store) { query in
        query.types = ["heartRate"]
        query.from = 1_767_254_400_000_000
        query.sort = .descending
        query.limit = 100
      }
      #expect(pulses == [written[1]])
      #expect(try await Bench.lines(store) == written)
      let ofNobody = try await Bench.lines(store) { query in
        query.types = ["bloodPressureSystolic"]
        query.source = "nobody"
        query.limit = 3
      }
      #expect(ofNobody.isEmpty)
      var rows = 0
      try await store.query(SampleQuery()) { batch in
        rows += batch.count
        return false
      }
      #expect(rows == 6)
      #expect(try await store.counts().map(\.count) == [1, 1, 1, 1])
      let information = try await store.information()
      #expect(information.format == "memory")
      #expect(information.details.map(\.value) == ["tests", "transcript 1.0.0"])
      #expect(try await store.verify().isEmpty)
    }
  }

  @Test("changing") func changing() async throws {
    _ = try await play("changing") { store in
      let batch = try Bench.batch(Self.everything)
      _ = try await store.append(batch)
      try await store.commit(nil)
      var pages: [ChangePage] = []
      let first = try await store.changes(ChangeQuery(omitsMembers: true)) { page in
        pages.append(page)
        return true
      }
      #expect(first == ChangeAnchor(commit: 1))
      #expect(try Bench.workbench().lines(of: pages[0].added) == Bench.workbench().lines(of: batch))
      #expect(pages.map(\.isEndOfCommit) == [true])
      var query = SampleQuery()
      query.ids = [batch.id[3]]
      query.limit = 7
      #expect(try await store.delete(query) == DeletionReceipt(deleted: 1, anchor: ChangeAnchor(commit: 2)))
      var deleted: [DeletedSample] = []
      let second = try await store.changes(ChangeQuery(since: first)) { page in
        deleted += page.deleted
        return true
      }
      #expect(second == ChangeAnchor(commit: 2))
      #expect(deleted == [DeletedSample(id: batch.id[3], type: "heartRate")])
      let error = await #expect(throws: StorageError.self) {
        _ = try await store.changes(ChangeQuery(since: ChangeAnchor(commit: 9))) { _ in true }
      }
      #expect(error?.code == .failed)
      var systolic = SampleQuery()
      systolic.types = ["bloodPressureSystolic"]
      let statistics = try await store.statistics(systolic)
      #expect(statistics.count == 1)
      #expect(statistics.average == 120)
      #expect(statistics.lastStart == 1_767_254_400_000_000)
      #expect(try await store.compact() == CompactionReceipt(bytesBefore: 81_920, bytesAfter: 40_960))
    }
  }

  @Test("refusing") func refusing() async throws {
    _ = try await play("refusing") { store in
      _ = try await store.append(try Bench.batch(Bench.pulse()))
      try await store.commit(nil)
      let receipt = try await store.append(try Bench.batch(Bench.pulse(61), Bench.steps, Bench.mass))
      #expect(
        receipt == AppendReceipt(outcomes: [.conflict, .refused, .accepted], reasons: [1: "steps are too many"]))
      await store.rollback()
      let mass = try Bench.batch(Bench.mass)
      let error = await #expect(throws: StorageError.self) { _ = try await store.append(mass) }
      #expect(error?.code == .full)
      #expect(error?.description == "the plugin transcript says: no room is left on the disk; make room")
      await store.rollback()
      #expect(try await store.append(mass).outcomes == [.accepted])
      try await store.commit(nil)
    }
  }

  @Test("resuming") func resuming() async throws {
    _ = try await play("resuming") { store in
      for line in [Bench.pulse(), Bench.steps, Bench.mass] {
        #expect(try await store.append(try Bench.batch(line)).outcomes == [.accepted])
        try await store.commit(nil)
      }
    }
  }

  @Test("asides") func asides() async throws {
    let words = try await play("asides") { store in
      #expect(try await store.append(try Bench.batch(Bench.pulse())).outcomes == [.accepted])
      try await store.commit(nil)
    }
    #expect(words.all == ["warning: transcript: the disk is nearly full"])
  }
}
