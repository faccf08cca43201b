import HealthModel
import HealthStorage

/// The feed of what was added, numbered by commits.
enum ChangeCases {
  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T07:00:00Z"}
    c {"type":"stepCount","value":62,"unit":"count","start":"2026-01-01T06:00:00Z"}
    d {"type":"bodyMass","value":63,"unit":"kg","start":"2026-01-01T09:00:00Z"}
    birth {"type":"dateOfBirth","value":"1990-04-12"}
    twin {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    """#

  private static func since(_ commit: Int64) -> ChangeQuery { ChangeQuery(since: ChangeAnchor(commit: commit)) }

  static let all: [ConformanceCase] = [
    ConformanceCase("commits that add samples are numbered from 1, without gaps", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.expectChanges("", anchor: 0)
      try await store.keep("a")
      try await store.commit()
      try await store.append("a", gives: "=")
      try await store.commit()
      try await store.keep("b c")
      try await store.append("d", gives: "+")
      await store.rollback()
      try await store.append("a d", gives: "= +")
      try await store.commit()
      try await store.expectChanges("1: a; 2: b c; 3: d", anchor: 3)
      try await store.expectChanges(since(1), "2: b c; 3: d", anchor: 3)
      try await store.expectChanges(since(2), "3: d", anchor: 3)
      try await store.expectChanges(since(3), "", anchor: 3)
      try CaseFailure.compare(try await store.backend.information().lastCommit, 3, "the number of the last commit")
    },
    ConformanceCase("a conflict or a refused correlation alone gets no number", .changes) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          a {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
          g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
          b {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
          """#))
      try await store.keep("a")
      try await store.append("edited g", gives: "! !!!")
      try await store.commit()
      try await store.expectChanges("1: a", anchor: 1)
      try await store.keep("b")
      try await store.expectChanges("1: a; 2: b", anchor: 2)
    },
    ConformanceCase("a commit of progress alone gets no number", .changes, needs: .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.backend.commit(ProgressCases.progress("/data/a.ndjson"))
      try await store.expectChanges("", anchor: 0)
      try await store.append("a", gives: "+")
      try await store.backend.commit(ProgressCases.progress("/data/a.ndjson"))
      try await store.backend.commit(ProgressCases.progress("/data/b.ndjson"))
      try await store.keep("b")
      try await store.expectChanges("1: a; 2: b", anchor: 2)
    },
    ConformanceCase("an anchor that the store has not come to is refused", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      for (commit, last) in [(Int64(1), Int64(0)), (99, 0)] {
        try await expectRefused(since(commit), store, "an anchor after commit \(last)")
      }
      try await store.keep("a")
      try await store.expectChanges(since(1), "", anchor: 1)
      try await expectRefused(since(2), store, "an anchor after commit 1")
      try await store.append("b", gives: "+")
      try await expectRefused(since(2), store, "an anchor after a commit that does not exist")
    },
    ConformanceCase("the feed has committed samples only", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("a")
      try await store.append("b c", gives: "+ +")
      try await store.expectChanges("1: a", anchor: 1)
      try await store.commit()
      try await store.expectChanges("1: a; 2: b c", anchor: 2)
    },
    ConformanceCase("samples of a commit come in the order of type, start and id", .changes) { bench in
      let store = try await bench.open(try bench.samples(OrderCases.text))
      try await store.keep("late low steps first high mid weight")
      try await store.keep("last hers old his birth blood level")
      try await store.expectChanges(
        "1: weight first low mid high late steps; 2: level blood birth old last his hers", anchor: 2)
    },
    ConformanceCase("an added correlation comes with all its members, older ones as well", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("twin a")
      try await store.append("g", gives: "+=+")
      try await store.commit()
      try await store.expectChanges("1: twin a; 2: g(twin g.2) g.2", anchor: 2)
      try await store.expectChanges(ChangeQuery(omitsMembers: true), "1: a; 2: g(twin g.2)", anchor: 2)
      let found = try await store.changes(since(1)).feed.lines.first ?? ""
      try CaseFailure.compare(
        lines: [found], store.workbench.lines(of: try store.samples.batch("g")), "the added correlation")
    },
    ConformanceCase("types choose what the feed reports", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("a c")
      try await store.keep("d g")
      try await store.keep("b birth")
      try await store.expectChanges(ChangeQuery(types: ["heartRate"]), "1: a; 3: b", anchor: 3)
      try await store.expectChanges(ChangeQuery(types: ["dateOfBirth", "stepCount"]), "1: c; 3: birth", anchor: 3)
      try await store.expectChanges(ChangeQuery(types: ["bloodPressure"]), "2: g(twin g.2)", anchor: 3)
      try await store.expectChanges(ChangeQuery(types: ["bloodPressureDiastolic"]), "2: g.2", anchor: 3)
      try await store.expectChanges(ChangeQuery(types: ["kit.unknown", "sleepAnalysis"]), "", anchor: 3)
    },
    ConformanceCase("a limit ends the feed after a commit", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("a b c")
      try await store.keep("d")
      try await store.keep("birth")
      for (limit, feed, anchor) in [
        (1, "1: b a c", Int64(1)), (3, "1: b a c", 1), (4, "1: b a c; 2: d", 2), (5, "1: b a c; 2: d; 3: birth", 3),
        (99, "1: b a c; 2: d; 3: birth", 3),
      ] {
        try await store.expectChanges(ChangeQuery(limit: limit), feed, anchor: anchor)
      }
      try await store.expectChanges(ChangeQuery(since: ChangeAnchor(commit: 1), limit: 1), "2: d", anchor: 2)
    },
    ConformanceCase("a feed that is read anchor by anchor reports everything once", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      for names in ["a", "b c", "d", "g", "birth"] { try await store.keep(names) }
      let whole = try await store.changes(ChangeQuery())
      var anchor = ChangeAnchor.beginning
      var parts: [String] = []
      for _ in 0..<20 where anchor < whole.anchor {
        let part = try await store.changes(ChangeQuery(since: anchor, limit: 1))
        parts.append(part.feed.text)
        anchor = part.anchor
      }
      try CaseFailure.compare(parts.joined(separator: "; "), whole.feed.text, "the feed in parts")
    },
    ConformanceCase("a feed that is ended goes on after the last whole commit", .changes) { bench in
      let store = try await bench.open(try bench.samples(text))
      for names in ["a", "b c", "d g", "birth"] { try await store.keep(names) }
      let whole = try await store.changes(ChangeQuery()).feed.lines
      for count in 1...3 {
        let anchor = try await store.expectAnchor(afterPages: count, ChangeQuery())
        let before = try await store.changes(ChangeQuery()).feed
        let behind = try await store.changes(ChangeQuery(since: anchor)).feed
        try CaseFailure.compare(
          lines: before.lines(upTo: anchor) + behind.lines, whole, "the feed up to an anchor and after it")
      }
    },
  ]

  /// The store must refuse an anchor with `failed`.
  private static func expectRefused(_ query: ChangeQuery, _ store: OpenedStore, _ what: String) async throws {
    do {
      _ = try await store.changes(query)
    } catch let error as StorageError {
      return try CaseFailure.compare(error.code.rawValue, StorageError.Code.failed.rawValue, "the error for \(what)")
    }
    throw CaseFailure("\(what) is taken")
  }
}
