import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

private typealias Bench = MemoryBench

/// What becomes of samples in the store in memory, and what it answers.
struct MemoryStoreTests {
  struct Outcomes: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Samples that are stored and committed before.
    var stored: [String]
    var lines: [String]
    var letters: String
    /// What is stored then.
    var found: String
  }

  static let fates = [
    Outcomes(
      testDescription: "the same sample twice", stored: [], lines: [Bench.pulse(1), Bench.pulse(1)], letters: "AD",
      found: "1"),
    Outcomes(
      testDescription: "one id with two contents", stored: [], lines: [Bench.pulse(1), Bench.pulse(1, 61)],
      letters: "AC", found: "1"),
    Outcomes(
      testDescription: "a member that was stored before is linked", stored: [Bench.systolic(2)],
      lines: [Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3))], letters: "ADA", found: "1 +2 +3"),
    Outcomes(
      testDescription: "a member that conflicts takes its group with it", stored: [Bench.systolic(2, 130)],
      lines: [Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3))], letters: "CCC", found: "2"),
    Outcomes(
      testDescription: "what is stored already stays a duplicate in a group that conflicts",
      stored: [Bench.systolic(2, 130), Bench.diastolic(3)],
      lines: [Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3))], letters: "CCD", found: "3 2"),
    Outcomes(
      testDescription: "a group twice", stored: [Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3))],
      lines: [Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3))], letters: "DDD", found: "1 +2 +3"),
    Outcomes(
      testDescription: "two correlations share a member", stored: [],
      lines: [
        Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3)),
        Bench.pressure(4, Bench.systolic(2), Bench.diastolic(5)),
      ], letters: "AAAADA", found: "1 +2 +3 4 +2 +5"),
  ]

  @Test(arguments: MemoryStoreTests.fates) func fate(_ item: Outcomes) async throws {
    let bench = try Bench()
    for line in item.stored { #expect(try await bench.keep(line).allSatisfy { $0 == "A" }) }
    // In one batch and one by one.
    #expect(try await bench.append(item.lines) == item.letters)
    await bench.store.rollback()
    var letters = ""
    for line in item.lines { letters += try await bench.append([line]) }
    #expect(letters == item.letters)
    try await bench.store.commit(nil)
    #expect(try await bench.ask { $0.omitsMembers = true } == item.found)
    #expect(try await bench.store.verify() == [])
  }

  @Test("queries see what is committed only") func committedOnly() async throws {
    let bench = try Bench()
    #expect(try await bench.keep(Bench.pulse(1)) == "A")
    #expect(try await bench.append([Bench.pulse(2)]) == "A")
    #expect(try await bench.ask() == "1")
    await bench.store.rollback()
    try await bench.store.commit(nil)
    #expect(try await bench.ask() == "1")
    #expect(try await bench.append([Bench.pulse(2, 70)]) == "A")
    try await bench.store.commit(nil)
    #expect(try await bench.ask() == "1 2")
    #expect(try await bench.store.information().lastCommit == 2)
  }

  @Test("members come as heads in their own type unless they are left out") func members() async throws {
    let bench = try Bench()
    _ = try await bench.keep(Bench.pressure(1, Bench.systolic(2), Bench.diastolic(3)), Bench.systolic(4))
    #expect(try await bench.ask() == "1 +2 +3 3 2 4")
    #expect(try await bench.ask { $0.omitsMembers = true } == "1 +2 +3 4")
    #expect(try await bench.ask { $0.limit = 2 } == "1 +2 +3 3")
    #expect(try await bench.store.counts().map(\.count) == [1, 1, 2])
    #expect(
      try await bench.ask {
        $0.members = [MemberCondition(role: "bloodPressureSystolic", values: [ValueCondition(.equal, .number(120))])]
      } == "1 +2 +3")
  }

  @Test("answers go by type, then time, then id", arguments: SampleQuery.Sort.allCases)
  func order(_ sort: SampleQuery.Sort) async throws {
    let bench = try Bench()
    let birth = #"{"uuid":"\#(Bench.id(15))","type":"dateOfBirth","value":"1990-04-12"}"#
    _ = try await bench.keep(
      Bench.pulse(3, second: 5), Bench.pulse(2, second: 5), birth, Bench.pulse(1, second: 9), Bench.pulse(4, second: 1))
    let found = try await bench.ask { $0.sort = sort }
    #expect(found == (sort.isDescending ? "f 1 2 3 4" : "f 4 2 3 1"))
  }

  @Test(
    "samples without a time come first, and ids ascend, whatever the direction", arguments: SampleQuery.Sort.allCases)
  func orderOfKeys(_ sort: SampleQuery.Sort) {
    let none = SampleBatch.noTime
    func key(_ type: Int32, _ start: Int64, _ end: Int64, _ id: UInt64) -> SampleSortKey {
      SampleSortKey(type: type, start: start, end: end, id: SampleID(high: 0, low: id))
    }
    let early = key(1, -5, 9, 1)
    let late = key(1, 3, 8, 2)
    let isEarlyFirst = sort == .ascending || sort == .endDescending
    let wanted =
      [key(0, 7, 7, 1), key(1, none, none, 5), key(1, none, none, 6)] + (isEarlyFirst ? [early, late] : [late, early])
      + [key(2, none, none, 1), key(2, 4, 4, 3), key(2, 4, 4, 4)]
    let order = SampleOrder(sort)
    #expect(wanted.reversed().sorted { order.precedes($0, $1) } == wanted)
    #expect(!wanted.contains { order.precedes($0, $0) })
  }

  @Test("pages together are the whole answer", arguments: SampleQuery.Sort.allCases)
  func pages(_ sort: SampleQuery.Sort) async throws {
    let bench = try Bench()
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for number in 1...60 {
      let second = Int.random(in: 0...9, using: &random)
      let isPulse = Bool.random(using: &random)
      _ = try await bench.keep(
        isPulse
          ? Bench.pulse(number, second: second) : Bench.quantity("stepCount", number, 5, "count", second: second))
    }
    let whole = try await bench.ask { $0.sort = sort }
    var words: [String] = []
    var token: PageToken?
    while true {
      var query = SampleQuery()
      query.sort = sort
      query.limit = 7
      query.after = token
      var page: [String] = []
      try await bench.store.query(query) { batch in
        page += Bench.words(batch)
        token = PageToken(batch.count - 1, of: batch, in: bench.registry, sort: sort)
        return true
      }
      guard !page.isEmpty else { break }
      #expect(page.count <= 7)
      words += page
    }
    #expect(words.joined(separator: " ") == whole, "seed \(seed)")
    // A type that nobody has stands between its neighbors.
    let behind = try await bench.ask { $0.after = PageToken(type: "i", time: nil, id: .none) }
    #expect(try await bench.ask { $0.types = ["stepCount"] } == behind)
    #expect(try await bench.ask { $0.after = PageToken(type: "z", time: nil, id: .none) } == "")
  }

  @Test("answers come in batches and can be ended") func batches() async throws {
    let bench = try Bench()
    for start in stride(from: 1, to: 9000, by: 3000) {
      _ = try await bench.append((start..<start + 3000).map { Bench.pulse($0, second: $0) })
      try await bench.store.commit(nil)
    }
    var sizes: [Int] = []
    try await bench.store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return true
    }
    #expect(sizes == [4096, 4096, 808])
    sizes = []
    try await bench.store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return false
    }
    #expect(sizes == [4096])
    let statistics = try await bench.store.statistics(SampleQuery())
    #expect(statistics.count == 9000)
    #expect(statistics.sum == 540_000)
  }

  @Test("imports come in the order of their first commits") func imports() async throws {
    let bench = try Bench()
    for (input, read) in [("/b", 1), ("/a", 1), ("/b", 2)] {
      var progress = ImportProgress(input: input, path: input, catalogHash: "c", version: "1")
      progress.counts.read = read
      try await bench.store.commit(progress)
    }
    #expect(try await bench.store.imports().map(\.input) == ["/b", "/a"])
    #expect(try await bench.store.progress(of: "/b")?.counts.read == 2)
    #expect(try await bench.store.progress(of: "/c") == nil)
    #expect(try await bench.store.information().lastCommit == 0)
  }

  @Test("a store for reading takes nothing") func readOnly() async throws {
    let bench = try Bench(StorageOptions(isReadOnly: true))
    let progress = ImportProgress(input: "/a", path: "a", catalogHash: "c", version: "1")
    await #expect(throws: StorageError.self) { _ = try await bench.append([Bench.pulse(1)]) }
    await #expect(throws: StorageError.self) { try await bench.store.commit(progress) }
    await #expect(throws: StorageError.self) { _ = try await bench.delete(1) }
    #expect(try await bench.ask() == "")
  }
}
