import HealthModel
import HealthStorage

/// Opening a store with types other than those it was written with.
enum RegistryCases {
  private static let text = #"""
    level {"type":"Kit.level","value":5,"unit":"kg","start":"2026-01-01T08:00:00Z"}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    low {"type":"kit.mood","value":"low","start":"2026-01-01T08:00:00Z"}
    high {"type":"kit.mood","value":"high","start":"2026-01-01T09:00:00Z"}
    later {"type":"kit.mood","value":"later","start":"2026-01-01T10:00:00Z"}
    note {"type":"kit.note","value":"a note"}
    """#

  private static let everything = "level rest low high later note"

  /// A change of a stored type's meaning.
  private struct Change: Sendable {
    let what: String
    let type: String
    let make: @Sendable (inout TypeDefinition, Registry) throws -> Void
  }

  private static let refused: [Change] = [
    Change(what: "another unit", type: "Kit.level") { type, registry in
      guard var shape = type.shape.quantity else { return }
      shape.unit = try quantity("heartRate", registry).unit
      type.shape = .quantity(shape)
    },
    Change(what: "another aggregation", type: "Kit.level") { type, _ in
      guard var shape = type.shape.quantity else { return }
      shape.aggregation = .cumulative
      type.shape = .quantity(shape)
    },
    Change(what: "another kind", type: "kit.mood") { type, registry in
      type.shape = .quantity(try quantity("Kit.level", registry))
    },
    Change(what: "another name for a raw value", type: "kit.mood") { type, _ in
      type.shape = .category(EnumDefinition(id: "kit.mood", cases: renamed(aliases: [])))
    },
    Change(what: "raw values that change places", type: "kit.mood") { type, _ in
      type.shape = .category(
        EnumDefinition(
          id: "kit.mood",
          cases: [EnumCase(name: "low", raw: 1), EnumCase(name: "high", raw: 0), EnumCase(name: "later", raw: nil)]))
    },
    Change(what: "a date in the place of a text", type: "kit.note") { type, _ in
      type.shape = .characteristic(.text(.date))
    },
  ]

  static let all: [ConformanceCase] = refusals + others

  private static let refusals: [ConformanceCase] = refused.map { change in
    ConformanceCase("a registry that gives a stored type \(change.what) is refused", .durable) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep(everything)
      try await bench.close(store)
      let registry = try bench.workbench.registry.changed(change.type, change.make)
      do {
        _ = try await bench.open(nil, registry: registry)
        throw CaseFailure("the store was opened")
      } catch let error as StorageError {
        try CaseFailure.compare(error.code.rawValue, StorageError.Code.incompatible.rawValue, "the error")
      }
      // Nothing happened to the store.
      try await bench.open(try bench.samples(text)).append(everything, gives: "======")
    }
  }

  private static let others: [ConformanceCase] = [
    ConformanceCase("types without samples may change", .durable) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest low")
      try await bench.close(store)
      var registry = bench.workbench.registry
      for change in refused where change.type != "kit.mood" {
        registry = try registry.changed(change.type, change.make)
        let again = try await bench.open(
          try NamedSamples(rest, SampleWorkbench(registry: registry)), registry: registry)
        try await again.append("rest", gives: "=")
        try await bench.close(again)
      }
    },
    ConformanceCase("a renamed case is the same when its old name is an alias", .durable, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("low high later")
      try await bench.close(store)
      let registry = try bench.workbench.registry.changed("kit.mood") { type, _ in
        type.shape = .category(EnumDefinition(id: "kit.mood", cases: renamed(aliases: ["high"])))
      }
      let samples = try NamedSamples(
        """
        upper {"type":"kit.mood","value":"upper","start":"2026-01-01T09:00:00Z"}
        low {"type":"kit.mood","value":"low","start":"2026-01-01T08:00:00Z"}
        """, SampleWorkbench(registry: registry))
      let again = try await bench.open(samples, registry: registry)
      try await again.append("upper low", gives: "==")
      let answer = try await again.answer(SampleQuery { $0.values = [ValueCondition(.equal, .text("upper"))] })
      try CaseFailure.compare(answer.text, "upper", "the answer")
      guard let line = answer.lines.first, line.contains("\"value\":\"upper\"") else {
        throw CaseFailure("the sample does not come back with the new name of its case")
      }
    },
    ConformanceCase("new types and new cases change no answer", .durable, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep(everything)
      try await bench.close(store)
      // In front of all others, so that every type and case has another place.
      var first = try bench.workbench.registry.definition("Kit.level")
      first.id = "AAA.level"
      let base = try bench.workbench.registry.with(bench.workbench.registry.types + [first])
      let registry = try base.changed("kit.mood") { type, _ in
        type.shape = .category(
          EnumDefinition(
            id: "kit.mood",
            cases: [EnumCase(name: "middle", raw: 7), EnumCase(name: "high", raw: 1), EnumCase(name: "low", raw: 0)]
              + [EnumCase(name: "later", raw: nil)]))
      }
      let workbench = SampleWorkbench(registry: registry)
      let new = #"""
        first {"type":"AAA.level","value":5,"unit":"kg","start":"2026-01-01T08:00:00Z"}
        middle {"type":"kit.mood","value":"middle","start":"2026-01-01T08:30:00Z"}
        """#
      let again = try await bench.open(try NamedSamples(text + "\n" + new, workbench), registry: registry)
      try await again.expectTexts("level rest low high later note")
      try await again.append("first middle \(everything)", gives: "++ ======")
      try await again.commit()
      try await again.expectTexts("first level rest low middle high later note")
    },
    ConformanceCase("samples of a type that the registry lacks are not left out", .durable, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest low note")
      try await bench.close(store)
      let registry = try bench.workbench.registry.without("kit.mood")
      let samples = try NamedSamples(rest + "\n" + run, SampleWorkbench(registry: registry))
      var again = try await bench.open(samples, registry: registry)
      try await expectRefused(SampleQuery(), again, code: .incompatible)
      try await again.expect(SampleQuery { $0.types = ["heartRate"] }, answers: "rest")
      try await again.append("rest run", gives: "= +")
      try await again.commit()
      try await bench.close(again)
      again = try await bench.open(try bench.samples(text + "\n" + run))
      try await again.expectTexts("rest run low note")
    },
    ConformanceCase("members of a type that the registry lacks are not left out", .durable, needs: .query) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          s {"type":"kit.sitting","start":"2026-01-01T08:00:00Z","members":[{"type":"heartRate","role":"before","value":60,"unit":"count/min"},{"type":"Kit.level","value":9,"unit":"kg"}]}
          """#))
      try await store.keep("s")
      try await bench.close(store)
      let registry = try bench.workbench.registry.without("heartRate")
      let again = try await bench.open(nil, registry: registry)
      try await expectRefused(SampleQuery { $0.types = ["kit.sitting"] }, again, code: nil)
    },
    ConformanceCase("samples of a case that the registry lacks are not left out", .durable, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("rest low high")
      try await bench.close(store)
      let registry = try bench.workbench.registry.changed("kit.mood") { type, _ in
        type.shape = .category(EnumDefinition(id: "kit.mood", cases: [EnumCase(name: "low", raw: 0)]))
      }
      let samples = try NamedSamples(rest, SampleWorkbench(registry: registry))
      let again = try await bench.open(samples, registry: registry)
      try await expectRefused(SampleQuery { $0.types = ["kit.mood"] }, again, code: nil)
      try await again.expect(SampleQuery { $0.types = ["heartRate"] }, answers: "rest")
    },
  ]

  private static let rest = #"rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
  private static let run = #"run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z"}"#

  private static func renamed(aliases: [String]) -> [EnumCase] {
    [
      EnumCase(name: "low", raw: 0), EnumCase(name: "upper", raw: 1, aliases: aliases),
      EnumCase(name: "later", raw: nil),
    ]
  }

  private static func quantity(_ id: String, _ registry: Registry) throws -> QuantityShape {
    guard let shape = try registry.definition(id).shape.quantity else {
      throw CaseFailure("the type \(id) is not a quantity")
    }
    return shape
  }

  /// The store must not answer; with a code, the error must have it.
  private static func expectRefused(_ query: SampleQuery, _ store: OpenedStore, code: StorageError.Code?) async throws {
    do {
      let answer = try await store.answer(query)
      throw CaseFailure("the store answers `\(answer.text)` and leaves samples out")
    } catch let error as StorageError {
      guard let code else { return }
      try CaseFailure.compare(error.code.rawValue, code.rawValue, "the error")
    }
  }
}

extension Registry {
  fileprivate func definition(_ id: String) throws -> TypeDefinition {
    guard let type = types.first(where: { $0.id == id }) else { throw CaseFailure("there is no type \(id)") }
    return type
  }

  fileprivate func with(_ types: [TypeDefinition]) throws -> Registry {
    try Registry(
      types: types, metadataKeys: metadataKeys, enums: enums, units: units, contentHash: contentHash + " changed")
  }

  fileprivate func without(_ id: String) throws -> Registry { try with(types.filter { $0.id != id }) }

  fileprivate func changed(_ id: String, _ change: (inout TypeDefinition, Registry) throws -> Void) throws -> Registry {
    var type = try definition(id)
    try change(&type, self)
    return try with(types.filter { $0.id != id } + [type])
  }
}
