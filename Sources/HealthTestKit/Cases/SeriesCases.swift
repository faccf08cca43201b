import HealthModel
import HealthStorage

/// Samples with points are kept whole, with every point.
enum SeriesCases {
  private static let text = #"""
    strip {"type":"kit.strip","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:30Z","fields":{"lead":"two"},"points":{"rate":{"value":512,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[-12.5,3,0.1,0.25,-0.5]}}
    micro {"type":"kit.strip","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:30Z","points":{"voltage":[-12500,3000,100,250,-500],"units":{"voltage":"mcV"},"rate":{"unit":"Hz","value":512}},"fields":{"lead":2}}
    first {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.strip","start":"2026-01-01T09:00:00Z","points":{"rate":{"value":1,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[1,2,3]}}
    other {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.strip","start":"2026-01-01T09:00:00Z","points":{"rate":{"value":1,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[1,2,4]}}
    fewer {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.strip","start":"2026-01-01T09:00:00Z","points":{"rate":{"value":1,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[1,2]}}
    track {"type":"kit.track","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z","points":{"time":[0,0,0.5,600],"units":{"altitude":"m"},"altitude":[1,null,-2.5,0.30000000000000004],"level":[null,null,1,null]}}
    empty {"type":"kit.track","start":"2026-01-01T08:20:00Z","end":"2026-01-01T08:30:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("points come back byte for byte", .series, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("empty track first strip")
      try await store.expectTexts("strip first track empty")
      try await store.expectCounts("kit.strip 2, kit.track 2")
      try await store.expectSound()
    },
    ConformanceCase("equal points are one sample, in whatever units", .series, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("strip micro", gives: "+ =")
      try await store.commit()
      try await store.append("micro strip", gives: "= =")
      try await store.expectTexts("strip")
    },
    ConformanceCase("another point under the same id is a conflict", .series, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("first other track", gives: "+ ! +")
      try await store.commit()
      try await store.append("fewer first other", gives: "! = !")
      try await store.commit()
      try await store.expectTexts("first track")
    },
    ConformanceCase("15,360 voltages and 10,000 points come back byte for byte", .series, needs: .query) { bench in
      let store = try await bench.open(
        try bench.samples(
          """
          strip \(strip(15_360))
          track \(track(10_000, minute: 0))
          rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          """))
      try await store.append("rest strip track strip", gives: "+ + + =")
      try await store.commit()
      try await store.append("track rest", gives: "= =")
      try await store.commit()
      try await store.expectTexts("rest strip track")
    },
    ConformanceCase("a series of 7 MB comes back byte for byte", .series, needs: .query) { bench in
      // More than a page of any store, and nearly what a sample may have.
      let batch = try bench.workbench.batch(track(140_000, minute: 0))
      let store = try await bench.open()
      try Outcomes.compare(try await store.append(batch), "+", "appending the series")
      try await store.commit()
      try Outcomes.compare(try await store.append(batch), "=", "appending the series again")
      let found = try await store.answer(SampleQuery()).batches.map { $0.arena[$0.text[0].indices] }
      guard found == [batch.arena[batch.text[0].indices]] else { throw CaseFailure("the series is another one") }
    },
    ConformanceCase("series are answered a few at a time", .series, needs: .query) { bench in
      let batch = try bench.workbench.batch((0..<8).map { track(20_000, minute: $0) }.joined(separator: "\n"))
      let store = try await bench.open()
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
      // All together they have 8 MB: memory must not grow with the answer.
      guard let largest = sizes.max(), largest < 6_000_000 else {
        throw CaseFailure("the answer came in batches of \(sizes) bytes")
      }
    },
  ]

  private static func strip(_ count: Int) -> String {
    let voltages = (0..<count).map { number in "\((number * 7_919) % 2_001 - 1_000).\(1_000 + number % 8_999)" }
    return "{\"type\":\"kit.strip\",\"start\":\"2026-01-01T08:00:00Z\",\"end\":\"2026-01-01T08:00:30Z\","
      + "\"points\":{\"rate\":{\"value\":512,\"unit\":\"Hz\"},\"units\":{\"voltage\":\"mV\"},"
      + "\"voltage\":[\(voltages.joined(separator: ","))]}}"
  }

  /// A track with about 54 bytes for each point.
  private static func track(_ count: Int, minute: Int) -> String {
    let times = (0..<count).map { "\($0).1234567891" }.joined(separator: ",")
    let numbers = (0..<count).map { $0 % 50 == 7 ? "null" : "\($0 % 900).\(9_000_000_000_000 + $0)" }
    let column = numbers.joined(separator: ",")
    return "{\"type\":\"kit.track\",\"start\":\"2026-01-01T08:0\(minute):00Z\",\"end\":\"2026-01-09T08:00:00Z\","
      + "\"points\":{\"time\":[\(times)],\"units\":{\"altitude\":\"m\"},\"altitude\":[\(column)],"
      + "\"level\":[\(column)]}}"
  }
}
