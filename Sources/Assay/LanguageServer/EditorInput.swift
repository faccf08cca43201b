import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// The samples of an open document, judged as `lint` judges those of a file.
struct EditorInput {
  let document: EditorDocument
  let path: String
  let project: EditorProject

  /// The longest text that is judged, since an editor waits for it.
  static let maximumSize = 8 << 20

  /// How the document is read; `nil` if it is not a file of samples.
  ///
  /// What belongs to a data set is one; anything else is when it looks like samples.
  var format: InputFormat? {
    let set = dataSet
    guard let format = set?.format ?? InputFormat(named: path), format != .appleHealth,
      format.converted == nil
    else { return nil }
    return set != nil || SampleDetection.isLikely(document.bytes, format: format) ? format : nil
  }

  private var dataSet: DataSet? { relativePath.flatMap { project.project?.dataSet(of: $0) } }

  private var relativePath: String? { project.project?.relativePath(of: path) }

  /// Judges the samples.
  ///
  /// - Throws: `Failure` when a setting of the configuration cannot be used.
  func findings(
    _ format: InputFormat, _ registry: Registry, _ settings: LanguageServer.Settings
  ) async throws -> [Diagnostic] {
    let now = settings.now()
    var judging = JudgingSettings(now: now)
    judging.zones = settings.zones
    let input = ResolvedInput(
      text: document.bytes, path: path, displayPath: relativePath ?? path, format: format,
      layout: dataSet?.layout ?? TableLayout())
    var parts = CheckSession.Settings(project: project.project, jobs: settings.jobs)
    if project.project?.configuration.across ?? true {
      var across = AcrossOptions()
      if let window = project.project?.configuration.acrossWindow { across.window = window }
      parts.across = across
    }
    let reporter = Reporter(sinks: [])
    let found = FoundDiagnostics()
    // One more than is shown says that there are more.
    reporter.listener = { if found.list.count <= LanguageServer.maximumFindings { found.list.append($0) } }
    let session = CheckSession(
      registry: registry, options: try judging.options(normalizes: false), settings: parts, reporter: reporter,
      filter: project.filter(now: now))
    var summary = try await session.run(
      input, options: try judging.options(normalizes: false, of: input, in: project.project), path: relativePath,
      progress: nil)
    try session.finishAcross(into: &summary)
    return found.list
  }
}

/// Takes findings as they come.
private final class FoundDiagnostics {
  var list: [Diagnostic] = []
}
