import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// Deletions by an app, which owns the samples of its bundle alone.
enum OwnerCases {
  private static let owner = "com.example.mine"

  /// Whose the samples are is in their names; `mixed` is mine with a foreign member, `guest` the other way round, and
  /// `lent` has a member that `hers` has as well.
  private static let text = #"""
    mine {"type":"heartRate","value":1,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Mine","bundle":"com.example.mine"}}
    foreign {"type":"heartRate","value":2,"unit":"count/min","start":"2026-01-01T08:01:00Z","source":{"name":"Other","bundle":"com.example.other"}}
    named {"type":"heartRate","value":3,"unit":"count/min","start":"2026-01-01T08:02:00Z","source":{"name":"com.example.mine"}}
    longer {"type":"heartRate","value":4,"unit":"count/min","start":"2026-01-01T08:03:00Z","source":{"bundle":"com.example.mine.app"}}
    nobody {"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-01T08:04:00Z"}
    mixed {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","source":{"bundle":"com.example.mine"},"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","source":{"bundle":"com.example.other"}}]}
    guest {"type":"bloodPressure","start":"2026-01-01T09:00:00Z","source":{"bundle":"com.example.other"},"members":[{"type":"bloodPressureSystolic","value":121,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":81,"unit":"mmHg","source":{"bundle":"com.example.mine"}}]}
    all {"type":"bloodPressure","start":"2026-01-01T10:00:00Z","source":{"bundle":"com.example.mine"},"members":[{"type":"bloodPressureSystolic","value":122,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":82,"unit":"mmHg"}]}
    lent {"type":"kit.sitting","start":"2026-01-01T11:00:00Z","source":{"bundle":"com.example.mine"},"members":[{"type":"heartRate","role":"before","value":90,"unit":"count/min"},{"type":"heartRate","role":"after","value":91,"unit":"count/min"}]}
    hers {"type":"kit.sitting","start":"2026-01-01T11:00:00Z","end":"2026-01-01T11:10:00Z","source":{"bundle":"com.example.other"},"members":[{"type":"heartRate","role":"before","value":90,"unit":"count/min","start":"2026-01-01T11:00:00Z","source":{"bundle":"com.example.mine"}}]}
    """#

  private static var options: StorageOptions {
    var options = StorageOptions()
    options.owner = owner
    return options
  }

  private static let foreigners = "mixed guest foreign named longer nobody"

  static let all: [ConformanceCase] = [
    ConformanceCase("an owner deletes its own samples only", .delete, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text), options)
      try await store.keep("\(foreigners) mine all")
      try await store.delete(SampleQuery(), count: 4, anchor: 2)
      try await store.expectTexts("mixed guest foreign named longer nobody")
      try await store.append("mine all", gives: "= ===")
      await store.rollback()
      try await store.delete(SampleQuery(), count: 0, anchor: 2)
      try await store.expectSound()
    },
    ConformanceCase("a foreign sample is not there for an owner's deletion", .delete, needs: .query) { bench in
      let samples = try bench.samples(text)
      let store = try await bench.open(samples, options)
      try await store.keep("\(foreigners) mine")
      let names = ["foreign", "named", "longer", "nobody", "guest.1", "mixed.2", "guest"]
      let ids = try names.map { try samples.id($0) }
      try await store.delete(SampleQuery { $0.ids = ids }, count: 0, anchor: 1)
      try await store.delete(SampleQuery { $0.ids = [SampleID(high: 1, low: 1)] }, count: 0, anchor: 1)
      try await store.expectTexts("mixed guest mine foreign named longer nobody")
    },
    ConformanceCase("a correlation with a foreign sample stays whole", .delete, needs: .query) { bench in
      let samples = try bench.samples(text)
      let store = try await bench.open(samples, options)
      try await store.keep("mixed guest mine")
      for names in ["mixed", "mixed.1", "guest.2", "mixed mixed.1 guest.2"] {
        try await store.delete(names, count: 0, anchor: 1)
      }
      try await store.delete("mixed guest.2 mine", count: 1, anchor: 2)
      try await store.expectTexts("mixed guest")
    },
    ConformanceCase("a member that a foreign correlation has as well stays", .delete, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text), options)
      try await store.append("lent hers mine", gives: "+++ += +")
      try await store.commit()
      try await store.delete("lent.1", count: 2, anchor: 2)
      try await store.expectAll("mine lent.1 hers(lent.1)")
      try await store.expectTexts("mine hers")
      try await store.delete(SampleQuery(), count: 1, anchor: 3)
      try await store.expectAll("lent.1 hers(lent.1)")
    },
    ConformanceCase("who owns all deletes all", .delete, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("\(foreigners) mine all")
      try await store.delete(SampleQuery { $0.source = owner }, count: 11, anchor: 2)
      try await store.expectTexts("foreign longer nobody")
    },
  ]
}
