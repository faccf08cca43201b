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
      metadata.KEY, device.PROPERTY and members.ROLE, and of one type on its fields; Documentation/queries.md says how \
      they are written. Where --limit leaves samples out, standard error names the --after of the next page.

      Workouts and other structured samples, of one --type, have their fields as columns: \
      --type workout --where 'activity = running'.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var options: SampleOptions
  @OptionGroup var relation: RelationOptions
  @OptionGroup var unit: UnitOption

  @Option(help: "Only samples after this place: what a page with --limit names when there are more.")
  var after: String?

  @OptionGroup var columns: ColumnOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup var picture: PictureOption
  @OptionGroup var parts: PartOption

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
    let ids = try relation.ids()
    let zone = try options.conditions.zone()
    let prints =
      format != .table || columns.names != nil || unit.unit != nil || profile.name != nil
      || parts.list != nil
    if let place = try picture.place(CommandLine.arguments, prints: prints) {
      let answer = PictureAnswer(place, zone: zone)
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await answer.write(ids.narrowed(query, closingOnFailure: backend).0, closing: backend)
    }
    if let profile = try profile.profile(query) {
      let answer = try ProfileAnswer(profile, format: format, zone: zone, registry: registry)
      guard unit.unit == nil, columns.names == nil else {
        throw CommandFailure.usage("--as \(profile.name) has its own columns and units: leave --unit and --columns out")
      }
      guard parts.list == nil else { throw CommandFailure.usage("--as \(profile.name) and --list exclude each other") }
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await write(query, ids, closing: backend) { try await answer.write($0, of: backend, to: $1) }
    }
    if let list = try parts.list(of: query, isAlone: unit.unit == nil && columns.names == nil) {
      let answer = try PartAnswer(list, of: query.types[0], format: format, zone: zone, registry: registry)
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await write(query, ids, closing: backend) { try await answer.write($0, of: backend, to: $1) }
    }
    let answer = try answer(query, format, zone, registry)
    let cut = AnswerCut(&query, registry: registry)
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let output = ByteOutput.standardOutput()
    let (narrowed, note) = try await ids.narrowed(query, closingOnFailure: backend)
    let (end, missing) = try await answer.write(narrowed, closing: backend, cut, to: output)
    try output.flush()
    if let note = end.cut.note { StandardError.write(note + "\n") }
    let notes = missing + CSVAnswer.notes(end.omissions)
    try MissingNames.end(notes + (end.isEmpty ? [note].compactMap(\.self) : []))
  }

  /// What writes the samples of a query.
  private func answer(
    _ query: SampleQuery, _ format: SampleFormat, _ zone: TimeZoneRules?, _ registry: Registry
  ) throws -> SampleAnswer {
    let units = try unit.shown(query, registry)
    let lines = SampleJSONWriter(registry: registry, units: units)
    guard query.types.count == 1, let type = registry.type(named: query.types[0]),
      let structure = StructureColumns(type, in: registry)
    else {
      let csv = try columns.writer(registry, units, as: format)
      return SampleAnswer(format: format, registry: registry, units: units, zone: zone, csv: csv, lines: lines)
    }
    return SampleAnswer(
      format: format, registry: registry, units: units, zone: zone, csv: SampleCSVWriter(registry: registry),
      lines: lines, structure: structure, named: try columns.list(as: format).map(structure.named))
  }

  /// Writes rows of samples that are not the samples themselves, as `rows` does.
  private func write(
    _ query: SampleQuery, _ ids: RelationOptions.Ids, closing store: any StorageBackend,
    _ rows: (SampleQuery, ByteOutput) async throws -> (isEmpty: Bool, note: String?)
  ) async throws {
    let output = ByteOutput.standardOutput()
    let (notes, page) = try await OpenStore.closing(store) {
      do {
        let (narrowed, note) = try await ids.narrowed(query, in: store)
        let end = try await rows(narrowed, output)
        let missing = try await MissingNames.notes(narrowed, in: store, isEmpty: end.isEmpty)
        return (missing + (end.isEmpty ? [note].compactMap(\.self) : []), end.note)
      } catch let error as StorageError {
        throw CommandFailure(error)
      } catch let error as QueryError {
        throw CommandFailure(error)
      }
    }
    if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
    try output.flush()
    if let page { StandardError.write(page + "\n") }
    try MissingNames.end(notes)
  }
}
