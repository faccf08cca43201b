import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// A log that another process writes anew while the store is open.
@Suite struct RewrittenLogTests {
  let place: Place
  private static let inputs = ["/a", "/b", "/c"]

  init() throws { place = try Place() }

  private static func progress(_ input: String) -> ImportProgress {
    ImportProgress(input: input, path: input + ".ndjson", isFinished: true, catalogHash: "c", version: "1")
  }

  /// A store with three imports of a sample each.
  private func filled() async throws -> StepwiseStore {
    let store = try await place.open()
    for (second, input) in Self.inputs.enumerated() {
      #expect(try await store.append([Bench.heartRate(60, at: second)]) == "+")
      try await store.commit(Self.progress(input))
    }
    return store
  }

  /// Written anew twice, the log could be given the number of the file that was read.
  @Test("an open store answers rightly after another one forgets imports", arguments: [["/b"], ["/a", "/b"]])
  func forgotten(_ gone: [String]) async throws {
    let first = try await filled()
    let second = try await place.open()
    let history = "1: 1 added; 2: 1 added; 3: 1 added"
    #expect(try await second.history() == history)
    for input in gone { #expect(try await first.base.forget(imports: [input]) == 1) }
    for input in Self.inputs {
      let progress = try await second.progress(of: input)
      #expect(progress == (gone.contains(input) ? nil : Self.progress(input)))
    }
    #expect(try await second.imports().map(\.input) == Self.inputs.filter { !gone.contains($0) })
    #expect(try await second.history() == history)
    #expect(try await second.verify().isEmpty)
    #expect(try await second.append([Bench.heartRate(60, at: 0), Bench.heartRate(60, at: 9)]) == "=+")
    try await second.commit(Self.progress("/d"))
    for store in [first, second] {
      #expect(try await store.history() == history + "; 4: 1 added")
      #expect(try await store.progress(of: "/d") == Self.progress("/d"))
      try await store.close()
    }
  }

  @Test("changes that are being read go on when imports are forgotten") func whileChangesAreRead() async throws {
    let store = try await filled()
    let folder = try StoreFolder(place.store, makesFolder: false)
    var commits: [Int64] = []
    let anchor = try await store.changes(ChangeQuery(since: ChangeAnchor(commit: 0))) { page in
      if commits.isEmpty {
        let state = try CommitLog(place: folder).state(after: nil)
        #expect(try ForgottenImports(place: folder, inputs: ["/b", "/c"]).run(state))
      }
      commits.append(page.commit)
      return true
    }
    #expect(commits == [1, 2, 3])
    #expect(anchor == ChangeAnchor(commit: 3))
    #expect(try await store.imports().map(\.input) == ["/a"])
    #expect(try await store.progress(of: "/c") == nil)
    try await store.close()
  }
}
