import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

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
