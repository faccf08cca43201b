import HealthModel
import HealthStorage

/// The samples that a deletion removes: those that match, and with them whole groups.
enum DeletionCases {
  /// One deletion: what was stored, what is deleted, how many go and what is left.
  private struct Scope: Sendable {
    let law: String
    let stored: String
    let outcomes: String
    let count: Int
    let left: String
    let query: @Sendable (inout SampleQuery, NamedSamples) throws -> Void

    init(
      _ law: String, stored: String = DeletionCases.everything, outcomes: String = "++++++++++++", count: Int,
      left: String, query: @escaping @Sendable (inout SampleQuery, NamedSamples) throws -> Void
    ) {
      self.law = law
      self.stored = stored
      self.outcomes = outcomes
      self.count = count
      self.left = left
      self.query = query
    }
  }

  /// `g` and `h` share a diastolic pressure; `twin` is the systolic one of `h`.
  private static let text = #"""
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Watch"}}
    run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z","end":"2026-01-01T10:00:00Z","device":{"model":"W1"}}
    walk {"type":"heartRate","value":90,"unit":"count/min","start":"2026-01-01T11:00:00Z","metadata":{"k":"x"},"subject":"p-1"}
    birth {"type":"dateOfBirth","value":"1990-04-12"}
    core {"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T00:00:00Z"}
    twin {"type":"bloodPressureSystolic","value":125,"unit":"mmHg","start":"2026-01-01T08:30:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:40:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:30:00Z"}]}
    h {"type":"bloodPressure","start":"2026-01-01T08:30:00Z","members":[{"type":"bloodPressureSystolic","value":125,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    k {"type":"bloodPressure","start":"2026-01-01T12:00:00Z","members":[{"type":"bloodPressureSystolic","value":140,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":90,"unit":"mmHg"}]}
    """#

  private static let everything = "rest run walk birth core g k twin"
  /// Everything but heart rates and sleep.
  private static let most = "g(g.1 g.2) k(k.1 k.2) g.2 k.2 g.1 twin k.1 birth"
  private static let shared = "g h rest"

  private static let scopes: [Scope] = [
    Scope("one sample", count: 1, left: "\(most) run walk core") { $0.ids = [try $1.id("rest")] },
    Scope("the samples of a type", count: 3, left: "\(most) core") { query, _ in query.types = ["heartRate"] },
    Scope("the samples of a time", count: 2, left: "\(most) rest core") { query, _ in
      query.from = 1_767_257_100_000_000
      query.to = 1_767_265_200_000_001
    },
    Scope("the samples within a time", count: 1, left: "\(most) rest walk core") { query, _ in
      query.from = 1_767_257_100_000_000
      query.to = 1_767_261_600_000_000
      query.isStrictStart = true
      query.isStrictEnd = true
    },
    Scope("the samples of a source", count: 1, left: "\(most) run walk core") { query, _ in query.source = "Watch" },
    Scope("the samples of a subject", count: 1, left: "\(most) rest run core") { query, _ in query.subject = "p-1" },
    Scope("the samples of a device", count: 1, left: "\(most) rest walk core") { query, _ in
      query.device = DeviceCondition(.model, ["W1"])
    },
    Scope("samples by their metadata", count: 1, left: "\(most) rest run core") { query, _ in
      query.metadata = [MetadataCondition(key: "k", .equal, .text("x"))]
    },
    Scope("samples by their number", count: 2, left: "\(most) walk core") { query, _ in
      query.types = ["heartRate"]
      query.values = [ValueCondition(.notEqual, .number(90))]
    },
    Scope("samples by their case", count: 1, left: "\(most) rest run walk") { query, _ in
      query.values = [ValueCondition(.equal, .text("asleepCore"))]
    },
    Scope("correlations by their members", count: 3, left: "g(g.1 g.2) g.2 g.1 twin birth rest run walk core") {
      query, _ in
      query.members = [MemberCondition(role: "bloodPressureSystolic", values: [ValueCondition(.greater, .number(130))])]
    },
    Scope(
      "samples that are not members", count: 1,
      left: "g(g.1 g.2) k(k.1 k.2) g.2 k.2 g.1 k.1 birth rest run walk core"
    ) { query, _ in
      query.types = ["bloodPressureSystolic"]
      query.omitsMembers = true
    },
    Scope("nothing that is not there", count: 0, left: "\(most) rest run walk core") { query, _ in
      query.ids = [SampleID(high: 1, low: 1)]
    },
    Scope("nothing for an empty list of ids", count: 0, left: "\(most) rest run walk core") { query, _ in
      query.ids = []
    },
    Scope("everything", count: 12, left: "") { _, _ in },
    Scope("all that matches, whatever order, limit and page", count: 3, left: "\(most) core") { query, samples in
      query.types = ["heartRate"]
      query.sort = .descending
      query.limit = 1
      query.after = PageToken(type: "heartRate", time: 1_767_258_000_000_000, id: try samples.id("run"))
    },
    Scope(
      "a correlation with its members, but for those of another one", stored: shared, outcomes: "+++ ++= +", count: 2,
      left: "h(twin g.2) g.2 twin rest"
    ) { $0.ids = [try $1.id("g")] },
    Scope(
      "a member's correlation and its other members", stored: shared, outcomes: "+++ ++= +", count: 2,
      left: "g(g.1 g.2) g.2 g.1 rest"
    ) { $0.ids = [try $1.id("h.1")] },
    Scope(
      "all correlations of a member", stored: shared, outcomes: "+++ ++= +", count: 5, left: "rest"
    ) { $0.ids = [try $1.id("g.2")] },
    Scope(
      "a member that was stored before its correlation", stored: "twin rest h", outcomes: "+ + +=+", count: 3,
      left: "rest"
    ) { $0.ids = [try $1.id("h")] },
  ]

  static let all: [ConformanceCase] = scopes.map { scope in
    ConformanceCase("a deletion takes \(scope.law)", .delete, needs: .query) { bench in
      let samples = try bench.samples(text)
      let store = try await bench.open(samples)
      try await store.append(scope.stored, gives: scope.outcomes)
      try await store.commit()
      let query = try SampleQuery { try scope.query(&$0, samples) }
      try await store.delete(query, count: scope.count, anchor: scope.count > 0 ? 2 : 1)
      try await store.expectAll(scope.left, "what is left")
      try await store.expectSound()
    }
  }
}
