/// The levels of the interface that a backend has beyond writing, which every backend has.
///
/// `StorageConformance` runs the laws of every level that is declared and names those it skips.
public struct StorageCapabilities: OptionSet, Sendable, Hashable {
  /// The levels as bits.
  public let rawValue: Int

  /// Creates a set of the levels whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Samples can be read back.
  public static let query = StorageCapabilities(rawValue: 1)
  /// Imports go on where they were interrupted.
  public static let resume = StorageCapabilities(rawValue: 2)
  /// Committed samples survive the process.
  public static let durable = StorageCapabilities(rawValue: 4)
  /// The samples committed and deleted since an anchor can be queried.
  public static let changes = StorageCapabilities(rawValue: 8)
  /// Samples can be deleted.
  public static let delete = StorageCapabilities(rawValue: 16)
  /// Statistics are computed where the samples are, not from what a query passes on.
  public static let statistics = StorageCapabilities(rawValue: 32)
  /// The space that deleted and replaced content takes can be freed.
  public static let compact = StorageCapabilities(rawValue: 64)

  /// Every level with its name, in the order they are listed.
  package static let names: [(level: StorageCapabilities, name: String)] = [
    (.query, "query"), (.changes, "changes"), (.delete, "delete"), (.statistics, "statistics"),
    (.resume, "resume"), (.durable, "durable"), (.compact, "compact"),
  ]

  /// The names of the levels in the set, `write` first.
  package var levelNames: [String] { ["write"] + Self.names.filter { contains($0.level) }.map(\.name) }
}
