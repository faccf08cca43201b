import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

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

  @OptionGroup(title: "Output") var form: ExportFormatOption
  @OptionGroup(title: "Other programs") var records: RecordFormatOptions

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
        throw Failure.usage("--as apple-health has its own units and form: leave --unit and --wide out")
      }
      try await writeAppleHealth(path)
      return
    }
    let format = try SampleFormat(option: outputFormat, output: order.by == nil ? output : nil)
    let place = try await StorePlace(store, catalog, project.project())
    let registry = place.registry
    var query = try options.query(registry)
    let units = try unit.shown(query, registry)
    let ids = try relation.ids()
    let isBySubject = try order.isBySubject(query, besides: wide.isWide ? ["--wide"] : [])
    let timezone = options.conditions.timezone
    try SubjectZoneOption.refuse(timezone, besides: format == .csv && !wide.isWide ? ["CSV without --wide"] : [])
    let people = try await options.people.zones(timezone, of: place)
    if wide.isWide {
      try wide.check(query, columns: columns)
      let answer = WideAnswer(
        format: try format.rows(for: "--wide"), registry: registry, units: units, zone: try options.zoned.zone(),
        people: people)
      return try await place.write(query, ids, to: output, answer.write)
    }
    try format.checkArrow(unit, output: output)
    query.omitsMembers = true
    var answer = SampleAnswer(
      format: format, registry: registry, units: units, zone: try options.zoned.zone(),
      csv: try columns.writer(registry, units, as: format), lines: SampleJSONWriter(registry: registry, units: units))
    (answer.readsBack, answer.people) = (true, people)
    // A table for people has the columns of the one type; CSV reads back, which such columns do not.
    if format == .table, query.types.count == 1 {
      answer.structure = registry.type(named: query.types[0]).flatMap { StructureColumns($0, in: registry) }
    }
    if isBySubject, let output, output != "-" {
      return try await write(answer, query, ids, of: place, intoFolder: output)
    }
    answer.isBySubject = isBySubject
    try await place.write(query, ids, to: output) { query, store, output in
      let end = try await answer.write(query, of: store, AnswerCut(all: query, registry: registry), to: output)
      return AnswerEnd(isEmpty: end.isEmpty, failures: end.notes)
    }
  }

  // MARK: `assay export --as apple-health`

  func writeAppleHealth(_ path: String) async throws {
    guard outputFormat == nil || outputFormat == SampleFormat.jsonl.rawValue, columns.names == nil else {
      throw Failure.usage("--output-format and --columns do not go with --as")
    }
    guard options.limit == nil, options.sort == SampleQuery.Sort.ascending.rawValue else {
      throw Failure.usage("--limit and --sort do not go with --as: an export has all samples, in its own order")
    }
    let place = try await StorePlace(store, catalog, project.project())
    var query = try options.query(place.registry)
    query.omitsMembers = true
    try await place.write(query, try relation.ids(), to: path) { query, store, output in
      let export = AppleHealthExport(registry: place.registry, spoolingIn: TemporaryPath.folder) {
        StopSignals.pending() == nil
      }
      do {
        let outcome = try await export.write(query, of: store, to: output)
        return AnswerEnd(
          isEmpty: outcome.written == 0 && outcome.omitted.isEmpty,
          failures: CountText.omissions(
            outcome.omitted.sorted { $0.key < $1.key }.map { (TextEscaping.escaped($0.key, limit: 80), $0.value) },
            since: "an export of Apple Health has no place for them"))
      } catch is CancellationError {
        throw StopSignals.failure
      }
    }
  }

  // MARK: `assay export --as fhir`, `open-mhealth` and `health-connect`

  func writeRecords(_ form: InterchangeFormat) async throws {
    let format = try SampleFormat(option: outputFormat ?? SampleFormat.jsonl.rawValue)
    guard format == .jsonl || format == .json else {
      throw Failure.usage("--as \(form.rawValue) takes --output-format jsonl or json")
    }
    guard unit.texts.isEmpty, !wide.isWide, order.by == nil, columns.names == nil else {
      throw Failure.usage(
        "--as \(form.rawValue) has its own units and form: leave --unit, --wide, --columns and --by out")
    }
    let options = try records.options(form, isDocument: format == .json)
    let place = try await StorePlace(store, catalog, project.project())
    let registry = place.registry
    var query = try self.options.query(registry)
    query.omitsMembers = true
    try await place.write(query, try relation.ids(), to: output) { query, store, output in
      var writer = InterchangeWriter(form, registry: registry, options: options)
      let isEmpty = try await write(query, of: store, by: &writer, registry, to: output)
      return AnswerEnd(isEmpty: isEmpty, failures: Self.notes(writer, form), explainsMissing: false)
    }
  }

  private func write(
    _ query: SampleQuery, of store: any StorageBackend, by writer: inout InterchangeWriter, _ registry: Registry,
    to output: ByteOutput
  ) async throws -> Bool {
    var isEmpty = true
    var current = writer
    try await store.query(query) { batch in
      try batch.require(registry)
      isEmpty = false
      try output.append { current.append(batch, to: &$0) }
      return StopSignals.pending() == nil
    }
    try output.append { current.finish(to: &$0) }
    writer = current
    return isEmpty
  }

  private static let shownReasons = 20

  /// The notes about what the form could not hold; the first ends the command with status 1.
  private static func notes(_ writer: InterchangeWriter, _ form: InterchangeFormat) -> [String] {
    if writer.rounded > 0 {
      StandardError.write(
        "assay: note: \(CountText.of(writer.rounded, "number")) rounded, since \(form.rawValue) has whole ones\n")
    }
    return CountText.omissions(
      writer.omitted.sorted { $0.key < $1.key }.map {
        (TextEscaping.escaped($0.key.description, limit: 200), $0.value)
      },
      since: "\(form.rawValue) cannot hold them or would refuse them", limit: shownReasons, separator: "; ",
      others: "--output-format jsonl without --as writes all")
  }

  // MARK: `assay export --by subject --output FOLDER`: a file for each subject

  private struct Written {
    var count = 0
    /// What tables left out, and names that the store lacks.
    var notes: [String] = []
    var failures: [String] = []
    var total = 0
  }

  /// Writes the samples of each subject to a file of its own.
  ///
  /// A file that is there is replaced when the new one is complete. A file that cannot be written does not stop the
  /// others.
  func write(
    _ answer: SampleAnswer, _ query: SampleQuery, _ ids: RelationOptions.Ids, of place: StorePlace,
    intoFolder folder: String
  ) async throws {
    let written = try await place.withStore { store in
      let (query, note) = try await ids.narrowed(query, in: store)
      let parts = try await HealthStore(store, zones: ZoneFolders.database).subjects(matching: query)
      let names = try SubjectFileNames.names(of: parts.map(\.subject), ending: Self.ending(answer.format))
      let output = try OutputFolder(folder)
      // A name that a link has is found before the first file is replaced.
      for name in names { _ = try output.path(of: name) }
      var written = Written(total: names.count)
      for (part, name) in zip(parts, names) where StopSignals.pending() == nil {
        try await Self.write(answer, part.query, of: store, to: name, in: output, &written)
      }
      written.notes = try await MissingNames.notes(query, in: store, isEmpty: parts.isEmpty) + written.notes
      if parts.isEmpty, let note { written.notes.append(note) }
      return written
    }
    let count =
      "\(written.count) of \(CountText.of(written.total, "file")) in \(TextEscaping.escaped(folder, limit: 1000))"
    if let signal = StopSignals.pending() {
      throw Failure("stopped by a signal; \(count) are complete", status: .stopped(by: signal))
    }
    guard written.failures.isEmpty else {
      for failure in written.failures.prefix(10) { StandardError.write("assay: \(failure)\n") }
      throw Failure("\(count) are written, the others are as they were", status: .environment)
    }
    try MissingNames.end(written.notes)
  }

  private static func write(
    _ answer: SampleAnswer, _ query: SampleQuery, of store: any StorageBackend, to name: String,
    in folder: OutputFolder, _ written: inout Written
  ) async throws {
    do {
      let file = try folder.begin(name)
      let end = try await answer.write(
        query, of: store, AnswerCut(all: query, registry: answer.registry), to: file.output)
      // A file that is cut takes no other one's place.
      guard StopSignals.pending() == nil else { return }
      try file.finish()
      written.count += 1
      written.notes += end.notes.map { "\(TextEscaping.escaped(name)): \($0)" }
    } catch let error as OutputError {
      written.failures.append("\(error)")
    }
  }

  private static func ending(_ format: SampleFormat) -> String {
    switch format {
    case .csv: ".csv"
    case .json: ".json"
    case .jsonl: ".ndjson"
    case .table: ".txt"
    case .arrow: ".arrows"
    }
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
    let pending = try PendingFile(path)
    file = pending
    output = pending.output
  }

  func finish() throws { if let file { try file.finish() } else { try output.flush() } }
}

