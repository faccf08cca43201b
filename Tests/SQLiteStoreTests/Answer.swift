import HealthModel
import HealthStorage
import HealthTestKit

/// A sample as a query answers it, in a form that two stores can be compared by.
struct Answer: Hashable, CustomStringConvertible {
  var type: Int32
  var times: [Int64]
  var offsets: [Int16]
  var value: Double
  var enumCase: Int32
  var id: SampleID
  /// The digest of a given id; a derived one needs none.
  var digest: UInt64?
  var texts: [String]
  /// The correlation that the sample stands in, and its role there.
  var parent: SampleID?
  var role: Int32?

  var description: String { "\(type) \(times) \(value) \(enumCase) \(id) \(texts) in \(parent?.description ?? "-")" }

  static func all(in batch: SampleBatch) -> [Answer] {
    (0..<batch.count).map { row in
      let parent = batch.correlation[row]
      func shared(_ number: Int32, _ table: InternTable) -> String {
        number < 0 ? "" : batch.string(table.ranges[Int(number)])
      }
      return Answer(
        type: batch.type[row], times: [batch.start[row], batch.end[row], batch.created[row]],
        offsets: [batch.startOffset[row], batch.endOffset[row], batch.createdOffset[row]], value: batch.value[row],
        enumCase: batch.enumCase[row], id: batch.id[row], digest: batch.isGivenID[row] ? batch.digest[row] : nil,
        texts: [
          batch.string(batch.text[row]), batch.string(batch.metadata[row]), batch.string(batch.original[row]),
          batch.string(batch.unknown[row]), shared(batch.source[row], batch.sources),
          shared(batch.device[row], batch.devices), shared(batch.subject[row], batch.subjects),
          shared(batch.origin[row], batch.origins),
        ],
        parent: parent < 0 ? nil : batch.id[Int(parent)], role: parent < 0 ? nil : batch.role[row])
    }
  }
}

extension StepwiseStore {
  func answers(_ query: SampleQuery = SampleQuery()) async throws -> [Answer] {
    var answers: [Answer] = []
    try await self.query(query) { batch in
      answers += Answer.all(in: batch)
      return true
    }
    return answers
  }

  /// Appends samples, telling what became of them.
  func append(_ drafts: [Draft], _ registry: Registry) async throws -> [AppendReceipt.Outcome] {
    try await append(SampleBatch(drafts, registry)).outcomes
  }

  /// Commits with a progress that says nothing.
  func commit(_ input: String = "/in.ndjson") async throws {
    try await commit(ImportProgress(input: input, path: "in.ndjson", catalogHash: "c", version: "1"))
  }
}

/// What a feed of changes told, commit by commit, in a form that two stores can be compared by.
struct Feed: Equatable {
  struct Commit: Equatable {
    var number: Int64
    var added: [Answer] = []
    var deleted: [DeletedSample] = []
    var isWhole = false
  }

  var commits: [Commit] = []
  var anchor = ChangeAnchor.beginning

  /// The values of the samples that each commit added, and how many it deleted.
  var text: String {
    commits.map { commit in
      let values = commit.added.map { $0.value.shortText }
      let deleted = commit.deleted.isEmpty ? "" : " -\(commit.deleted.count)"
      return "\(commit.number): \(values.joined(separator: " "))\(deleted)"
    }.joined(separator: "; ")
  }

  mutating func add(_ page: ChangePage) {
    if commits.last?.number != page.commit { commits.append(Commit(number: page.commit)) }
    commits[commits.count - 1].added += Answer.all(in: page.added)
    commits[commits.count - 1].deleted += page.deleted
    commits[commits.count - 1].isWhole = page.isEndOfCommit
  }
}

extension StorageBackend {
  /// The feed, of so many pages at most.
  func feed(_ query: ChangeQuery = ChangeQuery(), pages: Int = Int.max) async throws -> Feed {
    var feed = Feed()
    var count = 0
    feed.anchor = try await changes(query) { page in
      feed.add(page)
      count += 1
      return count < pages
    }
    return feed
  }
}

extension Double {
  /// As short as can be: `72` for 72.0.
  fileprivate var shortText: String { self == rounded() ? String(Int64(self)) : String(self) }
}

// The outcomes, as the tests write them.
let accepted = AppendReceipt.Outcome.accepted
let duplicate = AppendReceipt.Outcome.duplicate
let conflict = AppendReceipt.Outcome.conflict
