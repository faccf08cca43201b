import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// What was written and never committed is cut off, wherever the writing stopped.
@Suite struct TornFileTests {
  private static let first = [Bench.heartRate(60, at: 0), Bench.pressure(120, 80, at: 0)]
  private static let second = [Bench.heartRate(61, at: 60), Bench.steps(9, at: 60)]

  /// A store of two commits, with the length of `commits.jsonl` behind the first.
  ///
  /// An index tells of a commit only when the log does: tests that take the second commit back leave it out.
  private func makePlace(hasIndex: Bool = false) async throws -> (place: Place, length: Int) {
    let place = try Place()
    let store = try await place.open()
    try await store.keep(Self.first)
    let length = try place.bytes("commits.jsonl").count
    try await store.keep(Self.second)
    try await store.close()
    if !hasIndex { try place.remove("index") }
    return (place, length)
  }

  /// The last line of `commits.jsonl` is cut at every place: the commit is there whole or not at all.
  @Test func aTornLastLineNeverWasCommitted() async throws {
    let (place, length) = try await makePlace()
    let log = try place.bytes("commits.jsonl")
    for cut in stride(from: log.count, through: length, by: -3) {
      try place.write(Array(log[..<cut]), "commits.jsonl")
      let reader = try await place.open { $0.isReadOnly = true }
      let expected = try normal([Self.first[1], Self.first[0]] + (cut == log.count ? Self.second : []))
      #expect(try await reader.lines() == expected, "cut at \(cut)")
      try await reader.close()
    }
  }

  @Test func anInterruptedCommitCanBeMadeAgain() async throws {
    let (place, length) = try await makePlace()
    let log = try place.bytes("commits.jsonl")
    for cut in stride(from: log.count, through: length, by: -31) {
      let copy = try place.copy()
      try copy.write(Array(log[..<cut]), "commits.jsonl")
      let store = try await copy.open()
      #expect(try await store.append(Self.second) == (cut == log.count ? "==" : "++"), "cut at \(cut)")
      try await store.commit(nil)
      #expect(try await store.lines().count == 4)
      #expect(try await store.verify().isEmpty)
      #expect(try await store.history() == "1: 2 added; 2: 2 added")
      try await store.close()
    }
  }

  @Test(arguments: ["x", "{\"line\":3", "\u{0}\u{0}\u{0}\u{0}", "{\"li\u{0}\u{0}\"}\n"])
  func garbageBehindTheLastLineIsCutOff(garbage: String) async throws {
    let (place, _) = try await makePlace()
    let log = try place.bytes("commits.jsonl")
    try place.write(log + Array(garbage.utf8), "commits.jsonl")
    let store = try await place.open()
    #expect(try place.bytes("commits.jsonl") == log)
    try await store.keep([Bench.heartRate(62, at: 120)])
    #expect(try await store.lines().count == 5)
    try await store.close()
  }

  /// A log that is not what was written: a bit of a whole line, lines that are no commits, lines that are gone.
  enum Damage: String, CaseIterable {
    case first, last, blank, object, shortened, emptied
  }

