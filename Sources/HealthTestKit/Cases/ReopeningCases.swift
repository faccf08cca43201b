import HealthModel
import HealthStorage

/// The content of a store after reopening.
enum ReopeningCases {
  private static let text = #"""
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Watch"}}
    run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    given {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":5,"unit":"count","start":"2026-01-01T08:00:00Z"}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":6,"unit":"count","start":"2026-01-01T08:00:00Z"}
    twin {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    h {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":121,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    """#

  private static var readOnly: StorageOptions {
    var options = StorageOptions()
    options.isReadOnly = true
    return options
  }

  static let all: [ConformanceCase] = [
    ConformanceCase("committed samples are there when the store is opened again", .durable) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("twin rest given")
      store = try await bench.reopen(store)
      try await store.append("twin rest given edited h g", gives: "= = = ! !!! +=+")
      try await store.commit()
      store = try await bench.reopen(store)
      try await store.append("g h run edited", gives: "=== !!= + !")
      try await store.commit()
      store = try await bench.reopen(store)
      try await store.append("run g twin", gives: "= === =")
      try await store.expectTexts("g rest run given")
      try await store.expectSound()
    },
    ConformanceCase("what was not committed is gone when the store is closed", .durable) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("rest")
      try await store.append("run g", gives: "+ +++")
      store = try await bench.reopen(store)
      try await store.append("g run rest", gives: "+++ + =")
      store = try await bench.reopen(store)
      try await store.expectTexts("rest")
      try await store.append("run", gives: "+")
    },
    ConformanceCase("opening again and again changes nothing", .durable) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("rest g given")
      for _ in 0..<5 {
        store = try await bench.reopen(store)
        try await store.expectTexts("g rest given")
        try await store.expectCounts(
          "bloodPressure 1, bloodPressureDiastolic 1, bloodPressureSystolic 1, heartRate 1, stepCount 1")
      }
      try await store.append("rest g given", gives: "= === =")
    },
    ConformanceCase("progress is there when the store is opened again", .durable, needs: .resume) { bench in
      var store = try await bench.open(try bench.samples(text))
      let items = [ProgressCases.progress("/b"), ProgressCases.progress("/a", at: 7, isFinished: true)]
      for item in items { try await store.backend.commit(item) }
      store = try await bench.reopen(store)
      try CaseFailure.compare(try await store.backend.imports(), items, "the list of imports")
      try CaseFailure.compare(try await store.backend.progress(of: "/a"), items[1], "the progress")
      try await store.backend.commit(ProgressCases.progress("/c"))
      store = try await bench.reopen(store)
      try CaseFailure.compare(try await store.backend.imports().map(\.input), ["/b", "/a", "/c"], "the inputs")
    },
    ConformanceCase("tombstones are there when the store is opened again", .durable, needs: .delete) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("rest g run")
      try await store.delete("rest g", count: 4)
      store = try await bench.reopen(store)
      try await store.append("rest g twin run given", gives: "= === = = +")
      try await store.commit()
      try CaseFailure.compare(try await store.backend.information().deletions, 4, "the number of deletions")
      var options = StorageOptions()
      options.restoresDeleted = true
      store = try await bench.reopen(store, options)
      try await store.append("rest g", gives: "+ +++")
      try await store.commit()
      store = try await bench.reopen(store)
      try await store.append("rest g", gives: "= ===")
      try await store.expectTexts("g rest run given")
    },
    ConformanceCase("commits are numbered on when the store is opened again", .durable, needs: .changes) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("rest")
      try await store.keep("given")
      store = try await bench.reopen(store)
      try await store.expectChanges("1: rest; 2: given", anchor: 2)
      try await store.append("rest", gives: "=")
      try await store.commit()
      store = try await bench.reopen(store)
      try await store.keep("g")
      try await store.expectChanges("1: rest; 2: given; 3: g(twin g.2) g.2 twin", anchor: 3)
    },
    ConformanceCase("a store that is not there is not opened for reading", .durable) { bench in
      do {
        _ = try await bench.open(nil, readOnly)
        throw CaseFailure("a store that is not there was opened for reading")
      } catch is StorageError {}
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest")
      try await store.expectTexts("rest")
    },
    ConformanceCase("a store that is opened for reading answers and takes nothing", .durable) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("rest g")
      store = try await bench.reopen(store, readOnly)
      try await store.expectTexts("g rest")
      do {
        _ = try await store.backend.append(try store.samples.batch("run"))
        throw CaseFailure("a store that was opened for reading took a sample")
      } catch is StorageError {}
      if bench.capabilities.contains(.delete) {
        do {
          _ = try await store.backend.delete(SampleQuery())
          throw CaseFailure("a store that was opened for reading deleted samples")
        } catch is StorageError {}
      }
      try await store.expectTexts("g rest")
      store = try await bench.reopen(store)
      try await store.append("rest g run", gives: "= === +")
      try await store.commit()
      try await store.expectTexts("g rest run")
    },
    ConformanceCase("compacting leaves every answer as it was", .compact) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("rest g run")
      if bench.capabilities.contains(.delete) { try await store.delete("run", count: 1) }
      try await store.keep("given")
      let deletes = bench.capabilities.contains(.delete)
      for _ in 0..<2 {
        let receipt = try await store.backend.compact()
        guard receipt.bytesBefore >= 0, receipt.bytesAfter >= 0 else { throw CaseFailure("a size is below zero") }
        try await store.expectTexts(deletes ? "g rest given" : "g rest run given")
        try await store.append("run rest g edited", gives: "= = === !")
        try await store.commit()
        if bench.capabilities.isSuperset(of: [.changes, .delete]) {
          try await store.expectChanges("1: g(twin g.2) g.2 twin rest; 2: -run; 3: given", anchor: 3)
        }
        try await store.expectSound()
        guard bench.capabilities.contains(.durable) else { return }
        store = try await bench.reopen(store)
      }
    },
  ]
}
