import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

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
  @OptionGroup(title: "Output") var picture: PlotOption
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
    query.after = try after.map { try LocationText.token($0, sort: query.sort, registry) }
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
      let answer = PlotAnswer(path, zone: zone)
      let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
      return try await answer.write(ids.narrowed(query, closingOnFailure: backend).0, closing: backend)
    }
    if wide.isWide {
      guard profile.name == nil else { throw Failure.usage("--as and --wide exclude each other") }
      guard parts.list == nil else { throw Failure.usage("--list and --wide exclude each other") }
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
        throw Failure.usage("--as \(profile.name) has its own columns and units: leave --unit and --columns out")
      }
      guard parts.list == nil else { throw Failure.usage("--as \(profile.name) and --list exclude each other") }
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
        throw Failure(error)
      } catch let error as QueryError {
        throw Failure(error)
      }
    }
    if let signal = StopSignals.pending() { throw Failure("stopped by a signal", status: .stopped(by: signal)) }
    try output.flush()
    if let page { StandardError.write(page + "\n") }
    try MissingNames.end(notes)
  }
}

/// The elements of a list, or the points, of stored samples, a row each, in any of the formats of samples.
struct PartAnswer {
  private let query: PartQuery
  private let format: RowFormat
  private let clock: TableClock
  private let registry: Registry
  private let columns: [PartColumn]

  /// How many bytes wait before they are written.
  private static let flushSize = 1 << 16

  /// Prepares the columns of a list.
  ///
  /// - Throws: `Failure` when samples of the type do not have it.
  init(_ list: String, of type: String, format: RowFormat, zone: TimeZoneRules?, registry: Registry) throws {
    query = PartQuery(list, of: type)
    self.format = format
    clock = TableClock(zone: zone)
    self.registry = registry
    do {
      columns = try query.columns(in: registry)
    } catch {
      throw Failure.usage("--list: \(error)")
    }
  }

  /// The columns of a row: whose part it is, its place from 0, and what it says.
  private var shown: [ShownColumn] {
    [ShownColumn("uuid", .part), ShownColumn("position", .part, isNumber: true)]
      + columns.flatMap { column -> [ShownColumn] in
        switch column.value {
        case .quantityOf:
          return [ShownColumn(column.name, .part, isNumber: true), ShownColumn(column.name + "_unit", .part)]
        case .quantity, .number, .integer:
          return [ShownColumn(column.name, .part, unit: column.unit?.unitString, isNumber: true)]
        default: return [ShownColumn(column.name, .part)]
        }
      }
  }

  /// Writes the parts of a query's samples, sample by sample.
  ///
  /// - Returns: whether no sample has parts, and a note about samples that a limit leaves out.
  /// - Throws: `QueryError` and `StorageError`; what the output throws.
  func write(
    _ predicate: SampleQuery, of backend: any StorageBackend, to output: ByteOutput
  ) async throws -> (isEmpty: Bool, note: String?) {
    let store = HealthStore(backend)
    var writer = ProfileWriter(shown, format: format, clock: clock, decoder: SampleDecoder(registry: registry))
    var text: [UInt8] = []
    var isEmpty = true
    writer.begin(to: &text)
    var query = query
    query.predicate = predicate
    query.predicate.limit = nil
    var left = predicate.limit ?? Int.max
    var last: PageToken?
    var hasMore = false
    if left > 0 {
      try await query.forEachSample(for: store) { parts in
        guard left > 0 else {
          hasMore = true
          return false
        }
        left -= 1
        isEmpty = false
        last = PageToken(parts.sample, sort: predicate.sort)
        for position in 0..<parts.count {
          writer.append(cells(parts, at: position), to: &text)
          if text.count >= Self.flushSize {
            try output.append(text)
            text.removeAll(keepingCapacity: true)
          }
        }
        return StopSignals.pending() == nil
      }
    }
    writer.end(to: &text)
    try output.append(text)
    guard hasMore, let last, let limit = predicate.limit else { return (isEmpty, nil) }
    let place = LocationText.text(of: last, sort: predicate.sort)
    return (isEmpty, "the parts of \(CountText.of(limit, "sample")) shown; more with --after \(place)")
  }

