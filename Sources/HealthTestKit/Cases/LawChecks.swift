import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// What laws look at that no steps can say: sizes, random programs, several tasks, sudden ends.
///
/// A step `check NAME` runs the one of its name, with the number after it if there is one.
enum LawChecks {
  typealias Check = @Sendable (inout LawRun, Int) async throws -> Void

  static let all: [String: Check] = calls.merging(SizeChecks.all) { first, _ in first }
    .merging(WriterChecks.all) { first, _ in first }.merging(InterruptionChecks.all) { first, _ in first }
    .merging(RandomChecks.all) { first, _ in first }

  private static let calls: [String: Check] = [
    "answers are duplicates": { run, _ in
      let store = try await run.store()
      for omitsMembers in [true, false] {
        let answer = try await store.answer(SampleQuery { $0.omitsMembers = omitsMembers })
        for batch in answer.batches {
          try Outcomes.compare(
            try await store.append(batch), String(repeating: "=", count: batch.count), "appending an answer")
        }
        try await store.commit()
      }
    },
    "answers can be ended": { run, _ in
      let store = try await run.store()
      var calls = 0
      try await store.backend.query(SampleQuery()) { _ in
        calls += 1
        return false
      }
      try CaseFailure.compare(calls, 1, "the number of calls of a function that ends the answer")
      let stop = CaseFailure("stop")
      do {
        try await store.backend.query(SampleQuery()) { _ in throw stop }
        throw CaseFailure("the error of the function did not come back")
      } catch let error as CaseFailure where error == stop {}
    },
    "changes anchor by anchor": { run, _ in
      let store = try await run.store()
      let whole = try await store.changes(ChangeQuery())
      var anchor = ChangeAnchor.beginning
      var parts: [String] = []
      for _ in 0..<20 where anchor < whole.anchor {
        let part = try await store.changes(ChangeQuery(since: anchor, limit: 1))
        parts.append(part.feed.text)
        anchor = part.anchor
      }
      try CaseFailure.compare(parts.joined(separator: "; "), whole.feed.text, "the feed in parts")
    },
    "changes can be ended": { run, _ in
      let store = try await run.store()
      let whole = try await store.changes(ChangeQuery()).feed.lines
      for count in 1...3 {
        let anchor = try await store.expectAnchor(afterPages: count, ChangeQuery())
        let before = try await store.changes(ChangeQuery()).feed
        let behind = try await store.changes(ChangeQuery(since: anchor)).feed
        try CaseFailure.compare(
          lines: before.lines(upTo: anchor) + behind.lines, whole, "the feed up to an anchor and after it")
      }
    },
    "odd progress": { run, _ in
      let backend = try await run.store().backend
      var plain = LawText.progress(of: "/data/a.ndjson")
      plain.isFinished = true
      var odd = ImportProgress(
        input: "/data/\u{FC} \"b\"\\\n\t%s'.ndjson", path: "../\u{4E2D}\u{6587} (1).ndjson",
        position: ReadPosition(byteOffset: 9_007_199_254_740_991, line: 2_147_483_648, column: 1_000_000),
        prefixHash: Array(0...255) + [0, 0x0A, 0x22, 0x5C, 0xFF],
        details: #"{"text":"\u0000\"\\\n\u00fc","list":[1,2.5,null,true],"nested":{"a":{}}}"# + "\n \u{1F49C}",
        quarantineLength: 1 << 40, unsupportedLength: 0, isIncomplete: true, catalogHash: "", version: "0.1.0-\u{E9}")
      let empty = ImportProgress(input: "-", path: "", details: "", catalogHash: "", version: "")
      for item in [plain, odd, empty] { try await backend.commit(item) }
      for item in [plain, odd, empty] {
        try CaseFailure.compare(try await backend.progress(of: item.input), item, "the progress")
      }
      try CaseFailure.compare(try await backend.imports(), [plain, odd, empty], "the list of imports")
      plain.isFinished = false
      odd.details = String(repeating: "0123456789abcdef", count: 16_384)
      for item in [plain, odd] {
        try await backend.commit(item)
        try CaseFailure.compare(try await backend.progress(of: item.input), item, "the progress")
      }
    },
    "batches of another registry": { run, _ in
      let store = try await run.store()
      let foreign = try batch("run", of: shifted(store.workbench.registry), in: store)
      for _ in 0..<2 {
        try await expectRefused(foreign, store)
        await store.rollback()
        try await store.append("rest", gives: "+")
        try await expectRefused(foreign, store)
        await store.rollback()
      }
      try await store.append("rest", gives: "+")
      try await store.commit()
      try await store.append("rest", gives: "=")
      await store.rollback()
      try await store.expectTexts("rest")
      try await store.expectCounts("heartRate 1")
    },
    "batches of two registries": { run, _ in
      let store = try await run.store()
      var mixed = try store.samples.batch("rest")
      mixed.append(0, of: try batch("run", of: shifted(store.workbench.registry), in: store))
      try await expectRefused(mixed, store)
      await store.rollback()
      try await store.expectAll("")
      var copied = SampleBatch()
      copied.append(0, of: try store.samples.batch("rest"))
      try Outcomes.compare(try await store.append(copied), "+", "a batch of copies")
      try await store.commit()
      try await store.expectTexts("rest")
    },
    "empty batches": { run, _ in
      let store = try await run.store()
      try Outcomes.compare(try await store.append(SampleBatch()), "", "an empty batch")
      let other = SampleBatch(of: try shifted(store.workbench.registry))
      try Outcomes.compare(try await store.append(other), "", "an empty batch of another registry")
      try await store.keep("rest")
      try await store.expectTexts("rest")
    },
  ]

  /// The registry with one type more, before all others, so that every index means another type.
  private static func shifted(_ registry: Registry) throws -> Registry {
    guard var first = registry.types.first(where: { $0.id == "Kit.level" }) else {
      throw CaseFailure("there is no type Kit.level")
    }
    first.id = "AAA.level"
    // The same hash: whoever builds a registry by hand may not change it.
    return try Registry(
      types: registry.types + [first], metadataKeys: registry.metadataKeys, enums: registry.enums,
      units: registry.units, contentHash: registry.contentHash)
  }

  private static func batch(_ names: String, of registry: Registry, in store: OpenedStore) throws -> SampleBatch {
    try store.samples.reread(SampleWorkbench(registry: registry)).batch(names)
  }

  /// A batch of a store's samples whose types are indexes into another registry.
  static func foreignBatch(_ names: String, in store: OpenedStore) throws -> SampleBatch {
    try batch(names, of: shifted(store.workbench.registry), in: store)
  }

  private static func expectRefused(_ batch: SampleBatch, _ store: OpenedStore) async throws {
    do {
      let outcomes = try await store.append(batch)
      throw CaseFailure("the batch was taken: `\(outcomes)`")
    } catch let error as StorageError {
      try CaseFailure.compare(error.code.rawValue, StorageError.Code.incompatible.rawValue, "the error")
    }
  }
}
