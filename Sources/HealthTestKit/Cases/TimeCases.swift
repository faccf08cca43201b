import HealthModel
import HealthStorage

/// Queries by `from`, `to` and the strict options, at every boundary.
enum TimeCases {
  /// Heart rates in the order of answers; the questions are about 10:00 to 11:00.
  private static let table: [(name: String, start: String, end: String)] = [
    ("before", "09:00:00", "09:59:59"),
    ("around", "09:00:00", "12:00:00"),
    ("tillFrom", "09:30:00", "10:00:00"),
    ("overFrom", "09:30:00", "10:30:00"),
    ("justBefore", "09:59:59.999999", "09:59:59.999999"),
    ("atFrom", "10:00:00", "10:00:00"),
    ("onFrom", "10:00:00", "10:30:00"),
    ("justIn", "10:00:00.000001", "10:00:00.000001"),
    ("inside", "10:10:00", "10:20:00"),
    ("tillTo", "10:30:00", "11:00:00"),
    ("overTo", "10:30:00", "11:30:00"),
    ("atTo", "11:00:00", "11:00:00"),
    ("onTo", "11:00:00", "11:30:00"),
    ("after", "11:00:00.000001", "11:00:00.000001"),
  ]

  private static let from = moment(10)
  private static let to = moment(11)

  private static let questions: [Question] = [
    Question("no time", "birth before around tillFrom overFrom justBefore \(inside) atTo onTo after") { _ in },
    Question("from", "around tillFrom overFrom \(inside) atTo onTo after") { $0.from = from },
    Question("to", "before around tillFrom overFrom justBefore \(inside)") { $0.to = to },
    Question("from and to", "around tillFrom overFrom \(inside)") {
      $0.from = from
      $0.to = to
    },
    Question("strict start", "\(inside) atTo onTo after") {
      $0.from = from
      $0.isStrictStart = true
    },
    Question("strict end", "before tillFrom overFrom justBefore atFrom onFrom justIn inside tillTo atTo") {
      $0.to = to
      $0.isStrictEnd = true
    },
    Question("strict start and end", "atFrom onFrom justIn inside tillTo atTo") {
      $0.from = from
      $0.to = to
      $0.isStrictStart = true
      $0.isStrictEnd = true
    },
    Question("strict start and to", inside) {
      $0.from = from
      $0.to = to
      $0.isStrictStart = true
    },
    Question("from and strict end", "tillFrom overFrom atFrom onFrom justIn inside tillTo atTo") {
      $0.from = from
      $0.to = to
      $0.isStrictEnd = true
    },
    Question("strict without bounds", "birth before around tillFrom overFrom justBefore \(inside) atTo onTo after") {
      $0.isStrictStart = true
      $0.isStrictEnd = true
    },
    Question("a microsecond later", "around overFrom onFrom justIn inside tillTo overTo atTo onTo after") {
      $0.from = from + 1
    },
    Question("a microsecond earlier", "around tillFrom overFrom justBefore \(inside) atTo onTo after") {
      $0.from = from - 1
    },
    Question("up to a microsecond after the start", "around tillFrom overFrom atFrom onFrom") {
      $0.from = from
      $0.to = from + 1
    },
    Question("nothing between", "around tillFrom overFrom") {
      $0.from = from
      $0.to = from
    },
    Question("backwards", "around") {
      $0.from = to
      $0.to = from
    },
    Question("all time there is", "before around tillFrom overFrom justBefore \(inside) atTo onTo after") {
      $0.from = Instant.earliest
      $0.to = Instant.latest
    },
    Question("before everything", "") { $0.to = Instant.earliest },
    Question("after everything", "") { $0.from = Instant.latest },
    Question("the last that began before", "overFrom") {
      $0.to = from
      $0.from = from + 1
      $0.sort = .descending
      $0.limit = 1
    },
    Question("samples without a time", "birth") { $0.types = ["dateOfBirth"] },
    Question("samples without a time in a time", "") {
      $0.types = ["dateOfBirth"]
      $0.from = Instant.earliest
    },
  ]

  private static let inside = "atFrom onFrom justIn inside tillTo overTo"

  static let all: [ConformanceCase] = [
    ConformanceCase("from and to choose overlapping samples, strictly those within", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("birth " + table.map(\.name).reversed().joined(separator: " "))
      try await store.expect(questions)
    },
    ConformanceCase("a sample of years is found by any time in it", .query) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          years {"type":"Kit.level","value":1,"unit":"kg","start":"1999-01-01T00:00:00Z","end":"2026-06-01T00:00:00Z"}
          short {"type":"Kit.level","value":2,"unit":"kg","start":"2026-01-01T00:00:00Z"}
          late {"type":"Kit.level","value":3,"unit":"kg","start":"2026-07-01T00:00:00Z"}
          """#))
      try await store.keep("short late")
      try await store.expect([Question("without the long one", "late") { $0.from = moment(10) }])
      try await store.keep("years")
      try await store.expect([
        Question("with the long one", "years late") { $0.from = moment(10) },
        Question("a time in it", "years") {
          $0.from = moment(10)
          $0.to = moment(11)
        },
        Question("strictly", "late") {
          $0.from = moment(10)
          $0.isStrictStart = true
        },
      ])
    },
  ]

  /// Ids ascend with the lines, so that samples of one start have an order.
  private static let text: String = {
    let lines = table.enumerated().map { place, row in
      let number = place < 10 ? "0\(place)" : "\(place)"
      return "\(row.name) {\"uuid\":\"6B9A4D10-5E0F-4C57-9C55-0000000000\(number)\",\"type\":\"heartRate\","
        + "\"value\":60,\"unit\":\"count/min\",\"start\":\"2026-01-01T\(row.start)Z\","
        + "\"end\":\"2026-01-01T\(row.end)Z\"}"
    }
    return lines.joined(separator: "\n") + "\nbirth {\"type\":\"dateOfBirth\",\"value\":\"1990-04-12\"}"
  }()

  /// An hour of 2026-01-01 UTC in microseconds since 1970.
  private static func moment(_ hour: Int64) -> Int64 { (1_767_225_600 + hour * 3_600) * Instant.second }
}