/// The names of the files of subjects.
///
/// A name is the subject, in which all but letters, digits and `.-_` of ASCII are written as percent signs with two
/// digits; `_` for samples without a subject. No two subjects have one name, and none leads out of the folder.
enum SubjectFileNames {
  /// What file systems allow, less the mark of a file that is not complete.
  private static let longest = 200

  /// The names of the files of subjects.
  ///
  /// Subjects that differ only in the case of letters have their capital letters written as digits as well: on some
  /// file systems `P1.csv` and `p1.csv` are one file.
  static func names(of subjects: [String?], ending: String) throws -> [String] {
    let plain = subjects.map { name(of: $0, escapesCapitals: false) }
    var counts: [String: Int] = [:]
    for name in plain { counts[name.lowercased(), default: 0] += 1 }
    return try zip(subjects, plain).map { subject, plain in
      let isAlone = counts[plain.lowercased()] == 1
      let name = isAlone ? plain : name(of: subject, escapesCapitals: true)
      guard name.utf8.count <= longest else {
        throw Failure.usage(
          "the subject `\(TextEscaping.escaped(subject ?? "", limit: 80))` is too long for the name of a file; export "
            + "it by --subject")
      }
      return name + ending
    }
  }

  private static func name(of subject: String?, escapesCapitals: Bool) -> String {
    guard let subject else { return "_" }
    var isFirst = true
    return PercentText.encoded(subject) { byte in
      defer { isFirst = false }
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return escapesCapitals
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return false
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): return isFirst
      default: return true
      }
    }
  }
}

