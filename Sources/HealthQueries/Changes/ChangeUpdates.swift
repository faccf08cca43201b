import HealthModel
public import HealthStorage

/// The changes of a store in pages, commit by commit: what `ObserverQuery` answers.
///
/// Members of correlations come inside their correlation only. A sample that was added and deleted before it was seen
/// comes as deleted only. A page that is not the last one of its commit is followed by another one of it.
public struct ChangeUpdates: AsyncSequence, Sendable {
  /// Some changes of one commit.
  public typealias Element = ChangePage

  let query: ObserverQuery
  let store: HealthStore

  /// Begins at the query's anchor.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: query, store: store) }

  /// Where one consumer is.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    /// The anchor for another query: after the last commit that was passed on whole, or that has no requested changes.
    ///
    /// `nil` before the first look, when the query has no anchor.
    public private(set) var anchor: ChangeAnchor?

    private let query: ObserverQuery
    private let store: HealthStore
    /// The ids of the types, once they are checked.
    private var types: [String]?
    /// Pages of whole commits that were not passed on yet, the next one last.
    private var pages: [ChangePage] = []
    /// After the commits of the pages.
    private var end = ChangeAnchor.beginning
    private var isOver = false

    /// A read ends after the commit that brings it to this number of changes; it keeps more only if one commit has
    /// them.
    private static let changesOfALook = 4096

    init(query: ObserverQuery, store: HealthStore) {
      self.query = query
      self.store = store
      anchor = query.anchor
    }

    /// The next page, as soon as there is one.
    ///
    /// - Returns: `nil` when the task was cancelled, or the query does not follow and nothing more is there.
    /// - Throws: `QueryError.Reason.unknownType`; `StorageError`, `expired` among them when deletions since the anchor
    ///   are forgotten. A query that follows tries again later when the store is `locked`.
    public mutating func next() async throws -> ChangePage? {
      guard !isOver else { return nil }
      do {
        if let page = try await nextPage() { return page }
      } catch {
        isOver = true
        // A store that is interrupted may say so by any error.
        guard Task.isCancelled else { throw error }
      }
      isOver = true
      return nil
    }

    private mutating func nextPage() async throws -> ChangePage? {
      while !Task.isCancelled {
        if let page = pages.popLast() {
          if page.isEndOfCommit { anchor = pages.isEmpty ? end : page.anchor }
          return page
        }
        // Changes during the read may be missing in it.
        let seen = query.signal?.count ?? 0
        do {
          try await look()
        } catch let error as StorageError where error.code == .locked && query.follows {
          await pause(seen)
          continue
        }
        guard pages.isEmpty else { continue }
        guard query.follows else { return nil }
        await pause(seen)
      }
      return nil
    }

    /// Asks the store once, for whole commits: what reading holds open is closed again before anything is passed on.
    private mutating func look() async throws {
      let ids = try self.types ?? store.typeIDs(named: query.types)
      types = ids
      let start: ChangeAnchor
      if let anchor { start = anchor } else { start = try await store.currentAnchor() }
      anchor = start
      var found: [ChangePage] = []
      let end = try await store.changes(
        ChangeQuery(since: start, types: ids, omitsMembers: store.tellsMembersWithin(ids), limit: Self.changesOfALook)
      ) { page in
        found.append(page)
        return !Task.isCancelled
      }
      // Without this a damaged store would report the same changes for ever.
      guard end > start || end == start && found.isEmpty || Task.isCancelled else {
        throw StorageError(.corrupt, "the store reports changes after commit \(start) and ends at commit \(end)")
      }
      guard !found.isEmpty else {
        anchor = end
        return
      }
      if let subjects = query.subjects { found = Self.pages(found, of: Set(subjects.map { Array($0.utf8) })) }
      guard !found.isEmpty else {
        anchor = end
        return
      }
      found.reverse()
      pages = found
      self.end = end
    }

    /// The additions of some subjects, and all deletions; what is left of a commit ends it.
    private static func pages(_ pages: [ChangePage], of subjects: Set<[UInt8]>) -> [ChangePage] {
      var found: [ChangePage] = []
      for var page in pages {
        page.added = additions(page.added, of: subjects)
        if page.added.count > 0 || !page.deleted.isEmpty {
          found.append(page)
        } else if page.isEndOfCommit, let last = found.indices.last, found[last].commit == page.commit {
          found[last].isEndOfCommit = true
        }
      }
      return found
    }

    private static func additions(_ batch: SampleBatch, of subjects: Set<[UInt8]>) -> SampleBatch {
      let isWanted = batch.subjects.ranges.map { subjects.contains(Array(batch.arena[$0.indices])) }
      var wanted = SampleBatch()
      var row = 0
      while row < batch.count {
        let group = batch.group(at: row)
        let subject = Int(batch.subject[row])
        if subject >= 0, isWanted[subject] {
          let head = wanted.count
          for member in group {
            wanted.append(member, of: batch, correlation: member == row ? batch.correlation[row] : Int32(head))
          }
        }
        row = group.upperBound
      }
      return wanted
    }

    private func pause(_ seen: UInt64) async {
      let limit = Swift.max(query.poll, .milliseconds(1))
      if let signal = query.signal {
        await signal.wait(beyond: seen, atMost: limit)
      } else {
        try? await Task.sleep(for: limit)
      }
    }
  }
}
