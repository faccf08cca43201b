import HealthModel
import HealthStorage

/// The order of answers, how many there are, and members after their correlations.
enum OrderCases {
  /// Four heart rates of one time whose ids do not come in the order of the lines, and types whose ids do not either.
  static let text = #"""
    late {"uuid":"F0000000-0000-4000-8000-000000000001","type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:10:00Z","end":"2026-01-01T08:20:00Z"}
    low {"uuid":"0F000000-0000-4000-8000-000000000002","type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:10:00Z","end":"2026-01-01T08:20:00Z"}
    high {"uuid":"80000000-0000-4000-8000-000000000003","type":"heartRate","value":62,"unit":"count/min","start":"2026-01-01T08:10:00Z","end":"2026-01-01T08:20:00Z"}
    mid {"uuid":"7FFFFFFF-0000-4000-8000-000000000004","type":"heartRate","value":63,"unit":"count/min","start":"2026-01-01T08:10:00Z","end":"2026-01-01T08:20:00Z"}
    last {"type":"heartRate","value":64,"unit":"count/min","start":"2026-01-01T08:30:00Z"}
    first {"type":"heartRate","value":65,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z"}
    old {"type":"heartRate","value":66,"unit":"count/min","start":"1969-12-31T23:59:59.999999Z"}
    steps {"type":"stepCount","value":66,"unit":"count","start":"2025-01-01T08:00:00Z"}
    hers {"uuid":"90000000-0000-4000-8000-000000000005","type":"kit.note","value":"a","subject":"p-1"}
    his {"uuid":"10000000-0000-4000-8000-000000000006","type":"kit.note","value":"a","subject":"p-2"}
    weight {"type":"bodyMass","value":70,"unit":"kg","start":"2026-01-01T08:00:00Z"}
    birth {"type":"dateOfBirth","value":"1990-04-12"}
    blood {"type":"bloodType","value":"aPositive"}
    level {"type":"Kit.level","value":5,"unit":"kg","start":"2027-01-01T08:00:00Z"}
    """#

  /// The samples around the heart rates, in every order.
  private static let before = "level blood weight birth"
  private static let behind = "his hers steps"

  private static let groups = #"""
    twin {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    h {"type":"bloodPressure","start":"2026-01-01T09:00:00Z","members":[{"type":"bloodPressureDiastolic","value":85,"unit":"mmHg"},{"type":"bloodPressureSystolic","value":125,"unit":"mmHg"}]}
    alone {"type":"bloodPressureSystolic","value":130,"unit":"mmHg","start":"2026-01-01T10:00:00Z"}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("answers come by type as bytes, time and id, samples without a time first", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("late low high mid last first old steps hers his weight birth blood level")
      try await store.expect([
        Question("ascending", "\(before) old first low mid high late last \(behind)") { $0.sort = .ascending },
        Question("descending", "\(before) last low mid high late first old \(behind)") { $0.sort = .descending },
        Question("end-ascending", "\(before) old low mid high late last first \(behind)") { $0.sort = .endAscending },
        Question("end-descending", "\(before) first last low mid high late old \(behind)") {
          $0.sort = .endDescending
        },
      ])
    },
    ConformanceCase("the order does not depend on when samples were stored", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      for name in ["level", "last", "his", "blood", "old", "late", "first", "steps", "low", "hers", "mid"] {
        try await store.keep(name)
      }
      try await store.expectAll("level blood old first low mid late last his hers steps")
    },
    ConformanceCase("a limit is the most that is answered", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("late low high mid last first old steps birth")
      try await store.expect([
        Question("none", "") { $0.limit = 0 },
        Question("one", "birth") { $0.limit = 1 },
        Question("some", "birth old first") { $0.limit = 3 },
        Question("all but one", "birth old first low mid high late last") { $0.limit = 8 },
        Question("all", "birth old first low mid high late last steps") { $0.limit = 9 },
        Question("more than there are", "birth old first low mid high late last steps") { $0.limit = 1_000 },
        Question("the last ones of a type", "last low") {
          $0.types = ["heartRate"]
          $0.sort = .descending
          $0.limit = 2
        },
        Question("the first to end", "old low") {
          $0.types = ["heartRate"]
          $0.sort = .endAscending
          $0.limit = 2
        },
        Question("the last to end", "first") {
          $0.types = ["heartRate"]
          $0.sort = .endDescending
          $0.limit = 1
        },
      ])
    },
    ConformanceCase("a correlation is followed by its members, which come in their type as well", .query) { bench in
      let store = try await bench.open(try bench.samples(groups))
      try await store.keep("twin rest alone")
      try await store.append("h g", gives: "+++ +=+")
      try await store.commit()
      try await store.expect([
        Question("everything", "g(twin g.2) h(h.1 h.2) g.2 h.1 twin h.2 alone rest") { _ in },
        Question("backwards", "h(h.1 h.2) g(twin g.2) h.1 g.2 alone h.2 twin rest") { $0.sort = .descending },
        Question("without members", "g(twin g.2) h(h.1 h.2) alone rest") { $0.omitsMembers = true },
        Question("members' type without members", "alone") {
          $0.types = ["bloodPressureSystolic"]
          $0.omitsMembers = true
        },
        Question("members' type", "twin h.2 alone") { $0.types = ["bloodPressureSystolic"] },
        Question("correlations", "g(twin g.2) h(h.1 h.2)") { $0.types = ["bloodPressure"] },
      ])
    },
    ConformanceCase("a limit counts no members after their correlation", .query) { bench in
      let store = try await bench.open(try bench.samples(groups))
      try await store.keep("h g rest alone")
      try await store.expect([
        Question("none", "") { $0.limit = 0 },
        Question("one", "g(twin g.2)") { $0.limit = 1 },
        Question("three", "g(twin g.2) h(h.1 h.2) g.2") { $0.limit = 3 },
        Question("three without members", "g(twin g.2) h(h.1 h.2) alone") {
          $0.limit = 3
          $0.omitsMembers = true
        },
        Question("the last one", "h(h.1 h.2)") {
          $0.types = ["bloodPressure"]
          $0.sort = .descending
          $0.limit = 1
        },
      ])
    },
  ]
}
