import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// One law, as a program that throws when a store breaks it.
struct ConformanceCase: Sendable {
  /// The facility that a case needs from the caller.
  enum Facility: Sendable, Hashable {
    /// A way to end a backend suddenly.
    case interruption
    /// A folder on a nearly full disk.
    case smallFolder
  }

  /// The law, as a sentence.
  let name: String
  let level: ConformanceLevel
  /// The capabilities without which the law cannot be looked at, beside its level.
  let needs: StorageCapabilities
  let facility: Facility?
  let check: @Sendable (CaseBench) async throws -> Void

  init(
    _ name: String, _ level: ConformanceLevel, needs: StorageCapabilities = [], facility: Facility? = nil,
    check: @escaping @Sendable (CaseBench) async throws -> Void
  ) {
    self.name = name
    self.level = level
    self.needs = needs
    self.facility = facility
    self.check = check
  }

  /// All cases, in the order of the suite.
  static let all: [ConformanceCase] = themes.flatMap { $0 }

  private static let themes: [[ConformanceCase]] = [
    AppendCases.all, RefusedContentCases.all, TransactionCases.all, GroupCases.all, GroupConflictCases.all,
    BatchCases.all, OrderCases.all,
    ContentCases.all, TimeCases.all, ConditionCases.all, TextConditionCases.all, MemberCases.all, PagingCases.all,
    ChangeCases.all, DeletionFeedCases.all, DeletionCases.all, TombstoneCases.all, OwnerCases.all, ScanCases.all,
    StatisticsCases.all, ProgressCases.all, ForgettingCases.all, DefinitionCases.all, ReopeningCases.all,
    RegistryCases.all,
    ForeignBatchCases.all, CompositeCases.all, SeriesCases.all, StructureKeepingCases.all,
    StructuredConditionCases.all, StructuredConditionCases.random,
    ConcurrencyCases.all, WriterCases.all, InterruptionCases.all, FullnessCases.all, RandomCases.all,
  ]

  /// Whether a list of parts of names and of levels asks for the case; an empty one asks for all.
  func isMeant(by words: [String]) -> Bool {
    words.isEmpty || words.contains { $0 == level.rawValue || (!$0.isEmpty && name.contains($0)) }
  }

  /// Why the case cannot be run with a store; `nil` when it can.
  func obstacle(_ store: StorageUnderTest, _ capabilities: StorageCapabilities) -> String? {
    if !capabilities.isSuperset(of: level.capabilities) { return "the store does not declare \(level.rawValue)" }
    for (level, name) in StorageCapabilities.names where needs.contains(level) && !capabilities.contains(level) {
      return "it takes \(name), which the store does not declare"
    }
    switch facility {
    case .interruption: return store.interrupt == nil ? "the caller gave no way to end the store suddenly" : nil
    case .smallFolder: return store.smallFolder == nil ? "the caller gave no folder on a small file system" : nil
    case nil: return nil
    }
  }
}

extension ConformanceLevel {
  fileprivate var capabilities: StorageCapabilities {
    switch self {
    case .write: []
    case .query: .query
    case .changes: .changes
    case .delete: .delete
    case .statistics: .statistics
    case .resume: .resume
    case .durable: .durable
    case .compact: .compact
    case .composites, .series: []
    }
  }
}
