import HealthModel
import HealthStorage

/// Queries for correlations by their members.
enum MemberCases {
  private static let text = #"""
    high {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":140,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":90,"unit":"mmHg"}]}
    fair {"type":"bloodPressure","start":"2026-01-01T09:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":95,"unit":"mmHg"}]}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2025-01-01T08:00:00Z"}
    s {"type":"kit.sitting","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z","members":[{"type":"heartRate","role":"before","value":60,"unit":"count/min"},{"type":"heartRate","role":"before","value":70,"unit":"count/min"},{"type":"heartRate","role":"after","value":120,"unit":"count/min"},{"type":"Kit.level","value":5,"unit":"kg"},{"type":"sleepAnalysis","value":"awake"}]}
    t {"type":"kit.sitting","start":"2026-01-01T09:00:00Z","members":[{"type":"heartRate","role":"before","value":100,"unit":"count/min"},{"type":"heartRate","role":"after","value":110,"unit":"count/min"}]}
    u {"type":"kit.sitting","start":"2026-01-01T10:00:00Z","members":[{"type":"Kit.level","value":9,"unit":"kg"},{"type":"sleepAnalysis","value":"inBed"}]}
    """#

  private static func member(_ role: String, _ values: ValueCondition...) -> [MemberCondition] {
    [MemberCondition(role: role, values: values)]
  }

  private static func number(_ comparison: Comparison, _ value: Double) -> ValueCondition {
    ValueCondition(comparison, .number(value))
  }

  private static let high = "high(high.1 high.2)"
  private static let fair = "fair(fair.1 fair.2)"
  private static let s = "s(s.1 s.2 s.3 s.4 s.5)"
  private static let t = "t(t.1 t.2)"
  private static let u = "u(u.1 u.2)"

  private static let questions: [Question] = [
    Question("a role", "\(s) \(t)") { $0.members = member("before") },
    Question("a role that is a type", "\(high) \(fair)") { $0.members = member("bloodPressureSystolic") },
    Question("a role that is a type beside others", "\(s) \(u)") { $0.members = member("Kit.level") },
    Question("a type of two roles", "\(s) \(t)") { $0.members = member("heartRate") },
    Question("a type of two roles with a value", t) { $0.members = member("heartRate", number(.equal, 110)) },
    Question("an unknown role", "") { $0.members = member("during") },
    Question("a type that is not a member", "") { $0.members = member("stepCount") },
    Question("a value", high) { $0.members = member("bloodPressureSystolic", number(.greaterOrEqual, 140)) },
    Question("a value that no member has", "") { $0.members = member("after", number(.less, 110)) },
    Question("a value of another role", "") { $0.members = member("after", number(.equal, 100)) },
    Question("two conditions on one member", s) {
      $0.members = member("before", number(.greater, 65), number(.less, 75))
    },
    Question("two conditions that two members meet", "") {
      $0.members = member("before", number(.greater, 61), number(.less, 69))
    },
    Question("two members", fair) {
      $0.members =
        member("bloodPressureSystolic", number(.less, 130)) + member("bloodPressureDiastolic", number(.greater, 90))
    },
    Question("two members of which one is missing", s) { $0.members = member("before") + member("Kit.level") },
    Question("a case", u) { $0.members = member("sleepAnalysis", ValueCondition(.equal, .text("inBed"))) },
    Question("another case", s) { $0.members = member("sleepAnalysis", ValueCondition(.notEqual, .text("inBed"))) },
    Question("a value of another kind", "") { $0.members = member("sleepAnalysis", number(.notEqual, 99)) },
    Question("a type of correlations", t) {
      $0.members = member("heartRate", number(.greaterOrEqual, 100))
      $0.types = ["kit.sitting", "bloodPressure"]
      $0.from = 1_767_256_200_000_000
    },
    Question("a type that is not a correlation", "") {
      $0.members = member("heartRate")
      $0.types = ["heartRate"]
    },
    Question("the last one", t) {
      $0.members = member("before")
      $0.sort = .descending
      $0.limit = 1
    },
    Question("without members", "\(s) \(t)") {
      $0.members = member("before")
      $0.omitsMembers = true
    },
  ]

  static let all: [ConformanceCase] = [
    ConformanceCase("correlations are chosen by a member that meets all conditions", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("u t s rest fair high")
      try await store.expect(questions)
    },
    ConformanceCase("a member of two correlations has a role in each", .query) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          s {"type":"kit.sitting","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z","members":[{"type":"heartRate","role":"after","value":60,"unit":"count/min"}]}
          t {"type":"kit.sitting","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z","members":[{"type":"heartRate","role":"before","value":60,"unit":"count/min"},{"type":"Kit.level","value":9,"unit":"kg"}]}
          """#))
      try await store.append("s t", gives: "++ +=+")
      try await store.commit()
      try await store.expect([
        Question("after", "s(s.1)") { $0.members = member("after") },
        Question("before", "t(s.1 t.2)") { $0.members = member("before", number(.equal, 60)) },
      ])
    },
  ]
}
