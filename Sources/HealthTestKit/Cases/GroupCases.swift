import HealthModel
import HealthStorage

/// Correlations with their members: stored whole, linked to what is stored, and in order.
enum GroupCases {
  /// `twin` is the sample `g.1`, and `h` shares its diastolic pressure with `g`.
  private static let text = #"""
    twin {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    h {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:05:00Z","members":[{"type":"bloodPressureSystolic","value":125,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:00Z"}]}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("a correlation is stored with its members", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("g rest g", gives: "+++ + ===")
      try await store.append("g", gives: "===")
      try await store.commit()
      try await store.append("g rest", gives: "=== =")
      try await store.commit()
      try await store.expectAll("g(twin g.2) g.2 twin rest")
      try await store.expectTexts("g rest")
    },
    ConformanceCase("a member that was stored before is linked", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("twin")
      try await store.append("g", gives: "+ = +")
      try await store.commit()
      try await store.append("twin g", gives: "= ===")
      try await store.commit()
      try await store.expectTexts("g")
      try await store.expectCounts("bloodPressure 1, bloodPressureDiastolic 1, bloodPressureSystolic 1")
    },
    ConformanceCase("a member before its correlation in a batch is linked", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("twin g twin", gives: "+ +=+ =")
      try await store.commit()
      try await store.expectAll("g(twin g.2) g.2 twin")
    },
    ConformanceCase("a sample that was stored as a member is a duplicate by itself", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("g twin", gives: "+++ =")
      try await store.commit()
      try await store.append("twin", gives: "=")
      try await store.commit()
      try await store.expectTexts("g")
    },
    ConformanceCase("two correlations may share a member", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("g")
      try await store.append("h", gives: "+ + =")
      try await store.commit()
      try await store.append("h g", gives: "=== ===")
      try await store.commit()
      try await store.expectCounts("bloodPressure 2, bloodPressureDiastolic 1, bloodPressureSystolic 2")
      guard bench.capabilities.contains(.query) else { return }
      let found = try await store.answer(SampleQuery { $0.types = ["bloodPressure"] }).heads.sorted()
      try CaseFailure.compare(found, ["g(twin g.2)", "h(h.1 g.2)"], "the list of correlations")
    },
    ConformanceCase("one sample may be twice in a correlation", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          meal {"type":"food","start":"2026-01-01T12:00:00Z","members":[{"type":"dietaryWater","value":200,"unit":"mL"},{"type":"dietaryProtein","value":9,"unit":"g"},{"type":"dietaryWater","value":200,"unit":"mL"}]}
          """#))
      try await store.append("meal", gives: "+ + + =")
      try await store.commit()
      try await store.append("meal", gives: "====")
      try await store.commit()
      try await store.expectCounts("dietaryProtein 1, dietaryWater 1, food 1")
      try await store.expectTexts("meal")
    },
    ConformanceCase("correlations and members may have given ids", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          g {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000003","type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000002","type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
          low {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000002","type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
          h {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000004","type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000002","type":"bloodPressureDiastolic","value":80,"unit":"mmHg"},{"type":"bloodPressureSystolic","value":121,"unit":"mmHg"}]}
          """#))
      try await store.append("g low h", gives: "+++ = +=+")
      try await store.commit()
      try await store.append("h low g", gives: "=== = ===")
      try await store.commit()
      try await store.expectTexts("g h")
    },
    ConformanceCase("members keep their order and their roles", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          s {"type":"kit.sitting","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","members":[{"type":"heartRate","role":"after","value":90,"unit":"count/min","start":"2026-01-01T08:50:00Z"},{"type":"Kit.level","value":5,"unit":"kg"},{"type":"heartRate","role":"before","value":70,"unit":"count/min","start":"2026-01-01T08:01:00Z"},{"type":"sleepAnalysis","value":"awake"},{"type":"heartRate","role":"after","value":80,"unit":"count/min","start":"2026-01-01T08:55:00Z"},{"type":"heartRate","role":"before","value":60,"unit":"count/min","start":"2026-01-01T08:02:00Z"}]}
          t {"type":"kit.sitting","start":"2026-01-01T08:50:00Z","members":[{"type":"heartRate","role":"before","value":90,"unit":"count/min","start":"2026-01-01T08:50:00Z"}]}
          """#))
      // The first sample of `s` is after its effort there, and before one in `t`.
      try await store.append("s t", gives: "+++++++ +=")
      try await store.commit()
      try await store.append("t s", gives: "== =======")
      try await store.commit()
      try await store.expectTexts("s t")
    },
    ConformanceCase("a correlation may have 200 members", .write) { bench in
      let members = (0..<200).map { number in
        "{\"type\":\"heartRate\",\"role\":\"\(number % 3 == 0 ? "after" : "before")\",\"value\":\(number + 1),"
          + "\"unit\":\"count/min\",\"start\":\"2026-01-01T08:\(10 + (number * 7) % 50):00Z\"}"
      }
      let store = try await bench.open(
        try bench.samples(
          "s {\"type\":\"kit.sitting\",\"start\":\"2026-01-01T08:00:00Z\",\"end\":\"2026-01-01T09:00:00Z\","
            + "\"members\":[\(members.joined(separator: ","))]}"))
      try await store.keep("s")
      try await store.append("s", gives: String(repeating: "=", count: 201))
      try await store.commit()
      try await store.expectTexts("s")
      try await store.expectCounts("heartRate 200, kit.sitting 1")
    },
  ]
}
