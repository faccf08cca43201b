import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

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
    let place = try await StorePlace(store, catalog, project.project())
    let registry = place.registry
    var query = try options.query(registry)
    // What a correlation has as members is printed below it.
    query.omitsMembers = query.types.isEmpty && query.ids == nil
    query.after = try after.map { try LocationText.token($0, sort: query.sort, registry) }
    let ids = try relation.ids()
    let others = [
      wide.isWide ? "--wide" : nil, profile.name == nil ? nil : "--as", parts.list == nil ? nil : "--list",
      picture.plot == nil ? nil : "--plot",
    ]
    let isBySubject = try order.isBySubject(query, besides: others.compactMap(\.self))
    let timezone = options.conditions.timezone
    let zone = try options.zoned.zone()
    let people = try await options.people.zones(timezone, of: place)
    let isCSV = format == .csv && !wide.isWide
    try SubjectZoneOption.refuse(
      timezone, besides: others.dropFirst().compactMap(\.self) + (isCSV ? ["CSV without --wide"] : []))
    let prints =
      format != .table || columns.names != nil || !unit.texts.isEmpty || profile.name != nil
      || parts.list != nil || wide.isWide
    if let path = try picture.path(CommandLine.arguments, prints: prints) {
      return try await PlotAnswer(path, zone: zone).draw(query, ids, of: place)
    }
    if wide.isWide {
      guard profile.name == nil else { throw Failure.usage("--as and --wide exclude each other") }
      guard parts.list == nil else { throw Failure.usage("--list and --wide exclude each other") }
      try wide.check(query, columns: columns)
      let units = try unit.shown(query, registry)
      let answer = WideAnswer(
        format: try format.rows(for: "--wide"), registry: registry, units: units, zone: zone, people: people)
      return try await place.write(query, ids, answer.write)
    }
    if let profile = try profile.profile(query) {
      let answer = try ProfileAnswer(profile, format: try format.rows(for: "--as"), zone: zone, registry: registry)
      guard unit.texts.isEmpty, columns.names == nil else {
        throw Failure.usage("--as \(profile.name) has its own columns and units: leave --unit and --columns out")
      }
      guard parts.list == nil else { throw Failure.usage("--as \(profile.name) and --list exclude each other") }
      return try await place.write(query, ids, answer.write)
    }
    if let list = try parts.list(of: query, isAlone: unit.texts.isEmpty && columns.names == nil) {
      let answer = try PartAnswer(
        list, of: query.types[0], format: try format.rows(for: "--list"), zone: zone, registry: registry)
      return try await place.write(query, ids, answer.write)
    }
    try format.checkArrow(unit, output: nil)
    var answer = try answer(query, format, zone, registry)
    (answer.isBySubject, answer.people) = (isBySubject, people)
    let cut = AnswerCut(&query, registry: registry)
    try await place.write(query, ids) { query, store, output in
      let end = try await answer.write(query, of: store, cut, to: output)
      return AnswerEnd(
        isEmpty: end.isEmpty, notes: [end.cut.note].compactMap(\.self), failures: end.notes)
    }
  }

  private func answer(
    _ query: SampleQuery, _ format: SampleFormat, _ zone: TimeZoneRules?, _ registry: Registry
  ) throws -> SampleAnswer {
    let asked = try unit.shown(query, registry)
    let lines = SampleJSONWriter(registry: registry, units: asked)
    // JSON is the normal form, whose fractions are HealthKit's; tables have percent.
    let units = asked.answering(in: registry)
    guard query.types.count == 1, let type = registry.type(named: query.types[0]),
      let structure = StructureColumns(type, in: registry, zone: zone)
    else {
      var csv = try columns.writer(registry, units, as: format)
      csv.setZone(zone)
      return SampleAnswer(format: format, registry: registry, units: units, zone: zone, csv: csv, lines: lines)
    }
    return SampleAnswer(
      format: format, registry: registry, units: units, zone: zone, csv: SampleCSVWriter(registry: registry),
      lines: lines, structure: structure, named: try columns.list(as: format).map(structure.named))
  }
}

/// The elements of a list, or the points, of stored samples, a row each, in any of the formats of samples.
struct PartAnswer {
  private let list: String
  private let format: RowFormat
  private let zone: TimeZoneRules?
  private let registry: Registry
  private let columns: [PartColumn]

  init(_ list: String, of type: String, format: RowFormat, zone: TimeZoneRules?, registry: Registry) throws {
    self.list = list
    self.format = format
    self.zone = zone
    self.registry = registry
    columns = try Failure.naming("--list:") { try registry.type(asked: type).partColumns(list) }
  }

