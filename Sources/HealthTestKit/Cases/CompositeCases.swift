import HealthModel
import HealthStorage

/// Structured samples of fields and lists are kept as they are, exactly once.
enum CompositeCases {
  static let text = #"""
    full {"type":"kit.outing","start":"2026-01-01T08:00:00+02:00","end":"2026-01-01T09:00:00+02:00","source":{"name":"Watch"},"subject":"p-1","metadata":{"k":"x"},"fields":{"activity":"run","duration":{"value":30,"unit":"min"},"laps":3,"isIndoor":false,"day":"2026-01-01","note":"a \"b\" \\ \u0001 \u00fc \ud83d\udc9c","letter":"<a>\n\"b\"</a>"},"lists":{"events":[{"kind":"resume","start":"2026-01-01T06:20:00.25Z","metadata":{"\"k\"":1.5,"l":{"value":20,"unit":"degC"}}},{"kind":"pause","start":"2026-01-01T06:10:00Z"}],"labels":["glad","calm"],"statistics":[{"type":"stepCount","sum":{"value":10,"unit":"count"}},{"type":"heartRate","sum":{"value":1,"unit":"count/s"}}]},"other":{"a":[1,null]}}
    again {"end":"2026-01-01T09:00:00+02:00","type":"kit.outing","start":"2026-01-01T08:00:00+02:00","source":{"name":"Watch"},"subject":"p-1","metadata":{"k":"x"},"lists":{"statistics":[{"sum":{"unit":"count/min","value":60},"type":"heartRate"},{"sum":{"value":10,"unit":"count"},"type":"stepCount"}],"labels":["glad","calm"],"events":[{"start":"2026-01-01T06:10:00Z","kind":"pause"},{"metadata":{"l":{"value":20,"unit":"degC"},"\"k\"":1.5},"kind":"resume","start":"2026-01-01T07:20:00.250+01:00"}]},"fields":{"letter":"<a>\n\"b\"</a>","note":"a \"b\" \\ \u0001 \u00fc \ud83d\udc9c","day":"2026-01-01","isIndoor":false,"laps":3,"duration":{"value":0.5,"unit":"hr"},"activity":"run"},"other":{"a":[1,null]}}
    bare {"type":"kit.outing","start":"2026-01-01T07:00:00Z","fields":{"activity":"walk"}}
    given {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T07:30:00Z","fields":{"activity":"walk","laps":1},"lists":{"events":[{"kind":"pause","start":"2026-01-01T07:30:00Z"}],"labels":["calm"]}}
    laps {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T07:30:00Z","fields":{"activity":"walk","laps":2},"lists":{"events":[{"kind":"pause","start":"2026-01-01T07:30:00Z"}],"labels":["calm"]}}
    event {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T07:30:00Z","fields":{"activity":"walk","laps":1},"lists":{"events":[{"kind":"resume","start":"2026-01-01T07:30:00Z"}],"labels":["calm"]}}
    label {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T07:30:00Z","fields":{"activity":"walk","laps":1},"lists":{"events":[{"kind":"pause","start":"2026-01-01T07:30:00Z"}],"labels":["calm","glad"]}}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T07:00:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("structured samples come back byte for byte", .composites, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest full given bare")
      try await store.expectTexts("rest full bare given")
      try await store.expectCounts("heartRate 1, kit.outing 3")
      try await store.expectSound()
    },
    ConformanceCase("equal content is one sample, in whatever order and units", .composites, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("full again bare", gives: "+ = +")
      try await store.append("again full", gives: "= =")
      try await store.commit()
      try await store.append("again bare given", gives: "= = +")
      try await store.commit()
      try await store.expectTexts("full bare given")
    },
    ConformanceCase("another part under the same id is a conflict", .composites, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("given laps", gives: "+ !")
      try await store.append("event", gives: "!")
      try await store.commit()
      try await store.append("label laps given event", gives: "! ! = !")
      try await store.commit()
      try await store.expectTexts("given")
    },
    ConformanceCase("structured samples roll back with all others", .composites, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("bare")
      try await store.append("full rest given", gives: "+ + +")
      await store.rollback()
      try await store.expectTexts("bare")
      try await store.append("label full", gives: "+ +")
      try await store.commit()
      try await store.expectTexts("full bare label")
    },
    ConformanceCase("structured samples are found as all others", .composites, needs: .query) { bench in
      let samples = try bench.samples(text)
      let store = try await bench.open(samples)
      try await store.keep("full given bare rest")
      let given = try samples.id("given")
      try await store.expect([
        Question("their type", "full bare given") { $0.types = ["kit.outing"] },
        Question("an id", "given") { $0.ids = [given] },
        Question("a time", "full") {
          $0.from = 1_767_249_000_000_000
          $0.to = 1_767_250_800_000_000
        },
        Question("a source", "full") { $0.source = "Watch" },
        Question("a subject", "full") { $0.subject = "p-1" },
        Question("metadata", "full") { $0.metadata = [MetadataCondition(key: "k", .equal, .text("x"))] },
        Question("the latest", "given bare full") {
          $0.types = ["kit.outing"]
          $0.sort = .descending
        },
        Question("the first", "full") {
          $0.types = ["kit.outing"]
          $0.limit = 1
        },
        Question("a number", "rest") { $0.values = [ValueCondition(.greater, .number(-1))] },
        Question("a text", "") { $0.values = [ValueCondition(.notEqual, .text("x"))] },
        Question("a text of a field", "") { $0.values = [ValueCondition(.equal, .text("run"))] },
      ])
    },
    ConformanceCase("long documents and lists come back byte for byte", .composites, needs: .query) { bench in
      let letter = String(repeating: #"a\"\\\u00fc\n"#, count: 60_000)
      let events = (0..<3_000).map { number in
        let minute = number / 60
        let (tens, ones, rest) = (minute / 10, minute % 10, number % 60)
        return "{\"kind\":\"pause\",\"start\":\"2026-01-01T07:\(tens)\(ones):\(rest / 10)\(rest % 10)Z\"}"
      }
      let head = #"{"type":"kit.outing","start":"2026-01-01T07:00:00Z","end":"2026-01-01T08:00:00Z","#
      let store = try await bench.open(
        try bench.samples(
          """
          letter \(head)"fields":{"activity":"run","letter":"\(letter)"}}
          events \(head)"fields":{"activity":"walk"},"lists":{"events":[\(events.joined(separator: ","))]}}
          rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T07:00:00Z"}
          """))
      try await store.append("letter events rest letter", gives: "+ + + =")
      try await store.commit()
      let found = try await store.answer(SampleQuery())
      let wanted = bench.workbench.lines(of: try store.samples.batch("rest letter events"))
      try CaseFailure.compare(lines: found.lines.sorted(), wanted.sorted(), "what is stored")
    },
  ]
}
