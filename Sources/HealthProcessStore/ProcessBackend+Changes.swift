import HealthModel
import HealthPluginKit
import HealthStorage

extension ProcessBackend {
  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try require(.changes, "keeps no record of changes")
    var stored = query
    if !query.types.isEmpty {
      stored.types = await writer.signatures.storedNames(of: query.types)
      // Unknown types have no changes, but the store goes on.
      if stored.types.isEmpty { stored.types = query.types }
    }
    let asked = stored
    var anchor = query.anchor
    var isEnded = false
    var hasPassedOn = false
    var thrown: (any Error)?
    try await question(mayRepeat: !hasPassedOn) { (conversation) async throws(PluginFailure) in
      var commit = CommitParts(decoder: decoder)
      var emptyCommits = 0
      let end = try await conversation.stream("the answer about changes", { .changes(ask: $0, asked) }) {
        (part) async throws(PluginFailure) -> Bool in
        switch part {
        case .rows(let rows):
          commit.rows.append(rows)
          commit.size += rows.text.count
        case .columns:
          throw await conversation.broken(.pluginProtocol, "wrote columns in the answer about changes")
        case .deletions(let samples):
          commit.deletions += samples
          commit.size += samples.count * CommitParts.deletionSize
        case .endOfCommit(let number):
          guard number > anchor.commit else {
            throw await conversation.broken(
              .pluginProtocol, "reports commit \(number) after commit \(anchor.commit) among the changes")
          }
          emptyCommits = commit.isEmpty ? emptyCommits + 1 : 0
          guard emptyCommits < CommitParts.maximumEmpty else {
            throw await conversation.broken(
              .pluginFlood, "told \(emptyCommits) commits without changes one after another")
          }
          do {
            for page in try commit.pages(of: number) {
              hasPassedOn = true
              isEnded = try !body(page)
              if page.isEndOfCommit { anchor = page.anchor }
              if isEnded { return false }
            }
          } catch {
            thrown = error
            return false
          }
          commit.removeAll()
        }
        guard commit.size <= CommitParts.maximumSize else {
          throw await conversation.broken(
            .pluginFlood, "told more than \(CommitParts.maximumSize) bytes of changes as one commit")
        }
        return true
      }
      guard !isEnded, thrown == nil else { return }
      guard let end, end >= anchor.commit, commit.isEmpty else {
        throw await conversation.broken(.pluginProtocol, "ended an answer about changes without its commit or anchor")
      }
      anchor = ChangeAnchor(commit: end)
    }
    if let thrown { throw blanked(thrown) }
    return anchor
  }
}

/// The changes of one commit, until its number is reported.
private struct CommitParts {
  /// The most bytes of one commit: a page of it is passed on only when its number is known, so all of it is in memory.
  static let maximumSize = 2 << 30
  /// About how many bytes a deleted sample takes.
  static let deletionSize = 64
  /// The most commits without changes, one after another: commits that the plugin should have passed over.
  static let maximumEmpty = 100_000

  let decoder: RowDecoder
  var rows: [SampleLines] = []
  var deletions: [DeletedSample] = []
  /// About how many bytes there are.
  var size = 0

  init(decoder: RowDecoder) { self.decoder = decoder }

  var isEmpty: Bool { rows.isEmpty && deletions.isEmpty }

  mutating func removeAll() {
    rows = []
    deletions = []
    size = 0
  }

  /// The commit as pages; the last one has the deletions.
  func pages(of commit: Int64) throws(StorageError) -> [ChangePage] {
    var pages: [ChangePage] = []
    for part in rows {
      pages.append(ChangePage(commit: commit, added: try decoder.batch(part), isEndOfCommit: false))
    }
    if pages.isEmpty { pages.append(ChangePage(commit: commit, added: SampleBatch(), isEndOfCommit: false)) }
    pages[pages.count - 1].deleted = deletions
    pages[pages.count - 1].isEndOfCommit = true
    return pages
  }
}