  private func cells(_ parts: SampleParts, at position: Int) -> [ShownCell] {
    var cells: [ShownCell] = [.text(parts.sample.id.description), .number(Double(position))]
    for column in columns.indices {
      let value = parts.value(column, at: position)
      let cell = value.map { ShownCell($0) } ?? .missing
      // Whole, as the other formats have it: a table of parts does not sum them up.
      if case .document(let text, _)? = value { cells.append(.text(text)) } else { cells.append(cell) }
      guard case .quantityOf = columns[column].value else { continue }
      if case .quantity(_, let unit)? = value { cells.append(.text(unit.unitString)) } else { cells.append(.missing) }
    }
    return cells
  }
}

/// Whether the elements of a list or the points of samples are written, a row each, in place of the samples.
struct PartOption: ParsableArguments {
  @Option(
    help: """
      Write the elements of this list of the samples, or their points, a row each: events, statistics, points. It goes \
      with one --type.
      """)
  var list: String?

  /// The list that is named; `nil` when none is.
  ///
  /// - Throws: `Failure` when the query is not for one type, or other options name columns and units.
  func list(of query: SampleQuery, isAlone: Bool) throws -> String? {
    guard let list else { return nil }
    guard query.types.count == 1 else {
      throw Failure.usage("--list goes with one --type: lists are of a type, as events of workout")
    }
    guard isAlone else {
      throw Failure.usage("--list has its own columns and units: leave --unit and --columns out")
    }
    return list
  }
}

/// The SVG file in which samples are drawn instead of being printed.
struct PlotOption: ParsableArguments {
  @Option(
    name: .customLong("plot"),
    help: ArgumentHelp("Draw the samples in this SVG file instead of printing them.", valueName: "file.svg"),
    completion: .file(extensions: ["svg"]))
  var plot: String? = nil

  /// The path of the file; `nil` without `--plot`, which excludes options that say how samples are printed.
  func path(_ arguments: [String], prints: Bool) throws -> String? {
    try PlotDestination.checkOnce(arguments)
    guard let plot else { return nil }
    try PlotDestination.checkName(plot)
    guard !prints else {
      throw Failure.usage(
        "--plot draws the samples instead of printing them; leave out --output-format, --columns, --unit, --list and --as"
      )
    }
    return plot
  }
}

/// Stored samples that answer a query, drawn.
struct PlotAnswer {
  let path: String
  /// The clock of a zone; `nil` for that of each sample.
  let clock: ChartClock?

  /// Prepares an answer; its times are those of a zone, by default those that samples were written with.
  init(_ path: String, zone: TimeZoneRules?) {
    self.path = path
    clock =
      zone.map { rules in
        ChartClock(
          name: rules.identifier, local: { rules.local($0) }, instant: { rules.instant(ofLocal: $0) })
      }
  }

  /// Draws the samples, and closes the store.
  ///
  /// - Throws: `Failure` when nothing can be drawn, the store fails, or a signal has come.
  func write(_ query: SampleQuery, closing backend: any StorageBackend) async throws {
    // Made at once, so that a place that cannot be written is reported before the work.
    let file: PendingFile
    do {
      file = try PlotDestination.file(path)
    } catch {
      try? await backend.close()
      throw error
    }
    let (book, missing) = try await OpenStore.closing(backend) {
      let store = HealthStore(backend, zones: ZoneFolders.database)
      do {
        let book = try await read(query, of: store)
        return (book, try await MissingNames.notes(query, in: backend, isEmpty: book.isEmpty))
      } catch let error as QueryError {
        throw Failure(error)
      } catch let error as StorageError {
        throw Failure(error)
      }
    }
    if let signal = StopSignals.pending() { throw Failure("stopped by a signal", status: .stopped(by: signal)) }
    let pictures = book.all
    guard !pictures.isEmpty else {
      for note in missing { StandardError.write("assay: \(note)\n") }
      throw Failure(book.refusal, status: .refused)
    }
    try file.output.append(SVGSamplePlot.document(pictures))
    try file.finish()
    try MissingNames.end(book.notes + missing)
  }

