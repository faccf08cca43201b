import ArgumentParser
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// `assay query`: prints stored samples as a table, CSV, JSON or NDJSON.
struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "query", abstract: "Print stored samples.",
    discussion: """
      All conditions must hold. --where takes several joined by `and`, on value, start, end, source, subject, \
      metadata.KEY, device.PROPERTY and members.ROLE; Documentation/queries.md says how they are written. Where \
      --limit leaves samples out, standard error names the --after of the next page.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var options: SampleOptions
  @OptionGroup var unit: UnitOption

  @Option(help: "Only samples after this place: what a page with --limit names when there are more.")
  var after: String?

  @OptionGroup var columns: ColumnOption

  @Option(
    name: .customLong("output-format"), help: "table, csv, json (an array) or jsonl (one sample a line).",
    completion: .list(SampleFormat.names))
  var outputFormat = SampleFormat.table.rawValue

  @OptionGroup var project: ProjectOptions

  mutating func run() async throws {
    let format = try SampleFormat(option: outputFormat)
    let url = try store.url()
    let project = try project.project()
    let registry = try catalog.registry(project: project)
    var query = try options.query(registry)
    query.after = try after.map { try PlaceText.token($0, sort: query.sort, registry) }
    let units = try unit.shown(query, registry)
    let answer = SampleAnswer(
      format: format, registry: registry, units: units, zone: try options.conditions.zone(),
      csv: try columns.writer(registry, units, as: format), lines: SampleJSONWriter(registry: registry, units: units))
    let cut = AnswerCut(&query, registry: registry)
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let output = ByteOutput.standardOutput()
    let (end, missing) = try await answer.write(query, closing: backend, cut, to: output)
    try output.flush()
    if let note = end.cut.note { StandardError.write(note + "\n") }
    try MissingNames.end(missing + CSVAnswer.notes(end.omissions))
  }
}
