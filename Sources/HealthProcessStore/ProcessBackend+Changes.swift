import HealthModel
import HealthPluginKit
import HealthStorage

extension ProcessBackend {
  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try require(.changes, "keeps no record of changes")
    var stored = query
    if !query.types.isEmpty {
      stored.types = await writer.marks.storedNames(of: query.types)
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
      let end = try await conversation.stream("the answer about changes", { .changes(ask: $0, asked) }) {
        (part) async throws(PluginFailure) -> Bool in
        switch part {
        case .rows(let rows): commit.rows.append(rows)
        case .deletions(let samples): commit.deletions += samples
        case .endOfCommit(let number):
          guard number > anchor.commit else {
            throw await conversation.broken(
              .pluginProtocol, "tells commit \(number) behind commit \(anchor.commit) among the changes")
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
        return true
      }
      guard !isEnded, thrown == nil else { return }
      guard let end, end >= anchor.commit, commit.isEmpty else {
        throw await conversation.broken(.pluginProtocol, "ended an answer about changes without its commit or anchor")
      }
      anchor = ChangeAnchor(commit: end)
    }
    if let thrown { throw thrown }
    return anchor
  }
}

/// The changes of one commit, until its number is told.
private struct CommitParts {
  let decoder: RowDecoder
  var rows: [SampleLines] = []
  var deletions: [DeletedSample] = []

  init(decoder: RowDecoder) { self.decoder = decoder }

  var isEmpty: Bool { rows.isEmpty && deletions.isEmpty }

  mutating func removeAll() {
    rows = []
    deletions = []
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
