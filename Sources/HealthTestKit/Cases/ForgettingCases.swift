import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// Forgetting imports: their names and counts are gone, and their samples stay.
enum ForgettingCases {
  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("a forgotten import is gone, and its samples and the other imports stay", .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      let inputs = ["/z", "/a", "/m"].map { ProgressCases.progress($0, isFinished: true) }
      try await store.append("a b", gives: "++")
      for item in inputs { try await store.backend.commit(item) }
      try await forget(["/a", "/none"], gives: 1, in: store)
      try CaseFailure.compare(try await store.backend.progress(of: "/a"), nil, "the progress of a forgotten import")
      try CaseFailure.compare(try await store.backend.imports(), [inputs[0], inputs[2]], "the list of imports")
      try await store.expectTexts("a b")
      try await forget(["/a"], gives: 0, in: store)
      try await forget([], gives: 0, in: store)
      // The same input again begins anew, as the last one.
      try await store.append("a b", gives: "==")
      try await store.backend.commit(inputs[1])
      try CaseFailure.compare(
        try await store.backend.imports(), [inputs[0], inputs[2], inputs[1]], "the list of imports")
      try await forget(["/z", "/a", "/m"], gives: 3, in: store)
      try CaseFailure.compare(try await store.backend.imports(), [], "the list of imports")
      try await store.expectSound()
    },
    ConformanceCase("a forgotten import is in no file of the store", .resume, needs: .durable) { bench in
      let word = "tell-nobody-of-this-word"
      var store = try await bench.open(try bench.samples(text))
      var item = ProgressCases.progress("/data/\(word).ndjson")
      item.path = "\(word).ndjson"
      item.details = #"{"subject":"\#(word)"}"#
      try await store.append("a", gives: "+")
      try await store.backend.commit(item)
      item.isFinished = true
      try await store.backend.commit(item)
      try await forget([item.input], gives: 1, in: store)
      if bench.capabilities.contains(.compact) { _ = try await store.backend.compact() }
      try await bench.close(store)
      try bench.expectNoFile(holds: word, "the name of the forgotten import")
      store = try await bench.open(store.samples)
      try CaseFailure.compare(try await store.backend.imports(), [], "the list of imports")
      try await store.expectTexts("a")
      try await store.expectSound()
    },
  ]

  /// Forgets imports, and compares how many are gone; a store need not be able to.
  private static func forget(_ inputs: Set<String>, gives count: Int, in store: OpenedStore) async throws {
    let forgotten: Int
    do {
      forgotten = try await store.backend.forget(imports: inputs)
    } catch let error as StorageError where error.code == .unsupported {
      throw CaseFailure.skip("the store cannot forget imports")
    }
    try CaseFailure.compare(forgotten, count, "the number of imports that are gone")
  }
}
