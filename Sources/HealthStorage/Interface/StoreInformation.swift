/// A store's information about itself, for `assay store info`.
public struct StoreInformation: Sendable, Hashable {
  /// The software that keeps the samples, with its version: `SQLite 3.40.1, schema 1`.
  public var format: String
  /// How many bytes the store takes; `nil` when that is not known.
  public var byteCount: Int64?
  /// The number of the last commit; 0 before the first.
  public var lastCommit: Int64
  /// How many deleted samples are remembered.
  public var deletions: Int
  /// Further facts as pairs of a word and a text, in order: what only this backend has.
  public var details: [Detail]

  /// A fact that only this kind of store has.
  public struct Detail: Sendable, Hashable {
    /// A word or two: `page size`.
    public var name: String
    /// The fact.
    public var value: String

    /// Creates a fact.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a description.
  public init(
    format: String, byteCount: Int64? = nil, lastCommit: Int64 = 0, deletions: Int = 0, details: [Detail] = []
  ) {
    self.format = format
    self.byteCount = byteCount
    self.lastCommit = lastCommit
    self.deletions = deletions
    self.details = details
  }
}

/// Something in a store that is not as it must be, found by `verify`.
public struct StoreFault: Sendable, Hashable, CustomStringConvertible {
  /// The problem and its place, in one sentence, made safe to show.
  public var message: String

  /// Creates a fault.
  public init(_ message: String) { self.message = message }

  /// The problem.
  public var description: String { message }
}

/// The result of compacting a store.
public struct CompactionReceipt: Sendable, Hashable {
  /// How many bytes the store took before.
  public var bytesBefore: Int64
  /// How many it takes now.
  public var bytesAfter: Int64

  /// Creates a receipt.
  public init(bytesBefore: Int64, bytesAfter: Int64) {
    self.bytesBefore = bytesBefore
    self.bytesAfter = bytesAfter
  }
}

/// How many samples of a type are stored.
public struct StoredTypeCount: Sendable, Hashable {
  /// The type's id.
  public var type: String
  /// How many samples are stored.
  public var count: Int

  /// Creates a count.
  public init(type: String, count: Int) {
    self.type = type
    self.count = count
  }
}
