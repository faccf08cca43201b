import ArgumentParser
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// `assay export`: writes stored samples as NDJSON, JSON, a table, columns of Arrow, or in the form of another program.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "export", abstract: "Write stored samples, ordered by type, start and id.",
    discussion: """
      What is written reads back the same. A table cannot say everything, and neither can the form of another program: \
      samples that it cannot are left out, counted, and make the status 1.

      Examples: assay export --store health.db --as apple-health export.zip
      assay export --store health.db --as fhir --fhir-subject Patient/1 --output Observation.ndjson
      assay export --store study.db --type bodyMass --unit lb --output-format csv --columns start,subject,value
      """)

  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Store") var store: StoreOptions
  @OptionGroup(title: "Selection") var options: SampleOptions
  @OptionGroup(title: "Selection") var relation: RelationOptions

  @OptionGroup(title: "Output") var order: SubjectOrderOption
  @OptionGroup(title: "Output") var unit: UnitOption

  @OptionGroup(title: "Output") var columns: ColumnOption
  @OptionGroup(title: "Output") var wide: WideOption

  @Option(
    name: .customLong("output-format"),
    help: """
      jsonl (one sample a line), json (an array), csv, table (for people), or arrow (a stream of columns). Default: what \
      the name of --output ends with (.csv, .json, .arrow), else jsonl.
      """,
    completion: .list(SampleFormat.names))
  var outputFormat: String?

  @OptionGroup(title: "Output") var form: ExportFormOption
  @OptionGroup(title: "Other programs") var records: RecordFormOptions

  @Option(
    name: .shortAndLong,
    help: "Write to this file instead of standard output; with --by subject, to a file for each in this folder.",
    completion: .file())
  var output: String?

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  mutating func run() async throws {
    if let form = try form.records() { return try await writeRecords(form) }
    if let path = try form.path(output) {
      guard unit.texts.isEmpty, !wide.isWide, order.by == nil else {
        throw CommandFailure.usage("--as apple-health has its own units and form: leave --unit and --wide out")
      }
      try await writeAppleHealth(path)
      return
    }
    let format = try SampleFormat(option: outputFormat, output: order.by == nil ? output : nil)
    let project = try project.project()
    let url = try store.url(project)
    let registry = try await store.registry(url, catalog, project)
    var query = try options.query(registry)
    let units = try unit.shown(query, registry)
    let ids = try relation.ids()
    let isBySubject = try order.isBySubject(query, besides: wide.isWide ? ["--wide"] : [])
    if wide.isWide {
      try wide.check(query, columns: columns)
      let answer = WideAnswer(
        format: try format.rows(for: "--wide"), registry: registry, units: units, zone: try options.conditions.zone())
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      let (narrowed, note) = try await ids.narrowed(query, closingOnFailure: backend)
      let target = try ExportTarget(output)
      let (notes, missing) = try await answer.write(narrowed, closing: backend, to: target.output)
      try target.finish()
      for note in notes { StandardError.write("assay: \(note)\n") }
      return try MissingNames.end(missing + (missing.isEmpty ? [note].compactMap(\.self) : []))
    }
    try format.checkArrow(unit, output: output)
    query.omitsMembers = true
    var answer = SampleAnswer(
      format: format, registry: registry, units: units, zone: try options.conditions.zone(),
      csv: try columns.writer(registry, units, as: format), lines: SampleJSONWriter(registry: registry, units: units))
    answer.readsBack = true
    // A table for people has the columns of the one type; CSV reads back, which such columns do not.
    if format == .table, query.types.count == 1 {
      answer.structure = registry.type(named: query.types[0]).flatMap { StructureColumns($0, in: registry) }
    }
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let (narrowed, note) = try await ids.narrowed(query, closingOnFailure: backend)
    if isBySubject, let output, output != "-" {
      return try await write(answer, narrowed, note, intoFolder: output, closing: backend)
    }
    answer.isBySubject = isBySubject
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
