import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// The samples of an open document, judged as `lint` judges those of a file.
struct EditorInput {
  let document: EditorDocument
  let path: String
  let project: EditorProject
  let formats: FormatList

  /// The longest text that is judged, since an editor waits for it.
  static let maximumSize = 8 << 20

  /// How the document is read; `nil` if it is not a file of samples.
  ///
  /// What belongs to a data set is one; anything else is when it looks like samples.
  var format: InputFormat? {
    let set = dataSet
    guard let format = set?.format ?? formats.format(ofFile: path), format != .appleHealth,
      format.converted == nil
    else { return nil }
    return set != nil || SampleDetection.isLikely(document.bytes, format: format) ? format : nil
  }

  private var dataSet: DataSet? { relativePath.flatMap { project.project?.dataSet(of: $0) } }

  private var relativePath: String? { project.project?.relativePath(of: path) }

  func findings(
    _ format: InputFormat, _ registry: Registry, _ program: ProgramContext
  ) async throws -> [Diagnostic] {
    let now = program.now()
    var judging = JudgingSettings(now: now)
    judging.zones = program.zones
    let input = ResolvedInput(
      text: document.bytes, path: path, displayPath: relativePath ?? path, format: format,
      layout: dataSet?.layout ?? TableLayout())
    var request = project.request(now: now)
    request.types = registry
    request.judging = judging
    request.jobs = program.jobs
    if project.project?.configuration.across ?? true { request.across = AcrossOptions(of: project.project) }
    let reporter = Reporter(sinks: [])
    let found = FoundDiagnostics()
    // One more than is shown says that there are more.
    reporter.listener = { if found.list.count <= LanguageServer.maximumFindings { found.list.append($0) } }
    let engine = try CheckEngine(request, reporter)
    let options = try judging.options(normalizes: false, of: input, in: project.project)
    try await engine.checkAlone(input, options: options, path: relativePath)
    return found.list
  }
}

private final class FoundDiagnostics {
  var list: [Diagnostic] = []
}