  /// What a row says: whose part it is, its place from 0, and what it has.
  private typealias Part = (parts: SampleParts, position: Int)

  private var shown: [Column<Part>] {
    [Column("uuid") { .text($0.parts.sample.id.description) }, Column("position", .right) { .count($0.position) }]
      + columns.enumerated().flatMap { index, column -> [Column<Part>] in
        func cell(_ row: Part) -> Cell {
          guard let value = row.parts.value(index, at: row.position) else { return .missing }
          // Whole, as the other formats have it: a table of parts does not sum them up.
          if case .document(let text, _) = value { return .text(text) }
          return Cell(value)
        }
        switch column.value {
        case .quantityOf:
          return [
            Column(column.name, .right, cell),
            Column(column.name + "_unit") { row in
              guard case .quantity(_, let unit)? = row.parts.value(index, at: row.position) else { return .missing }
              return .text(unit.answered.sampleText)
            },
          ]
        case .quantity, .number, .integer:
          return [Column(column.name, unit: column.unit?.answered.sampleText, .right, cell)]
        default: return [Column(column.name, .left, cell)]
        }
      }
  }

  func write(
    _ predicate: SampleQuery, of backend: any StorageBackend, to output: ByteOutput
  ) async throws -> AnswerEnd {
    let store = HealthStore(backend)
    var rows = RowTable(shown, format, zone: zone, hasNulls: true)
    var isEmpty = true
    try output.append { rows.begin(to: &$0) }
    var query = predicate
    query.limit = nil
    var left = predicate.limit ?? Int.max
    var last: PageToken?
    var hasMore = false
    if left > 0 {
      try await store.forEachParts(list, matching: query) { parts in
        guard left > 0 else {
          hasMore = true
          return false
        }
        left -= 1
        isEmpty = false
        last = PageToken(parts.sample, sort: predicate.sort)
        for position in 0..<parts.count { try output.append { rows.append((parts, position), to: &$0) } }
        return StopSignals.pending() == nil
      }
    }
    try output.append { rows.end(to: &$0) }
    guard hasMore, let last, let limit = predicate.limit else { return AnswerEnd(isEmpty: isEmpty) }
    let place = LocationText.text(of: last, sort: predicate.sort)
    return AnswerEnd(
      isEmpty: isEmpty, notes: ["the parts of \(CountText.of(limit, "sample")) shown; more with --after \(place)"])
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

  func list(of query: SampleQuery, isAlone: Bool) throws -> String? {
    guard let list else { return nil }
    guard query.types.count == 1 else {
      throw Failure.usage("--list goes with one --type: lists are of a type, as events of workout")
    }
    guard isAlone else { throw Failure.usage("--list has its own columns and units: leave --unit and --columns out") }
    return list
  }
}

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

struct PlotAnswer {
  let path: String
  /// The clock of a zone; `nil` for that of each sample.
  let clock: ChartClock?

  /// Prepares an answer; its times are those of a zone, by default those that samples were written with.
  init(_ path: String, zone: TimeZoneRules?) {
    self.path = path
    clock =
      zone.map { rules in
        ChartClock(name: rules.identifier, local: { rules.local($0) }, instant: { rules.instant(ofLocal: $0) })
      }
  }

