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
  /// The configuration's file; `nil` without one.
  let configurationPath: String?
  /// The project; that of the last valid configuration while this one is broken.
  private(set) var project: Project?
  /// The types; those of the last valid definitions while one is broken, and `nil` if there were none.
  private(set) var registry: Registry?
  /// The definitions, in the order read; none if only the compiled types are used.
  private(set) var entries: [CatalogEntry] = []
  /// The findings in the configuration and in definitions, by paths that begin at the folder.
  private(set) var findings: [Diagnostic] = []
  /// Known findings.
  private(set) var baseline: Baseline?
  /// What could not be read, in a sentence each.
  private(set) var failures: [String] = []
  /// Counts the readings that found another configuration, other definitions or another baseline than the one before:
  /// while it stays the same, so do the findings in samples.
  private(set) var revision = 0

  /// Reads a configuration and the definitions that it names.
  init(
    _ path: String?, folder: String, previous: EditorProject?, drafts: [String: [UInt8]],
    _ settings: LanguageServer.Settings
  ) {
    self.folder = path.map(PathText.parent) ?? folder
    configurationPath = path
    project = previous?.project
    registry = previous?.registry
    baseline = previous?.baseline
    entries = previous?.entries ?? []
    var found = path.map { readConfiguration($0, drafts) } ?? []
    let isSound = path == nil || found.isEmpty
    if isSound { found += readDefinitions(drafts, settings) }
    findings = judged(found, settings)
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

  /// The absolute path of one that begins at the folder.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : PathText.join(folder, path) }

  /// Separates new findings from suppressed and known ones.
  func filter(now: Int64) -> FindingFilter {
    let configuration = project?.configuration
    return FindingFilter(
      suppressions: configuration?.suppressions ?? [], today: CivilDate(now), baseline: baseline,
      key: configuration?.baselineBy?.value ?? .path)
  }

  // MARK: Reading

  /// Reads the configuration; returns its findings.
  private mutating func readConfiguration(_ path: String, _ drafts: [String: [UInt8]]) -> [Diagnostic] {
    let boundary = ConfigurationLocation.boundary(of: path)
    let bytes: [UInt8]
    do throws(InputError) {
      if let draft = drafts[path] {
        bytes = draft
      } else {
        bytes = try ConfigurationLocation.read(path, within: boundary)
      }
    } catch {
      failures.append("\(RunFailure(error))")
      return []
    }
    let result = ConfigurationReader.read(bytes, path: PathText.name(of: path), folder: folder, within: boundary)
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
    do throws(RunFailure) {
      let key = project.configuration.baselineBy?.value ?? .path
      baseline = try BaselineFile.read(project.absolute(path), by: key, within: project.boundary)
    } catch {
      failures.append("\(error)")
    }
  }

  /// Reads the definitions, and looks for the files of a sound configuration; returns the findings.
  private mutating func readDefinitions(
    _ drafts: [String: [UInt8]], _ settings: LanguageServer.Settings
  ) -> [Diagnostic] {
    var builder = CatalogBuilder(builtIn: settings.builtIn, project: project, folders: [])
    builder.compiled = settings.compiled
    if let compiled = builder.compiledRegistry() {
      registry = compiled
      return findingsOfConfiguration(settings)
    }
    builder.shownFrom = folder
    for (path, bytes) in drafts {
      builder.drafts[PathText.relative(path, to: folder) ?? path] = bytes
    }
    do throws(CatalogReadError) {
      let check = try CatalogCheck(builder)
      registry = check.registry ?? registry
      entries = check.entries
      return findingsOfConfiguration(settings) + check.diagnostics
    } catch {
      failures.append("\(error)")
      return findingsOfConfiguration(settings)
    }
  }

  private mutating func findingsOfConfiguration(_ settings: LanguageServer.Settings) -> [Diagnostic] {
    guard let project else { return [] }
    do throws(InputError) {
      let files = try DataFiles.matches(of: project.configuration, within: project.boundary)
      let rules = KnownRules([], ConfiguredPlugins(project))
      return ProjectCheck(project.configuration, today: CivilDate(settings.now()), rules: rules)
        .before(files: files.files.map(\.path), unmatched: files.unmatched, shadowed: files.shadowed)
    } catch {
      failures.append("\(RunFailure(error))")
      return []
    }
  }

  /// The findings as the project's rules, suppressions and known findings leave them.
  private func judged(_ found: [Diagnostic], _ settings: LanguageServer.Settings) -> [Diagnostic] {
    guard !found.isEmpty, let registry = try? Registry(types: []) else { return found }
    let reporter = Reporter(sinks: [])
    var left: [Diagnostic] = []
    reporter.listener = { left.append($0) }
    let now = settings.now()
    let session = CheckSession(
      registry: registry, options: ValidationOptions(now: now),
      settings: CheckSession.Settings(project: project, jobs: 1), reporter: reporter, filter: filter(now: now))
    var summary = Summary()
    // Without a report nothing is written, and nothing fails.
    try? session.report(found, into: &summary)
    return left
  }
}
