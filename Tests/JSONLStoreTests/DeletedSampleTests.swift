import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// What is deleted is in no file any more, also when the deletion was interrupted.
@Suite struct DeletionTests {
  let place: Place
  private static let word = "tell-nobody-of-this-word"
  private static let secret = Bench.heartRate(99, at: 5, more: #","metadata":{"note":"\#(word)"}"#)
  private static let others = (0..<10).map { Bench.heartRate(60 + $0, at: $0 * 60 + 10) }

  init() throws { place = try Place() }

  private func query() throws -> SampleQuery {
    var query = SampleQuery()
    query.ids = [try Bench.batch([Self.secret]).id[0]]
    return query
  }

  @Test func noFileHasWhatWasDeleted() async throws {
    let store = try await place.open()
    try await store.keep(Self.others + [Self.secret])
    #expect(try place.holds(Self.word))
    #expect(try await store.delete(try query()) == DeletionReceipt(deleted: 1, anchor: ChangeAnchor(commit: 2)))
    #expect(try !place.holds(Self.word))
    #expect(try await store.lines() == normal(Self.others))
    #expect(try await store.append([Self.secret]) == "=")
    try await store.close()
    #expect(try await place.open().verify().isEmpty)
  }

  /// The process ends between the deletion's commit and the overwriting of its lines.
  private func interrupt() async throws {
    let store = try await place.open()
    try await store.keep(Self.others + [Self.secret])
    try await store.close()
    try await commitWithoutOverwriting()
    #expect(try place.holds(Self.word))
  }

  /// Neither the index has it then.
  private func commitWithoutOverwriting() async throws {
    let folder = try StoreFolder(place.store, makesFolder: false)
    let state = try CommitLog(place: folder).state()
    let month = SampleMonth(start: Bench.microseconds(5))
    let doomed = try DoomedSample(
      type: #require(state.number(of: "heartRate")), month: month, id: Bench.batch([Self.secret]).id[0])
    let types = try TypeTable(state.types, registry: Bench.workbench().registry)
    _ = try DeletionWriter(folder, state, [doomed]).write(types)
  }

  @Test func anInterruptedOverwritingIsFinishedByTheNextWriter() async throws {
    try await interrupt()
    let reader = try await place.open { $0.isReadOnly = true }
    #expect(try await reader.lines() == normal(Self.others))
    #expect(try await reader.history() == "1: 10 added; 2: 1 deleted")
    #expect(try await reader.verify().isEmpty)
    try await reader.close()
    let store = try await place.open()
    #expect(try !place.holds(Self.word))
    #expect(try place.names().contains { $0.hasPrefix("blanks") } == false)
    #expect(try await store.lines() == normal(Self.others))
    try await store.close()
  }

  /// A writer that was open all the time finishes it with its next transaction.
  @Test func aWriterThatIsOpenFinishesIt() async throws {
    let store = try await place.open()
    try await interrupt()
    _ = try await store.append([Bench.heartRate(50, at: 0)])
    #expect(try !place.holds(Self.word))
    await store.rollback()
    try await store.close()
  }

  @Test func anInterruptedOverwritingShowsNothingWithoutItsIndex() async throws {
    try await interrupt()
    try place.remove("index")
    let reader = try await place.open { $0.isReadOnly = true }
    #expect(try await reader.lines() == normal(Self.others))
    #expect(try await reader.history() == "1: 10 added; 2: 1 deleted")
    try await reader.close()
  }

  @Test func notesOfADeletionThatDidNotCommitAreForgotten() async throws {
    let store = try await place.open()
    try await store.keep(Self.others + [Self.secret])
    try await store.close()
    let log = try place.bytes("commits.jsonl")
    try await commitWithoutOverwriting()
    try place.write(log, "commits.jsonl")
    // An index tells of a commit only when the log does.
    try place.remove("index")
    let again = try await place.open()
    #expect(try await again.lines().count == 11)
    #expect(try place.lasting().contains { $0.hasPrefix("blanks") } == false)
    #expect(try place.bytes("deletions.ndjson").isEmpty)
    #expect(try await again.verify().isEmpty)
    try await again.close()
  }
}
