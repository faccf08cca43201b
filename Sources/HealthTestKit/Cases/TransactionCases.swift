import HealthModel
import HealthStorage

/// Append and commit as one transaction, and what is seen of an open one.
enum TransactionCases {
  private static let text = #"""
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    walk {"type":"stepCount","value":900,"unit":"count","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("rollback forgets what was appended", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("rest run g", gives: "+ + +++")
      await store.rollback()
      try await store.append("g rest", gives: "+++ +")
      await store.rollback()
      try await store.append("rest", gives: "+")
      try await store.commit()
      try await store.append("run g rest", gives: "+ +++ =")
      await store.rollback()
      try await store.append("rest run g", gives: "= + +++")
      try await store.commit()
      try await store.append("rest run g", gives: "= = ===")
      try await store.commit()
      try await store.expectCounts("bloodPressure 1, bloodPressureDiastolic 1, bloodPressureSystolic 1, heartRate 2")
    },
    ConformanceCase("rollback keeps what was committed", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest g")
      await store.rollback()
      await store.rollback()
      try await store.append("run", gives: "+")
      await store.rollback()
      try await store.append("rest g", gives: "= ===")
      try await store.commit()
      try await store.expectTexts("g rest")
    },
    ConformanceCase("transactions without samples are taken", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      await store.rollback()
      try await store.commit()
      try await store.append("", gives: "")
      try await store.commit()
      try await store.append("", gives: "")
      await store.rollback()
      try await store.commit()
      try await store.append("rest", gives: "+")
      try await store.append("", gives: "")
      try await store.commit()
      try await store.commit()
      try await store.append("rest run", gives: "= +")
      try await store.commit()
      try await store.expectTexts("rest run")
    },
    ConformanceCase("a transaction of many batches is one", .write) { bench in
      let lines = (0..<300).map { number in
        "s\(number) {\"type\":\"stepCount\",\"value\":\(number),\"unit\":\"count\",\"start\":\"2026-01-01T08:00:00Z\"}"
      }
      let store = try await bench.open(try bench.samples(lines.joined(separator: "\n")))
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
    ConformanceCase("answers see committed samples only", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("rest g", gives: "+ +++")
      try await store.expectAll("")
      try await store.expectCounts("")
      // Asking did not end the transaction.
      try await store.append("run rest", gives: "+ =")
      try await store.commit()
      try await store.expectTexts("g rest run")
      try await store.append("walk", gives: "+")
      try await store.expectTexts("g rest run")
      await store.rollback()
      try await store.expectTexts("g rest run")
      try await store.keep("walk")
      try await store.expectTexts("g rest run walk")
    },
    ConformanceCase("an answer that is ended or broken off leaves the store as it was", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest run g walk")
      var calls = 0
      try await store.backend.query(SampleQuery()) { _ in
        calls += 1
        return false
      }
      try CaseFailure.compare(calls, 1, "the number of calls of a function that ends the answer")
      let stop = CaseFailure("stop")
      do {
        try await store.backend.query(SampleQuery()) { _ in throw stop }
        throw CaseFailure("the error of the function did not come back")
      } catch let error as CaseFailure where error == stop {}
      try await store.append("rest", gives: "=")
      try await store.commit()
      try await store.expectTexts("g rest run walk")
    },
    ConformanceCase("the list of stored types counts members in their type", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("walk run g rest")
      try await store.expectCounts(
        "bloodPressure 1, bloodPressureDiastolic 1, bloodPressureSystolic 1, heartRate 2, stepCount 1")
    },
  ]
}
