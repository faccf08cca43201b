import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// Where batches and transactions begin, and how large they are, changes nothing.
enum BatchCases {
  private static let text = #"""
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    given {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:01:00Z"}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":62,"unit":"count/min","start":"2026-01-01T08:01:00Z"}
    twin {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    low {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    h {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":130,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":90,"unit":"mmHg"}]}
    high {"type":"bloodPressureDiastolic","value":90,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    blood {"type":"bloodType","value":"aPositive"}
    other {"type":"bloodType","value":"oNegative"}
    """#

  /// Samples in the order they come, with their outcomes.
  private static let sequence: [(name: String, outcomes: String)] = [
    ("rest", "+"), ("twin", "+"), ("g", "+=+"), ("rest", "="), ("given", "+"), ("edited", "!"), ("low", "="),
    ("h", "!!!"), ("blood", "+"), ("g", "==="), ("high", "+"), ("h", "!!="), ("other", "!"), ("given", "="),
    ("twin", "="), ("blood", "="), ("edited", "!"),
  ]

  static let all: [ConformanceCase] = [
    ConformanceCase("what becomes of samples does not depend on where batches begin", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      for size in [sequence.count, 1, 2, 3, 5, 8] {
        try await append(to: store, size: size)
        await store.rollback()
      }
      try await append(to: store, size: 4)
      try await store.commit()
      try await store.expectTexts("g high blood rest given")
    },
    ConformanceCase("what becomes of samples does not depend on where transactions begin", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      for item in sequence {
        try await store.append(item.name, gives: item.outcomes)
        try await store.commit()
      }
      try await store.expectTexts("g high blood rest given")
    },
    ConformanceCase("20,000 samples may come in one batch", .write) { bench in
      let count = 20_000
      let batch = try bench.workbench.batch(heartRates(count))
      let store = try await bench.open()
      try Outcomes.compare(try await store.append(batch), String(repeating: "+", count: count), "the batch")
      try await store.commit()
      try Outcomes.compare(try await store.append(batch), String(repeating: "=", count: count), "the batch again")
      try await store.commit()
      try await store.expectCounts("heartRate \(count)")
      guard bench.capabilities.contains(.query) else { return }
      var wanted = batch.id[...]
      try await store.backend.query(SampleQuery()) { answer in
        guard wanted.starts(with: answer.id) else { throw CaseFailure("the answer is not in the order of time") }
        wanted.removeFirst(answer.count)
        return true
      }
      try CaseFailure.compare(wanted.count, 0, "the number of samples that are missing at the end of the answer")
    },
  ]

  private static func append(to store: OpenedStore, size: Int) async throws {
    for start in stride(from: 0, to: sequence.count, by: size) {
      let items = sequence[start..<min(start + size, sequence.count)]
      try await store.append(
        items.map(\.name).joined(separator: " "), gives: items.map(\.outcomes).joined(separator: " "))
    }
  }

  /// One a second, from 2026 on.
  private static func heartRates(_ count: Int) -> String {
    let tail = ",\"unit\":\"count/min\",\"start\":\"2026-01-01T"
    let lines = (0..<count).map { number in
      "{\"type\":\"heartRate\",\"value\":\(50 + number % 100)\(tail)\(digits(number / 3600)):"
        + "\(digits(number / 60 % 60)):\(digits(number % 60))Z\"}"
    }
    return lines.joined(separator: "\n")
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
