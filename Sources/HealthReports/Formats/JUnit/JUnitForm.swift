import HealthModel

/// Findings as JUnit's XML: a suite for each file, a case for each code found in it, which fails when it is an error,
/// and a suite of the thresholds.
///
/// A case holds the first findings and the number of all, since a file may have a million.
struct JUnitForm: ReportForm {
  private var suites: [String: JUnitSuite] = [:]
  /// The findings about thresholds.
  private var exceeded: [Diagnostic] = []

  init() {}

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { true }

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
