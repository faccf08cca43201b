import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// The project that a document belongs to, as far as it can be used: its configuration, its types, and what is wrong
/// with both.
struct EditorProject {
  /// The configuration's folder, absolute; the document's own without a configuration.
  let folder: String
  let configurationPath: String?
  /// The project; that of the last valid configuration while this one is broken.
  private(set) var project: Project?
  /// The types; those of the last valid definitions while one is broken, and `nil` if there were none.
  private(set) var registry: Registry?
  /// The definitions, in the order read; none if only the compiled types are used.
  private(set) var entries: [CatalogEntry] = []
  /// The findings in the configuration and in definitions, by paths that begin at the folder.
  private(set) var findings: [Diagnostic] = []
  private(set) var baseline: Baseline?
  private(set) var failures: [String] = []
  /// Counts the readings that found another configuration, other definitions or another baseline than the one before:
  /// while it stays the same, so do the findings in samples.
  private(set) var revision = 0

  init(
    _ path: String?, folder: String, previous: EditorProject?, drafts: [String: [UInt8]],
    _ program: ProgramContext
  ) {
    self.folder = path.map(PathText.parent) ?? folder
    configurationPath = path
    project = previous?.project
    registry = previous?.registry
    baseline = previous?.baseline
    entries = previous?.entries ?? []
    var found = path.map { readConfiguration($0, drafts, program) } ?? []
    let isSound = path == nil || found.isEmpty
    if isSound { found += readDefinitions(drafts, program) }
    findings = judged(found, program)
    if let previous { revision = previous.revision + (judges(like: previous) ? 0 : 1) }
  }

  /// Whether samples get the same findings from both, at the same places.
  private func judges(like other: EditorProject) -> Bool {
    guard project?.configuration == other.project?.configuration, baseline == other.baseline else { return false }
    guard let registry, let before = other.registry else { return registry == nil && other.registry == nil }
    // The definitions themselves as well: findings point at the lines of rules.
    return registry.signature == before.signature && registry.types == before.types
      && registry.metadataKeys == before.metadataKeys && registry.pendingNames == before.pendingNames
  }

  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : PathText.join(folder, path) }

  func request(now: Int64) -> CheckRequest {
    var request = CheckRequest(inputs: [])
    request.project = project
    request.judging = JudgingSettings(now: now)
    request.suppressions = project?.configuration.suppressions ?? []
    request.baseline.known = baseline
    request.baseline.key = project?.configuration.baselineBy?.value ?? .path
    return request
  }

  // MARK: Reading

  private mutating func readConfiguration(
    _ path: String, _ drafts: [String: [UInt8]], _ program: ProgramContext
  ) -> [Diagnostic] {
    let boundary = ConfigurationLocation.boundary(of: path)
    let bytes: [UInt8]
    do throws(InputError) {
      if let draft = drafts[path] {
        bytes = draft
      } else {
        bytes = try ConfigurationLocation.read(path, within: boundary)
      }
    } catch {
      failures.append("\(Failure(error))")
      return []
    }
    let result = ConfigurationReader.read(
      bytes, path: PathText.name(of: path), folder: folder, within: boundary, formats: program.formats)
    if let configuration = result.configuration {
      let read = Project(configuration, start: folder, within: boundary)
      project = read
      readBaseline(read)
    }
    return result.diagnostics
  }

  private mutating func readBaseline(_ project: Project) {
    baseline = nil
    guard let path = project.configuration.baseline?.value else { return }
    do throws(Failure) {
      let key = project.configuration.baselineBy?.value ?? .path
      baseline = try BaselineFile.read(project.absolute(path), by: key, within: project.boundary)
    } catch {
      failures.append("\(error)")
    }
  }

  /// Reads the definitions, and looks for the files of a sound configuration; returns the findings.
  private mutating func readDefinitions(
    _ drafts: [String: [UInt8]], _ program: ProgramContext
  ) -> [Diagnostic] {
    var builder = CatalogBuilder(builtIn: program.builtIn, project: project, folders: [])
    builder.compiled = program.compiled
    if let compiled = builder.compiledRegistry() {
      registry = compiled
      return findingsOfConfiguration(program)
    }
    builder.shownFrom = folder
    for (path, bytes) in drafts { builder.drafts[PathText.relative(path, to: folder) ?? path] = bytes }
    do {
      let check = try CatalogCheck(builder)
      registry = check.registry ?? registry
      entries = check.entries
      return findingsOfConfiguration(program) + check.diagnostics
    } catch {
      failures.append("\(error)")
      return findingsOfConfiguration(program)
    }
  }

  private mutating func findingsOfConfiguration(_ program: ProgramContext) -> [Diagnostic] {
    guard let project else { return [] }
    do throws(InputError) {
      let files = try DataFiles.matches(of: project.configuration, within: project.boundary)
      let rules = KnownRules([], ConfiguredPlugins(project))
      return ProjectCheck(project.configuration, today: CivilDate(program.now()), rules: rules)
        .before(files: files.files.map(\.path), unmatched: files.unmatched, shadowed: files.shadowed)
    } catch {
      failures.append("\(Failure(error))")
      return []
    }
  }

  /// The findings as the project's rules, suppressions and known findings leave them.
  private func judged(_ found: [Diagnostic], _ program: ProgramContext) -> [Diagnostic] {
    guard !found.isEmpty, let registry = try? Registry(types: []) else { return found }
    let reporter = Reporter(sinks: [])
    var left: [Diagnostic] = []
    reporter.listener = { left.append($0) }
    var request = request(now: program.now())
    request.types = registry
    var summary = Summary()
    // Without a report nothing is written, and nothing fails.
    try? CheckEngine(request, reporter).report(found, into: &summary)
    return left
  }
}