  private func read(_ query: SampleQuery, of store: HealthStore) async throws -> PlotPages {
    var book = PlotPages(registry: store.registry, clock: clock)
    guard !query.types.isEmpty || query.ids != nil else {
      throw Failure.usage("--plot needs --type or --id: it draws samples of one kind, not a whole store")
    }
    try book.check(query)
    try await query.forEachSample(for: store) { sample in
      book.take(sample)
      return !book.isFull && !book.hasMoreParents && StopSignals.pending() == nil
    }
    for sample in book.parents where !book.isFull && StopSignals.pending() == nil {
      for type in book.series(of: sample) where !book.isFull {
        try await SeriesQuery(type.id, of: sample).forEachSeries(for: store) { series in
          book.take(series.sample)
          return !book.isFull && StopSignals.pending() == nil
        }
      }
    }
    return book
  }
}

/// Stored samples as another program keeps them, in any of the formats of samples.
struct ProfileAnswer {
  private let profile: SampleProfile
  private let format: RowFormat
  private let clock: TableClock
  private let registry: Registry
  private var columns: [ShownColumn]
  /// The types whose samples replace a missing number, by column, with the unit of the numbers.
  private var standIns: [Int: (type: String, unit: UnitOfMeasure)] = [:]

  /// How many samples are held at once.
  private static let pageSize = 500

  /// Prepares the columns of a profile.
  ///
  /// - Throws: `Failure` when the catalog's definitions do not have what the profile says.
  init(_ profile: SampleProfile, format: RowFormat, zone: TimeZoneRules?, registry: Registry) throws {
    self.profile = profile
    self.format = format
    clock = TableClock(zone: zone)
    self.registry = registry
    columns = []
    do {
      let type = try registry.type(asked: profile.type)
      for column in profile.columns {
        switch column.content {
        case .start: columns.append(ShownColumn(column.name, .start))
        case .end: columns.append(ShownColumn(column.name, .end))
        case .number(let text, let unitName, let samples):
          let unit = try UnitOfMeasure(unitName, table: registry.units)
          if let samples { standIns[columns.count] = (try registry.type(asked: samples).id, unit) }
          let number = try SampleExpression(text, unit: unit, of: type, in: registry)
          columns.append(ShownColumn(column.name, .number(number), isNumber: true))
        }
      }
    } catch {
      throw Failure.usage("--as \(profile.name): this catalog lacks what it needs: \(error)")
    }
  }

  /// Writes the samples of a query, page by page.
  ///
  /// - Returns: whether there were none, and a note about those that a limit leaves out.
  /// - Throws: `Failure` when the store fails; what the output throws.
  func write(
    _ query: SampleQuery, of backend: any StorageBackend, to output: ByteOutput
  ) async throws -> (isEmpty: Bool, note: String?) {
    let store = HealthStore(backend)
    var writer = ProfileWriter(
      try await isOfSubjects(query, backend) ? columns + [ShownColumn("subject", .subject)] : columns,
      format: format, clock: clock, decoder: SampleDecoder(registry: registry))
    var query = query
    var left = query.limit ?? Int.max
    var count = 0
    var note: String?
    var text: [UInt8] = []
    writer.begin(to: &text)
    while left > 0, StopSignals.pending() == nil {
      query.limit = min(left, Self.pageSize)
      let page = try await query.page(for: store)
      for sample in page.samples { writer.append(try await cells(sample, store, writer.columns), to: &text) }
      try output.append(text)
      text.removeAll(keepingCapacity: true)
      count += page.samples.count
      left -= page.samples.count
      query.after = page.next
      guard let next = page.next else { break }
      if left <= 0 {
        note =
          "\(CountText.of(count, "sample")) shown; more with --after \(LocationText.text(of: next, sort: query.sort))"
      }
    }
    writer.end(to: &text)
    try output.append(text)
    return (count == 0, note)
  }

