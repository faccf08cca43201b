import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// Structured samples in what happens to a store over time: changes, deletions, opening again.
enum StructureKeepingCases {
  private static let text = #"""
    outing {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","fields":{"activity":"run"},"lists":{"labels":["glad"]}}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","fields":{"activity":"walk"},"lists":{"labels":["glad"]}}
    track {"type":"kit.track","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","parent":"6b9a4d10-5e0f-4c57-9c55-000000000001","points":{"time":[0,1],"units":{"altitude":"m"},"altitude":[1,2.5]}}
    alone {"type":"kit.track","start":"2026-01-01T07:59:00Z","end":"2026-01-01T09:00:00Z","points":{"time":[0,1],"units":{"altitude":"m"},"altitude":[1,2.5]}}
    lost {"type":"kit.track","start":"2026-01-01T08:30:00Z","end":"2026-01-01T09:00:00Z","parent":"6B9A4D10-5E0F-4C57-9C55-0000000000FF","points":{"time":[0,1],"units":{"altitude":"m"},"altitude":[1,2.5]}}
    strip {"type":"kit.strip","start":"2026-01-01T08:00:00Z","points":{"rate":{"value":1,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[1,2,3]}}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    """#

  private static let order = "rest outing strip"

  static let all: [ConformanceCase] = [
    ConformanceCase("a sample keeps the sample that it belongs to, stored or not", .series, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("lost track alone track", gives: "+ + + =")
      try await store.commit()
      try await store.append("outing", gives: "+")
      try await store.commit()
      let found = try await store.answer(SampleQuery { $0.types = ["kit.track"] })
      let wanted = bench.workbench.lines(of: try store.samples.batch("alone track lost"))
      try CaseFailure.compare(lines: found.lines.sorted(), wanted.sorted(), "what is stored")
    },
    ConformanceCase("structured samples are among the changes", .composites, needs: [.query, .changes]) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing rest")
      try await store.keep("strip track")
      try await store.expectChanges("1: rest outing; 2: strip track", anchor: 2)
      let feed = try await store.changes(ChangeQuery(since: ChangeAnchor(commit: 1)))
      let wanted = bench.workbench.lines(of: try store.samples.batch("strip track"))
      try CaseFailure.compare(lines: feed.feed.lines, wanted, "the changes of the second commit")
    },
    ConformanceCase("a deleted structured sample is gone", .composites, needs: [.query, .delete]) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing track strip rest")
      try await store.delete("outing", count: 1)
      try await store.expectTexts("rest strip track")
      try await store.append("outing edited", gives: "= =")
      try await store.commit()
      try await store.delete(SampleQuery { $0.types = ["kit.strip", "kit.track"] }, count: 2)
      try await store.expectTexts("rest")
      try await store.append("strip track alone", gives: "= = +")
      try await store.commit()
      try await store.expectCounts("heartRate 1, kit.track 1")
      try await store.expectSound()
    },
    ConformanceCase("structured samples are there again", .composites, needs: [.query, .durable]) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("outing track strip rest")
      store = try await bench.reopen(store)
      try await store.expectTexts("rest outing strip track")
      try await store.append("track edited strip rest lost", gives: "= ! = = +")
      try await store.commit()
      store = try await bench.reopen(store)
      try await store.expectTexts("rest outing strip track lost")
    },
    ConformanceCase(
      "structured samples of types that the registry lacks are not left out", .composites, needs: [.query, .durable]
    ) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing strip rest")
      try await bench.close(store)
      let old = bench.workbench.registry
      let registry = try Registry(
        types: old.types.filter { $0.shape.structure == nil }, metadataKeys: old.metadataKeys, enums: old.enums,
        units: old.units, contentHash: old.contentHash + " changed")
      let plain = try await bench.open(nil, registry: registry)
      do {
        let answer = try await plain.answer(SampleQuery())
        throw CaseFailure("the store answers `\(answer.text)` and leaves samples out")
      } catch let error as StorageError {
        try CaseFailure.compare(error.code.rawValue, StorageError.Code.incompatible.rawValue, "the error")
      }
      try await bench.close(plain)
      let again = try await bench.open(try bench.samples(text))
      try await again.expectTexts(order)
    },
    ConformanceCase("compacting leaves structured samples as they were", .composites, needs: [.query, .compact]) {
      bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing track strip rest")
      if bench.capabilities.contains(.delete) { try await store.delete("track", count: 1) }
      _ = try await store.backend.compact()
      try await store.expectTexts(bench.capabilities.contains(.delete) ? order : order + " track")
      try await store.expectSound()
    },
  ]
}
