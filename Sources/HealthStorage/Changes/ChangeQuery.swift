public import HealthModel

/// A place in a store's history: after a commit, HealthKit's `HKQueryAnchor`.
///
/// It is never a time, so that what comes late is not lost.
public struct ChangeAnchor: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number of the commit; 0 is before the first.
  public var commit: Int64

  /// Creates an anchor after a commit.
  public init(commit: Int64) { self.commit = commit }

  /// Before everything.
  public static let beginning = ChangeAnchor(commit: 0)

  /// The order of commits.
  public static func < (left: ChangeAnchor, right: ChangeAnchor) -> Bool { left.commit < right.commit }

  /// Reads the text form; `nil` for anything but a whole number from 0 on.
  public init?(_ text: String) {
    guard let commit = Int64(text), commit >= 0, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    self.commit = commit
  }

  /// The text form.
  public var description: String { String(commit) }
}

/// A question for what changed.
public struct ChangeQuery: Sendable, Hashable {
  /// Since when.
  public var anchor: ChangeAnchor
  /// The ids of the types; empty means all.
  public var types: [String]
  /// Whether members of correlations are left out, except inside their correlation.
  public var omitsMembers: Bool
  /// Ends after the commit that brings the feed to this number of changes; `nil` means no end.
  public var limit: Int?

  /// Creates a question for all changes since an anchor.
  public init(
    since anchor: ChangeAnchor = .beginning, types: [String] = [], omitsMembers: Bool = false, limit: Int? = nil
  ) {
    self.anchor = anchor
    self.types = types
    self.omitsMembers = omitsMembers
    self.limit = limit
  }
}

/// Some changes of one commit.
public struct ChangePage: Sendable {
  /// The number of the commit.
  public var commit: Int64
  /// Samples that were added, a correlation followed by its members.
  public var added: SampleBatch
  /// Samples that were deleted.
  public var deleted: [DeletedSample]
  /// Whether the commit has no further page: a new query can begin here.
  public var isEndOfCommit: Bool

  /// Creates a page.
  public init(commit: Int64, added: SampleBatch, deleted: [DeletedSample] = [], isEndOfCommit: Bool) {
    self.commit = commit
    self.added = added
    self.deleted = deleted
    self.isEndOfCommit = isEndOfCommit
  }

  package var anchor: ChangeAnchor { ChangeAnchor(commit: commit) }
}

/// The tombstone of a deleted sample, HealthKit's `HKDeletedObject`.
public struct DeletedSample: Sendable, Hashable {
  /// The sample's id.
  public var id: SampleID
  /// The id of its type.
  public var type: String

  /// Creates a tombstone.
  public init(id: SampleID, type: String) {
    self.id = id
    self.type = type
  }
}

/// The result of a deletion.
public struct DeletionReceipt: Sendable, Hashable {
  /// How many samples are gone, members included.
  public var deleted: Int
  /// The number of the commit that deleted them; that of the last one when nothing was deleted.
  public var anchor: ChangeAnchor

  /// Creates a receipt.
  public init(deleted: Int, anchor: ChangeAnchor) {
    self.deleted = deleted
    self.anchor = anchor
  }
}
