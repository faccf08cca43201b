import HealthFormats
package import HealthModel

/// The findings about the configuration itself: unknown names, and globs and suppressions without effect.
package struct ProjectCheck {
  private let configuration: ProjectConfiguration
  private let today: CivilDate
  private let rules: KnownRules

  package init(_ configuration: ProjectConfiguration, today: CivilDate, rules: KnownRules = KnownRules()) {
    self.configuration = configuration
    self.today = today
    self.rules = rules
  }

  /// The findings that need no data, in the order of places.
  ///
  /// - Returns: the findings, each at its place in the configuration.
  package func before(files: [String], unmatched: [Int], shadowed: [(dataSet: Int, by: Int)] = []) -> [Diagnostic] {
    var found = shadowed.compactMap(shadow)
    found += Self.unmatched(unmatched, in: configuration)
    for rule in configuration.rules { found += check(rule) }
    for item in configuration.overrides {
      for rule in item.rules { found += check(rule) }
      for glob in item.scope.files where !files.contains(where: { glob.matches($0) }) {
        found.append(finding(.globUnmatched, "no file of the data sets matches `\(shown(glob.text))`", at: item.mark))
      }
    }
    for item in configuration.suppressions {
      found += CodeName(item.code.value) == nil ? check(item.code) : checkRule(item.code)
      if isExpired(item) {
        found.append(
          finding(
            .suppressionExpired, "the suppression of \(shown(item.code.value)) ended on \(text(item.until.value))",
            at: item.until.mark, hint: "fix the findings, which count again, or give it a new reason and day"))
      }
    }
    for item in configuration.failIf {
      if let name = item.condition.unknownCode {
        found += check(Located(name, at: item.text.mark), also: FailureCondition.words.map(\.word))
      }
      found += checkRule(Located(item.condition.word, at: item.text.mark))
      for glob in item.condition.scope.files where !files.contains(where: { glob.matches($0) }) {
        found.append(
          finding(.globUnmatched, "no file of the data sets matches `\(shown(glob.text))`", at: item.text.mark))
      }
    }
    return found.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
  }

  /// The findings about data sets whose glob matches no file.
  ///
  /// - Returns: a finding for each, at its path in the configuration.
  package static func unmatched(_ dataSets: [Int], in configuration: ProjectConfiguration) -> [Diagnostic] {
    dataSets.filter(configuration.data.indices.contains).map { index in
      let (text, mark) = (configuration.data[index].path.value, configuration.data[index].path.mark)
      let staysInFolder = !text.contains("**") && text.contains("*")
      return Diagnostic(
        code: .globUnmatched, message: "no file matches `\(TextEscaping.escaped(text, limit: 80))`",
        location: SourceLocation(path: mark.path, line: mark.line, column: mark.column),
        hint: staysInFolder ? "`*` stays within a folder; `**` goes through all below" : nil)
    }
  }

  /// Suppressions that took nothing, when all data was read.
  ///
  /// - Returns: the findings, each at its place in the configuration.
  package func unused(_ filter: FindingFilter, hasJudged: (String?) -> Bool) -> [Diagnostic] {
    configuration.suppressions.enumerated().compactMap { index, item in
      guard filter.uses[index] == nil, !isExpired(item), let name = CodeName(item.code.value),
        name.code != .pluginRule || hasJudged(name.rule), rules.fault(of: item.code.value) == nil
      else { return nil }
      return finding(
        .suppressionUnused, "no finding is \(shown(item.code.value)) where this suppression holds", at: item.code.mark,
        hint: "remove it: it hides nothing now, and would hide what comes")
    }
  }

  package static func stale(
    _ items: some Sequence<(entry: BaselineEntry, count: Int, found: Int)>, path: String
  ) -> some Sequence<Diagnostic> {
    items.lazy.map { item in
      let place = [item.entry.path, item.entry.type, item.entry.field.isEmpty ? nil : item.entry.field]
      let words = place.compactMap { $0 }.map { TextEscaping.escaped($0) }.joined(separator: " ")
      return Diagnostic(
        code: .baselineStale,
        message: "\(item.entry.code.name) in \(words): the baseline has \(item.count), found \(item.found)",
        location: SourceLocation(path: path), hint: "run again with --prune-baseline")
    }
  }

  private func check(_ rule: RuleSetting) -> [Diagnostic] {
    guard let code = CodeName(rule.code.value)?.code else { return check(rule.code) }
    let unknown = checkRule(rule.code)
    guard unknown.isEmpty else { return unknown }
    guard code.isFixed, rule.level.severity != code.defaultSeverity else { return [] }
    return [
      finding(
        .ruleFixed, "\(code.name) is an error always; it cannot be \(rule.level.rawValue)", at: rule.code.mark,
        hint: "accept known findings with a suppression or a baseline")
    ]
  }

  private func checkRule(_ name: Located<String>) -> [Diagnostic] {
    guard let fault = rules.fault(of: name.value) else { return [] }
    return [finding(.ruleUnknown, fault.message, at: name.mark, hint: fault.hint)]
  }

  private func check(_ code: Located<String>, also words: [String] = []) -> [Diagnostic] {
    guard DiagnosticCode(name: code.value) == nil else { return [] }
    let near = Suggestion.nearest(to: code.value, among: words + DiagnosticCode.allCases.map(\.name))
    return [
      finding(
        .ruleUnknown, "no code is called `\(shown(code.value))`", at: code.mark,
        hint: near.map { "did you mean `\($0)`?" } ?? "`assay explain --list` names them all")
    ]
  }

  private func shadow(_ item: (dataSet: Int, by: Int)) -> Diagnostic? {
    let data = configuration.data
    guard data.indices.contains(item.dataSet), data.indices.contains(item.by) else { return nil }
    let (path, other) = (data[item.dataSet].path, data[item.by].path)
    return finding(
      .globUnmatched,
      "no file is left for `\(shown(path.value))`: all belong to earlier data sets, such as `\(shown(other.value))` in "
        + "line \(other.mark.line)", at: path.mark,
      hint: "a file is read once, by the first data set that matches; narrow the earlier glob, or remove this one")
  }

  private func isExpired(_ item: Suppression) -> Bool { item.until.value.daysSince1970 < today.daysSince1970 }

  private func finding(_ code: DiagnosticCode, _ message: String, at mark: CatalogMark, hint: String? = nil)
    -> Diagnostic
  {
    Diagnostic(
      code: code, message: message,
      location: SourceLocation(path: mark.path, line: mark.line, column: mark.column), hint: hint)
  }

  private func shown(_ text: String) -> String { TextEscaping.escaped(text, limit: 80) }

  private func text(_ date: CivilDate) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.year)-\(two(date.month))-\(two(date.day))"
  }
}
