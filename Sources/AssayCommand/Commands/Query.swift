import ArgumentParser
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// `assay query`: prints stored samples as a table, as NDJSON or as CSV.
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
  @OptionGroup var options: QueryOptions
  @OptionGroup var unit: UnitOption

  @Option(help: "Only samples behind this place: what a page with --limit names when there are more.")
  var after: String?

  @Option(
    name: .customLong("output-format"), help: "table, jsonl or csv.", completion: .list(["table", "jsonl", "csv"]))
  var outputFormat = "table"

  @OptionGroup var project: ProjectOptions

  mutating func run() async throws {
    guard ["table", "jsonl", "csv"].contains(outputFormat) else {
      throw CommandFailure.usage("--output-format takes table, jsonl or csv")
    }
    let url = try store.url()
    let project = try project.project()
    let registry = try catalog.registry(project: project)
    var query = try options.query(registry)
    query.after = try after.map { try PlaceText.token($0, sort: query.sort, registry) }
    let answer = QueryAnswer(
      registry: registry, units: try unit.shown(query, registry), zone: try options.conditions.zone())
    let cut = AnswerCut(&query, registry: registry)
    let (question, format) = (query, outputFormat)
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let output = ByteOutput.standardOutput()
    let (end, omissions) = try await OpenStore.closing(backend) {
      do {
        return try await answer.write(question, of: backend, as: format, cut, to: output)
      } catch let error as StorageError {
        throw CommandFailure(error)
      }
    }
    if let signal = ProcessSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
    try output.flush()
    if let note = end.note { StandardError.write(note + "\n") }
    guard !omissions.isEmpty else { return }
    StandardError.write("assay: \(CSVAnswer.words(omissions))\n")
    throw ExitCode(ExitStatus.refused)
  }
}

/// How the samples of an answer are printed.
private struct QueryAnswer {
  let registry: Registry
  let units: ShownUnits
  let zone: TimeZoneRules?

  /// Writes the samples that are within a cut.
  ///
  /// - Returns: the cut behind the last sample, and how many were left out, by why.
  func write(
    _ query: SampleQuery, of store: any StorageBackend, as format: String, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> (cut: AnswerCut, omissions: [CSVOmission: Int]) {
    if format == "csv" {
      let writer = SampleCSVWriter(registry: registry, units: units)
      return try await CSVAnswer(query: query, store: store, writer: writer).write(cut, to: output)
    }
    var cut = cut
    var text: [UInt8] = []
    if format == "jsonl" {
      let writer = SampleJSONWriter(registry: registry, units: units)
      try await store.query(query) { batch in
        text.removeAll(keepingCapacity: true)
        writer.append(cut.take(batch), to: &text)
        try output.append(text)
        return ProcessSignals.pending() == nil
      }
    } else {
      var table = SampleTable(registry: registry, units: units, zone: zone)
      try await store.query(query) { batch in
        text.removeAll(keepingCapacity: true)
        table.append(cut.take(batch), to: &text)
        try output.append(text)
        return ProcessSignals.pending() == nil
      }
      text.removeAll(keepingCapacity: true)
      table.finish(to: &text)
      try output.append(text)
    }
    return (cut, [:])
  }
}
