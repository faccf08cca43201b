import HealthModel
import HealthStorage

/// How far imports have come, committed with their samples.
enum ProgressCases {
  static func progress(_ input: String, at offset: Int64 = 100, isFinished: Bool = false) -> ImportProgress {
    var counts = ImportCounts()
    counts.read = 10
    counts.accepted = 4
    counts.duplicates = 3
    counts.conflicts = 2
    counts.refused = 1
    return ImportProgress(
      input: input, path: "a.ndjson", position: ReadPosition(byteOffset: offset, line: 11, column: 5),
      prefixHash: [1, 2, 3], counts: counts, details: #"{"read":10}"#, quarantineLength: 77, unsupportedLength: 88,
      isFinished: isFinished, catalogHash: "cafe", version: "1.0")
  }

  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("progress comes back as it was", .resume) { bench in
      let store = try await bench.open()
      var plain = progress("/data/a.ndjson", isFinished: true)
      var odd = ImportProgress(
        input: "/data/\u{FC} \"b\"\\\n\t%s'.ndjson", path: "../\u{4E2D}\u{6587} (1).ndjson",
        position: ReadPosition(byteOffset: 9_007_199_254_740_991, line: 2_147_483_648, column: 1_000_000),
        prefixHash: Array(0...255) + [0, 0x0A, 0x22, 0x5C, 0xFF],
        details: #"{"text":"\u0000\"\\\n\u00fc","list":[1,2.5,null,true],"nested":{"a":{}}}"# + "\n \u{1F49C}",
        quarantineLength: 1 << 40, unsupportedLength: 0, isIncomplete: true, catalogHash: "", version: "0.1.0-\u{E9}")
      let empty = ImportProgress(input: "-", path: "", details: "", catalogHash: "", version: "")
      for item in [plain, odd, empty] { try await store.backend.commit(item) }
      for item in [plain, odd, empty] {
        try CaseFailure.compare(try await store.backend.progress(of: item.input), item, "the progress")
      }
      try CaseFailure.compare(try await store.backend.imports(), [plain, odd, empty], "the list of imports")
      plain.isFinished = false
      odd.details = String(repeating: "0123456789abcdef", count: 16_384)
      for item in [plain, odd] {
        try await store.backend.commit(item)
        try CaseFailure.compare(try await store.backend.progress(of: item.input), item, "the progress")
      }
    },
    ConformanceCase("progress is committed with the samples before it", .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      let first = progress("/data/a.ndjson", at: 100)
      let second = progress("/data/a.ndjson", at: 200)
      try await store.append("a", gives: "+")
      try await expect(nil, of: first.input, store)
      try await store.backend.commit(first)
      try await expect(first, of: first.input, store)
      try await store.append("b", gives: "+")
      await store.rollback()
      try await expect(first, of: first.input, store)
      try await store.append("b a", gives: "+ =")
      try await expect(first, of: first.input, store)
      try await store.backend.commit(second)
      try await expect(second, of: first.input, store)
      try await store.expectTexts("a b")
    },
    ConformanceCase("progress is committed without samples, and stays when there is none", .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      let item = progress("/data/a.ndjson")
      try await store.backend.commit(item)
      try await store.keep("a")
      try await store.commit()
      try await store.append("b", gives: "+")
      await store.rollback()
      try await expect(item, of: item.input, store)
      try await expect(nil, of: "/data/a", store)
      try await expect(nil, of: "/data/A.ndjson", store)
      try await expect(nil, of: "", store)
    },
    ConformanceCase("imports come in the order of their first commits", .resume) { bench in
      let store = try await bench.open()
      let inputs = ["/z", "/a", "/m", "/b"]
      for input in inputs { try await store.backend.commit(progress(input)) }
      try await store.backend.commit(progress("/a", at: 500))
      try await store.backend.commit(progress("/z", at: 600, isFinished: true))
      let wanted = [progress("/z", at: 600, isFinished: true), progress("/a", at: 500), progress("/m"), progress("/b")]
      try CaseFailure.compare(try await store.backend.imports(), wanted, "the list of imports")
    },
  ]

  private static func expect(_ wanted: ImportProgress?, of input: String, _ store: OpenedStore) async throws {
    try CaseFailure.compare(try await store.backend.progress(of: input), wanted, "the progress of `\(input)`")
  }
}
