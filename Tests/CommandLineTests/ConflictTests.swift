import Testing

/// The same id with other content: the stored sample stays, the new one is kept apart.
@Suite("Conflicts") struct ConflictTests {
  private static let id = "6C1B5A0E-3D0B-4E0E-9A6D-0F6F2B6A1CFF"

  private func line(value: Int, id: String = ConflictTests.id) -> String {
    "{\"uuid\":\"\(id)\",\"type\":\"heartRate\", \"value\":\(value),\"unit\":\"count/min\","
      + "\"start\":\"2025-04-01T08:00:00Z\"}"
  }

  @Test("across two files") func files() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let first = try folder.write("first.ndjson", line(value: 64) + "\n")
      let second = try folder.write("second.ndjson", line(value: 65) + "\n" + ExitCase.fine + "\n")
      #expect(try store.importing(first).status == 0)
      let (status, report) = try store.importing(second)
      #expect(status == 1)
      #expect(report.summary.conflicts == 1)
      #expect(report.summary.accepted == 1)
      #expect(report.summary.refused == 0)
      #expect(report.summary.isBalanced)
      #expect(report.diagnostics.map(\.code) == ["uuid-conflict"])
      #expect(report.diagnostics.compactMap(\.line) == [1])
      let stored = try store.samples(of: "heartRate").filter { $0.uuid == Self.id }
      #expect(stored.compactMap(\.number) == [64])
      let kept = try store.quarantine()
      #expect(kept.map(\.reason) == ["conflict"])
      #expect(kept.map(\.bytes) == [Array(line(value: 65).utf8)])
    }
  }

  @Test("within one file") func lines() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let text = [64, 65, 64, 66].map { line(value: $0) + "\n" }.joined()
      let (status, report) = try store.importing(folder.write("input.ndjson", text))
      #expect(status == 1)
      #expect(report.summary.accepted == 1)
      #expect(report.summary.duplicates == 1)
      #expect(report.summary.conflicts == 2)
      #expect(try store.samples(of: "heartRate").compactMap(\.number) == [64])
      #expect(try store.quarantine().map(\.source.line) == [2, 4])
    }
  }

  @Test("an id is the same in lower case") func letterCase() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let text = line(value: 64) + "\n" + line(value: 64, id: Self.id.lowercased()) + "\n"
      let (status, report) = try store.importing(folder.write("input.ndjson", text))
      #expect(status == 0)
      #expect(report.summary.accepted == 1)
      #expect(report.summary.duplicates == 1)
    }
  }

  @Test("nothing masks a conflict but the wish to see none", arguments: zip(["error", "never"], [1, 0]))
  func failOn(_ level: String, _ expected: Int) throws {
    try TemporaryFolder.with { folder in
      let text = line(value: 64) + "\n" + line(value: 65) + "\n"
      let input = try folder.write("input.ndjson", text)
      let status = try TestStore(folder).importing(input, options: ["--fail-on", level]).status
      #expect(status == Int32(expected))
    }
  }
}
