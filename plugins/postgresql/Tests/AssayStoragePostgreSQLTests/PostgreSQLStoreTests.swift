import HealthModel
import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

/// The store's behavior with a real server; `StorageConformance` tests the same through the protocol and more.
@Suite("A store in PostgreSQL", .serialized, .enabled(if: PrivateServer.shared != nil, PrivateServer.absence))
struct PostgreSQLStoreTests {
  private static let pressure = [
    TestLine(id: 1, type: "bloodPressure"),
    TestLine(id: 2, type: "systolic", correlation: 0, role: "upper"),
    TestLine(id: 3, type: "diastolic", correlation: 0, role: "lower"),
  ]

  @Test("samples come back byte for byte, in order, members behind their correlation") func order() throws {
    let store = try StoreBench().open()
    var lines = Self.pressure
    lines[0].sample = #"{"value":"a\u0000b\u0001 é","unknown":1e999, "x":[ ]}"#
    lines.append(TestLine(id: 9, type: "bloodType", start: nil, sample: #"{"value":"A+"}"#))
    lines.append(TestLine(id: 8, type: "zeta", start: -62_135_596_800_000_000))
    lines.append(TestLine(id: 7, type: "zeta", start: 253_402_300_799_999_999))
    lines.append(TestLine(id: 6, type: "Zeta", start: 5, sample: #"{"k":"]}"}"#))
    #expect(try store.store(lines) == BatchAcknowledgement())
    var query = SampleQuery()
    #expect(try store.ids() == ["6", "1", "2(upper)", "3(lower)", "9", "3", "2", "8", "7"])
    #expect(try store.rows().first { $0.id == 1 }?.sample == lines[0].sample)
    query.omitsMembers = true
    query.sort = .descending
    #expect(try store.ids(query) == ["6", "1", "2(upper)", "3(lower)", "9", "7", "8"])
    #expect(try store.verify() == [])
    #expect(try store.counts().map(\.type) == ["Zeta", "bloodPressure", "bloodType", "diastolic", "systolic", "zeta"])
  }

  @Test("what becomes of a sample does not depend on where batches and transactions end", arguments: [1, 2, 3, 100])
  func outcomes(_ size: Int) throws {
    let store = try StoreBench().open()
    let groups: [[TestLine]] = [
      [TestLine(id: 4)], [TestLine(id: 4)], [TestLine(id: 4, digest: 2)], [TestLine(id: 2, type: "systolic")],
      Self.pressure, Self.pressure,
      [TestLine(id: 5, type: "bloodPressure"), TestLine(id: 4, digest: 3, correlation: 0)], [TestLine(id: 5)],
    ]
    var outcomes = ""
    for start in stride(from: 0, to: groups.count, by: size) {
      var lines: [TestLine] = []
      for group in groups[start..<min(groups.count, start + size)] {
        let head = lines.count
        lines += group.map { line in
          var line = line
          if line.correlation != nil { line.correlation = head }
          return line
        }
      }
      let answer = try store.append(TestLine.lines(lines))
      var part = [Character](repeating: "a", count: lines.count)
      for row in answer.duplicates { part[row] = "d" }
      for row in answer.conflicts { part[row] = "c" }
      outcomes += String(part)
      if start.isMultiple(of: 2) { _ = try store.commit(notes: []) }
    }
    _ = try store.commit(notes: [])
    #expect(outcomes == "adcaadadddcca")
    #expect(try store.verify() == [])
  }

  @Test("without a commit there is nothing") func rollback() throws {
    let bench = try StoreBench()
    let store = try bench.open()
    _ = try store.append(TestLine.lines([TestLine(id: 1, start: 0)]))
    #expect(try store.ids() == [])
    try store.rollback()
    #expect(try store.store([TestLine(id: 1, start: 0)]) == BatchAcknowledgement())
    _ = try store.append(TestLine.lines([TestLine(id: 2)]))
    store.close()
    #expect(try bench.open(bench.hello(isReadOnly: true)).ids() == ["1"])
  }

  @Test("a commit's notes are kept with it, in the order of their first commit") func notes() throws {
    let bench = try StoreBench()
    let store = try bench.open()
    #expect(try store.commit(notes: [(key: "import:b", text: "1"), (key: "type:x", text: "2")]) == 0)
    _ = try store.append(TestLine.lines([TestLine(id: 1)]))
    #expect(try store.commit(notes: [(key: "import:a", text: "3"), (key: "import:b", text: "4")]) == 1)
    #expect(try store.notes(prefix: "import:").map { "\($0.key)=\($0.text)" } == ["import:b=4", "import:a=3"])
    #expect(try store.notes(prefix: "").count == 3)
  }

  @Test("each session goes on behind its own last commit") func resume() throws {
    let bench = try StoreBench()
    for (session, commit) in [("aa", 4), ("bb", 7)] {
      _ = try bench.open().commit(notes: [(key: "session", text: "\(session) \(commit)")])
    }
    for (session, point) in [("aa", "aa 4"), ("bb", "bb 7"), ("cc", "bb 7")] {
      let hello = try PostgreSQLStore(onLoss: { _ in }).open(bench.hello(session: session))
      #expect(hello.resume?.note == point)
    }
  }

  @Test("changes follow commits, and deleted samples are ids") func changes() throws {
    let store = try StoreBench().open()
    try store.store([TestLine(id: 2, type: "systolic"), TestLine(id: 4)])
    try store.store([TestLine(id: 4)])
    try store.store(Self.pressure)
    #expect(try store.changes(since: 0) == ["+4", "+2", "|1", "+1", "+2(upper)", "+3(lower)", "+3", "|2", "to 2"])
    #expect(
      try store.changes(since: 0, omitsMembers: true) == ["+4", "|1", "+1", "+2(upper)", "+3(lower)", "|2", "to 2"])
    var query = SampleQuery()
    query.ids = [TestLine.id(3)]
    #expect(try store.delete(query) == DeletionReceipt(deleted: 3, anchor: ChangeAnchor(commit: 3)))
    #expect(try store.changes(since: 0) == ["+4", "|1", "-1", "-3", "-2", "|3", "to 3"])
    #expect(try store.changes(since: 2, types: ["systolic"]) == ["-2", "|3", "to 3"])
    #expect(try store.changes(since: 3) == ["to 3"])
    #expect(throws: PluginError.self) { try store.changes(since: 4) }
    #expect(try store.append(TestLine.lines(Self.pressure)).duplicates == [0, 1, 2])
    _ = try store.commit(notes: [])
    #expect(try store.verify() == [])
    #expect(try store.information().deletions == 3)
  }

  @Test("an owner deletes its own samples only, and no group with a foreign one") func owner() throws {
    let bench = try StoreBench()
    let own = #"{"source":{"name":"Ring","bundle":"org.ring"}}"#
    let foreign = #"{"source":{"name":"org.ring","bundle":"org.watch"}}"#
    var lines = Self.pressure
    lines[0].sample = own
    lines[1].sample = own
    lines[2].sample = foreign
    lines += [TestLine(id: 4, sample: own), TestLine(id: 5, sample: foreign), TestLine(id: 6)]
    try bench.open().store(lines)
    let store = try bench.open(bench.hello(owner: "org.ring"))
    #expect(try store.delete(SampleQuery()).deleted == 1)
    #expect(try store.ids() == ["1", "2(upper)", "3(lower)", "3", "5", "6", "2"])
    let again = try bench.open(bench.hello(restoresDeleted: true))
    #expect(try again.store([TestLine(id: 4, digest: 9, sample: own)]) == BatchAcknowledgement())
    #expect(try again.information().deletions == 0)
    #expect(try again.verify() == [])
  }

  @Test("who is deleted is in no table") func forgotten() throws {
    let bench = try StoreBench()
    let store = try bench.open()
    let sample = #"{"subject":"p-17","source":{"name":"Ring of p-17"},"device":{"name":"p-17"},"value":"p-17"}"#
    try store.store([TestLine(id: 1, sample: sample), TestLine(id: 2)])
    var query = SampleQuery()
    query.subject = "p-17"
    #expect(try store.delete(query).deleted == 1)
    let connection = try bench.connection()
    for table in StoreTables.tableNames {
      let found = try connection.run("SELECT count(*) FROM \(table) x WHERE x::text LIKE '%p-17%'")
      #expect(found.long(0, 0) == 0, "\(table)")
    }
  }

  @Test("a forgotten note is gone, and the others stay in their order") func forgetting() throws {
    let bench = try StoreBench()
    let store = try bench.open()
    _ = try store.commit(notes: ["c", "a", "b"].map { (key: "import:\($0)", text: "about p-17") })
    #expect(try store.forget(["import:a", "import:none", "import:\0"]) == 1)
    #expect(try store.notes(prefix: "import:").map(\.key) == ["import:c", "import:b"])
    #expect(try store.forget([]) == 0)
    #expect(try store.forget(["import:c", "import:b"]) == 2)
    let found = try bench.connection().run("SELECT count(*) FROM assay_notes x WHERE x::text LIKE '%p-17%'")
    #expect(found.long(0, 0) == 0)
    _ = try store.append(TestLine.lines([TestLine(id: 1)]))
    #expect(throws: PluginError.self) { try store.forget(["import:a"]) }
  }

  @Test("compacting leaves every answer as it was") func compact() throws {
    let store = try StoreBench().open()
    try store.store((1...2000).map { TestLine(id: $0, start: Int64($0), sample: #"{"x":"\#($0)"}"#) })
    var query = SampleQuery()
    query.to = 1000
    _ = try store.delete(query)
    let rows = try store.rows()
    let receipt = try store.compact()
    #expect(receipt.bytesAfter < receipt.bytesBefore)
    #expect(try store.rows() == rows && rows.count == 1001)
    #expect(try store.verify() == [])
  }
}
