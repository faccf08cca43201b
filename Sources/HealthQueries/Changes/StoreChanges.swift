import HealthModel
public import HealthStorage
import Synchronization

/// What commits added and deleted.
public struct StoreChange: Sendable, Hashable {
  /// New samples, commit by commit, within a commit by type, start and id; members are in their correlation only,
  /// unless their types are requested without a correlation's.
  public var added: [Sample]
  /// The deletions, commit by commit, members by themselves as well.
  public var deleted: [DeletedSample]
  /// Where to go on later: after the last commit whose changes are all passed on.
  ///
  /// Keep its `description` beside what was made of the changes, and go on from it after a restart.
  public var anchor: ChangeAnchor
}

extension HealthStore {
  /// What was added and deleted since an anchor: HealthKit's `HKAnchoredObjectQuery`.
  ///
  /// The anchor counts commits, not times, so that a sample that comes late with an old date is in the next answer. A
  /// sample that was added and deleted in between is in it as deleted only.
  ///
  /// ```swift
  /// let change = try await store.changes(of: ["heartRate"], since: saved)
  /// saved = change.anchor
  /// ```
  ///
  /// - Parameters:
  ///   - types: the types, by any of their names; none means all.
  ///   - anchor: since when.
  ///   - limit: ends after the commit that brings the answer to this number of changes or more; `nil` means no end.
  /// - Returns: what was stored and deleted, and the anchor of the next call.
  /// - Throws: `QueryError.Reason.unknownType`; `StorageError`: `expired` when the store no longer knows all deletions
  ///   since the anchor, `failed` when it has not come that far, `unsupported` when it keeps no record of changes;
  ///   `CancellationError` when the task is canceled.
  public func changes(
    of types: [String] = [], since anchor: ChangeAnchor = .beginning, limit: Int? = nil
  ) async throws -> StoreChange {
    let decoder = SampleDecoder(registry: registry)
    var change = StoreChange(added: [], deleted: [], anchor: anchor)
    change.anchor = try await changes(try changeQuery(typeIDs(named: types), since: anchor, limit)) { page in
      change.added += try decoder.samples(in: page.added)
      change.deleted += page.deleted
      return true
    }
    return change
  }

  /// Follows the store, from an anchor on: HealthKit's `HKObserverQuery`.
  ///
  /// Commits through this value of `HealthStore` and its copies come at once, those of others with the next look at the
  /// store. Nothing of the store is held between two looks.
  ///
  /// ```swift
  /// for try await change in store.observe(["workout"], since: saved) {
  ///   for sample in change.added { print(sample.id) }
  ///   saved = change.anchor
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - types: the types, by any of their names; none means all.
  ///   - anchor: since when; `nil` means from now on, `.beginning` all that is stored.
  ///   - follows: whether to wait for more; otherwise the sequence ends with what is there.
  ///   - poll: how long to wait before the next look for commits of other processes.
  /// - Returns: the changes, commit by commit. The sequence ends when the task is canceled, or when it does not follow and
  ///   nothing more is there. It throws `QueryError.Reason.unknownType`, and `StorageError`: `expired` when deletions since
  ///   the anchor are forgotten. One that follows tries again later when the store is `locked`.
  public func observe(
    _ types: [String] = [], since anchor: ChangeAnchor? = nil, follows: Bool = true, poll: Duration = .milliseconds(500)
  ) -> some AsyncSequence<StoreChange, any Error> & Sendable {
    StoreChanges(pages: ChangePages(of: types, in: self, since: anchor, poll: poll, signal: signal, follows: follows))
  }

  /// After the last commit: the beginning of a feed that reports only later changes.
  ///
  /// - Throws: `StorageError`: `unsupported` when the store keeps no record of changes.
  public func currentAnchor() async throws -> ChangeAnchor {
    guard backend.capabilities.contains(.changes) else {
      throw StorageError(.unsupported, "this store keeps no record of changes")
    }
    let known = ChangeAnchor(commit: try await backend.information().lastCommit)
    // A store in another program need not report its last commit, but must report where its changes end.
    return try await backend.changes(ChangeQuery(since: known)) { _ in true }
  }

  /// Members of correlations are reported inside their correlation only, unless types are requested and none of them is
  /// a correlation's.
  fileprivate func changeQuery(_ ids: [String], since anchor: ChangeAnchor, _ limit: Int?) -> ChangeQuery {
    let omitsMembers = ids.isEmpty || ids.contains { registry.type(named: $0)?.shape.members != nil }
    return ChangeQuery(since: anchor, types: ids, omitsMembers: omitsMembers, limit: limit)
  }
}

