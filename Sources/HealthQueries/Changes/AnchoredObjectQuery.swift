public import HealthStorage

/// Asks what was added and deleted since an anchor: HealthKit's `HKAnchoredObjectQuery`.
///
/// The anchor counts commits, not times, so that a sample that comes late with an old date is in the next answer. A
/// sample that was added and deleted in between is in it as deleted only.
///
/// ```swift
/// var query = AnchoredObjectQuery(types: ["heartRate"], since: saved)
/// let result = try await query.result(for: store)
/// query.anchor = result.newAnchor
/// ```
public struct AnchoredObjectQuery: Sendable, Hashable {
  /// The types, by any of their names; empty means all.
  package var types: [String]
  /// Since when; `nil` means from the beginning.
  public var anchor: ChangeAnchor?
  /// Ends after the commit that brings the answer to this number of changes, which may exceed it; `nil` means no end.
  package var limit: Int?

  /// Creates a query.
  public init(types: [String] = [], since anchor: ChangeAnchor? = nil, limit: Int? = nil) {
    self.types = types
    self.anchor = anchor
    self.limit = limit
  }

  /// The changes since an anchor.
  public struct Result: Sendable, Hashable {
    /// New samples, commit by commit, within a commit by type, start and id; members are in their correlation only,
    /// unless their types are requested without a correlation's.
    public var added: [Sample]
    /// The deletions, commit by commit, members by themselves as well.
    public var deleted: [DeletedSample]
    /// Where the next query goes on: after the last commit of the answer, or of the store when that is all.
    public var newAnchor: ChangeAnchor

    package init(added: [Sample], deleted: [DeletedSample], newAnchor: ChangeAnchor) {
      self.added = added
      self.deleted = deleted
      self.newAnchor = newAnchor
    }
  }

  /// Asks a store.
  ///
  /// - Throws: `QueryError.Reason.unknownType`; `StorageError`: `expired` when the store no longer knows all deletions
  ///   since the anchor, `failed` when it has not come that far, `unsupported` when it keeps no record of changes;
  ///   `CancellationError` when the task is cancelled.
  public func result(for store: HealthStore) async throws -> Result {
    let ids = try store.typeIDs(named: types)
    let question = ChangeQuery(
      since: anchor ?? .beginning, types: ids, omitsMembers: store.tellsMembersWithin(ids), limit: limit)
    let decoder = SampleDecoder(registry: store.registry)
    var added: [Sample] = []
    var deleted: [DeletedSample] = []
    let end = try await store.changes(question) { page in
      added += try decoder.samples(in: page.added)
      deleted += page.deleted
      return true
    }
    return Result(added: added, deleted: deleted, newAnchor: end)
  }
}