  @Test(arguments: Damage.allCases)
  func aDamagedLogIsToldAndNothingIsTouched(_ damage: Damage) async throws {
    let (place, length) = try await makePlace(hasIndex: true)
    var log = try place.bytes("commits.jsonl")
    switch damage {
    case .first: log[length / 2] ^= 1
    case .last: log[length + (log.count - length) / 2] ^= 1
    case .blank: log.append(UInt8(ascii: "\n"))
    case .object: log += Array("{}\n".utf8)
    case .shortened: log = Array(log[..<length])
    case .emptied: log = []
    }
    try place.write(log, "commits.jsonl")
    let before = try place.contents()
    for isReadOnly in [true, false] {
      let error = await #expect(throws: StorageError.self) {
        _ = try await place.open { $0.isReadOnly = isReadOnly }.lines()
      }
      #expect(error?.code == .corrupt)
    }
    #expect(try place.contents() == before)
  }

  /// The files of samples have more than was committed: parts of a line, whole lines, files that no commit knows.
  @Test func whatNoCommitTellsOfIsCutOff() async throws {
    let (place, length) = try await makePlace()
    let contents = try place.contents()
    let whole = try place.bytes("samples/heartRate/2026-01.ndjson")
    let log = try place.bytes("commits.jsonl")
    // The second commit never happened, and its lines are there up to every place.
    try place.write(Array(log[..<length]), "commits.jsonl")
    try await place.open().close()
    let committed = try place.bytes("samples/heartRate/2026-01.ndjson")
    #expect(committed.count < whole.count)
    #expect(try place.names().contains("samples/stepCount/2026-01.ndjson") == false)
    for cut in stride(from: committed.count, through: whole.count, by: 7) {
      try place.write(Array(whole[..<cut]), "samples/heartRate/2026-01.ndjson")
      try place.write(contents["samples/stepCount/2026-01.ndjson"] ?? [], "samples/heartRate/2026-02.ndjson")
      let store = try await place.open()
      #expect(try place.bytes("samples/heartRate/2026-01.ndjson") == committed, "cut at \(cut)")
      #expect(try place.names().contains("samples/heartRate/2026-02.ndjson") == false)
      #expect(try await store.lines() == normal([Self.first[1], Self.first[0]]))
      try await store.close()
    }
  }

  /// A log that lost lines is no reason to throw samples away.
  @Test func samplesOfLostCommitsAreNotCutOff() async throws {
    let (place, length) = try await makePlace()
    let again = try await place.open()
    try await again.keep([Bench.heartRate(62, at: 120)])
    try await again.close()
    try place.remove("index")
    let log = try place.bytes("commits.jsonl")
    try place.write(Array(log[..<length]), "commits.jsonl")
    let before = try place.contents()
    let error = await #expect(throws: StorageError.self) { _ = try await place.open() }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("commit 3") == true, "\(error?.message ?? "")")
    #expect(try place.contents() == before)
  }

  /// What somebody takes away by hand.
  struct Loss: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: String
    let make: @Sendable (Place) throws -> Void
  }

  private static let file = "samples/heartRate/2026-01.ndjson"

  static let losses = [
    Loss(testDescription: "a file of samples", words: "\(file) is missing") { try $0.remove(file) },
    Loss(testDescription: "the end of one", words: "\(file) is shorter than its commits say") { place in
      try place.write(Array(place.bytes(file).dropLast(5)), file)
    },
    Loss(testDescription: "the samples of a type", words: "\(file) is missing") { try $0.remove("samples/heartRate") },
    Loss(testDescription: "the deleted ids", words: "deletions.ndjson is missing") {
      try $0.remove("deletions.ndjson")
    },
    Loss(testDescription: "some deleted ids", words: "deletions.ndjson is shorter than its commits say") { place in
      try place.write(Array(place.bytes("deletions.ndjson").dropLast(5)), "deletions.ndjson")
    },
  ]

  /// The index still has the ids: an import into such a store would report duplicates of samples that are gone.
  @Test("a store that lost committed bytes is not written to; the rest can be read", arguments: losses)
  func aLossIsRefused(_ loss: Loss) async throws {
    let (place, _) = try await makePlace(hasIndex: true)
    let store = try await place.open()
    var query = SampleQuery()
    query.ids = try [Bench.batch([Self.second[1]]).id[0]]
    #expect(try await store.delete(query).deleted == 1)
    try await store.keep([Bench.steps(10, at: 70)])
    try await store.close()
    try loss.make(place)
    let before = try place.contents()
    let error = await #expect(throws: StorageError.self) { _ = try await place.open() }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains(loss.words) == true, "\(error?.message ?? "")")
    #expect(error?.hint?.contains("assay store verify") == true, "\(error?.hint ?? "")")
    #expect(try place.contents() == before)
    let reader = try await place.open { $0.isReadOnly = true }
    #expect(try await reader.lines { $0.types = ["stepCount"] }.count == 1)
    #expect(try await reader.verify().isEmpty == false)
    try await reader.close()
  }

  /// Every byte of a committed line counts.
  @Test func aChangedByteIsFound() async throws {
    let (place, _) = try await makePlace(hasIndex: true)
    let bytes = try place.bytes("samples/stepCount/2026-01.ndjson")
    for position in stride(from: 0, to: bytes.count, by: 11) {
      var changed = bytes
      changed[position] ^= 4
      try place.write(changed, "samples/stepCount/2026-01.ndjson")
      let store = try await place.open()
      #expect(try await store.verify().isEmpty == false, "byte \(position)")
      try await store.close()
    }
  }
}
