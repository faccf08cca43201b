import HealthModel
import HealthStorage

/// Queries by types, ids, values, sources and subjects.
enum ConditionCases {
  private static let text = #"""
    level {"type":"Kit.level","value":0.1,"unit":"kg","start":"2026-01-01T08:00:00Z"}
    aPlus {"type":"bloodType","value":"aPositive"}
    grams {"type":"bodyMass","value":70500,"unit":"g","start":"2026-01-01T08:00:00Z"}
    birth {"type":"dateOfBirth","value":"1990-04-12"}
    h59 {"type":"heartRate","value":59,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    h60 {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:01:00Z"}
    h61 {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:02:00Z"}
    low {"type":"kit.mood","value":"low","start":"2026-01-01T08:00:00Z"}
    later {"type":"kit.mood","value":"later","start":"2026-01-01T08:01:00Z"}
    note {"type":"kit.note","value":"\u00fcber \"x\"\n"}
    core {"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T00:00:00Z"}
    deep {"type":"sleepAnalysis","value":"asleepDeep","start":"2026-01-01T01:00:00Z"}
    """#

  private static let everything = "level aPlus grams birth h59 h60 h61 low later note core deep"

  private static let values: [Question] = [
    Question("= a number", "h60") { $0.values = [ValueCondition(.equal, .number(60))] },
    Question("!= a number", "level grams h59 h61") { $0.values = [ValueCondition(.notEqual, .number(60))] },
    Question("< a number", "level h59") { $0.values = [ValueCondition(.less, .number(60))] },
    Question("<= a number", "level h59 h60") { $0.values = [ValueCondition(.lessOrEqual, .number(60))] },
    Question("> a number", "grams h61") { $0.values = [ValueCondition(.greater, .number(60))] },
    Question(">= a number", "grams h60 h61") { $0.values = [ValueCondition(.greaterOrEqual, .number(60))] },
    Question("a number in the canonical unit", "grams") { $0.values = [ValueCondition(.equal, .number(70.5))] },
    Question("a tenth", "level") { $0.values = [ValueCondition(.equal, .number(0.1))] },
    Question("two numbers", "h60") {
      $0.values = [ValueCondition(.greater, .number(59)), ValueCondition(.less, .number(61))]
    },
    Question("two numbers that exclude each other", "") {
      $0.values = [ValueCondition(.equal, .number(59)), ValueCondition(.equal, .number(61))]
    },
    Question("a number of a type", "h61") {
      $0.types = ["heartRate"]
      $0.values = [ValueCondition(.greater, .number(60))]
    },
    Question("a number that is a raw value", "") {
      $0.types = ["sleepAnalysis", "kit.mood", "bloodType"]
      $0.values = [ValueCondition(.greaterOrEqual, .number(0))]
    },
    Question("= a case", "core") { $0.values = [ValueCondition(.equal, .text("asleepCore"))] },
    Question("!= a case", "aPlus birth low later note deep") {
      $0.values = [ValueCondition(.notEqual, .text("asleepCore"))]
    },
    Question("a case without a raw value", "later") { $0.values = [ValueCondition(.equal, .text("later"))] },
    Question("a case of a characteristic", "aPlus") { $0.values = [ValueCondition(.equal, .text("aPositive"))] },
    Question("a date", "birth") { $0.values = [ValueCondition(.equal, .text("1990-04-12"))] },
    Question("another date", "birth") {
      $0.types = ["dateOfBirth"]
      $0.values = [ValueCondition(.notEqual, .text("1990-04-13"))]
    },
    Question("a text", "note") { $0.values = [ValueCondition(.equal, .text("\u{FC}ber \"x\"\n"))] },
    Question("a part of a text", "") { $0.values = [ValueCondition(.equal, .text("\u{FC}ber"))] },
    Question("no case and no text", "") { $0.values = [ValueCondition(.equal, .text("60"))] },
  ]

  private static let sources = #"""
    full {"type":"heartRate","value":1,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Watch","bundle":"com.example.watch","version":"Phone"}}
    named {"type":"heartRate","value":2,"unit":"count/min","start":"2026-01-01T08:01:00Z","source":{"name":"Watch"}}
    bundled {"type":"heartRate","value":3,"unit":"count/min","start":"2026-01-01T08:02:00Z","source":{"bundle":"com.example.watch"}}
    swapped {"type":"heartRate","value":4,"unit":"count/min","start":"2026-01-01T08:03:00Z","source":{"name":"com.example.watch","bundle":"Watch"}}
    longer {"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-01T08:04:00Z","source":{"name":"Watch 2","bundle":"com.example.watch.app"}}
    odd {"type":"heartRate","value":6,"unit":"count/min","start":"2026-01-01T08:05:00Z","source":{"name":"T\u00f6m's \"W\\\"","product":"Watch"}}
    none {"type":"heartRate","value":7,"unit":"count/min","start":"2026-01-01T08:06:00Z","subject":"Watch","device":{"name":"Watch"},"metadata":{"name":"Watch"}}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","source":{"name":"Cuff"},"subject":"p-1","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg","source":{"name":"Watch"}},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    one {"type":"stepCount","value":1,"unit":"count","start":"2026-01-01T08:00:00Z","subject":"p-1"}
    ten {"type":"stepCount","value":2,"unit":"count","start":"2026-01-01T08:01:00Z","subject":"p-10"}
    upper {"type":"stepCount","value":3,"unit":"count","start":"2026-01-01T08:02:00Z","subject":"P-1"}
    quoted {"type":"stepCount","value":4,"unit":"count","start":"2026-01-01T08:03:00Z","subject":"p \"1\"\\"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("types choose samples", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("deep core note later low h61 h60 h59 birth grams aPlus level")
      try await store.expect([
        Question("no type", everything) { $0.types = [] },
        Question("one type", "h59 h60 h61") { $0.types = ["heartRate"] },
        Question("two types, not in order", "level h59 h60 h61") { $0.types = ["heartRate", "Kit.level"] },
        Question("a type twice", "note") { $0.types = ["kit.note", "kit.note"] },
        Question("a type without samples", "") { $0.types = ["stepCount"] },
        Question("an unknown type", "") { $0.types = ["kit.unknown"] },
        Question("an unknown type beside another", "birth") { $0.types = ["kit.unknown", "dateOfBirth", ""] },
        Question("another case", "") { $0.types = ["kit.level", "HEARTRATE"] },
      ])
    },
    ConformanceCase("ids choose samples", .query) { bench in
      let samples = try bench.samples(text)
      let store = try await bench.open(samples)
      try await store.keep("deep core h61 h60 h59 birth level")
      let nobody = SampleID(high: 1, low: 1)
      try await store.expect([
        Question("no ids", "") { $0.ids = [] },
        Question("one id", "h60") { $0.ids = [try samples.id("h60")] },
        Question("several ids", "level birth h59 deep") {
          $0.ids = [try samples.id("deep"), try samples.id("h59"), try samples.id("level"), try samples.id("birth")]
        },
        Question("an id twice", "core") { $0.ids = [try samples.id("core"), try samples.id("core")] },
        Question("ids that are not stored", "") { $0.ids = [nobody, try samples.id("note")] },
        Question("an id and one that is not stored", "h61") { $0.ids = [nobody, try samples.id("h61")] },
        Question("an id of another type", "") {
          $0.ids = [try samples.id("h60")]
          $0.types = ["sleepAnalysis"]
        },
        Question("ids, the last one", "h61") {
          $0.ids = [try samples.id("h59"), try samples.id("h60"), try samples.id("h61")]
          $0.sort = .descending
          $0.limit = 1
        },
      ])
    },
    ConformanceCase("values choose samples of their kind", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep(everything)
      try await store.expect(values)
    },
    ConformanceCase("a source is chosen by its bundle or its name, and by nothing else", .query) { bench in
      let store = try await bench.open(try bench.samples(sources))
      try await store.keep("full named bundled swapped longer odd none g one")
      try await store.expect([
        Question("a name", "g.1 full named swapped") { $0.source = "Watch" },
        Question("a bundle", "full bundled swapped") { $0.source = "com.example.watch" },
        Question("the source of a correlation", "g(g.1 g.2) g.2") { $0.source = "Cuff" },
        Question("a beginning", "") { $0.source = "com.example" },
        Question("another case", "") { $0.source = "watch" },
        Question("a version", "") { $0.source = "Phone" },
        Question("nothing", "") { $0.source = "" },
        Question("quotes", "odd") { $0.source = "T\u{F6}m's \"W\\\"" },
        Question("a member's source, without members", "full named swapped") {
          $0.source = "Watch"
          $0.omitsMembers = true
        },
      ])
    },
    ConformanceCase("a subject is chosen by its whole name", .query) { bench in
      let store = try await bench.open(try bench.samples(sources))
      try await store.keep("one ten upper quoted g none full")
      try await store.expect([
        Question("a subject", "g(g.1 g.2) g.2 g.1 one") { $0.subject = "p-1" },
        Question("a longer one", "ten") { $0.subject = "p-10" },
        Question("another case", "upper") { $0.subject = "P-1" },
        Question("quotes", "quoted") { $0.subject = "p \"1\"\\" },
        Question("a name of a source", "none") { $0.subject = "Watch" },
        Question("a beginning", "") { $0.subject = "p" },
        Question("nothing", "") { $0.subject = "" },
      ])
    },
    ConformanceCase("all conditions must hold", .query) { bench in
      let samples = try bench.samples(sources)
      let store = try await bench.open(samples)
      try await store.keep("full named bundled swapped longer odd none one ten")
      try await store.expect([
        Question("source, type, time and value", "named swapped") {
          $0.source = "Watch"
          $0.types = ["heartRate", "stepCount"]
          $0.from = 1_767_254_460_000_000
          $0.values = [ValueCondition(.greaterOrEqual, .number(2))]
        },
        Question("source and ids", "swapped") {
          $0.source = "com.example.watch"
          $0.ids = [try samples.id("swapped"), try samples.id("named")]
        },
        Question("subject and source", "") {
          $0.subject = "p-1"
          $0.source = "Watch"
        },
        Question("subject and value", "one") {
          $0.subject = "p-1"
          $0.values = [ValueCondition(.less, .number(2))]
        },
      ])
    },
  ]
}