/// The changes of a store as samples, commit by commit.
private struct StoreChanges: AsyncSequence, Sendable {
  let pages: ChangePages

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages: pages.makeAsyncIterator(), decoder: SampleDecoder(registry: pages.store.registry))
  }

  struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    var pages: ChangePages.AsyncIterator
    let decoder: SampleDecoder

    mutating func next() async throws -> StoreChange? {
      guard let page = try await pages.next() else { return nil }
      return StoreChange(
        added: try decoder.samples(in: page.added), deleted: page.deleted, anchor: pages.anchor ?? .beginning)
    }
  }
}

/// The changes of a store in pages, commit by commit.
///
/// Members of correlations come inside their correlation only. A sample that was added and deleted before it was seen
/// comes as deleted only. A page that is not the last one of its commit is followed by another one of it.
package struct ChangePages: AsyncSequence, Sendable {
  package typealias Element = ChangePage

  package let store: HealthStore
  let types: [String]
  /// The subjects whose additions are passed on; `nil` means those of all samples, with a subject or without.
  ///
  /// The tombstone of a deleted sample does not name the subject, so deletions are passed on in any case.
  let subjects: [String]?
  /// The starting point; `nil` means where the store is when the first page is requested.
  package var anchor: ChangeAnchor?
  /// How long to wait before the next look at a store that had nothing new, or was locked; at least a millisecond.
  let poll: Duration
  /// Raised by a writer in this process, it makes the next look come at once.
  let signal: ChangeSignal?
  /// Whether to wait for more; otherwise the pages end with what is there.
  package let follows: Bool

  package init(
    of types: [String] = [], in store: HealthStore, subjects: [String]? = nil, since anchor: ChangeAnchor? = nil,
    poll: Duration = .milliseconds(500), signal: ChangeSignal? = nil, follows: Bool = true
  ) {
    (self.types, self.store, self.subjects, self.anchor) = (types, store, subjects, anchor)
    (self.poll, self.signal, self.follows) = (poll, signal, follows)
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: self, anchor: anchor) }

  /// Where one consumer is.
  package struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let query: ChangePages
    /// The anchor for another feed: after the last commit that was passed on whole, or that has no requested changes.
    ///
    /// `nil` before the first look, when the feed has no anchor.
    package fileprivate(set) var anchor: ChangeAnchor?
    private var types: [String]?
    private var pages: [ChangePage] = []
    private var end = ChangeAnchor.beginning
    private var isOver = false

    /// A read ends after the commit that brings it to this number of changes; it keeps more only if one commit has
    /// them.
    private static let changesOfALook = 4096

    fileprivate init(query: ChangePages, anchor: ChangeAnchor?) { (self.query, self.anchor) = (query, anchor) }

    /// The next page, as soon as there is one; errors are those of `HealthStore.observe`.
    package mutating func next() async throws -> ChangePage? {
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
      let store = query.store
      let ids = try self.types ?? store.typeIDs(named: query.types)
      types = ids
      let start: ChangeAnchor
      if let anchor { start = anchor } else { start = try await store.currentAnchor() }
      anchor = start
      var found: [ChangePage] = []
      let end = try await store.changes(store.changeQuery(ids, since: start, Self.changesOfALook)) { page in
        found.append(page)
        return !Task.isCancelled
      }
      // Without this a damaged store would report the same changes for ever.
      guard end > start || end == start && found.isEmpty || Task.isCancelled else {
        throw StorageError(.corrupt, "the store reports changes after commit \(start) and ends at commit \(end)")
      }
      if let subjects = query.subjects { found = Self.pages(found, of: Set(subjects.map { Array($0.utf8) })) }
      guard !found.isEmpty else {
        anchor = end
        return
      }
      pages = found.reversed()
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

/// Wakes observers in this process when something was committed, so that they do not wait for their next look.
///
/// A `HealthStore` raises it after each commit and deletion. It carries no changes: an observer asks the store, and looks
/// at it from time to time anyway, since other processes write without raising anything.
package final class ChangeSignal: Sendable {
  /// Who waits, and how often the signal was raised.
  private struct State {
    var count: UInt64 = 0
    var lastTicket: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]

    mutating func ticket() -> UInt64 {
      lastTicket &+= 1
      return lastTicket
    }
  }

  private let state = Mutex(State())

  package init() {}

  package func raise() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.count &+= 1
      let waiting = Array(state.waiting.values)
      state.waiting.removeAll()
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  var count: UInt64 { state.withLock { $0.count } }

  /// Waits until it has been raised more often, the time is over or the task is cancelled.
  func wait(beyond count: UInt64, atMost limit: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await Task.sleep(for: limit) }
      group.addTask { await self.wait(beyond: count) }
      _ = await group.next()
      group.cancelAll()
    }
  }

  private func wait(beyond count: UInt64) async {
    let ticket = state.withLock { state -> UInt64 in state.ticket() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        // The handler of a task that was cancelled before this has already run and found no waiter.
        let isOver = state.withLock { state -> Bool in
          guard state.count == count, !Task.isCancelled else { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.waiting.removeValue(forKey: ticket)
      }
      continuation?.resume()
    }
  }
}
