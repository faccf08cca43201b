import HealthModel
import HealthStorage

/// Large batches, texts, lists and series, and long answers.
enum SizeChecks {
  private static let id = "6B9A4D10-5E0F-4C57-9C55-000000000001"

  static let all: [String: LawChecks.Check] = [
    "300 batches": { run, _ in
      let store = try await open(
        run,
        (0..<300).map { number in
          sample("s\(number)", "stepCount", #""value":\#(number),"unit":"count","start":"2026-01-01T08:00:00Z""#)
        })
      let batches = try (0..<300).map { try store.samples.batch("s\($0)") }
      for batch in batches { try Outcomes.compare(try await store.append(batch), "+", "a batch of one") }
      await store.rollback()
      for batch in batches { try Outcomes.compare(try await store.append(batch), "+", "a batch of one") }
      for batch in batches { try Outcomes.compare(try await store.append(batch), "=", "a batch of one") }
      try await store.commit()
      for batch in batches { try Outcomes.compare(try await store.append(batch), "=", "a batch of one") }
      await store.rollback()
      try await store.expectCounts("stepCount 300")
    },
    "200 members": { run, _ in
      let members = (0..<200).map { number in
        #"{"type":"heartRate","role":"\#(number % 3 == 0 ? "after" : "before")","value":\#(number + 1),"#
          + #""unit":"count/min","start":"2026-01-01T08:\#(10 + (number * 7) % 50):00Z"}"#
      }
      let times = #""start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z""#
      let store = try await open(run, [sample("s", "kit.sitting", "\(times),\(list("members", members))")])
      try await store.keep("s")
      try await store.append("s", gives: String(repeating: "=", count: 201))
      try await store.commit()
      try await store.expectTexts("s")
      try await store.expectCounts("heartRate 200, kit.sitting 1")
    },
    "a conflict of 200 members": { run, _ in
      let members = (0..<200).map { number in
        #"{\#(number == 199 ? #""uuid":"\#(id)","# : "")"type":"dietaryWater","value":\#(number),"unit":"mL"}"#
      }
      let start = #""start":"2026-01-01T12:00:00Z""#
      let store = try await open(
        run,
        [
          sample(
            "stored", "dietaryWater", #""uuid":"\#(id)","value":500,"unit":"mL","start":"2026-01-01T08:00:00Z""#),
          sample("meal", "food", "\(start),\(list("members", members))"),
          sample("zero", "dietaryWater", #""value":0,"unit":"mL",\#(start)"#),
        ])
      try await store.append("stored meal", gives: "+ \(String(repeating: "!", count: 201))")
      try await store.append("zero", gives: "+")
      try await store.append("meal", gives: "!=\(String(repeating: "!", count: 199))")
      try await store.commit()
      try await store.expectTexts("stored zero")
      try await store.expectCounts("dietaryWater 2")
    },
    "20,000 samples in a batch": { run, _ in
      let count = 20_000
      // One a second, from 2026 on.
      let lines = (0..<count).map { number in
        #"{"type":"heartRate","value":\#(50 + number % 100),"unit":"count/min","start":"2026-01-01T"#
          + #"\#(digits(number / 3600)):\#(digits(number / 60 % 60)):\#(digits(number % 60))Z"}"#
      }
      let store = try await run.bench.open()
      let batch = try store.workbench.batch(lines.joined(separator: "\n"))
      try Outcomes.compare(try await store.append(batch), String(repeating: "+", count: count), "the batch")
      try await store.commit()
      try Outcomes.compare(try await store.append(batch), String(repeating: "=", count: count), "the batch again")
      try await store.commit()
      try await store.expectCounts("heartRate \(count)")
      guard run.bench.capabilities.contains(.query) else { return }
      var wanted = batch.id[...]
      try await store.backend.query(SampleQuery()) { answer in
        guard wanted.starts(with: answer.id) else { throw CaseFailure("the answer is not in the order of time") }
        wanted.removeFirst(answer.count)
        return true
      }
      try CaseFailure.compare(wanted.count, 0, "the number of samples that are missing at the end of the answer")
    },
    "texts of 64 KiB": { run, _ in
      let texts = [
        ("wide", String(repeating: "\u{E9}", count: 32_768)), ("dense", String(repeating: #"\u0001"#, count: 10_922)),
        ("plain", String(repeating: "0123456789abcdef", count: 4_096)),
      ]
      let hearts = texts.enumerated().map { minute, text in
        sample(
          text.0, "heartRate",
          #""value":60,"unit":"count/min","start":"2026-01-01T08:0\#(minute):00Z","metadata":{"long":"\#(text.1)"}"#)
      }
      let note = sample("note", "kit.note", #""value":"\#(String(repeating: "note", count: 16_384))""#)
      let store = try await open(run, hearts + [note])
      try await store.keep("plain note wide dense")
      try await store.expectTexts("wide dense plain note")
    },
    "long documents and lists": { run, _ in
      let letter = String(repeating: #"a\"\\\u00fc\n"#, count: 60_000)
      let events = (0..<3_000).map { number in
        #"{"kind":"pause","start":"2026-01-01T07:\#(digits(number / 60)):\#(digits(number % 60))Z"}"#
      }
      let times = #""start":"2026-01-01T07:00:00Z","end":"2026-01-01T08:00:00Z","#
      let store = try await open(
        run,
        [
          sample("letter", "kit.outing", times + #""fields":{"activity":"run","letter":"\#(letter)"}"#),
          sample("events", "kit.outing", times + #""fields":{"activity":"walk"},"lists":{\#(list("events", events))}"#),
          rest("07"),
        ])
      try await store.append("letter events rest letter", gives: "+ + + =")
      try await store.commit()
      let found = try await store.answer(SampleQuery())
      let wanted = store.workbench.lines(of: try store.samples.batch("rest letter events"))
      try CaseFailure.compare(lines: found.lines.sorted(), wanted.sorted(), "what is stored")
    },
    "15,360 voltages and 10,000 points": { run, _ in
      let voltages = (0..<15_360).map { number in "\((number * 7_919) % 2_001 - 1_000).\(1_000 + number % 8_999)" }
      let strip = sample(
        "strip", "kit.strip",
        #""start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:30Z","points":{"rate":{"value":512,"unit":"Hz"},"#
          + #""units":{"voltage":"mV"},\#(list("voltage", voltages))}"#)
      let store = try await open(run, [strip, track(10_000, minute: 0), rest("08")])
      try await store.append("rest strip track0 strip", gives: "+ + + =")
      try await store.commit()
      try await store.append("track0 rest", gives: "= =")
      try await store.commit()
      try await store.expectTexts("rest strip track0")
    },
    "a series of 7 MB": { run, _ in
      // More than a page of any store, and nearly what a sample may have.
      let store = try await open(run, [track(140_000, minute: 0)])
      let batch = try store.samples.batch()
      try Outcomes.compare(try await store.append(batch), "+", "appending the series")
      try await store.commit()
      try Outcomes.compare(try await store.append(batch), "=", "appending the series again")
      let found = try await store.answer(SampleQuery()).batches.map { $0.arena[$0.text[0].indices] }
      guard found == [batch.arena[batch.text[0].indices]] else { throw CaseFailure("the series is another one") }
    },
    "series of 8 MB": { run, _ in
      let store = try await open(run, (0..<8).map { track(20_000, minute: $0) })
      let batch = try store.samples.batch()
      try Outcomes.compare(try await store.append(batch), "++++++++", "appending the series")
      try await store.commit()
      var sizes: [Int] = []
      var ids: [SampleID] = []
      try await store.backend.query(SampleQuery()) { answer in
        sizes.append(answer.text.reduce(0) { $0 + $1.indices.count })
        ids += answer.id
        return true
      }
      try CaseFailure.compare(ids, batch.id, "the order of the answer")
      // Memory must not grow with the answer.
      guard let largest = sizes.max(), largest < 6_000_000 else {
        throw CaseFailure("the answer came in batches of \(sizes) bytes")
      }
    },
    "a scan of thousands": { run, _ in
      let lines = (0..<5_000).map { index in
        // Neither in the order of time nor each at a separate time.
        let clock = "\(digits(index * 7 % 1_440 / 60)):\(digits(index * 7 % 60)):00Z"
        let times = #""start":"2026-01-01T\#(clock)","end":"2026-01-02T\#(clock)""#
        return sample(
          "n\(index)", "stepCount", #""value":\#(index),"unit":"count",\#(times),"metadata":{"k":\#(index)}"#)
      }
      let store = try await open(run, lines)
      try await store.append(try store.samples.batch())
      try await store.commit()
      let steps = SampleQuery { $0.types = ["stepCount"] }
      let cuts = (-1...9).map { 1_767_225_600_000_000 + Int64($0) * 6 * 3_600_000_000 }
      try await store.expectAsQueried(SampleScan(steps, cuts: cuts))
      try await store.expectAsQueried(SampleScan(steps))
      do {
        _ = try await store.backend.scan(SampleScan(steps), into: { _ in 0 }) {
          (count: inout Int, columns: SampleColumns) in
          count += columns.count
          if count > 100 { throw CaseFailure("enough") }
        }
      } catch let failure as CaseFailure where failure.message == "enough" {
        return
      }
      throw CaseFailure("an error of the function that receives samples is not thrown")
    },
  ]

  private static func open(_ run: LawRun, _ lines: [String]) async throws -> OpenedStore {
    try await run.bench.open(try run.bench.samples(lines.joined(separator: "\n")))
  }

  private static func sample(_ name: String, _ type: String, _ fields: String) -> String {
    #"\#(name) {"type":"\#(type)",\#(fields)}"#
  }

  private static func list(_ name: String, _ items: [String]) -> String {
    #""\#(name)":[\#(items.joined(separator: ","))]"#
  }

  private static func rest(_ hour: String) -> String {
    sample("rest", "heartRate", #""value":60,"unit":"count/min","start":"2026-01-01T\#(hour):00:00Z""#)
  }

  static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A track with about 54 bytes for each point.
  private static func track(_ count: Int, minute: Int) -> String {
    let times = (0..<count).map { "\($0).1234567891" }
    let numbers = (0..<count).map { $0 % 50 == 7 ? "null" : "\($0 % 900).\(9_000_000_000_000 + $0)" }
    return sample(
      "track\(minute)", "kit.track",
      #""start":"2026-01-01T08:0\#(minute):00Z","end":"2026-01-09T08:00:00Z","points":{\#(list("time", times)),"#
        + #""units":{"altitude":"m"},\#(list("altitude", numbers)),\#(list("level", numbers))}"#)
  }
}
