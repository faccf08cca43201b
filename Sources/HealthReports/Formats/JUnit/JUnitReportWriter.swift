import HealthModel

/// Findings as JUnit's XML: a suite for each file, a case for each code found in it, which fails when it is an error,
/// and a suite of the thresholds.
///
/// A case holds the first findings and the number of all, since a file may have a million.
struct JUnitReportWriter: ReportWriter {
  private var suites: [String: JUnitSuite] = [:]
  private var exceeded: [Diagnostic] = []

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    guard diagnostic.code != .thresholdExceeded else {
      exceeded.append(diagnostic)
      return
    }
    addToSuite(diagnostic)
  }

  private mutating func addToSuite(_ diagnostic: Diagnostic) {
    let path = diagnostic.location.path
    suites[path, default: JUnitSuite(path: path)].add(diagnostic)
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    let thresholds = ending.outcome.thresholds
    // A threshold is one test; without results the findings about those that were exceeded are all there is.
    if thresholds.isEmpty {
      for diagnostic in exceeded { addToSuite(diagnostic) }
    }
    let failed = thresholds.count(where: \.isExceeded)
    let ordered = orderedSuites(ending.summary.files)
    try output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay\"")
    try output.append(" tests=\"\(ordered.reduce(thresholds.count) { $0 + $1.tests })\"")
    try output.append(" failures=\"\(ordered.reduce(failed) { $0 + $1.failures })\"")
    try output.append(" errors=\"\(ordered.reduce(0) { $0 + $1.errors })\">\n")
    for suite in ordered { try output.append(suite.element) }
    if !thresholds.isEmpty { try output.append(JUnitSuite.element(thresholds)) }
    try output.append("</testsuites>\n")
  }

  /// The files of the run in their order, then other paths that findings name.
  private func orderedSuites(_ files: [Summary.File]) -> [JUnitSuite] {
    var ordered: [JUnitSuite] = []
    var places: [String: Int] = [:]
    for file in files {
      if let place = places[file.path] {
        ordered[place].isIncomplete = ordered[place].isIncomplete || file.isIncomplete
        ordered[place].incompleteReasons.formUnion(file.incompleteReasons)
        continue
      }
      var suite = suites[file.path] ?? JUnitSuite(path: file.path)
      suite.isIncomplete = file.isIncomplete
      suite.incompleteReasons = file.incompleteReasons
      places[file.path] = ordered.count
      ordered.append(suite)
    }
    return ordered + suites.values.filter { places[$0.path] == nil }.sorted { $0.path < $1.path }
  }
}

/// A file's findings as a suite of tests.
struct JUnitSuite {
  static let limit = 10

  private struct Case {
    let code: DiagnosticCode
    var severity = Severity.note
    var count = 0
    var lines: [String] = []

    mutating func add(_ diagnostic: Diagnostic) {
      count += 1
      severity = max(severity, diagnostic.severity)
      guard lines.count < JUnitSuite.limit else { return }
      lines.append(TextReport.lines(diagnostic, format: .concise, usesColor: false))
    }
  }

  let path: String
  var isIncomplete = false
  var incompleteReasons: Set<IncompleteReason> = []
  private var cases: [String: Case] = [:]

  init(path: String) { self.path = path }

  mutating func add(_ diagnostic: Diagnostic) {
    let name = diagnostic.ruleName
    cases[name, default: Case(code: diagnostic.code)].add(diagnostic)
  }

  /// How many tests there are; a file without findings is one that passes.
  var tests: Int { max(1, cases.count + errors) }
  /// How many tests fail.
  var failures: Int { cases.values.reduce(0) { $0 + ($1.severity == .error ? 1 : 0) } }
  /// How many tests could not be run to their end.
  var errors: Int { isIncomplete ? 1 : 0 }

  var element: String {
    let name = MarkupText.escaped(TextEscaping.escaped(path, limit: 1000))
    var text = "  <testsuite name=\"\(name)\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
    let ordered = cases.sorted { ($0.value.code.rawValue, $0.key) < ($1.value.code.rawValue, $1.key) }
    for (code, found) in ordered {
      text += "    <testcase name=\"\(MarkupText.escaped(code))\" classname=\"\(name)\">\n"
      text += Self.body(MarkupText.escaped(code), found)
      text += "    </testcase>\n"
    }
    if isIncomplete {
      text += "    <testcase name=\"complete\" classname=\"\(name)\">\n"
      let words = IncompleteReason.words(incompleteReasons, "the input")
      text += "      <error type=\"incomplete\" message=\"\(words)\"/>\n"
      text += "    </testcase>\n"
    }
    if cases.isEmpty, !isIncomplete { text += "    <testcase name=\"samples\" classname=\"\(name)\"/>\n" }
    return text + "  </testsuite>\n"
  }

  /// The thresholds as a suite: a case for each, which fails if it is exceeded.
  static func element(_ thresholds: [ThresholdResult]) -> String {
    let failures = thresholds.count(where: \.isExceeded)
    var text = "  <testsuite name=\"thresholds\" tests=\"\(thresholds.count)\" failures=\"\(failures)\" errors=\"0\">\n"
    for result in thresholds {
      let name = MarkupText.escaped(TextEscaping.escaped(result.text, limit: 200))
      let line = MarkupText.escaped(result.line)
      text += "    <testcase name=\"\(name)\" classname=\"thresholds\">\n"
      text +=
        result.isExceeded
        ? "      <failure type=\"threshold-exceeded\" message=\"\(line)\"/>\n"
        : "      <system-out>\(line)</system-out>\n"
      text += "    </testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private static func body(_ code: String, _ found: Case) -> String {
    var lines = MarkupText.escaped(found.lines.joined())
    if found.count > found.lines.count { lines += "… and \(found.count - found.lines.count) more\n" }
    guard found.severity == .error else { return "      <system-out>\(lines)</system-out>\n" }
    let message = found.count == 1 ? "1 finding" : "\(found.count) findings"
    return "      <failure type=\"\(code)\" message=\"\(message)\">\(lines)</failure>\n"
  }
}
