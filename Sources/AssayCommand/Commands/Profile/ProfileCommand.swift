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

/// `assay profile`: statistics of each type, of files or of a store.
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "profile", abstract: "Print statistics of each type, or of each column of a table that nothing describes yet.",
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
    help: "The zone of days: an IANA name, ±HH:MM or UTC; `sample`: each sample's own. Default: UTC.",
    completion: .custom { _, _, _ in ["sample"] + CompletionCandidates.zones })
  var days: String?

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  /// Refuses what says how files are read.
  private func checkForStore() throws {
    guard input.paths.isEmpty, input.filesFrom == nil else {
      throw Failure.usage("name files or --store, not both")
    }
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
    let clock = try StatsClock(days ?? "UTC")
    let separates = by != nil
    if guess { return try writeGuess() }
    let project = try project.project()
    try times.check()
    if let location {
      var options = StoreOptions()
      (options.location, options.times) = (location, times)
      try checkForStore()
      let url = try options.url(project)
      let registry = try await options.registry(url, catalog, project)
      let backend = try await options.open(
        url, registry, plugins: catalog.plugins, isReadOnly: true, makesStore: false, project: project)
      let profiles = try await OpenStore.closing(backend) {
        var profiler = SampleProfiler(
          registry: registry, zone: clock.zone, zones: ZoneFolders.database, separatesSubjects: separates)
        do {
          try await backend.query(SampleQuery()) { batch in
            profiler.add(batch)
            return StopSignals.pending() == nil
          }
        } catch let error as StorageError {
          throw Failure(error)
        }
        return profiler.profiles
      }
      if let signal = StopSignals.pending() { throw Failure("stopped by a signal", status: .stopped(by: signal)) }
      return try StandardOutput.write(
        ProfileText(zone: clock.name, hasSubjects: separates, profiles: profiles).string(format))
    }
    try await profileFiles(format, clock, separates, project)
  }

  private mutating func profileFiles(
    _ format: ProfileText.Form, _ clock: StatsClock, _ separates: Bool, _ project: Project?
  ) async throws {
    let judging = try input.judging.settings()
    try judging.check(project)
    let readers = try catalog.plugins.readers(project, format: input.format, seconds: times.plugin.timeout)
    var inputs = try input.resolve(
      project: project, readers: readers, profiles: try catalog.plugins.profiles(project), suggestsProfiles: false)
    try judging.check(inputs, in: project)
    let jobs = try input.jobCount()
    try catalog.takePlugins()
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    let registry = try catalog.registry(project: project)
    let shown = try report.options()
    var foreign = ForeignFiles(&inputs, registry: registry)
    try foreign.check(separates ? "--by" : nil, format, besideSamples: !inputs.isEmpty)
    try foreign.read()
    let columns = foreign.isEmpty ? nil : ColumnText(files: foreign.profiles, redacts: shown.redact)
    let reporter = try shown.reporter(
      to: .standardError(), isTerminal: StandardError.isTerminal, protecting: protected)
    let job = FileJob(reporter: reporter, report: shown)
    let redacts = shown.redact
    var profiler = SampleProfiler(
      registry: registry, zone: clock.zone, zones: ZoneFolders.database, separatesSubjects: separates)
    func text() -> String {
      ProfileText(zone: clock.name, hasSubjects: separates, profiles: profiler.profiles, columns: columns)
        .string(format)
    }
    guard !inputs.isEmpty else {
      try StandardOutput.write(text())
      return try FileJob.end(foreign.status, nil)
    }
    do {
      try await job.run(inputs) { input, progress in
        let options = try judging.options(normalizes: true, of: input, in: project)
        var environment = RunEnvironment(
          validator: Validator(registry: registry, options: options), jobs: jobs, reporter: reporter,
          interruption: StopSignals.pending, progress: progress)
        environment.redacts = redacts
        return try await ValidationRun(environment).run(input) { batch, repeats in
          profiler.add(batch, countsMembers: true, skipping: Set(repeats))
        }
      }
    } catch let exit as ExitCode where exit.rawValue == ExitStatus.refused {
      // What passed has a profile, also when something was refused.
      try StandardOutput.write(text())
      throw exit
    }
    try StandardOutput.write(text())
    try FileJob.end(foreign.status, nil)
  }

  /// Prints the configuration that `--guess` finds for the files.
  mutating func writeGuess() throws {
    guard location == nil, by == nil else {
      throw Failure.usage("--guess is about files; leave out --store and --by")
    }
    let paths = try input.allPaths()
    guard !paths.isEmpty else { throw Failure.usage("name the files that --guess looks at") }
    // `--guess FILE > assay.yaml` makes an empty file before it begins.
    let project = try guessedProject()
    try catalog.takePlugins()
    let registry = try catalog.registry(project: project)
    let format = try input.knownFormat()
    var inputs: [ResolvedInput] = []
    do {
      for path in paths {
        inputs.append(try ResolvedInput.resolve(path: path, format: format, stdinName: input.stdinName))
      }
      let draft = try DataDraft(inputs, registry: registry, zones: ZoneFolders.database) {
        StopSignals.pending() == nil
      }
      if let signal = StopSignals.pending() { throw Failure("stopped by a signal", status: .stopped(by: signal)) }
      try StandardOutput.write(draft.text)
      if draft.questions > 0 {
        let count = draft.questions
        StandardError.write(
          "assay: \(count) question\(count == 1 ? "" : "s") in comments: answer \(count == 1 ? "it" : "them") before "
            + "you trust the result\n")
      }
      if !draft.isComplete { throw ExitCode(ExitStatus.refused) }
    } catch let error as InputError {
      throw Failure(error)
    }
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
  /// The statistics, in the order of the files.
  private(set) var profiles: [ForeignProfile] = []
  /// Whether a file could not be read, or not all of it.
  private(set) var status = Failure.Status.done

  /// Takes the files out of the inputs that no profile describes.
  init(_ inputs: inout [NamedInput], registry: Registry) {
    var own: [ResolvedInput] = []
    inputs.removeAll { named in
      // What cannot be read is reported when its turn comes.
      guard case .found(let input) = named, (try? ForeignProfile.isForeign(input, registry: registry)) == true else {
        return false
      }
      own.append(input)
      return true
    }
    self.inputs = own
  }

  var isEmpty: Bool { inputs.isEmpty }

  /// Refuses what statistics of columns cannot have.
  ///
  /// - Throws: `Failure` for a mistake in the call.
  func check(_ option: String?, _ format: ProfileText.Form, besideSamples: Bool) throws {
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

  /// Reads the files.
  ///
  /// - Throws: `Failure` when a signal asked to stop.
  mutating func read() throws {
    for input in inputs {
      do {
        let profile = try ForeignProfile(reading: input) { StopSignals.pending() == nil }
        if let signal = StopSignals.pending() { throw Failure("stopped by a signal", status: .stopped(by: signal)) }
        profiles.append(profile)
        tell(profile)
      } catch let error as InputError {
        let failure = Failure(error)
        FileJob.tell(failure)
        status = max(status, failure.status)
      }
    }
  }

  /// Says what could not be read of a file.
  private mutating func tell(_ profile: ForeignProfile) {
    var notes: [String] = []
    if profile.damaged > 0 {
      let unit = profile.format == .csv ? "row" : profile.format == .jsonLines ? "line" : "document"
      let count = GroupedDigits.string(profile.damaged)
      notes.append("\(count) \(unit)\(profile.damaged == 1 ? "" : "s") could not be read to the end")
    }
    if let fault = profile.fault { notes.append(fault) }
    if !notes.isEmpty { status = max(status, .refused) }
    if profile.passedOver > 0 { notes.append("\(GroupedDigits.string(profile.passedOver)) columns were passed over") }
    for note in notes {
      StandardError.write("assay: \(TextEscaping.escaped(profile.path, limit: 1000)): \(note)\n")
    }
  }
}

/// How a profile is printed, and the findings beside it.
struct ProfileReport: ParsableArguments {
  @Option(
    name: .customLong("output-format"), help: "table, csv, json or jsonl (one type a line).",
    completion: .list(ProfileText.Form.allCases.map(\.rawValue)))
  var outputFormat = ProfileText.Form.table.rawValue

  @Flag(help: "Show nothing of the samples in findings: no values, names, dates or ids.")
  var redact = false

  @Flag(name: .shortAndLong, help: "Print no summary and no progress.")
  var quiet = false

  func form() throws -> ProfileText.Form {
    guard let form = ProfileText.Form(rawValue: outputFormat) else {
      throw Failure.usage("--output-format takes table, csv, json or jsonl")
    }
    return form
  }

  /// How findings are printed on standard error.
  func options() throws -> ReportOptions {
    // Of no arguments, for the defaults.
    var options = try ReportOptions.parse([])
    (options.redact, options.quiet) = (redact, quiet)
    return options
  }
}

/// Profiles of types as a table, CSV, JSON or JSON lines.
struct ProfileText {
  enum Form: String, CaseIterable {
    case table, csv, json, jsonl
  }

  let zone: String
  let hasSubjects: Bool
  let profiles: [TypeProfile]
  /// Statistics of files that no profile describes; `nil` if there are none.
  var columns: ColumnText?

  func string(_ form: Form) -> String {
    switch form {
    case .table: hasTypes ? table + (columns.map { "\n" + $0.table } ?? "") : columns?.table ?? ""
    case .csv: hasTypes ? csv : columns?.csv ?? ""
    case .json: json
    case .jsonl:
      profiles.map { profile in Self.line { append(profile, to: &$0) } }.joined() + (columns?.lines ?? "")
    }
  }

  /// Whether the answer is about samples; a table of columns alone has no empty one of types before it.
  private var hasTypes: Bool { columns == nil || !profiles.isEmpty }

  private static let numbers = ["samples", "min", "q1", "median", "q3", "max"]

  private var table: String {
    if profiles.isEmpty { return "no samples\n" }
    var output = Array("days by \(zone)\n".utf8)
    var lines = PageTable(
      (hasSubjects ? ["subject"] : []) + ["type", "unit"] + Self.numbers + ["first day", "last day"],
      numbers: Set(Self.numbers))
    for profile in profiles {
      if hasSubjects { lines.add { $0 += TextEscaping.escaped(profile.subject ?? "-", limit: 60).utf8 } }
      lines.add { $0 += profile.type.utf8 }
      lines.add { $0 += TextEscaping.escaped(profile.unit?.unitString ?? "-", limit: 60).utf8 }
      lines.add(isNumber: true) { $0 += GroupedDigits.string(profile.count).utf8 }
      for (index, value) in Self.values(profile).enumerated() {
        lines.add(isNumber: true) { text in
          guard let value else { return text.append(UInt8(ascii: "-")) }
          if (1...3).contains(index), !profile.values.isExact { text.append(UInt8(ascii: "~")) }
          DecimalWriter.append(ShownCell.short(value), to: &text)
        }
      }
      for day in [profile.firstDay, profile.lastDay] { lines.add { $0 += (Self.text(day) ?? "-").utf8 } }
      lines.endRow(to: &output)
    }
    lines.finish(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private var csv: String {
    var output = Array(
      ((hasSubjects ? "subject," : "") + "type,unit,samples,min,q1,median,q3,max,exact,first_day,last_day\n").utf8)
    for profile in profiles {
      if hasSubjects {
        StatsCSV.append(text: profile.subject ?? "", to: &output)
        output.append(UInt8(ascii: ","))
      }
      StatsCSV.append(text: profile.type, to: &output)
      output.append(UInt8(ascii: ","))
      StatsCSV.append(text: profile.unit?.unitString ?? "", to: &output)
      output += ",\(profile.count)".utf8
      for value in Self.values(profile) {
        output.append(UInt8(ascii: ","))
        if let value, value.isFinite { DecimalWriter.append(value, to: &output) }
      }
      let exact = profile.values.count == 0 ? "" : "\(profile.values.isExact)"
      output += ",\(exact),\(Self.text(profile.firstDay) ?? ""),\(Self.text(profile.lastDay) ?? "")\n".utf8
    }
    return String(decoding: output, as: UTF8.self)
  }

  private var json: String {
    Self.line { json in
      json.member("schema", 1)
      json.member("timezone", zone)
      json.key("types")
      json.array { list in
        for profile in profiles { list.object { append(profile, to: &$0) } }
      }
      guard let columns else { return }
      json.key("files")
      columns.append(to: &json)
    }
  }

  private func append(_ profile: TypeProfile, to json: inout JSONBuilder) {
    if hasSubjects { json.member("subject", profile.subject) }
    json.member("type", profile.type)
    json.member("unit", profile.unit?.unitString)
    json.member("samples", profile.count)
    if profile.values.count > 0 {
      for (name, value) in zip(Self.numbers.dropFirst(), Self.values(profile)) { json.member(name, finite: value) }
      json.member("exact", profile.values.isExact)
    }
    if !profile.cases.isEmpty {
      json.key("cases")
      json.object { cases in for item in profile.cases { cases.member(item.name, item.count) } }
    }
    json.member("first_day", Self.text(profile.firstDay))
    json.member("last_day", Self.text(profile.lastDay))
  }

  /// The smallest value, the quartiles and the largest one.
  private static func values(_ profile: TypeProfile) -> [Double?] {
    let quartiles = profile.quartiles
    return [
      profile.values.minimum, quartiles?.lower, quartiles?.median, quartiles?.upper, profile.values.maximum,
    ]
  }

  private static func line(_ body: (inout JSONBuilder) -> Void) -> String {
    var json = JSONBuilder()
    json.object(body)
    return json.textLine
  }

  private static func text(_ date: CivilDate?) -> String? {
    guard let date else { return nil }
    var text: [UInt8] = []
    TimestampWriter.appendDate(date, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
