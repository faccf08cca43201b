import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

/// Layout 2: samples by subject, ids apart only where they must be.
@Suite(
  "Samples by subject in PostgreSQL", .serialized, .enabled(if: PrivateServer.shared != nil, PrivateServer.absence))
struct SubjectLayoutTests {
  private static let day: Int64 = 86_400_000_000
  private static let newYear: Int64 = 1_767_225_600_000_000

  /// A heart rate of a person, with an id as Assay derives one.
  private static func rate(_ subject: Int, _ number: Int, start: Int64) -> TestLine {
    let id = SampleID(
      high: UInt64(start / 1000) << 16 | 0x8000 | UInt64(subject & 0xFFF), low: UInt64(number) | 0x8000_0000_0000_0000)
    var text: [UInt8] = []
    LineText.append(time: start, to: &text)
    let time = String(decoding: text, as: UTF8.self)
    return TestLine(
      id: 0, start: start, isDerived: true,
      sample: #"""
        {"uuid":"\#(id)","type":"heartRate","value":\#(50 + number % 90),"unit":"count/min","start":"\#(time)",\#
        "end":"\#(time)","offset":"+00:00","subject":"P\#(subject)","source":{"name":"Watch \#(subject)",\#
        "bundle":"org.watch"},"metadata":{"HKMetadataKeyHeartRateMotionContext":\#(number % 3)}}
        """#, sampleID: id)
  }

  /// People with samples through a year, as files of each person have them.
  private func store(people: Int, samples: Int, in bench: StoreBench) throws -> PostgreSQLStore {
    let store = try bench.open()
    var lines: [TestLine] = []
    for subject in 0..<people {
      for number in 0..<samples {
        lines.append(
          Self.rate(
            subject, number, start: Self.newYear + Int64(number) * (365 * Self.day / Int64(samples)) / 1000 * 1000))
      }
    }
    for first in stride(from: 0, to: lines.count, by: 5000) {
      let part = Array(lines[first..<min(lines.count, first + 5000)])
      #expect(try store.append(TestLine.lines(part)) == BatchAcknowledgement())
    }
    _ = try store.commit(notes: [])
    return store
  }

  /// How many rows a plan reads of the tables of samples, and how many it gives.
  private func rows(_ sql: String, _ values: [BoundValue], _ bench: StoreBench) throws -> (read: Int, given: Int) {
    let connection = try bench.connection()
    // Tables as small as a test's are read whole otherwise.
    try connection.run(script: "SET enable_seqscan = off")
    let found = try connection.run("EXPLAIN (ANALYZE, FORMAT JSON) \(sql)", values)
    let plan =
      try #require(
        try JSONSerialization.jsonObject(with: Data(found.text(0, 0).utf8)) as? [[String: Any]]
      ).first?["Plan"] as? [String: Any]
    var read = 0
    var open = [plan ?? [:]]
    while let node = open.popLast() {
      open += node["Plans"] as? [[String: Any]] ?? []
      guard (node["Relation Name"] as? String)?.hasPrefix("assay_samples_b") == true else { continue }
      let loops = node["Actual Loops"] as? Int ?? 0
      let each = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"].map {
        node[$0] as? Int ?? 0
      }
      read += loops * each.reduce(0, +)
    }
    return (read, plan?["Actual Rows"] as? Int ?? 0)
  }

  @Test("a person's month reads its rows and hardly more, in the view and in the plugin") func month() throws {
    let bench = try StoreBench()
    _ = try store(people: 60, samples: 300, in: bench)
    let (from, to) = (Self.newYear + 31 * Self.day, Self.newYear + 59 * Self.day)
    for types in ["AND type = 'heartRate' ", ""] {
      let view = try rows(
        "SELECT id, value FROM samples WHERE subject = 'P7' \(types)AND start_us >= $1 AND start_us < $2",
        [.long(from), .long(to)], bench)
      #expect(view.given == 23, "\(types)")
      #expect(Double(view.read) <= 1.2 * Double(view.given), "read \(view.read) of the view \(types)")
    }
    var query = SampleQuery()
    query.types = ["heartRate"]
    query.subject = "P7"
    (query.from, query.to) = (from, to)
    let question = try PreparedQuery(query, bench.connection())
    let statements = question.statements(of: question.types[0], SampleQuery.Sort.ascending, columns: StoredRow.columns)
    #expect(statements.count == 1)
    let own = try rows(statements[0].sql, statements[0].values, bench)
    #expect(own.given == 23 && Double(own.read) <= 1.2 * Double(own.given), "read \(own.read)")
    // All people's day is looked up person by person, and not read out of the year.
    query.subject = nil
    query.to = from + Self.day
    let all = try PreparedQuery(query, bench.connection())
    let cohort = try all.statements(of: all.types[0], SampleQuery.Sort.ascending, columns: StoredRow.columns)
      .map { try rows($0.sql, $0.values, bench) }
    #expect(cohort.map(\.given).reduce(0, +) == 60)
    #expect(cohort.map(\.read).reduce(0, +) <= 72)
  }

  @Test("a sample takes at most 250 bytes, with a derived or a given id", arguments: [true, false])
  func size(isDerived: Bool) throws {
    let bench = try StoreBench()
    let store = try bench.open()
    var lines: [TestLine] = []
    for number in 0..<60_000 {
      var line = Self.rate(3, number, start: Self.newYear + Int64(number) * 5_000_000)
      line.isDerived = isDerived
      lines.append(line)
      if lines.count == 10_000 {
        _ = try store.append(TestLine.lines(lines))
        lines = []
      }
    }
    _ = try store.commit(notes: [])
    let bytes = try ServerFacts.byteCount(try bench.connection())
    #expect(bytes / 60_000 <= 250, "\(bytes / 60_000) bytes a sample")
    let given = try bench.connection().run("SELECT count(*) FROM assay_ids").long(0, 0)
    #expect(given == (isDerived ? 0 : 60_000))
  }

  @Test("a derived id implies its sample; an edited one that keeps it is a conflict", arguments: [true, false])
  func derived(inOneTransaction: Bool) throws {
    let bench = try StoreBench()
    let store = try bench.open()
    let first = Self.rate(1, 1, start: Self.newYear)
    var edited = first
    (edited.isDerived, edited.digest) = (false, 2)
    var moved = edited
    (moved.start, moved.digest) = (Self.newYear + 40 * Self.day, 3)
    var retyped = edited
    (retyped.type, retyped.digest) = ("stepCount", 4)
    var resubjected = edited
    (resubjected.sample, resubjected.digest) = (#"{"subject":"P9"}"#, 5)
    var named = first
    named.isDerived = false
    #expect(try store.append(TestLine.lines([first, first])).duplicates == [1])
    if !inOneTransaction { _ = try store.commit(notes: []) }
    let answer = try store.append(TestLine.lines([edited, moved, retyped, resubjected, named, first]))
    #expect(answer.conflicts == [0, 1, 2, 3] && answer.duplicates == [4, 5])
    _ = try store.commit(notes: [])
    let again = try bench.open()
    #expect(try again.append(TestLine.lines([moved, retyped, resubjected, edited])).conflicts == [0, 1, 2, 3])
    #expect(try again.append(TestLine.lines([first])).duplicates == [0])
    try again.rollback()
    #expect(try store.verify() == [])
    var query = SampleQuery()
    query.ids = [try #require(first.sampleID)]
    #expect(try store.rows(query).count == 1)
    #expect(try store.delete(query).deleted == 1)
    #expect(try store.rows(query).isEmpty)
    #expect(try store.store([first]).duplicates == [0])
  }

  @Test("the original of an edited sample that is stored is a conflict") func masked() throws {
    let bench = try StoreBench()
    let original = Self.rate(1, 1, start: Self.newYear)
    var moved = original
    (moved.isDerived, moved.digest, moved.start) = (false, 2, Self.newYear + 400 * Self.day)
    try bench.open().store([moved])
    let store = try bench.open()
    #expect(try store.store([original, Self.rate(1, 2, start: Self.newYear)]).conflicts == [0])
    #expect(try store.store([moved]).duplicates == [0])
    #expect(try store.counts().first?.count == 2)
    #expect(try store.verify() == [])
  }

  @Test("leaves get their indexes at the end of the transaction that made them, whoever writes next") func keys() throws
  {
    let bench = try StoreBench()
    let first = try bench.open()
    let second = try bench.open()
    let connection = try bench.connection()
    let count = "SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema() AND tablename ~ '^assay_samples_b'"
    for round in 0..<4 {
      let store = round % 2 == 0 ? first : second
      let lines = (0..<50).map {
        Self.rate($0 % 5, round * 25 + $0, start: Self.newYear + Int64(round * 25 + $0) * 1000)
      }
      let answer = try store.append(TestLine.lines(lines))
      #expect(answer.duplicates.count == (round == 0 ? 0 : 25))
      if round == 0 { #expect(try connection.run(count).long(0, 0) == 0) }
      _ = try store.commit(notes: [])
    }
    let leaves = try #require(Int(try first.information().details.first { $0.name == "partitions" }?.value ?? ""))
    #expect(try connection.run(count).long(0, 0) == Int64(3 * leaves) && leaves > 1)
    #expect(try first.rows().count == 125)
    #expect(try first.verify() == [])
  }

  @Test("a bulk import makes two indexes at its end, or leaves them to who writes next", arguments: [true, false])
  func bulk(_ isFinished: Bool) throws {
    let bench = try StoreBench()
    let store = PostgreSQLStore(bulk: 40) { _ in }
    _ = try store.open(bench.hello())
    let connection = try bench.connection()
    let count = "SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema() AND tablename ~ '^assay_samples_b'"
    func lines(_ round: Int) -> [TestLine] {
      (0..<50).map { Self.rate($0 % 5, round * 40 + $0, start: Self.newYear + Int64(round * 40 + $0) * 1000) }
    }
    for round in 0..<3 {
      let answer = try store.append(TestLine.lines(lines(round)))
      #expect(answer.duplicates.count == (round == 0 ? 0 : 10))
      _ = try store.commit(notes: [(key: "import:a", text: #"{"finished":false}"#)])
    }
    let partitions = try #require(try store.information().details.first { $0.name == "partitions" })
    let leaves = try #require(Int64(partitions.value))
    #expect(try connection.run(count).long(0, 0) == leaves && leaves > 1)
    #expect(try store.verify() == [])
    var named = SampleQuery()
    named.ids = [try #require(lines(0).first?.sampleID)]
    #expect(try store.ids(named).count == 1)
    let other = isFinished ? store : try bench.open()
    #expect(try other.append(TestLine.lines(lines(2))).duplicates.count == 50)
    _ = try other.append(TestLine.lines(lines(3)))
    _ = try other.commit(notes: [(key: "import:a", text: #"{"finished":true}"#)])
    #expect(try connection.run(count).long(0, 0) == 3 * leaves)
    #expect(try other.rows().count == 170)
    #expect(try other.verify() == [])
  }

  @Test("what a writer has stored it has seen, and little else") func seen() {
    var seen = SeenIDs()
    var isRoom = true
    for number in 0..<100_000 { isRoom = seen.insert(TestLine.id(number * 2)) && isRoom }
    #expect(isRoom)
    #expect((0..<100_000).allSatisfy { seen.mayContain(TestLine.id($0 * 2)) })
    #expect((0..<100_000).count { seen.mayContain(TestLine.id($0 * 2 + 1)) } < 1000)
  }
}
