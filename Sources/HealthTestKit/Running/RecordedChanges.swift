import HealthStorage

/// The changes that a store reported, commit by commit.
struct RecordedChanges: Sendable {
  private struct Commit: Sendable {
    let number: Int64
    var added: Answer
    var deleted: [String] = []
    var isEnded = false
  }

  private var commits: [Commit] = []
  private let anchor: ChangeAnchor
  private let store: OpenedStore

  fileprivate init(since anchor: ChangeAnchor, _ store: OpenedStore) {
    self.anchor = anchor
    self.store = store
  }

  /// The commits with what they added and deleted, by name: `1: rest g(g.1 g.2); 3: run -rest`.
  ///
  /// Ids that were deleted are in the order of their names. Commits of which nothing is left are left out.
  var text: String {
    let parts = commits.compactMap { commit -> String? in
      let words = commit.added.heads + commit.deleted.sorted().map { "-\($0)" }
      return words.isEmpty ? nil : "\(commit.number): \(words.joined(separator: " "))"
    }
    return parts.joined(separator: "; ")
  }

  /// The added samples in normal form.
  var lines: [String] { commits.flatMap(\.added.lines) }

  /// The samples in normal form that were added up to an anchor.
  func lines(upTo anchor: ChangeAnchor) -> [String] {
    commits.filter { $0.number <= anchor.commit }.flatMap(\.added.lines)
  }

  /// The number of the last commit that was passed on whole; the anchor's before the first.
  var lastWhole: Int64 { commits.last { $0.isEnded }?.number ?? anchor.commit }

  fileprivate mutating func add(_ page: ChangePage) throws {
    guard page.commit > (commits.last?.number ?? anchor.commit) || page.commit == commits.last?.number else {
      throw CaseFailure("commit \(page.commit) comes after one that is not before it")
    }
    if page.commit != commits.last?.number {
      try checkEnd()
      commits.append(Commit(number: page.commit, added: Answer(samples: store.samples, workbench: store.workbench)))
    }
    let place = commits.count - 1
    guard !commits[place].isEnded else { throw CaseFailure("commit \(page.commit) goes on after its end") }
    try commits[place].added.add(page.added)
    commits[place].deleted += page.deleted.map { store.samples.name($0.id) }
    commits[place].isEnded = page.isEndOfCommit
  }

  /// The last commit that was begun must have ended.
  fileprivate func checkEnd() throws {
    if let last = commits.last, !last.isEnded { throw CaseFailure("commit \(last.number) has no end") }
  }
}

extension OpenedStore {
  func changes(_ query: ChangeQuery) async throws -> (feed: RecordedChanges, anchor: ChangeAnchor) {
    var feed = RecordedChanges(since: query.anchor, self)
    let anchor = try await backend.changes(query) { page in
      try feed.add(page)
      return true
    }
    try feed.checkEnd()
    guard anchor.commit >= feed.lastWhole else {
      throw CaseFailure("the anchor \(anchor) is before commit \(feed.lastWhole), which was passed on")
    }
    return (feed, anchor)
  }

  /// Compares changes, in the form of `RecordedChanges.text`, and the anchor after them.
  func expectChanges(_ query: ChangeQuery, _ wanted: String, anchor: Int64) async throws {
    let found = try await changes(query)
    try CaseFailure.compare(found.feed.text, wanted, "the feed since \(query.anchor)")
    try CaseFailure.compare(found.anchor.commit, anchor, "the anchor after the feed since \(query.anchor)")
  }

  /// Ends the feed after a number of pages, and compares the anchor with the last commit that was passed on whole.
  func expectAnchor(afterPages count: Int, _ query: ChangeQuery) async throws -> ChangeAnchor {
    var feed = RecordedChanges(since: query.anchor, self)
    var pages = 0
    let anchor = try await backend.changes(query) { page in
      try feed.add(page)
      pages += 1
      return pages < count
    }
    guard pages <= count else { throw CaseFailure("the feed went on after the function had ended it") }
    try CaseFailure.compare(anchor.commit, feed.lastWhole, "the anchor of a feed that was ended after \(pages) pages")
    return anchor
  }
}
