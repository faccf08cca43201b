public import HealthModel

/// Tells findings that are new from those that are suppressed or in the baseline, and keeps count of both.
///
/// Used by one thread at a time, in the order of findings.
public final class FindingFilter {
  /// What a finding is to a project.
  public enum Verdict: Sendable, Hashable {
    case new, suppressed, known
  }

  /// A finding as suppressions and baselines see it.
  public struct Subject {
    var code: DiagnosticCode
    var severity: Severity
    var type: String?
    var path: String
    var field: String
    var evidence: String
    /// The name of the sample's source, for suppressions by source.
    public var sourceName: String?
    /// The bundle of the sample's source, for suppressions by source.
    public var sourceBundle: String?
  }

  /// The suppressions that hold today, by their place in the configuration.
  private let suppressions: [(index: Int, code: DiagnosticCode, scope: FindingScope)]
  private let baseline: Baseline?
  private let key: BaselineKey
  private let records: Bool
  /// How many findings each suppression took, by its place in the configuration.
  public private(set) var uses: [Int: Int] = [:]
  /// The findings that would be in a baseline written now, suppressed ones left out.
  public private(set) var recorded = Baseline()
  private var seen: [BaselineEntry: Int] = [:]

  /// - Parameters:
  ///   - suppressions: the configuration's; expired ones take nothing.
  ///   - today: the day that counts as today.
  ///   - baseline: the known findings, if there are any.
  ///   - key: how baseline entries name their place.
  ///   - records: whether a baseline is to be written.
  public init(
    suppressions: [Suppression] = [], today: CivilDate, baseline: Baseline? = nil, key: BaselineKey = .path,
    records: Bool = false
  ) {
    self.suppressions = suppressions.enumerated().compactMap { index, item in
      guard item.until.value.daysSince1970 >= today.daysSince1970, let code = DiagnosticCode(name: item.code.value)
      else { return nil }
      return (index, code, item.scope)
    }
    self.baseline = baseline
    self.key = key
    self.records = records
  }

  /// Whether every finding is new, so that nobody need be asked.
  public var isIdle: Bool { suppressions.isEmpty && baseline == nil && !records }

  /// Whether a suppression asks for the source of samples.
  public var usesSources: Bool { suppressions.contains { !$0.scope.sources.isEmpty } }

  /// What a finding is.
  public func verdict(_ subject: Subject) -> Verdict {
    // What is said of the project itself is not data that somebody lives with.
    guard subject.code.family != "project", Self.canBeAccepted(subject) else { return .new }
    for item in suppressions where item.code == subject.code && Self.contains(item.scope, subject) {
      uses[item.index, default: 0] += 1
      return .suppressed
    }
    guard subject.severity > .note, baseline != nil || records else { return .new }
    let entry = BaselineEntry(
      code: subject.code, type: subject.type, path: key == .path ? subject.path : nil, field: subject.field,
      evidence: subject.evidence)
    if records {
      recorded.counts[entry, default: 0] += 1
      return .known
    }
    guard let allowed = baseline?.counts[entry] else { return .new }
    seen[entry, default: 0] += 1
    return seen[entry, default: 0] <= allowed ? .known : .new
  }

  /// Entries of the baseline that occur less often than it says, and how often they do.
  ///
  /// - Parameter isChecked: whether this run can judge an entry, since it read what the entry is about.
  /// - Returns: the entries in the order of the file.
  public func stale(where isChecked: (BaselineEntry) -> Bool) -> [(entry: BaselineEntry, count: Int, found: Int)] {
    (baseline?.counts ?? [:]).compactMap { entry, count in
      let found = seen[entry, default: 0]
      return found < count && isChecked(entry) ? (entry, count, found) : nil
    }.sorted { $0.entry < $1.entry }
  }

  /// The baseline without what no longer occurs.
  public func pruned(where isChecked: (BaselineEntry) -> Bool) -> Baseline {
    var counts = baseline?.counts ?? [:]
    for item in stale(where: isChecked) { counts[item.entry] = item.found == 0 ? nil : item.found }
    return Baseline(counts: counts)
  }

  /// Whether a finding can be lived with: data that was not read, and definitions that cannot be used, cannot.
  private static func canBeAccepted(_ subject: Subject) -> Bool {
    switch subject.code {
    case .notChecked, .truncated, .zipDamaged, .zipRatio, .zipPath, .formatUnknown: false
    default: subject.code.family != "catalog" || subject.severity < .error
    }
  }

  private static func contains(_ scope: FindingScope, _ subject: Subject) -> Bool {
    if !scope.files.isEmpty, !scope.files.contains(where: { $0.matches(subject.path) }) { return false }
    if !scope.types.isEmpty {
      guard let type = subject.type, scope.types.contains(where: { $0.matches(type) }) else { return false }
    }
    guard !scope.sources.isEmpty else { return true }
    let names = [subject.sourceName, subject.sourceBundle].compactMap { $0 }
    return scope.sources.contains { glob in names.contains { glob.matches($0) } }
  }
}

extension FindingFilter.Subject {
  /// A finding that is rendered already.
  public init(_ diagnostic: Diagnostic, path: String? = nil) {
    self.init(
      code: diagnostic.code, severity: diagnostic.severity, type: diagnostic.type,
      path: path ?? diagnostic.location.path, field: diagnostic.field ?? "", evidence: diagnostic.evidence ?? "")
  }
}
