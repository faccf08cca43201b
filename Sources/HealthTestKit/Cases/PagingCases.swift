import HealthModel
import HealthStorage

/// Answers page by page: every sample once, whatever happens between two pages.
enum PagingCases {
  private static let groups = #"""
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    h {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:01:00Z","members":[{"type":"bloodPressureSystolic","value":121,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":81,"unit":"mmHg"}]}
    """#

  private static let names = "late low high mid last first old steps hers his weight birth blood level g h"

  /// Heart rates a minute apart.
  private static let minutes = (0..<8).map { number in
    "m\(number) {\"type\":\"heartRate\",\"value\":60,\"unit\":\"count/min\",\"start\":\"2026-01-01T08:0\(number):00Z\"}"
  }

  static let all: [ConformanceCase] = [
    ConformanceCase("pages together are the whole answer, in every order", .query) { bench in
      let store = try await bench.open(try bench.samples(OrderCases.text + "\n" + groups))
      try await store.keep(names)
      for sort in SampleQuery.Sort.allCases {
        for omitsMembers in [false, true] {
          let query = SampleQuery {
            $0.sort = sort
            $0.omitsMembers = omitsMembers
          }
          let whole = try await store.answer(query).text
          for size in [1, 2, 3, 7] {
            let pages = try await pages(of: query, size: size, store)
            try CaseFailure.compare(pages, whole, "the answer in pages of \(size), \(sort.rawValue),")
          }
        }
      }
    },
    ConformanceCase("pages of a choice are the whole choice", .query) { bench in
      let store = try await bench.open(try bench.samples(OrderCases.text + "\n" + groups))
      try await store.keep(names)
      let query = SampleQuery {
        $0.types = ["heartRate", "bloodPressureSystolic", "kit.note"]
        $0.values = [ValueCondition(.notEqual, .number(62))]
        $0.sort = .endDescending
      }
      let whole = try await store.answer(query).text
      try CaseFailure.compare(whole, "h.1 g.1 first last low mid late old", "the answer")
      for size in [1, 2, 3] {
        try CaseFailure.compare(try await pages(of: query, size: size, store), whole, "the answer in pages of \(size)")
      }
    },
    ConformanceCase("a page begins after a place, not after a sample", .query) { bench in
      let samples = try bench.samples(OrderCases.text)
      let store = try await bench.open(samples)
      try await store.keep("low high last first birth blood level hers steps")
      let heart = try samples.id("mid")
      let time: Int64 = 1_767_255_000_000_000
      try await store.expect([
        Question("before all types", "level blood birth first low high last hers steps") {
          $0.after = PageToken(type: "A", time: nil, id: heart)
        },
        Question("between two types", "first low high last hers steps") {
          $0.after = PageToken(type: "dateOfBirtz", time: 5, id: heart)
        },
        Question("after all types", "") { $0.after = PageToken(type: "z", time: nil, id: heart) },
        Question("between two ids", "high last hers steps") {
          $0.after = PageToken(type: "heartRate", time: time, id: heart)
        },
        Question("between two ids, backwards", "high first hers steps") {
          $0.after = PageToken(type: "heartRate", time: time, id: heart)
          $0.sort = .descending
        },
        Question("between two times", "last hers steps") {
          $0.after = PageToken(type: "heartRate", time: time + 1, id: heart)
        },
        Question("between two times, backwards", "low high first hers steps") {
          $0.after = PageToken(type: "heartRate", time: time + 1, id: heart)
          $0.sort = .descending
        },
        Question("without a time where all have one", "first low high last hers steps") {
          $0.after = PageToken(type: "heartRate", time: nil, id: heart)
        },
        Question("with a limit", "high last") {
          $0.after = PageToken(type: "heartRate", time: time, id: heart)
          $0.limit = 2
        },
        Question("another type", "") {
          $0.after = PageToken(type: "heartRate", time: time, id: heart)
          $0.types = ["bloodType"]
        },
      ])
    },
    ConformanceCase("what is added between two pages moves nothing", .query) { bench in
      let store = try await bench.open(try bench.samples(minutes.joined(separator: "\n")))
      try await store.keep("m2 m4 m6")
      var query = SampleQuery { $0.limit = 2 }
      let first = try await store.answer(query)
      try CaseFailure.compare(first.text, "m2 m4", "the first page")
      query.after = first.token
      try await store.keep("m0 m3 m5 m7")
      try await store.expect(query, answers: "m5 m6", "the second page")
      query.limit = nil
      try await store.expect(query, answers: "m5 m6 m7", "the rest")
    },
    ConformanceCase("what is deleted between two pages moves nothing", .query, needs: .delete) { bench in
      let samples = try bench.samples(minutes.joined(separator: "\n"))
      let store = try await bench.open(samples)
      try await store.keep("m0 m1 m2 m3 m4 m5 m6 m7")
      var query = SampleQuery {
        $0.limit = 3
        $0.sort = .descending
      }
      let first = try await store.answer(query)
      try CaseFailure.compare(first.text, "m7 m6 m5", "the first page")
      query.after = first.token
      for name in ["m5", "m7", "m3"] {
        let id = try samples.id(name)
        _ = try await store.backend.delete(SampleQuery { $0.ids = [id] })
      }
      try await store.expect(query, answers: "m4 m2 m1", "the second page")
    },
  ]

  /// The heads of all pages, requested one after another.
  private static func pages(of query: SampleQuery, size: Int, _ store: OpenedStore) async throws -> String {
    var query = query
    query.limit = size
    var heads: [String] = []
    // A store that ignores the token would go on for ever.
    for _ in 0..<100 {
      let page = try await store.answer(query)
      heads += page.heads
      guard page.heads.count == size, let token = page.token else { return heads.joined(separator: " ") }
      query.after = token
    }
    throw CaseFailure("the pages do not end")
  }
}
