import ArgumentParser
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// `assay query`: prints stored samples as a table, CSV, JSON, NDJSON or columns of Arrow.
struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "query", abstract: "Print stored samples.",
    discussion: """
      All conditions must hold. --where takes several joined by `and`, on value, start, end, source, subject, \
      metadata.KEY, device.PROPERTY and members.ROLE, and of one type on its fields; Documentation/queries.md says how \
      they are written. Where --limit leaves samples out, standard error names the --after of the next page.

      Workouts and other structured samples, of one --type, have their fields as columns. With --wide there is one row \
      for each time, with a column for each type.

      Examples: assay query --store health.db --type workout --where 'activity = running'
      assay query --store study.db --type bodyMass --type heartRate --wide --unit bodyMass=lb --output-format csv
      """)

  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Store") var store: StoreOptions
  @OptionGroup(title: "Selection") var options: SampleOptions
  @OptionGroup(title: "Selection") var relation: RelationOptions
  @OptionGroup(title: "Output") var order: SubjectOrderOption
  @OptionGroup(title: "Output") var unit: UnitOption

  @Option(help: "Only samples after this place: what a page with --limit names when there are more.")
  var after: String?

  @OptionGroup(title: "Output") var columns: ColumnOption
  @OptionGroup(title: "Output") var wide: WideOption
  @OptionGroup(title: "Output") var profile: ProfileOption
  @OptionGroup(title: "Output") var picture: PictureOption
  @OptionGroup(title: "Output") var parts: PartOption

  @Option(
    name: .customLong("output-format"),
    help: "table, csv, json (an array), jsonl (one sample a line) or arrow (a stream of columns).",
    completion: .list(SampleFormat.names))
  var outputFormat = SampleFormat.table.rawValue

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  mutating func run() async throws {
    let format = try SampleFormat(option: outputFormat)
    let project = try project.project()
    let url = try store.url(project)
    let registry = try await store.registry(url, catalog, project)
    var query = try options.query(registry)
    query.after = try after.map { try PlaceText.token($0, sort: query.sort, registry) }
    let ids = try relation.ids()
    let others = [
      wide.isWide ? "--wide" : nil, profile.name == nil ? nil : "--as", parts.list == nil ? nil : "--list",
      picture.plot == nil ? nil : "--plot",
    ]
    let isBySubject = try order.isBySubject(query, besides: others.compactMap(\.self))
    let zone = try options.conditions.zone()
    let prints =
      format != .table || columns.names != nil || !unit.texts.isEmpty || profile.name != nil
      || parts.list != nil || wide.isWide
    if let path = try picture.path(CommandLine.arguments, prints: prints) {
      let answer = PictureAnswer(path, zone: zone)
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await answer.write(ids.narrowed(query, closingOnFailure: backend).0, closing: backend)
    }
    if wide.isWide {
      guard profile.name == nil else { throw CommandFailure.usage("--as and --wide exclude each other") }
      guard parts.list == nil else { throw CommandFailure.usage("--list and --wide exclude each other") }
      try wide.check(query, columns: columns)
      let units = try unit.shown(query, registry)
      let answer = WideAnswer(
        format: try format.rows(for: "--wide"), registry: registry, units: units, zone: zone)
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await write(answer, query, ids, closing: backend)
    }
    if let profile = try profile.profile(query) {
      let answer = try ProfileAnswer(profile, format: try format.rows(for: "--as"), zone: zone, registry: registry)
      guard unit.texts.isEmpty, columns.names == nil else {
        throw CommandFailure.usage("--as \(profile.name) has its own columns and units: leave --unit and --columns out")
      }
      guard parts.list == nil else { throw CommandFailure.usage("--as \(profile.name) and --list exclude each other") }
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await write(query, ids, closing: backend) { try await answer.write($0, of: backend, to: $1) }
    }
    if let list = try parts.list(of: query, isAlone: unit.texts.isEmpty && columns.names == nil) {
      let answer = try PartAnswer(
        list, of: query.types[0], format: try format.rows(for: "--list"), zone: zone, registry: registry)
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await write(query, ids, closing: backend) { try await answer.write($0, of: backend, to: $1) }
    }
    try format.checkArrow(unit, output: nil)
    var answer = try answer(query, format, zone, registry)
    answer.isBySubject = isBySubject
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

  private func write(
    _ answer: WideAnswer, _ query: SampleQuery, _ ids: RelationOptions.Ids, closing store: any StorageBackend
  ) async throws {
    let output = ByteOutput.standardOutput()
    let (narrowed, note) = try await ids.narrowed(query, closingOnFailure: store)
    let (notes, missing) = try await answer.write(narrowed, closing: store, to: output)
    try output.flush()
    for note in notes { StandardError.write("assay: \(note)\n") }
    try MissingNames.end(missing + (missing.isEmpty ? [note].compactMap(\.self) : []))
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
