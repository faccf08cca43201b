import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits
import HealthValidation

struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "profile", abstract: "Print statistics of each type, or of each column of a table with no profile yet.",
    discussion: """
      Files are read as `assay validate` reads them: samples that pass are counted, findings go to standard error. With \
      --store it is the samples of a store. Quartiles are exact up to 32,768 different values of a type; beyond that \
      they are close, and a `~` or the member `exact` says so.

      Of a table or of JSON that neither is in the form of samples nor has a profile in assay.yaml, it prints \
      statistics of each column or path. --guess writes a profile for it: an assay.yaml whose comments ask for what the \
      file does not say.

      Examples: assay profile export.zip
      assay profile --store study.db --by subject --output-format csv
      assay profile --guess scale.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Report") var report: ProfileReport

  @Option(
    name: .customLong("store"), help: "The store whose samples are counted, in place of files.", completion: .file())
  var location: String?

  @Flag(help: "Write an assay.yaml that reads the files, guessed from what is in them.")
  var guess = false

  @OptionGroup(title: "Store") var times: StoreTimes

  @Option(
    help: "What has a line of its own: subject, each subject's samples of a type.", completion: .list(["subject"]))
  var by: String?

  @Option(
    name: .customLong("days"), parsing: .unconditional,
    help: """
      The zone of days: an IANA name, ±HH:MM or UTC; `subject`: each subject's, and of others each sample's; `sample`: \
      each sample's own. Default: UTC.
      """,
    completion: .custom { _, _, _ in ["sample", "subject"] + CompletionCandidates.zones })
  var days: String?

  @OptionGroup var people: SubjectZoneOption

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  private func checkForStore() throws {
    guard input.paths.isEmpty, input.filesFrom == nil else { throw Failure.usage("name files or --store, not both") }
    let judging = input.judging
    let isRead =
      input.format != "auto" || input.stdinName != nil || judging.subject != nil || judging.requiresSubject
      || judging.timezone != nil || judging.units != nil
    guard !isRead else {
      throw Failure.usage(
        "--store has samples as they are; leave out options that say how files are read, and take --by subject for "
          + "each participant")
    }
  }

  mutating func run() async throws {
    let format = try report.form()
    guard by == nil || by == "subject" else { throw Failure.usage("--by takes subject") }
    let separates = by != nil
    if guess { return try writeGuess() }
    let project = try project.project()
    let clock = try StatsClock(days ?? "UTC", people.isAsked(days) ? people.zones(project) : nil)
    try times.check()
    if let location {
      var options = StoreOptions()
      (options.location, options.times) = (location, times)
      try checkForStore()
      let place = try await StorePlace(options, catalog, project)
      let kept = try await people.zones(days, of: place)
      let clock = try StatsClock(days ?? "UTC", kept)
      let profiles = try await place.withStore { backend in
        var profiler = SampleProfiler(
          registry: place.registry, zone: clock.zone, zones: ZoneFolders.database, separatesSubjects: separates)
        try await backend.query(SampleQuery()) { batch in
          profiler.add(batch)
          return StopSignals.pending() == nil
        }
        return profiler.profiles
      }
      try StopSignals.check()
      return try StandardOutput.write(
        ProfileText(zone: clock.name, hasSubjects: separates, profiles: profiles).string(format))
    }
    try await profileFiles(format, clock, separates, project)
  }

  private mutating func profileFiles(
    _ format: RowFormat, _ clock: StatsClock, _ separates: Bool, _ project: Project?
  ) async throws {
    let shown = try report.options()
    var request = try CheckRequest(
      "profile", input, catalog, seconds: times.plugin.timeout, shown, project, suggestsProfiles: false)
    request.verb = nil
    request.isDated = false
    guard let registry = request.types else { return }
    let protected = try request.protected(catalog)
    var inputs = request.inputs
    var foreign = ForeignFiles(&inputs, registry: registry)
    try foreign.check(separates ? "--by" : nil, format, besideSamples: !inputs.isEmpty)
    try foreign.readAll()
    let columns = foreign.isEmpty ? nil : ColumnText(files: foreign.profiles, redacts: shown.redact)
    let reporter = try shown.reporter(to: .standardError(), isTerminal: StandardError.isTerminal, protecting: protected)
    request.inputs = inputs
    var profiler = SampleProfiler(
      registry: registry, zone: clock.zone, zones: ZoneFolders.database, separatesSubjects: separates)
    func text() -> String {
      ProfileText(zone: clock.name, hasSubjects: separates, profiles: profiler.profiles, columns: columns)
        .string(format)
    }
    guard !inputs.isEmpty else {
      try StandardOutput.write(text())
      return try foreign.status.end()
    }
    do {
      let engine = try CheckEngine(
        request.resolved(checksSettings: false), reporter,
        samples: { profiler.add($0, countsMembers: true, skipping: Set($1)) })
      try await engine.checkInputs().end(shown, of: engine)
    } catch let exit as ExitCode where exit.rawValue == ExitStatus.refused {
      // What passed has a profile, also when something was refused.
      try StandardOutput.write(text())
      throw exit
    }
    try StandardOutput.write(text())
    try foreign.status.end()
  }

  mutating func writeGuess() throws {
    guard location == nil, by == nil else { throw Failure.usage("--guess is about files; leave out --store and --by") }
    let paths = try input.allPaths()
    guard !paths.isEmpty else { throw Failure.usage("name the files that --guess looks at") }
    // `--guess FILE > assay.yaml` makes an empty file before it begins.
    let project = try guessedProject()
    let formats = try catalog.plugins.formats(project, format: input.format, seconds: times.plugin.timeout)
    try catalog.takePlugins()
    let registry = try catalog.registry(project: project)
    let format = try input.knownFormat(formats)
    let inputs = try paths.map { path in
      var input = try ResolvedInput.resolve(
        path: path, format: format, formats: formats, stdinName: input.stdinName)
      if format == nil { input.recognizeDialect(formats) }
      return input
    }
    let draft = try DataDraft(inputs, registry: registry, zones: ZoneFolders.database) {
      StopSignals.pending() == nil
    }
    try StopSignals.check()
    try StandardOutput.write(draft.text)
    if draft.questions > 0 {
      let count = draft.questions
      StandardError.write(
        "assay: \(count) question\(count == 1 ? "" : "s") in comments: answer \(count == 1 ? "it" : "them") before "
          + "you trust the result\n")
    }
    if !draft.isComplete { throw ExitCode(ExitStatus.refused) }
  }

  /// The project whose types count; `nil` if its configuration has nothing in it yet.
  private func guessedProject() throws -> Project? {
    if project.config == nil, let file = try project.file(), let bytes = try? file.bytes(), bytes.isEmpty { return nil }
    return try project.project()
  }
}

/// The files of a request that no profile describes, and their statistics.
struct ForeignFiles {
  private let inputs: [ResolvedInput]
  private(set) var profiles: [ForeignProfile] = []
  private(set) var status = Failure.Status.done

  init(_ inputs: inout [CheckRequest.Input], registry: Registry) {
    var own: [ResolvedInput] = []
    inputs.removeAll { named in
      // What cannot be read is reported when its turn comes.
      guard let input = named.found, (try? ForeignProfile.isForeign(input, registry: registry)) == true else {
        return false
      }
      own.append(input)
      return true
    }
    self.inputs = own
  }

  var isEmpty: Bool { inputs.isEmpty }

  func check(_ option: String?, _ format: RowFormat, besideSamples: Bool) throws {
    guard let first = inputs.first else { return }
    let name = TextEscaping.escaped(first.displayPath, limit: 1000)
    if let option {
      throw Failure.usage(
        "\(option) is about samples, and nothing says how \(name) becomes samples; `assay profile --guess` writes a profile"
          + " for it")
    }
    if format == .csv, besideSamples {
      throw Failure.usage(
        "\(name) is not in the form of samples, and statistics of columns have other columns than those of types: "
          + "name the files separately, or take --output-format json")
    }
  }

  mutating func readAll() throws {
    for input in inputs {
      do {
        let profile = try ForeignProfile(reading: input) { StopSignals.pending() == nil }
        try StopSignals.check()
        profiles.append(profile)
        tell(profile)
      } catch let error as InputError {
        let failure = Failure(error)
        StandardError.write("assay: \(failure)\n")
        status = max(status, failure.status)
      }
    }
  }

  private mutating func tell(_ profile: ForeignProfile) {
    var notes: [String] = []
    if profile.damaged > 0 {
      let unit = profile.format == .csv ? "row" : profile.format == .jsonLines ? "line" : "document"
      let count = GroupedDigits.string(profile.damaged)
      let what =
        profile.format == .csv
        ? "with more or fewer cells than the header, or a quote that is not closed"
        : "that could not be read to the end"
      notes.append("\(count) \(unit)\(profile.damaged == 1 ? "" : "s") \(what)")
    }
    if let fault = profile.fault { notes.append(fault) }
    if !notes.isEmpty { status = max(status, .refused) }
    if profile.passedOver > 0 { notes.append("\(GroupedDigits.string(profile.passedOver)) columns were passed over") }
    for note in notes { StandardError.write("assay: \(TextEscaping.escaped(profile.path, limit: 1000)): \(note)\n") }
  }
}

struct ProfileReport: ParsableArguments {
  @Option(
    name: .customLong("output-format"), help: "table, csv, json or jsonl (one type a line).",
    completion: .list(RowFormat.allCases.map(\.rawValue)))
  var outputFormat = RowFormat.table.rawValue

  @Flag(help: "Show nothing of the samples in findings: no values, names, dates or ids.")
  var redact = false

  @Flag(name: .shortAndLong, help: "Print no summary and no progress.")
  var quiet = false

  func form() throws -> RowFormat { try RowFormat(option: outputFormat) }

  func options() throws -> ReportOptions {
    // Of no arguments, for the defaults.
    var options = try ReportOptions.parse([])
    (options.redact, options.quiet) = (redact, quiet)
    return options
  }
}

/// Profiles of types as a table, CSV, JSON or JSON lines.
struct ProfileText {
  let zone: String
  let hasSubjects: Bool
  let profiles: [TypeProfile]
  var columns: ColumnText?

  func string(_ format: RowFormat) -> String {
    switch format {
    case .table: hasTypes ? table + (columns.map { "\n" + $0.table } ?? "") : columns?.table ?? ""
    case .csv: hasTypes ? RowTable.text(profiles, typeColumns, .csv) : columns?.csv ?? ""
    case .json: json
    case .jsonl: RowTable.text(profiles, typeColumns, .jsonl) + (columns?.lines ?? "")
    }
  }

  /// Whether the answer is about samples; a table of columns alone has no empty one of types before it.
  private var hasTypes: Bool { columns == nil || !profiles.isEmpty }

  private var table: String {
    profiles.isEmpty ? "no samples\n" : "days by \(zone)\n" + RowTable.text(profiles, typeColumns, .table)
  }

  private var json: String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("timezone", zone)
      json.rows("types", profiles, typeColumns)
      guard let columns else { return }
      json.key("files")
      columns.append(to: &json)
    }
    return json.textLine
  }

  private var typeColumns: [Column<TypeProfile>] {
    (hasSubjects ? [Column("subject") { Cell($0.subject) }] : []) + [
      Column("type") { .text($0.type, limit: 1000) }, Column("unit") { Cell($0.unit?.unitString) },
      Column("samples", .right) { .grouped($0.count) },
    ]
      + Column.quartiles { profile in
        let quartiles = profile.quartiles
        return (
          [
            profile.values.minimum, quartiles?.lower, quartiles?.median, quartiles?.upper, profile.values.maximum,
          ], profile.values.isExact
        )
      } + [
        Column("exact", in: [.csv, .json, .jsonl]) {
          $0.values.count == 0 ? .missing : .boolean($0.values.isExact)
        },
        Column("cases", in: [.json, .jsonl]) { profile in
          guard !profile.cases.isEmpty else { return .missing }
          var json = JSONBuilder()
          json.object { cases in for item in profile.cases { cases.member(item.name, item.count) } }
          return .json(json.bytes)
        },
        Column("first_day", heading: "first day") { Cell($0.firstDay) },
        Column("last_day", heading: "last day") { Cell($0.lastDay) },
      ]
  }
}

extension Column {
  /// The columns of the least value, the quartiles and the greatest one; `~` marks quartiles that are not exact.
  static func quartiles(_ values: @escaping (Row) -> (numbers: [Double?], isExact: Bool)) -> [Column] {
    ["min", "q1", "median", "q3", "max"].enumerated().map { index, name in
      Column(name, .right) { row in
        let (numbers, isExact) = values(row)
        guard let number = numbers[index], number.isFinite else { return .missing }
        guard (1...3).contains(index), !isExact else { return .number(number) }
        return .shown("~" + DecimalWriter.string(Cell.short(number)), .number(number))
      }
    }
  }
}

/// Statistics of the columns of tables, and of the paths of JSON, that no profile describes.
struct ColumnText {
  let files: [ForeignProfile]
  let redacts: Bool

  private static let noteLength = 100

  /// A column of a file: of a table, or a path of a list of records.
  private typealias Item = (file: ForeignProfile, list: ForeignProfile.List, column: ColumnProfile)

  var table: String { files.map(table).joined(separator: "\n") }

  private func table(_ file: ForeignProfile) -> String {
    var output: [UInt8] = []
    let name = TextEscaping.escaped(file.path, limit: 1000)
    for (index, list) in file.lists.enumerated() {
      if index > 0 { output.append(0x0A) }
      let place = list.path.map { TextEscaping.escaped($0.isEmpty ? "/" : $0, limit: 200) }
      let unit = place == nil ? "row" : "record"
      let records = "\(GroupedDigits.string(list.records)) \(unit)\(list.records == 1 ? "" : "s")"
      output += "\(name)\(place.map { " " + $0 } ?? ""): \(records)\n".utf8
      output += RowTable.text(list.columns.map { (file, list, $0) }, columns, .table).utf8
    }
    if let fault = file.fault { output += "\(name): \(fault)\n".utf8 }
    if file.lists.isEmpty, file.fault == nil { output += "\(name): no values\n".utf8 }
    return String(decoding: output, as: UTF8.self)
  }

  private func notes(_ column: ColumnProfile) -> String {
    var notes = [column.format].compactMap { $0 } + column.doubts
    if column.others > 0 { notes.append("\(GroupedDigits.string(column.others)) of another kind") }
    if let frequent = frequent(column) { notes.append(frequent) }
    return notes.joined(separator: "; ")
  }

  private func frequent(_ column: ColumnProfile) -> String? {
    guard !redacts, !column.frequent.isEmpty else { return nil }
    return column.frequent.map { "\($0.text) (\($0.count))" }.joined(separator: ", ")
  }

  var csv: String { RowTable.text(items, places + columns, .csv) }
  var lines: String { RowTable.text(items, places + columns, .jsonl) }

  private var items: [Item] {
    files.flatMap { file in file.lists.flatMap { list in list.columns.map { (file, list, $0) } } }
  }

  private var places: [Column<Item>] {
    [Column("file") { .text($0.file.path) }, Column("records_path") { Cell($0.list.path) }]
  }

  private var columns: [Column<Item>] {
    let programs: [RowFormat] = [.csv, .json, .jsonl]
    return [
      Column("column") { .text($0.column.name) }, Column("kind") { .text($0.column.kind.rawValue) },
      Column("format", in: programs) { Cell($0.column.format) },
      Column("count", heading: "n", .right) { .grouped($0.column.count) },
      Column("missing", .right) { .grouped($0.column.missing) },
      Column("others", in: programs) { .count($0.column.others) },
      Column("distinct", .right) { $0.column.distinct.map { .grouped($0) } ?? .shown("over 1,000", .count(1000)) },
      Column("distinct_exact", in: programs) { .boolean($0.column.distinct != nil) },
    ]
      + Column.quartiles { item in
        let column = item.column
        let quartiles = column.quartiles.count == 3 ? column.quartiles.map { Optional($0) } : [nil, nil, nil]
        return ([column.minimum] + quartiles + [column.maximum], column.isExact)
      } + [
        Column("exact", in: programs) { $0.column.minimum == nil ? .missing : .boolean($0.column.isExact) },
        Column("first_day", heading: "first day") { Cell($0.column.firstDay) },
        Column("last_day", heading: "last day") { Cell($0.column.lastDay) },
        Column("notes", in: [.table]) { .text(notes($0.column), limit: Self.noteLength) },
        Column("doubts", in: programs) { item in
          let doubts = item.column.doubts
          var json = JSONBuilder()
          json.array { list in for doubt in doubts { list.value(doubt) } }
          return doubts.isEmpty ? .missing : .json(json.bytes, plain: doubts.joined(separator: "; "))
        },
        Column("frequent", in: programs) { item in
          guard let plain = frequent(item.column) else { return .missing }
          var json = JSONBuilder()
          json.array { list in
            for item in item.column.frequent {
              list.object { entry in
                entry.member("text", item.text)
                entry.member("count", item.count)
              }
            }
          }
          return .json(json.bytes, plain: plain)
        },
      ]
  }

  func append(to json: inout JSONBuilder) {
    json.array { list in
      for file in files {
        list.object { item in
          item.member("path", file.path)
          item.member("format", file.format.rawValue)
          item.member("damaged", file.damaged)
          item.member("fault", file.fault)
          if file.passedOver > 0 { item.member("passed_over", file.passedOver) }
          item.array("lists") { lists in
            for records in file.lists {
              lists.object { inner in
                inner.member("records_path", records.path)
                inner.member("records", records.records)
                inner.rows("columns", records.columns.map { (file, records, $0) }, columns)
              }
            }
          }
        }
      }
    }
  }
}