/// Whether an export has the form of another program's files, and where it goes then.
struct ExportFormatOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: """
      The form of another program: apple-health, a zip as the Health app writes it; \
      \(Suggestion.alternatives(CompiledIn.formats.forms.map(\.rawValue))), a record a line, or one document with \
      --output-format json.
      """,
    completion: .list(Self.names))
  var form: String?

  private static let names = ["apple-health"] + CompiledIn.formats.forms.map(\.rawValue)

  @Argument(help: "With --as apple-health: the file to write.", completion: .file())
  var file: String?

  func records() throws -> InterchangeFormat? {
    guard let form = form.flatMap(CompiledIn.formats.form(named:)) else { return nil }
    if let file { throw Failure.usage("a file to write goes after --output, got `\(TextEscaping.escaped(file))`") }
    return form
  }

  /// The file that is written in the form of the Health app; `nil` for the formats of `--output-format`.
  func path(_ output: String?) throws -> String? {
    guard let form else {
      guard let file else { return nil }
      throw Failure.usage("a file to write goes after --output, got `\(TextEscaping.escaped(file))`")
    }
    guard form == "apple-health" else {
      if SampleFormat(rawValue: form) != nil {
        throw Failure.usage("--as takes the form of another program; \(form) is --output-format \(form)")
      }
      throw Failure.usage(
        "unknown --as `\(TextEscaping.escaped(form))`; one of \(Self.names.joined(separator: ", "))")
    }
    guard let path = file ?? output, file == nil || output == nil else {
      throw Failure.usage("--as takes one file to write: assay export --as apple-health export.zip")
    }
    return path
  }
}