  /// Whether samples of several subjects may be in the answer, so that each says whose it is.
  private func isOfSubjects(_ query: SampleQuery, _ store: any StorageBackend) async throws -> Bool {
    if query.subject != nil { return false }
    if let areIn = try await SubjectNames.areIn(store, query) { return areIn }
    return true
  }

  private func cells(
    _ sample: Sample, _ store: HealthStore, _ columns: [ShownColumn]
  ) async throws -> [ShownCell] {
    let row = ShownRow(sample)
    var cells = columns.map { column in
      // The noise of a unit's conversion is not part of what another program keeps.
      if case .number(let number) = row.cell(column) { return ShownCell.number(ShownCell.short(number)) }
      return row.cell(column)
    }
    for (index, standIn) in standIns {
      guard case .missing = cells[index],
        let average = try await Self.average(of: standIn.type, in: standIn.unit, within: sample, store)
      else { continue }
      cells[index] = .number(ShownCell.short(average))
    }
    return cells
  }

  /// The mean of the samples of a type inside a sample, each counting once; `nil` when there are none.
  private static func average(
    of type: String, in unit: UnitOfMeasure, within sample: Sample, _ store: HealthStore
  ) async throws -> Double? {
    var (sum, count) = (0.0, 0)
    try await SampleQuery.samples(of: type).within(sample).forEachSample(for: store) { inner in
      guard let quantity = inner.quantity else { return true }
      sum += try quantity.doubleValue(for: unit)
      count += 1
      return true
    }
    return count == 0 ? nil : sum / Double(count)
  }
}

/// Whose names and columns an answer has.
struct ProfileOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: "Write what another program keeps of such samples: running-days, of workouts.",
    completion: .list(SampleProfile.all.map(\.name)))
  var name: String?

  /// The profile that is named, for a query for samples of its type; `nil` when none is named.
  func profile(_ query: SampleQuery) throws -> SampleProfile? {
    guard let name else { return nil }
    guard let profile = SampleProfile.all.first(where: { $0.name == name }) else {
      let names = SampleProfile.all.map(\.name)
      let near = Suggestion.nearest(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
      throw Failure.usage(
        "--as takes \(Suggestion.alternatives(names)), got `\(TextEscaping.escaped(name, limit: 80))`\(near)")
    }
    guard query.types == [profile.type] else {
      throw Failure.usage("--as \(profile.name) goes with --type \(profile.type)")
    }
    return profile
  }
}

/// How another program names what samples of a type say: the columns of its tables, and keys of its JSON.
struct SampleProfile: Sendable {
  struct Column: Sendable {
    enum Content: Sendable {
      case start, end
      /// A number in a unit, as an expression of conditions; where it is missing, the average of the samples of a type
      /// that are inside the sample.
      case number(String, unit: String, orSamplesOf: String? = nil)
    }

    let name: String
    let content: Content

    init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  /// The name that `--as` takes.
  let name: String
  let type: String
  /// The columns, in their order.
  let columns: [Column]

  static let all = [runningDays]

  /// Workouts as the app Running Days keeps them: by what the type computes, so that a ride has its distance, too.
  static let runningDays = SampleProfile(
    name: "running-days", type: "workout",
    columns: [
      Column("startTime", .start),
      Column("endTime", .end),
      Column("durationSeconds", .number("first(duration, end - start)", unit: "s")),
      Column("distanceMeters", .number("distance", unit: "m")),
      Column("energyBurnedKcal", .number("energy", unit: "kcal")),
      Column("avgHeartRate", .number("averageHeartRate", unit: "count/min", orSamplesOf: "heartRate")),
    ])
}
