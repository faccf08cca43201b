import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

@testable import JSONLStore

/// Files of sorted records: every record is found, of several with one key the latest, in either direction.
@Suite struct RunTests {
  static var seeds: [UInt64] {
    if let seed = SeededGenerator.replayedSeed { return [seed] }
    return [1, 2, 3, 4, UInt64.random(in: 0...UInt64.max)]
  }

  private func key(_ number: UInt64) -> IndexKey {
    IndexKey(first: number / 1000, second: number / 100 % 10, third: number / 10 % 10, fourth: number % 10)
  }

  @Test(arguments: RunTests.seeds)
  func aMergeHasTheLatestOfEachKeyInOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var place = RunLocation.nameless(in: "/tmp")
    var index = SampleIndex()
    var latest: [IndexKey: IndexRecord] = [:]
    for commit in 1...Int64.random(in: 1...12, using: &random) {
      var records = IndexRecords()
      for _ in 0..<Int.random(in: 1...700, using: &random) {
        let record = IndexRecord(
          key(UInt64.random(in: 0...3000, using: &random)), UInt64(commit), commit: commit,
          isDead: Int.random(in: 0..<5, using: &random) == 0)
        records.ids.append(record)
      }
      // Of one commit and key the last one is kept; here they only differ in being dead.
      var seen: Set<IndexKey> = []
      records.ids = records.ids.filter { seen.insert($0.key).inserted }
      for record in records.ids { latest[record.key] = record }
      try index.add(records, at: &place)
    }
    func check(_ what: String) throws {
      let keys = latest.keys.sorted()
      var merge = try RunMerge(index[.ids])
      for key in keys {
        let record = try #require(try merge.next())
        let expected = try #require(latest[key])
        #expect(record.key == key && record.commit == expected.commit && record.isDead == expected.isDead)
      }
      #expect(try merge.next() == nil, "\(what), seed \(seed)")
      for _ in 0..<50 {
        let numbers = [UInt64.random(in: 0...3100, using: &random), UInt64.random(in: 0...3100, using: &random)]
        let bounds = numbers.map { self.key($0) }.sorted()
        let expected = keys.filter { $0 >= bounds[0] && $0 < bounds[1] }
        for isDescending in [false, true] {
          var merge = try RunMerge(index[.ids], from: bounds[0], to: bounds[1], isDescending: isDescending)
          var found: [IndexKey] = []
          while let record = try merge.next() { found.append(record.key) }
          #expect(found == (isDescending ? expected.reversed() : expected), "\(what), seed \(seed)")
        }
      }
      for run in index[.ids] {
        var reader = RunReader(run)
        var faults = 0
        for number in 0...3100 {
          let wanted = self.key(UInt64(number))
          let place = try reader.lowerBound(wanted)
          if place < run.count, try reader.record(place).key < wanted { faults += 1 }
          if place > 0, try reader.record(place - 1).key >= wanted { faults += 1 }
        }
        #expect(faults == 0, "\(what), seed \(seed)")
      }
    }
    try check("several files")
    _ = try index.merge(0..<index[.ids].count, of: .ids, at: &place)
    #expect(index[.ids].count == 1)
    try check("one file")
  }

  @Test func manyRecordsWithTheSameBeginningAreTold() throws {
    var place = RunLocation.nameless(in: "/tmp")
    var index = SampleIndex()
    var records = IndexRecords()
    for number in 0..<1000 as Range<UInt64> {
      records.times.append(IndexRecord(IndexKey(first: 1, second: 2, third: 0, fourth: number * 2), commit: 1))
    }
    try index.add(records, at: &place)
    var reader = RunReader(try #require(index[.times].first))
    for number in 0..<1000 as Range<UInt64> {
      #expect(try reader.lowerBound(IndexKey(first: 1, second: 2, third: 0, fourth: number * 2)) == Int(number))
      #expect(try reader.record(for: IndexKey(first: 1, second: 2, third: 0, fourth: number * 2 + 1)) == nil)
    }
    #expect(try reader.lowerBound(IndexKey(first: 1, second: 1, third: 9, fourth: 9)) == 0)
    #expect(try reader.lowerBound(IndexKey(first: 1, second: 3, third: 0, fourth: 0)) == 1000)
  }

  /// Times before 1970 and samples without a time come where they belong.
  @Test func startsAreOrderedAsNumbers() {
    let starts = [SampleBatch.noTime, Instant.earliest, -1, 0, 1, Instant.latest, Int64.max]
    let keys = starts.map { IndexKey(type: 3, start: $0) }
    #expect(keys == keys.sorted())
    #expect(keys.map { IndexKey.number($0.second) } == starts)
  }

  @Test func aRecordKeepsItsWords() {
    let id = SampleID(high: 0xFFFF_0000_1111_2222, low: 0x8000_0000_0000_0001)
    let sample = StoredSample(
      type: 7, id: id, start: -5, end: Instant.latest, offset: 1 << 40, length: 1 << 20, bare: 100, commit: 1 << 40)
    var words: [UInt64] = []
    sample.timeRecord.append(to: &words)
    sample.idRecord(digest: UInt64.max).append(to: &words)
    StoredSample.deadIDRecord(id, type: 7, commit: 3).append(to: &words)
    let found = try? StoredSample(IndexRecord(words, at: 0))
    #expect(found?.id == id && found?.start == -5 && found?.end == Instant.latest && found?.offset == 1 << 40)
    #expect(found?.length == 1 << 20 && found?.bare == 100 && found?.commit == 1 << 40 && found?.type == 7)
    let stored = StoredID(IndexRecord(words, at: 8))
    #expect(stored.id == id && stored.digest == UInt64.max && stored.start == -5 && stored.type == 7 && !stored.isDead)
    let dead = StoredID(IndexRecord(words, at: 16))
    #expect(dead.isDead && dead.commit == 3 && dead.type == 7)
  }

  /// A file of another make, cut or changed, is not read.
  @Test func aDamagedFileIsTold() throws {
    let place = try Place()
    try FileManager.default.createDirectory(atPath: place.store, withIntermediateDirectories: true)
    let path = place.store + "/x"
    var writer = RunWriter(try OpenFile.made(path, name: "x", isNew: true), name: "x")
    for number in 0..<300 as Range<UInt64> { try writer.append(IndexRecord(key(number), commit: 1)) }
    _ = try writer.finish(syncs: false)
    let bytes = try place.bytes("x")
    for cut in [0, 1, 63, 64, 65, bytes.count / 2, bytes.count - 8, bytes.count - 1] {
      try place.write(Array(bytes[..<cut]), "x")
      let error = #expect(throws: StorageError.self) { try read(path) }
      #expect(error?.cause == .indexDamage)
    }
    for position in stride(from: 0, to: bytes.count, by: 97) {
      var changed = bytes
      changed[position] ^= 1
      try place.write(changed, "x")
      let error = #expect(throws: StorageError.self, "byte \(position)") { try read(path) }
      #expect(error?.cause == .indexDamage)
    }
    try place.write(bytes, "x")
    #expect(try read(path) == 300)
  }

  private func read(_ path: String) throws -> Int {
    let file = try #require(try OpenFile.existing(path, name: "x"))
    var merge = try RunMerge([try RunFile(file, name: "x")])
    var count = 0
    while try merge.next() != nil { count += 1 }
    return count
  }
}
