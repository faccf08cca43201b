import HealthModel
import HealthStorage

/// Deletions in the feed: ids in the place of samples.
enum DeletionFeedCases {
  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    c {"type":"stepCount","value":62,"unit":"count","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    h {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:05:00Z","members":[{"type":"bloodPressureSystolic","value":125,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:00Z"}]}
    """#

  private static func since(_ commit: Int64, types: [String] = []) -> ChangeQuery {
    ChangeQuery(since: ChangeAnchor(commit: commit), types: types)
  }

  static let all: [ConformanceCase] = [
    ConformanceCase("a deleted sample comes as its id, and not as a sample", .changes, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("a b c")
      try await store.delete("a", count: 1, anchor: 2)
      try await store.expectChanges("1: b c; 2: -a", anchor: 2)
      try await store.expectChanges(since(1), "2: -a", anchor: 2)
      try await store.expectChanges(since(2), "", anchor: 2)
      try CaseFailure.compare(try await store.backend.information().lastCommit, 2, "the number of the last commit")
      try await store.keep("g")
      try await store.expectChanges(since(2), "3: g(g.1 g.2) g.2 g.1", anchor: 3)
    },
    ConformanceCase("a commit whose samples are all deleted keeps its number", .changes, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("a")
      try await store.keep("b")
      try await store.delete("a", count: 1, anchor: 3)
      try await store.keep("c")
      try await store.delete("b", count: 1, anchor: 5)
      try await store.expectChanges("3: -a; 4: c; 5: -b", anchor: 5)
      try await store.expectChanges(since(1), "3: -a; 4: c; 5: -b", anchor: 5)
      try await store.expectChanges(since(3), "4: c; 5: -b", anchor: 5)
    },
    ConformanceCase("a deletion that finds nothing gets no number", .changes, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.delete("a", count: 0, anchor: 0)
      try await store.keep("a")
      try await store.delete("b", count: 0, anchor: 1)
      try await store.delete("a", count: 1, anchor: 2)
      try await store.delete("a", count: 0, anchor: 2)
      try await store.expectChanges("2: -a", anchor: 2)
      try await store.keep("b")
      try await store.expectChanges("2: -a; 3: b", anchor: 3)
    },
    ConformanceCase("a deleted correlation comes as the ids of all that went", .changes, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("g")
      try await store.append("h", gives: "++=")
      try await store.commit()
      // The shared member stays with `h`, and comes with it.
      try await store.delete("g", count: 2, anchor: 3)
      try await store.expectChanges("1: g.2; 2: h(h.1 g.2) h.1; 3: -g -g.1", anchor: 3)
      try await store.delete("h.1", count: 3, anchor: 4)
      try await store.expectChanges("3: -g -g.1; 4: -g.2 -h -h.1", anchor: 4)
      try await store.expectChanges(since(3), "4: -g.2 -h -h.1", anchor: 4)
    },
    ConformanceCase("types choose deleted samples as well", .changes, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("a c g")
      try await store.delete("a c", count: 2, anchor: 2)
      try await store.delete("g", count: 3, anchor: 3)
      try await store.expectChanges(since(0, types: ["heartRate"]), "2: -a", anchor: 3)
      try await store.expectChanges(since(0, types: ["stepCount", "bloodPressure"]), "2: -c; 3: -g", anchor: 3)
      try await store.expectChanges(since(2, types: ["bloodPressureSystolic"]), "3: -g.1", anchor: 3)
      try await store.expectChanges(since(0, types: ["kit.unknown"]), "", anchor: 3)
    },
    ConformanceCase("a limit counts deleted samples", .changes, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("a b c")
      try await store.delete("a b", count: 2, anchor: 2)
      try await store.keep("g")
      try await store.expectChanges(ChangeQuery(limit: 1), "1: c", anchor: 1)
      try await store.expectChanges(ChangeQuery(limit: 2), "1: c; 2: -a -b", anchor: 2)
      try await store.expectChanges(ChangeQuery(since: ChangeAnchor(commit: 1), limit: 1), "2: -a -b", anchor: 2)
    },
    ConformanceCase("a sample that is stored again comes as added", .changes, needs: .delete) { bench in
      var options = StorageOptions()
      options.restoresDeleted = true
      let store = try await bench.open(try bench.samples(text), options)
      try await store.keep("a b")
      try await store.delete("a", count: 1, anchor: 2)
      try await store.keep("a")
      try await store.expectChanges("1: b; 3: a", anchor: 3)
      try await store.expectChanges(since(1), "3: a", anchor: 3)
      try await store.delete("a", count: 1, anchor: 4)
      try await store.expectChanges("1: b; 4: -a", anchor: 4)
    },
  ]
}
