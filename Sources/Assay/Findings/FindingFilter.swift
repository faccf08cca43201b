import HealthFormats
package import HealthModel

/// Separates new findings from those that are suppressed or in the baseline, and counts both.
///
/// Used by one thread at a time, in the order of findings.
package final class FindingFilter {
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
    package var sourceName: String?
    package var sourceBundle: String?
    package var sampleSubject: String?
  }

  private var suppressions: SuppressionIndex
  private let baseline: Baseline?
  private let key: BaselineKey
  private let records: Bool
  package private(set) var uses: [Int: Int] = [:]
  /// The findings that would be in a baseline written now, suppressed ones left out.
  package private(set) var recorded = Baseline()
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
  package init(_ diagnostic: Diagnostic, path: String? = nil) {
    self.init(
      code: diagnostic.code, severity: diagnostic.severity, type: diagnostic.type,
      path: path ?? diagnostic.location.path, field: diagnostic.field ?? "", evidence: diagnostic.evidence ?? "",
      rule: diagnostic.rule)
  }
}

/// The suppressions that hold today, found by code and scope.
struct SuppressionIndex {
  /// The lookup of the suppression that matches a finding; globs compare bytes.
  private struct Question: Hashable {
    var code: DiagnosticCode
    var rule: String?
    var path: ExactText
    var type: ExactText?
    var sourceName: ExactText?
    var sourceBundle: ExactText?

    init(_ subject: FindingFilter.Subject, usesSources: Bool) {
      code = subject.code
      rule = subject.rule
      path = ExactText(subject.path)
      type = subject.type.map { ExactText($0) }
      sourceName = usesSources ? subject.sourceName.map { ExactText($0) } : nil
      sourceBundle = usesSources ? subject.sourceBundle.map { ExactText($0) } : nil
    }
  }

  private struct Group {
    var places: [Int]
    var index: ScopeIndex
    var usesSources: Bool

    init(_ places: [Int], of suppressions: [Suppression]) {
      self.places = places
      let scopes = places.map { suppressions[$0].scope }
      index = ScopeIndex(scopes.map { GlobScope(files: $0.files, types: $0.types, sources: $0.sources) })
      usesSources = scopes.contains { !$0.sources.isEmpty }
    }
  }

  /// How many answers are kept; findings come in runs of few files, types and sources.
  static let answerLimit = 4096

  private var groups: [DiagnosticCode: Group] = [:]
  /// The suppressions of rules of plugins that some name, with those of all rules in their places.
  private var byRule: [String: Group] = [:]
  private var answers: [Question: Int?] = [:]

  init(_ suppressions: [Suppression], today: CivilDate) {
    var named: [(place: Int, name: CodeName)] = []
    for (place, item) in suppressions.enumerated() where item.until.value.daysSince1970 >= today.daysSince1970 {
      if let name = CodeName(item.code.value) { named.append((place, name)) }
    }
    let general = Dictionary(grouping: named.filter { $0.name.rule == nil }) { $0.name.code }
    groups = general.mapValues { Group($0.map(\.place), of: suppressions) }
    for rule in Set(named.compactMap(\.name.rule)) {
      let own = named.filter { $0.name.code == .pluginRule && ($0.name.rule == nil || $0.name.rule == rule) }
      byRule[rule] = Group(own.map(\.place), of: suppressions)
    }
  }

  var isEmpty: Bool { groups.isEmpty && byRule.isEmpty }

  var usesSources: Bool { groups.values.contains { $0.usesSources } || byRule.values.contains { $0.usesSources } }

  var answerCount: Int { answers.count }

  mutating func first(_ subject: FindingFilter.Subject) -> Int? {
    guard let group = subject.rule.flatMap({ byRule[$0] }) ?? groups[subject.code] else { return nil }
    let question = Question(subject, usesSources: group.usesSources)
    if let answer = answers[question] { return answer }
    let place = ScopeLocation(
      file: subject.path, type: subject.type, source: question.sourceName?.text, bundle: question.sourceBundle?.text)
    let answer = group.index.first(at: place).map { group.places[$0] }
    if answers.count >= Self.answerLimit { answers.removeAll(keepingCapacity: true) }
    answers[question] = .some(answer)
    return answer
  }
}

/// A code as configurations name it: `unit-incompatible`; `plugin-rule` for all rules of plugins; one of them as
/// `NAME/rule`, or as reports of SARIF have it, `plugin-rule/NAME/rule`.
struct CodeName: Hashable {
  let code: DiagnosticCode
  /// The rule of a plugin, `NAME/rule`; `nil` for all findings of the code.
  let rule: String?

  init?(_ text: String) {
    if let code = DiagnosticCode(name: text) {
      (self.code, rule) = (code, nil)
      return
    }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0] == DiagnosticCode.pluginRule.name { parts.removeFirst() }
    guard parts.count == 2, parts.allSatisfy(Self.isWord) else { return nil }
    (code, rule) = (.pluginRule, parts.joined(separator: "/"))
  }

  /// Whether a text is a lower-case word with dashes, as names of plugins and their rules are.
  private static func isWord(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 64, text.utf8.last != UInt8(ascii: "-") else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "+")].contains(byte)
      }
  }
}

/// Which findings an override or a suppression is about; an empty list is about all.
package struct FindingScope: Sendable, Hashable {
  /// Globs of paths, relative to the configuration's folder.
  package var files: [GlobPattern] = []
  package var types: [GlobPattern] = []
  package var sources: [GlobPattern] = []

  package init() {}
}

/// An item of `suppressions`: findings that are accepted for a reason and a time.
package struct Suppression: Sendable, Hashable {
  /// The code's name as it is written, which may be none.
  package var code: Located<String>
  package var scope: FindingScope
  package var reason: String
  package var until: Located<CivilDate>
}
