import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// A store returns samples byte for byte.
enum ContentCases {
  private static let fields = #"""
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00+02:00","subject":"p-1","source":{"name":"Cuff"},"metadata":{"arm":"left"},"members":[{"type":"bloodPressureSystolic","value":16,"unit":"kPa","metadata":{"n":1},"device":{"name":"C2"}},{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000002","type":"bloodPressureDiastolic","value":80,"unit":"mmHg","source":{"name":"Other"}}]}
    blood {"type":"bloodType","value":"HKBloodTypeONegative","source":{"bundle":"com.example.doctor"}}
    birth {"type":"dateOfBirth","value":"1990-04-12","created":"2026-01-02T08:00:00Z"}
    full {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":1.25,"unit":"count/s","start":"2026-01-01T08:00:00.123456+05:30","end":"2026-01-01T00:00:01-07:00","created":"2026-01-02T08:00:00.5+01:00","subject":"p-1","origin":"kit","source":{"name":"Watch","bundle":"com.example.watch","version":"1.2","product":"Watch6,1","os":"10.1","team":"blue"},"device":{"name":"W","manufacturer":"M","model":"Mo","hardware":"H","firmware":"F","software":"S","local":"L","udi":"U"},"metadata":{"text":"x","number":1.5,"flag":true,"off":false,"warmth":{"value":20.5,"unit":"degC"}},"extra":{"a":[1,{"b":null}]},"more":"y"}
    plain {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    mood {"type":"kit.mood","value":"later","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z"}
    note {"type":"kit.note","value":"a note"}
    asleep {"type":"sleepAnalysis","value":4,"start":"2026-01-01T00:00:00-08:00","end":"2026-01-01T01:00:00-07:00"}
    """#

  private static let texts = #"""
    escapes {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T09:00:00Z","metadata":{"all":"\"\\\/\b\f\n\r\t\u0001\u001f\u007f","nul":"a\u0000b\u0000","quote\"back\\":"'; DROP TABLE x; --","percent":"%s%n%d {0} $1 ${HOME}","blank":"  two  ","none":""}}
    unicode {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T09:01:00Z","metadata":{"composed":"\u00e9","decomposed":"e\u0301","emoji":"\ud83d\udc69\u200d\ud83d\udc67","last":"\udbff\udfff","lines":"\u0085\u2028\u2029","mark":"\ufeff","none":"\uffff\ufffe","order":"\u202eabc\u202c","\u00fcber":"\u4e2d\u6587"}}
    names {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T09:02:00Z","subject":"p \"1\"\n\u00fc","origin":"a\\b","source":{"name":"Tom\u00a0\"T\"\\\nWatch","bundle":"com.\u00e9xample","list":[1, 2, {"q": 1e5}]},"device":{"name":"\ud83d\udc9c\t","model":"{\"a\":1}"},"odd \"key\"":"\u0007"}
    brace {"uuid":"FFFFFFFF-0000-4000-8000-000000000002","type":"kit.note","value":"{}"}
    letter {"uuid":"FFFFFFFF-0000-4000-8000-000000000001","type":"kit.note","value":"one\ntwo\t\"three\" \\ \u00e9"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("every field comes back", .query) { bench in
      let store = try await bench.open(try bench.samples(fields))
      try await store.keep("full plain mood note asleep blood birth g")
      try await store.expectTexts("g blood birth full plain mood note asleep")
    },
    ConformanceCase("every text comes back byte for byte", .query) { bench in
      let store = try await bench.open(try bench.samples(texts))
      try await store.keep("letter names unicode escapes brace")
      try await store.expectTexts("escapes unicode names letter brace")
    },
    ConformanceCase("texts of 64 KiB come back byte for byte", .query) { bench in
      let store = try await bench.open(
        try bench.samples(
          """
          wide \(heart("08:00", String(repeating: "\u{E9}", count: 32_768)))
          dense \(heart("08:01", String(repeating: "\\u0001", count: 10_922)))
          plain \(heart("08:02", String(repeating: "0123456789abcdef", count: 4_096)))
          note {"type":"kit.note","value":"\(String(repeating: "note", count: 16_384))"}
          """))
      try await store.keep("plain note wide dense")
      try await store.expectTexts("wide dense plain note")
    },
    ConformanceCase("numbers come back exactly", .query) { bench in
      let numbers = [
        "0", "0.1", "0.30000000000000004", "-5.5", "1e-300", "2.2250738585072014e-308", "1e300", "9007199254740992",
        "-9007199254740991", "123456.789", "3.141592653589793", "1e21", "1e-7",
      ]
      let lines = numbers.enumerated().map { place, number in
        "n\(place) {\"type\":\"Kit.level\",\"value\":\(number),\"unit\":\"kg\",\"start\":\"2026-01-01T08:\(10 + place):00Z\"}"
      }
      let store = try await bench.open(try bench.samples(lines.joined(separator: "\n")))
      let names = numbers.indices.map { "n\($0)" }.joined(separator: " ")
      try await store.keep(names)
      try await store.expectTexts(names)
    },
    ConformanceCase("times come back to the microsecond, from the year 1 to the year 9999", .query) { bench in
      let times = [
        "0001-01-01T00:00:00Z", "1600-02-29T12:00:00.000001Z", "1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00.000001Z", "2025-12-31T18:00:00+18:00", "2026-01-01T08:00:00+05:45",
        "2026-01-01T08:00:00-18:00", "2038-01-19T03:14:08Z", "2262-04-11T23:47:16.854776Z",
        "9999-12-31T23:59:59.999999Z",
      ]
      let lines = times.enumerated().map { place, time in
        "t\(place) {\"type\":\"heartRate\",\"value\":60,\"unit\":\"count/min\",\"start\":\"\(time)\"}"
      }
      let store = try await bench.open(try bench.samples(lines.joined(separator: "\n")))
      let names = times.indices.map { "t\($0)" }.joined(separator: " ")
      try await store.keep(names)
      try await store.expectTexts(names)
    },
    ConformanceCase("what a store answers is a duplicate to it", .query) { bench in
      let store = try await bench.open(try bench.samples(fields + "\n" + texts))
      try await store.keep("letter brace full plain mood note asleep blood birth g escapes unicode names")
      for omitsMembers in [true, false] {
        let answer = try await store.answer(SampleQuery { $0.omitsMembers = omitsMembers })
        for batch in answer.batches {
          try Outcomes.compare(
            try await store.append(batch), String(repeating: "=", count: batch.count), "appending an answer")
        }
        try await store.commit()
      }
      try await store.expectTexts("g blood birth full plain escapes unicode names mood note letter brace asleep")
    },
  ]

  private static func heart(_ time: String, _ text: String) -> String {
    "{\"type\":\"heartRate\",\"value\":60,\"unit\":\"count/min\",\"start\":\"2026-01-01T\(time):00Z\","
      + "\"metadata\":{\"long\":\"\(text)\"}}"
  }
}

/// A store keeps nothing of samples that it does not store.
enum RefusedContentCases {
  private static let word = "tell-nobody-of-this-word"

  private static let text = """
    given {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":5,"unit":"count","start":"2026-01-01T08:00:00Z"}
    derived {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":6,"unit":"count","start":"2026-01-01T08:00:00Z","subject":"\(word)","source":{"name":"\(word)"},"device":{"name":"\(word)"},"metadata":{"k":"\(word)"}}
    again {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","device":{"name":"\(word)"}}
    """

  static let all: [ConformanceCase] = [
    ConformanceCase("a subject whose samples all conflict is not a subject of the store", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("given derived", gives: "++")
      try await store.append("edited again", gives: "!=")
      try await store.commit()
      guard let subjects = try await store.backend.subjects(limit: 10) else {
        throw CaseFailure.skip("the store does not list subjects")
      }
      try CaseFailure.compare(subjects, [], "the list of subjects")
    },
    ConformanceCase("nothing of a sample that is not stored is in any file of the store", .write, needs: .durable) {
      bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("given derived", gives: "++")
      try await store.append("edited again", gives: "!=")
      try await store.commit()
      try await bench.close(store)
      try bench.expectNoFile(holds: word, "a text of a conflict or of a duplicate")
    },
  ]
}
