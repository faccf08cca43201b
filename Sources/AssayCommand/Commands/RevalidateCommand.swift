import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

struct RevalidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "revalidate", abstract: "Replay refused samples: store what passes now, keep what still fails.",
    discussion: """
      Each record is read and judged again, by the catalog of today, and if assay.yaml has its file by the columns or \
      paths that are there now. A `replacement` that was put into its line is taken in its place. What passes is stored, \
      and the file is rewritten with what still fails. Without --store nothing is stored and the file stays as it is. \
      The status is 0 when nothing is left.

      Example: assay revalidate health.db.quarantine --store health.db
      """)

  @Argument(help: "Quarantine files, or folders of them.", completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Input") var judging: JudgingOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Store") var store: OptionalStoreOptions

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  @Option(
    name: .shortAndLong, help: "Write what still fails to this file, and leave the quarantine file as it is.",
    completion: .file())
  var output: String?

  @OptionGroup var definitions: DefinitionOptions

  @Flag(name: .customLong("restore-deleted"), help: "Store samples again that were deleted from the store.")
  var restoresDeleted = false

  mutating func run() async throws {
    let named = paths
    paths = try paths.flatMap(Self.files)
    if paths.isEmpty, !named.isEmpty {
      return StandardError.write("assay: note: nothing was refused: no quarantine file (*.ndjson) is there\n")
    }
    let project = try project.project()
    let settings = try judging.settings()
    try check(project, settings)
    var request = CheckRequest(inputs: paths.map { .quarantine($0, rest: output) })
    request.fill("revalidate", report, project)
    request.isDated = false
    request.judging = settings
    request.formats = CompiledIn.formats
    request.profiles = try catalog.plugins.profiles(project)
    request.types = try catalog.registry(project: project)
    if let options = try store.options() {
      var target = try options.checkStore(
        options.url(project), plugins: catalog.plugins, restoresDeleted: restoresDeleted, project: project,
        isVerbose: report.verbose)
      target.makesStore = false
      request.store = target
      request.definitions = try catalog.ownDefinitions(project)
      request.keeping = definitions.keeping
      request.waitMilliseconds = options.times.waitMilliseconds
    } else {
      request.waitMilliseconds = 0
    }
    let engine = try CheckEngine(
      request, report, catalog, writing: paths.contains(output ?? "-") ? [] : [output])
    try await engine.checkInputs().end(report, of: engine)
  }

  private static func files(at path: String) throws -> [String] {
    guard FileTree.isFolder(path) else { return [path] }
    let names: [String]
    do {
      names = try FolderItem.all(in: path).map(\.name).filter { $0.hasSuffix(".ndjson") }
    } catch {
      throw Failure(InputError.unreadable(path: path, reason: error.description))
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { PathText.join(path, $0) }
  }

  private func check(_ project: Project?, _ settings: JudgingSettings) throws {
    guard !paths.isEmpty else { throw Failure.usage("name the quarantine files") }
    if output != nil, paths.count > 1 { throw Failure.usage("--output takes one quarantine file") }
    for path in paths {
      if path == "-" { throw Failure.usage("a quarantine file is read by its name, not from a pipe") }
      guard FileTree.exists(path) else {
        throw Failure.usage("no such file: \(TextEscaping.escaped(path, limit: 1000))")
      }
    }
    try settings.check(project)
  }
}

struct OptionalStoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"), help: "The store that takes what passes; without one nothing is stored.",
    completion: .file())
  var location: String?

  @OptionGroup var times: StoreTimes

  func options() throws -> StoreOptions? {
    try times.check()
    guard let location else { return nil }
    var options = StoreOptions()
    options.location = location
    options.times = times
    return options
  }
}
