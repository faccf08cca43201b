package import HealthModel

/// Separates new findings from those that are suppressed or in the baseline, and counts both.
///
/// Used by one thread at a time, in the order of findings.
package final class FindingFilter {
  /// The status of a finding for a project.
  package enum Verdict: Sendable, Hashable {
    case new, suppressed, known
  }

  /// A finding as suppressions and baselines see it.
  package struct Subject {
    var code: DiagnosticCode
    var severity: Severity
    var type: String?
    var path: String
    var field: String
    var evidence: String
    /// The rule of a plugin that found it, `NAME/rule`.
    var rule: String?
    /// The name of the sample's source, for suppressions by source.
    package var sourceName: String?
    /// The bundle of the sample's source, for suppressions by source.
    package var sourceBundle: String?
    /// The subject of the sample, for thresholds by subject.
    package var sampleSubject: String?
  }

  /// The suppressions that hold today, by their place in the configuration.
  private var suppressions: SuppressionIndex
  private let baseline: Baseline?
  private let key: BaselineKey
  private let records: Bool
  /// How many findings each suppression took, by its place in the configuration.
  package private(set) var uses: [Int: Int] = [:]
  /// The findings that would be in a baseline written now, suppressed ones left out.
  package private(set) var recorded = Baseline()
  /// How many findings of each class of the baseline came, by its place there.
  private var seen: [Int]

  package init(
    suppressions: [Suppression] = [], today: CivilDate, baseline: Baseline? = nil, key: BaselineKey = .path,
    records: Bool = false
  ) {
    self.suppressions = SuppressionIndex(suppressions, today: today)
    self.baseline = baseline
    seen = Array(repeating: 0, count: baseline?.classCount ?? 0)
    self.key = key
    self.records = records
  }

  /// Whether every finding is new, so that no filter is needed.
  package var isIdle: Bool { suppressions.isEmpty && baseline == nil && !records }

  /// Whether a suppression asks for the source of samples.
  package var usesSources: Bool { suppressions.usesSources }

  package func verdict(_ subject: Subject) -> Verdict {
    // Findings about the project itself cannot be accepted for now, as those about data can.
    guard subject.code.family != .project, Self.canBeAccepted(subject) else { return .new }
    if let place = suppressions.first(subject) {
      uses[place, default: 0] += 1
      return .suppressed
    }
    guard subject.severity > .note, baseline != nil || records else { return .new }
    let entry = BaselineEntry(
      code: subject.code, type: subject.type, path: key == .path ? subject.path : nil, field: subject.field,
      evidence: subject.evidence)
    if records {
      recorded.add(entry)
      return .known
    }
    guard let baseline, let place = baseline.place(of: entry) else { return .new }
    seen[place] += 1
    return seen[place] <= baseline.count(at: place) ? .known : .new
  }

  /// Entries of the baseline that occur less often than it says, and how often they do.
  ///
  /// - Returns: the entries in the order of the file, each created on demand.
  package func stale(
    where isChecked: (BaselineEntry) -> Bool
  ) -> some Sequence<(entry: BaselineEntry, count: Int, found: Int)> {
    let baseline = baseline ?? Baseline()
    return stalePlaces(where: isChecked).lazy.map { [seen] place in
      (baseline.entry(at: place), baseline.count(at: place), seen[place])
    }
  }

  /// The baseline without what no longer occurs.
  package func pruned(where isChecked: (BaselineEntry) -> Bool) -> Baseline {
    var pruned = baseline ?? Baseline()
    for place in stalePlaces(where: isChecked) { pruned.setCount(at: place, seen[place]) }
    return pruned
  }

  private func stalePlaces(where isChecked: (BaselineEntry) -> Bool) -> [Int] {
    guard let baseline else { return [] }
    return baseline.sorted { seen[$0] < baseline.count(at: $0) && isChecked(baseline.entry(at: $0)) }
  }

  /// Whether a finding can be lived with: data that was not read, and definitions that cannot be used, cannot.
  private static func canBeAccepted(_ subject: Subject) -> Bool {
    switch subject.code {
    case .notChecked, .truncated, .zipDamaged, .zipRatio, .zipPath, .formatUnknown: false
    default: subject.code.family != .catalog || subject.severity < .error
    }
  }
}

extension FindingFilter.Subject {
  /// A finding that is rendered already.
  package init(_ diagnostic: Diagnostic, path: String? = nil) {
    self.init(
      code: diagnostic.code, severity: diagnostic.severity, type: diagnostic.type,
      path: path ?? diagnostic.location.path, field: diagnostic.field ?? "", evidence: diagnostic.evidence ?? "",
      rule: diagnostic.rule)
  }
}
