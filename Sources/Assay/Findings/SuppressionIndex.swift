import HealthModel

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
    /// Their places in the configuration.
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

  /// Whether there are none.
  var isEmpty: Bool { groups.isEmpty && byRule.isEmpty }

  /// Whether one asks for the source of samples.
  var usesSources: Bool { groups.values.contains { $0.usesSources } || byRule.values.contains { $0.usesSources } }

  var answerCount: Int { answers.count }

  /// The place in the configuration of the first suppression that takes a finding.
  mutating func first(_ subject: FindingFilter.Subject) -> Int? {
    guard let group = subject.rule.flatMap({ byRule[$0] }) ?? groups[subject.code] else { return nil }
    let question = Question(subject, usesSources: group.usesSources)
    if let answer = answers[question] { return answer }
    let place = ScopePlace(
      file: subject.path, type: subject.type, source: question.sourceName?.text, bundle: question.sourceBundle?.text)
    let answer = group.index.first(at: place).map { group.places[$0] }
    if answers.count >= Self.answerLimit { answers.removeAll(keepingCapacity: true) }
    answers[question] = .some(answer)
    return answer
  }
}
