public import HealthModel

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

/// A definition that a store remembers, so that its samples can be read without the catalog that they were stored with.
///
/// The store keeps the text and does not look into it; only definitions beyond the built-in catalog are kept.
public struct StoredDefinition: Sendable, Hashable {
  /// What is defined, of which a store has one: the kind and the id, `type/org.study.gripStrength`.
  public var name: String
  /// The definition as it was written: YAML.
  public var text: String

  /// Creates a definition.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// The outcomes of the samples of a batch.
public struct AppendReceipt: Sendable, Hashable {
  /// The possible outcomes of appending a sample.
  public enum Outcome: UInt8, Sendable, Hashable {
    /// Stored with the next commit.
    case accepted
    /// Stored before with equal content, or deleted before; nothing changes.
    case duplicate
    /// Its id is stored with other content, or its group holds such a sample; nothing changes.
    case conflict
    /// The store cannot keep it; `reasons` says why. Nothing of its group is stored.
    case refused
  }

  /// One entry per sample of the batch.
  public var outcomes: [Outcome]
  /// Why the store refused samples, by row.
  public var reasons: [Int: String]

  /// Creates a receipt.
  public init(outcomes: [Outcome], reasons: [Int: String] = [:]) {
    self.outcomes = outcomes
    self.reasons = reasons
  }

  /// How many samples have an outcome.
  public func count(of outcome: Outcome) -> Int { outcomes.lazy.filter { $0 == outcome }.count }
}

/// How far an import has come: stored in the same transaction as the samples before its position.
public struct ImportProgress: Sendable, Hashable {
  /// The input's key: its path as the run names it, made absolute.
  public var input: String
  /// The path as given, for people.
  public var path: String
  /// Where the next record begins.
  public var position: ReadPosition
  /// SHA-256 over the input before the position.
  public var prefixHash: [UInt8]
  /// The counts so far.
  public var counts: ImportCounts
  /// The run's counters in full, as JSON; the store keeps them as they are.
  public var details: String
  /// How long the quarantine file is at this position, in bytes.
  public var quarantineLength: Int64
  /// How long the file of elements without a type is at this position, in bytes.
  public var unsupportedLength: Int64
  /// Whether the input was read to its end.
  public var isFinished: Bool
  /// Whether the input ended too early or was damaged.
  public var isIncomplete: Bool
  /// The hash of the catalog.
  public var catalogHash: String
  /// The version of the program.
  public var version: String

  /// Creates a progress; without a position it is that of an import that has not begun.
  public init(
    input: String, path: String, position: ReadPosition = ReadPosition(), prefixHash: [UInt8] = [],
    counts: ImportCounts = ImportCounts(), details: String = "{}", quarantineLength: Int64 = 0,
    unsupportedLength: Int64 = 0, isFinished: Bool = false,
    isIncomplete: Bool = false, catalogHash: String, version: String
  ) {
    self.input = input
    self.path = path
    self.position = position
    self.prefixHash = prefixHash
    self.counts = counts
    self.details = details
    self.quarantineLength = quarantineLength
    self.unsupportedLength = unsupportedLength
    self.isFinished = isFinished
    self.isIncomplete = isIncomplete
    self.catalogHash = catalogHash
    self.version = version
  }
}

/// The counts of an import: `read = accepted + duplicates + conflicts + refused`.
public struct ImportCounts: Sendable, Hashable {
  /// Samples read.
  public var read = 0
  /// Samples stored.
  public var accepted = 0
  /// Samples that were stored before with equal content.
  public var duplicates = 0
  /// Samples whose given id is stored with other content.
  public var conflicts = 0
  /// Samples refused.
  public var refused = 0

  /// Creates counts of zero.
  public init() {}

  /// Whether every sample read is counted exactly once beside `read`.
  @usableFromInline package var isBalanced: Bool { read == accepted + duplicates + conflicts + refused }
}
