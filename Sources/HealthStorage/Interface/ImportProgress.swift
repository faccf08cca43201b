public import HealthModel

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