  func draw(_ query: SampleQuery, _ ids: RelationOptions.Ids, of place: StorePlace) async throws {
    let (file, book, missing) = try await place.answer(query, ids) { query, _, backend in
      // Made before samples are read, so that a place that cannot be written is reported before the work.
      let file = try PendingFile(path)
      let book = try await read(query, of: HealthStore(backend, zones: ZoneFolders.database))
      return (file, book, try await MissingNames.notes(query, in: backend, isEmpty: book.isEmpty))
    }
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
    try await store.forEachSample(matching: query) { sample in
      book.add(sample)
      return !book.isFull && !book.hasMoreParents && StopSignals.pending() == nil
    }
    for sample in book.parents where !book.isFull && StopSignals.pending() == nil {
      for type in book.series(of: sample) where !book.isFull {
        try await store.forEachSeries(matching: .samples(of: type.id), of: sample) { series in
          book.add(series.sample)
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
  private let zone: TimeZoneRules?
  private let registry: Registry
  private var columns: [Column<StructureRow>]
  /// The types whose samples replace a missing number, by column, with the unit of the numbers.
  private var standIns: [Int: (type: String, unit: UnitOfMeasure)] = [:]

  private static let pageSize = 500

  init(_ profile: SampleProfile, format: RowFormat, zone: TimeZoneRules?, registry: Registry) throws {
    self.profile = profile
    self.format = format
    self.zone = zone
    self.registry = registry
    columns = [
      Column(profile.start, .left, StructureColumns.start.cell), Column(profile.end, .left, StructureColumns.end.cell),
    ]
    do {
      let type = try registry.type(asked: profile.type)
      for number in profile.numbers {
        let unit = try UnitOfMeasure(number.unit, table: registry.units)
        if let standIn = number.standIn { standIns[columns.count] = (try registry.type(asked: standIn).id, unit) }
        columns.append(
          .number(number.name, try SampleExpression(number.expression, unit: unit, of: type, in: registry)))
      }
    } catch {
      throw Failure.usage("--as \(profile.name): this catalog lacks what it needs: \(error)")
    }
  }

  func write(_ query: SampleQuery, of backend: any StorageBackend, to output: ByteOutput) async throws -> AnswerEnd {
    let store = HealthStore(backend)
    let columns = try await isOfSubjects(query, backend) ? columns + [StructureColumns.subject] : columns
    var rows = RowTable(
      columns.enumerated().map { index, column in Column<[Cell]>(like: column) { $0[index] } }, format, zone: zone,
      hasNulls: true)
    var query = query
    var left = query.limit ?? Int.max
    var count = 0
    var note: String?
    try output.append { rows.begin(to: &$0) }
    while left > 0, StopSignals.pending() == nil {
      query.limit = min(left, Self.pageSize)
      let page = try await store.page(of: query)
      for sample in page.samples {
        let cells = try await cells(sample, store, columns)
        try output.append { rows.append(cells, to: &$0) }
      }
      count += page.samples.count
      left -= page.samples.count
      query.after = page.next
      guard let next = page.next else { break }
      if left <= 0 {
        note =
          "\(CountText.of(count, "sample")) shown; more with --after \(LocationText.text(of: next, sort: query.sort))"
      }
    }
    try output.append { rows.end(to: &$0) }
    return AnswerEnd(isEmpty: count == 0, notes: [note].compactMap(\.self))
  }

  /// Whether samples of several subjects may be in the answer, so that each says whose it is.
  private func isOfSubjects(_ query: SampleQuery, _ store: any StorageBackend) async throws -> Bool {
    if query.subject != nil { return false }
    if let areIn = try await SubjectNames.areIn(store, query) { return areIn }
    return true
  }

  private func cells(_ sample: Sample, _ store: HealthStore, _ columns: [Column<StructureRow>]) async throws -> [Cell] {
    let row = StructureRow(sample)
    var cells = columns.map { column in
      // The noise of a unit's conversion is not part of what another program keeps.
      let cell = column.cell(row)
      if case .number(let number) = cell { return Cell.number(Cell.short(number)) }
      return cell
    }
    for (index, standIn) in standIns {
      guard case .missing = cells[index],
        let average = try await Self.average(of: standIn.type, in: standIn.unit, within: sample, store)
      else { continue }
      cells[index] = .number(Cell.short(average))
    }
    return cells
  }

  /// The mean of the samples of a type inside a sample, each counting once; `nil` when there are none.
  private static func average(
    of type: String, in unit: UnitOfMeasure, within sample: Sample, _ store: HealthStore
  ) async throws -> Double? {
    var (sum, count) = (0.0, 0)
    try await store.forEachSample(matching: .samples(of: type).within(sample)) { inner in
      guard let quantity = inner.quantity else { return true }
      sum += try quantity.doubleValue(for: unit)
      count += 1
      return true
    }
    return count == 0 ? nil : sum / Double(count)
  }
}

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
  /// A number in a unit, as an expression of conditions; where it is missing, the average of the samples of a type that
  /// are inside the sample.
  struct Number: Sendable {
    let name: String
    let expression: String
    let unit: String
    var standIn: String?
  }

  let name: String
  let type: String
  let start: String
  let end: String
  let numbers: [Number]

  /// Workouts as the app Running Days keeps them: by what the type computes, so that a ride has its distance, too.
  static let all = [
    SampleProfile(
      name: "running-days", type: "workout", start: "startTime", end: "endTime",
      numbers: [
        Number(name: "durationSeconds", expression: "first(duration, end - start)", unit: "s"),
        Number(name: "distanceMeters", expression: "distance", unit: "m"),
        Number(name: "energyBurnedKcal", expression: "energy", unit: "kcal"),
        Number(name: "avgHeartRate", expression: "averageHeartRate", unit: "count/min", standIn: "heartRate"),
      ])
  ]
}
