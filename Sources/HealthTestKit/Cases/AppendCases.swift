import HealthModel

/// The outcomes of single samples: accepted once, then duplicates and conflicts.
enum AppendCases {
  private static let heart = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#

  static let all: [ConformanceCase] = [
    ConformanceCase("a sample that comes again is a duplicate", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
          """#))
      try await store.append("rest rest", gives: "+ =")
      try await store.append("rest", gives: "=")
      try await store.commit()
      try await store.append("rest run run", gives: "= + =")
      try await store.commit()
      try await store.append("run rest", gives: "= =")
      try await store.commit()
      try await store.expectTexts("rest run")
      try await store.expectCounts("heartRate 2")
    },
    ConformanceCase("other content under a given id is a conflict and changes nothing", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          first {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          moved {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
          retyped {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":60,"unit":"count","start":"2026-01-01T08:00:00Z"}
          """#))
      try await store.append("first edited first", gives: "+ ! =")
      try await store.append("moved", gives: "!")
      try await store.commit()
      try await store.append("retyped moved edited first", gives: "! ! ! =")
      try await store.commit()
      try await store.expectTexts("first")
      try await store.expectCounts("heartRate 1")
    },
    ConformanceCase("an edited sample that keeps a derived id is a conflict", .write) { bench in
      let id = try bench.samples("first \(heart)").id("first")
      let store = try await bench.open(
        try bench.samples(
          """
          first \(heart)
          named {"uuid":"\(id)","type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          edited {"uuid":"\(id)","type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          moved {"uuid":"\(id)","type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
          retyped {"uuid":"\(id)","type":"stepCount","value":60,"unit":"count","start":"2026-01-01T08:00:00Z"}
          """))
      try await store.append("first edited moved retyped named", gives: "+ ! ! ! =")
      try await store.commit()
      try await store.append("retyped moved edited named first", gives: "! ! ! = =")
      try await store.commit()
      try await store.expectTexts("first")
    },
    ConformanceCase("the original of an edited sample that is stored is a conflict", .write) { bench in
      let id = try bench.samples("first \(heart)").id("first")
      let store = try await bench.open(
        try bench.samples(
          """
          moved {"uuid":"\(id)","type":"stepCount","value":60,"unit":"count","start":"2026-01-02T09:00:00Z"}
          first \(heart)
          """))
      try await store.append("moved first", gives: "+ !")
      try await store.commit()
      try await store.append("first moved", gives: "! =")
      try await store.commit()
      try await store.expectTexts("moved")
    },
    ConformanceCase("a characteristic has one value for each subject", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          blood {"type":"bloodType","value":"aPositive"}
          other {"type":"bloodType","value":"oNegative"}
          hers {"type":"bloodType","value":"oNegative","subject":"p-2"}
          note {"type":"kit.note","value":"one"}
          longer {"type":"kit.note","value":"one more"}
          birth {"type":"dateOfBirth","value":"1990-04-12"}
          """#))
      try await store.append("blood other hers blood note longer birth", gives: "+ ! + = + ! +")
      try await store.commit()
      try await store.append("other blood hers longer note birth", gives: "! = = ! = =")
      try await store.commit()
      try await store.expectCounts("bloodType 2, dateOfBirth 1, kit.note 1")
    },
    ConformanceCase("fields outside the identity make no new sample, and the first one stays", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          first {"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale","version":"1"}}
          created {"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","created":"2026-01-02T08:00:00Z","source":{"name":"Scale","version":"1"}}
          updated {"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale","version":"2"}}
          device {"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale","version":"1"},"device":{"name":"B"}}
          zone {"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T10:00:00+02:00","source":{"name":"Scale","version":"1"}}
          grams {"type":"bodyMass","value":70500,"unit":"g","start":"2026-01-01T08:00:00Z","source":{"name":"Scale","version":"1"}}
          """#))
      try await store.append("first created updated device zone grams", gives: "+ = = = = =")
      try await store.commit()
      try await store.append("grams zone device updated created first", gives: "= = = = = =")
      try await store.commit()
      try await store.expectTexts("first")
    },
    ConformanceCase("subject, source, metadata, time and value make another sample", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          plain {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          subject {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","subject":"p-1"}
          source {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Watch"}}
          metadata {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"a":1}}
          longer {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:00.000001Z"}
          later {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00.000001Z"}
          more {"type":"heartRate","value":60.000000001,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          """#))
      try await store.append("plain subject source metadata longer later more", gives: "+++++++")
      try await store.commit()
      try await store.append("more later longer metadata source subject plain", gives: "=======")
      try await store.commit()
      try await store.expectCounts("heartRate 7")
    },
    ConformanceCase("any id may be given", .write) { bench in
      let ids = [
        "00000000-0000-0000-0000-000000000001", "00000000-0000-4000-8000-000000000000",
        "7FFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "80000000-0000-0000-0000-000000000000",
        "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "0A0D0022-5C00-4000-8000-27605C0D0A00",
      ]
      let lines = ids.enumerated().map { place, id in
        "s\(place) {\"uuid\":\"\(id)\",\"type\":\"heartRate\",\"value\":60,\"unit\":\"count/min\","
          + "\"start\":\"2026-01-01T08:00:00Z\"}"
      }
      let store = try await bench.open(try bench.samples(lines.joined(separator: "\n")))
      try await store.append("s4 s3 s2 s1 s0 s5", gives: "++++++")
      try await store.commit()
      try await store.append("s0 s1 s2 s3 s4 s5", gives: "======")
      try await store.commit()
      try await store.expectAll("s0 s1 s5 s2 s3 s4")
    },
  ]
}
