import HealthModel
import HealthStorage

/// The remains of deleted samples: only the ids.
enum TombstoneCases {
  private static let text = #"""
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    given {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":5,"unit":"count","start":"2026-01-01T08:00:00Z"}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":6,"unit":"count","start":"2026-01-01T08:00:00Z"}
    low {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    high {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    """#

  private static var restoring: StorageOptions {
    var options = StorageOptions()
    options.restoresDeleted = true
    return options
  }

  static let all: [ConformanceCase] = [
    ConformanceCase("a deleted sample that comes again is a duplicate, whatever its content", .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest given run")
      try await store.delete("rest given", count: 2)
      try await store.append("rest given edited run", gives: "= = = =")
      try await store.commit()
      try await store.append("edited rest", gives: "= =")
      try await store.commit()
      try await store.expectTexts("run")
      try await store.expectCounts("heartRate 1")
    },
    ConformanceCase("a correlation with a deleted member is a duplicate as a whole", .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("high rest")
      try await store.delete("high", count: 1)
      try await store.append("g", gives: "===")
      try await store.append("low g", gives: "+ ===")
      try await store.commit()
      try await store.expectAll("low rest")
    },
    ConformanceCase("a deleted correlation leaves no member that could be stored", .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("g rest")
      try await store.delete("g", count: 3)
      try await store.append("high low g", gives: "= = ===")
      try await store.commit()
      try await store.expectAll("rest")
    },
    ConformanceCase("a store that restores takes deleted samples again", .delete) { bench in
      let store = try await bench.open(try bench.samples(text), restoring)
      try await store.keep("g given rest")
      try await store.delete("g given", count: 4)
      try await store.append("low", gives: "+")
      await store.rollback()
      // A tombstone that went in a transaction that was rolled back is there again.
      try CaseFailure.compare(try await store.backend.information().deletions, 4, "the number of deletions")
      try await store.append("high g edited given", gives: "+ +=+ + !")
      try await store.commit()
      try await store.append("g edited", gives: "=== =")
      try await store.commit()
      try CaseFailure.compare(try await store.backend.information().deletions, 0, "the number of deletions")
      try await store.expectTexts("g rest edited")
      try await store.expectSound()
    },
    ConformanceCase("a deletion waits for the transaction before it", .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest")
      try await store.append("run", gives: "+")
      async let deletion: Void = store.delete("run", count: 1)
      for _ in 0..<20 { await Task.yield() }
      try await store.append("rest run", gives: "= =")
      try await store.commit()
      try await deletion
      try await store.append("rest run", gives: "= =")
      try await store.commit()
      try await store.expectAll("rest")
    },
    ConformanceCase("a store says how many deletions it remembers", .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("g rest run")
      try CaseFailure.compare(try await store.backend.information().deletions, 0, "the number of deletions")
      try await store.delete("g", count: 3)
      try await store.delete("rest", count: 1)
      try await store.delete("rest g", count: 0)
      try CaseFailure.compare(try await store.backend.information().deletions, 4, "the number of deletions")
      try await store.expectSound()
    },
    ConformanceCase("a deletion keeps the progress of imports", .delete, needs: .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      let progress = ProgressCases.progress("/data/a.ndjson")
      try await store.append("rest run", gives: "++")
      try await store.backend.commit(progress)
      try await store.delete("rest run", count: 2)
      try CaseFailure.compare(try await store.backend.progress(of: progress.input), progress, "the progress")
      try CaseFailure.compare(try await store.backend.imports(), [progress], "the list of imports")
    },
    ConformanceCase("a deleted text is in no file of the store", .delete, needs: .durable) { bench in
      let word = "tell-nobody-of-this-word"
      let store = try await bench.open(
        try bench.samples(
          """
          rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          secret {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:00:01Z","metadata":{"k":"\(word)"}}
          """))
      try await store.keep("rest secret")
      try await store.delete("secret", count: 1)
      if bench.capabilities.contains(.compact) { _ = try await store.backend.compact() }
      try await bench.close(store)
      try bench.expectNoFile(holds: word, "the deleted text")
    },
  ]
}
