import ArgumentParser
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// `assay export`: writes stored samples as NDJSON, JSON, a table, or in the form of the Health app.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "export", abstract: "Write stored samples, ordered by type, start and id.",
    discussion: """
      What is written reads back the same. A table cannot say everything, and neither can an export of Apple Health: \
      samples that it cannot are left out, counted, and make the status 1.

      Example: assay export --store health.db --as apple-health export.zip
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var options: SampleOptions
  @OptionGroup var relation: RelationOptions

  @OptionGroup var columns: ColumnOption

  @Option(
    name: .customLong("output-format"), help: "jsonl (one sample a line), json (an array), csv or table (for people).",
    completion: .list(SampleFormat.names))
  var outputFormat = SampleFormat.jsonl.rawValue

  @OptionGroup var form: ExportFormOption

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @OptionGroup var project: ProjectOptions

  mutating func run() async throws {
    if let path = try form.path(output) {
      try await writeAppleHealth(path)
      return
    }
    let format = try SampleFormat(option: outputFormat)
    let url = try store.url()
    let project = try project.project()
    let registry = try catalog.registry(project: project)
    var query = try options.query(registry)
    query.omitsMembers = true
    let ids = try relation.ids()
    var answer = SampleAnswer(
      format: format, registry: registry, units: ShownUnits(), zone: try options.conditions.zone(),
      csv: try columns.writer(registry, as: format), lines: SampleJSONWriter(registry: registry))
    // A table for people has the columns of the one type; CSV reads back, which such columns do not.
    if format == .table, query.types.count == 1 {
      answer.structure = registry.type(named: query.types[0]).flatMap { StructureColumns($0, in: registry) }
    }
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let (narrowed, note) = try await ids.narrowed(query, closingOnFailure: backend)
    let target = try ExportTarget(output)
    let cut = AnswerCut(all: narrowed, registry: registry)
    let (end, missing) = try await answer.write(narrowed, closing: backend, cut, to: target.output)
    try target.finish()
    let notes = missing + CSVAnswer.notes(end.omissions)
    try MissingNames.end(notes + (end.isEmpty ? [note].compactMap(\.self) : []))
  }
}

/// The destination of an export: a file that appears when it is complete, or a stream.
struct ExportTarget {
  let output: ByteOutput
  private let file: PendingFile?

  init(_ path: String?) throws {
    guard let path, path != "-", !path.hasPrefix("/dev/") else {
      output = try path.map(FileOutput.open) ?? .standardOutput()
      file = nil
      return
    }
    do {
      let pending = try PendingFile(path)
      file = pending
      output = pending.output
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Ends the output; a file is put in its place.
  func finish() throws {
    if let file { try file.finish() } else { try output.flush() }
  }
}
