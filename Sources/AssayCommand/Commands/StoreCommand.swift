import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthValidation

struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Maintain a store: what is in it, whether it is valid, deleting, compacting.",
    subcommands: [StoreInfo.self, StoreVerify.self, StoreDelete.self, StoreReadmit.self, StoreCompact.self])
}

struct StoreAccess: ParsableArguments {
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions

  @OptionGroup var project: ProjectOptions

  func place(destroys: Bool = false) async throws -> StorePlace {
    let project = try project.project()
    guard !destroys || store.location != nil else {
      throw Failure.usage("name the store with --store: what deletes does not take it from assay.yaml")
    }
    return try await StorePlace(store, catalog, project)
  }
}

struct StoreCompact: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact", abstract: "Free the space that deleted samples take.",
    discussion: "Example: assay store compact --store health.db")

  @OptionGroup var access: StoreAccess

  mutating func run() async throws {
    let receipt = try await access.place().withStore(isReadOnly: false) { try await $0.compact() }
    try StandardOutput.write(
      "\(GroupedDigits.string(Int(receipt.bytesBefore))) bytes before, "
        + "\(GroupedDigits.string(Int(receipt.bytesAfter))) bytes after\n")
  }
}

struct StoreVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check a store: its files, and every sample by the catalog and by its own id.",
    discussion: """
      Nothing is changed. The status is 1 when something is wrong.

      Example: assay store verify --store health.db
      """)

  @OptionGroup var access: StoreAccess

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    let place = try await access.place()
    let check = StoreVerification(
      registry: place.registry, severities: place.project?.severities(in: nil) ?? SeverityPolicy())
    let outcome = try await place.withStore { store in
      let total = try await store.counts().reduce(0) { $0 + $1.count }
      let bar = StandardError.isTerminal ? TerminalLine() : nil
      let begun = MonotonicTime.seconds()
      defer { bar?.clear() }
      return try await check.verify(store) { read in
        bar?.show(since: begun) { _ in
          let facts = "\(GroupedDigits.string(read)) of \(GroupedDigits.string(total)) samples"
          return ProgressLine(label: "verifying", share: nil, facts: facts)
        }
        return StopSignals.pending() == nil
      }
    }
    guard let outcome else { throw StopSignals.failure }
    try StandardOutput.write(isJSON ? Self.json(outcome) : Self.text(outcome))
    if !outcome.isSound { throw ExitCode(ExitStatus.refused) }
  }

  private static func text(_ outcome: StoreVerification.Outcome) -> String {
    var lines = outcome.faults.map { "fault: \($0.message)" }
    for type in outcome.types where !type.isSound {
      let name = TextEscaping.escaped(type.type)
      if type.refused > 0 {
        let codes = type.codes.sorted { $0.key < $1.key }.map { "\($0.key) \(GroupedDigits.string($0.value))" }
        lines.append(
          "\(name): the catalog refuses \(GroupedDigits.string(type.refused)) of "
            + "\(GroupedDigits.string(type.read)): \(codes.joined(separator: ", "))")
      }
      if type.changed > 0 {
        lines.append(
          "\(name): \(GroupedDigits.string(type.changed)) of \(GroupedDigits.string(type.read)) do not have the id "
            + "or digest that their content gives")
      }
    }
    let samples = "\(GroupedDigits.string(outcome.read)) sample" + (outcome.read == 1 ? "" : "s")
    lines.append(outcome.isSound ? "valid: \(samples) read" : "not valid: \(samples) read")
    return lines.map { $0 + "\n" }.joined()
  }

  private static func json(_ outcome: StoreVerification.Outcome) -> String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("sound", outcome.isSound)
      json.member("read", outcome.read)
      json.member("faults", texts: outcome.faults.map(\.message))
      json.object("types") { types in
        for type in outcome.types {
          types.object(type.type) { item in
            item.member("read", type.read)
            item.member("refused", type.refused)
            item.member("changed", type.changed)
            item.member("by_code", type.codes)
          }
        }
      }
    }
    return json.textLine
  }
}

struct StoreInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Say what is in a store: format, size, samples by type, imports.",
    discussion: """
      Imports and withdrawals are listed with their dates and counts: csv and jsonl have this list alone, for an ethics \
      board. With --by subject it says which data there are of whom: for each subject and type how many samples, the first and \
      the last day, on how many days a sample starts, and the longest gap in days.

      Example: assay store info --store study.db --by subject --output-format csv > coverage.csv
      """)

  @OptionGroup var access: StoreAccess

  @Option(help: "What a line is about: subject, a subject's samples of one type.", completion: .list(["subject"]))
  var by: String?

  @Option(
    parsing: .unconditional,
    help: """
      With --by: the zone of days, an IANA name, ±HH:MM or UTC; `subject`: each subject's; `sample`: each sample's \
      own. Default: UTC.
      """, completion: .custom { _, _, _ in ["sample", "subject"] + CompletionCandidates.zones })
  var timezone: String?

  @OptionGroup var people: SubjectZoneOption

  @Option(
    name: .customLong("output-format"), help: "text, csv, json or jsonl.",
    completion: .list(["text", "csv", "json", "jsonl"]))
  var outputFormat = "text"

  mutating func run() async throws {
    let formats: [String: RowFormat] = ["text": .table, "csv": .csv, "json": .json, "jsonl": .jsonl]
    guard let format = formats[outputFormat] else {
      throw Failure.usage("--output-format takes text, csv, json or jsonl")
    }
    guard let by else {
      guard timezone == nil else { throw Failure.usage("--timezone goes with --by: days are by that zone") }
      return try await writeFacts(format)
    }
    guard by == "subject" else {
      throw Failure.usage("--by takes subject, got `\(TextEscaping.escaped(by, limit: 80))`")
    }
    let place = try await access.place()
    let clock = try StatsClock(timezone ?? "UTC", try await people.zones(timezone, of: place))
    let timezone = timezone
    let (answer, note) = try await place.withStore { store in
      let health = HealthStore(store, zones: ZoneFolders.database)
      let answer = StoreCoverage(
        url: place.url, zone: clock.name, rows: try await health.coverage(zone: clock.zone))
      return (answer, try await SubjectZoneOption.note(timezone, [], in: store))
    }
    try StandardOutput.write(answer.string(format))
    if let note { StandardError.write("assay: \(note)\n") }
  }

  private func writeFacts(_ format: RowFormat) async throws {
    let place = try await access.place()
    let form = try await place.withStore { store in
      StoreInfoText(
        url: place.url, levels: store.capabilities.levelNames, information: try await store.information(),
        types: try await store.counts(), imports: try await store.imports())
    }
    try StandardOutput.write(form.string(format))
  }
}

struct StoreInfoText {
  let url: StorageURL
  let levels: [String]
  let information: StoreInformation
  let types: [StoredTypeCount]
  let imports: [ImportProgress]

  private var total: Int { types.reduce(0) { $0 + $1.count } }
  private var log: [StoreEvent] { StoreEvent.log(of: imports) }

  func string(_ format: RowFormat) -> String {
    switch format {
    case .table: text
    case .json: json
    case .csv, .jsonl: RowTable.text(log, Self.logColumns, format)
    }
  }

  private var text: String {
    var facts = [("store", url.shown), ("format", information.format), ("levels", levels.joined(separator: ", "))]
    if let bytes = information.byteCount { facts.append(("size", "\(GroupedDigits.string(Int(bytes))) bytes")) }
    facts.append(("last commit", GroupedDigits.string(Int(information.lastCommit))))
    facts.append(("deleted", GroupedDigits.string(information.deletions)))
    facts += information.details.map { ($0.name, $0.value) }
    func shown(_ text: String) -> String { TextEscaping.escaped(text, limit: 1000) }
    let counts = [["samples", GroupedDigits.string(total)]]
    let text =
      AlignedColumns.lines(facts.map { [shown($0.0), shown($0.1)] }, gap: 1, widths: [14, 0]) + "\n"
      + AlignedColumns.lines(
        counts + types.map { ["  " + shown($0.type), GroupedDigits.string($0.count)] }, right: 1...1, gap: 0,
        widths: [40, 14])
    return log.isEmpty ? text : text + "\n" + RowTable.text(log, Self.logColumns, .table)
  }

  private static var logColumns: [Column<StoreEvent>] {
    let programs: [RowFormat] = [.csv, .json, .jsonl]
    let removed = ["samples", "records", "imports"]
    func number(_ name: String, in formats: [RowFormat] = RowFormat.allCases) -> Column<StoreEvent> {
      Column(name, .right, in: formats) { $0.counts[name].map { .grouped($0) } ?? .missing }
    }
    var columns: [Column<StoreEvent>] = [
      Column("date") { item in
        guard let date = item.date else { return .missing }
        let last = item.last.map { " to \($0.prefix(10)) (\(item.runs))" } ?? ""
        return .shown(date.prefix(10) + last, .text(date))
      },
      Column("last_date", in: programs) { Cell($0.last) }, Column("runs", in: programs) { .count($0.runs) },
      Column("event") { .text($0.event) }, Column("state") { Cell($0.state) },
    ]
    for name in ["read", "accepted", "duplicates", "conflicts", "refused", "withdrawn"] { columns.append(number(name)) }
    for name in removed { columns.append(number("removed_" + name, in: programs)) }
    columns.append(
      Column("input") { item in
        if let path = item.path { return .text(path, limit: 1000) }
        let words = removed.compactMap { name in
          item.counts["removed_" + name].map { CountText.of($0, String(name.dropLast())) }
        }
        return words.isEmpty ? .missing : .shown(words.joined(separator: ", ") + " removed", .missing)
      })
    return columns
  }

  private var json: String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("store", url.shown)
      json.member("format", information.format)
      json.member("levels", texts: levels)
      json.member("bytes", information.byteCount)
      json.member("last_commit", Int(information.lastCommit))
      json.member("deletions", information.deletions)
      json.object("details") { details in
        for detail in information.details { details.member(detail.name, detail.value) }
      }
      json.member("samples", total)
      json.object("types") { list in for type in types { list.member(type.type, type.count) } }
      json.rows("imports", imports.filter { Withdrawal.digest(of: $0) == nil }, Self.columns)
      json.rows("log", log, Self.logColumns)
    }
    return json.textLine
  }

  private static var columns: [Column<ImportProgress>] {
    [
      Column("path") { .text($0.path) }, Column("read") { .count($0.counts.read) },
      Column("accepted") { .count($0.counts.accepted) }, Column("duplicates") { .count($0.counts.duplicates) },
      Column("conflicts") { .count($0.counts.conflicts) }, Column("refused") { .count($0.counts.refused) },
      Column("finished") { .boolean($0.isFinished) }, Column("incomplete") { .boolean($0.isIncomplete) },
      Column("byte_offset") { .count(Int($0.position.byteOffset)) }, Column("catalog") { Cell($0.catalogHash) },
      Column("version") { Cell($0.version) },
    ]
  }
}

/// Which data a store has of whom, as `assay store info --by subject` prints it.
struct StoreCoverage {
  let url: StorageURL
  let zone: String
  let rows: [SubjectCoverage]

  func string(_ format: RowFormat) -> String {
    switch format {
    case .table: rows.isEmpty ? "no samples\n" : "days by \(zone)\n" + RowTable.text(rows, Self.columns, .table)
    case .csv, .jsonl: RowTable.text(rows, Self.columns, format)
    case .json: json
    }
  }

  private static var columns: [Column<SubjectCoverage>] {
    func days(_ count: Int, _ row: SubjectCoverage) -> Cell { row.firstDay == nil ? .missing : .grouped(count) }
    return [
      Column("subject") { Cell($0.subject) }, Column("type") { .text($0.type, limit: 1000) },
      Column("samples", .right) { .grouped($0.count) }, Column("first_day", heading: "first day") { Cell($0.firstDay) },
      Column("last_day", heading: "last day") { $0.firstDay == nil ? .missing : Cell($0.lastDay) },
      Column("days", .right) { days($0.days, $0) },
      Column("longest_gap_days", heading: "longest gap", .right) { days($0.longestGap, $0) },
    ]
  }

  private var json: String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("store", url.shown)
      json.member("timezone", zone)
      json.rows("coverage", rows, Self.columns)
    }
    return json.textLine
  }
}

struct StoreDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete samples from a store.",
    discussion: """
      Correlations go whole: with a member goes its correlation, and with a correlation those of its members that \
      are in no other one. A deleted sample that is imported again is a duplicate, unless --restore-deleted is given \
      then. It asks before it deletes; in a script say --yes.

      With --subject alone everything of the participant goes: also the records in the store's quarantine, and the names \
      of imports that were all theirs. Later imports skip the participant's data, until `assay store readmit`.

      Examples: assay store delete --store study.db --subject P10 --dry-run
      assay store delete --store health.db --type bodyMass --to 2020-01-01
      """)

  @OptionGroup var access: StoreAccess
  @OptionGroup var selection: SampleSelection
  @OptionGroup var conditions: ConditionOptions
  @OptionGroup var relation: RelationOptions

  @Flag(help: "All samples; excludes every condition.")
  var all = false

  @Option(help: "Only samples whose source has this bundle; correlations with others' samples stay.")
  var owner: String?

  @Flag(help: "Delete without asking.")
  var yes = false

  @Flag(name: .customLong("dry-run"), help: "Only say how many samples match.")
  var isDryRun = false

  mutating func run() async throws {
    let ids = try relation.ids()
    let hasConditions = !selection.isEmpty || !conditions.isEmpty || !ids.isEmpty || owner != nil
    guard hasConditions || all else {
      throw Failure.usage(
        "say which samples: --type, --from, --to, --source, --subject, --id, --device, --metadata, --where, --within, "
          + "--parent, --owner or --all")
    }
    guard !(all && hasConditions) else { throw Failure.usage("--all and conditions exclude each other") }
    guard isDryRun || yes || TerminalQuestion.canAsk else {
      throw Failure.usage("cannot ask for confirmation: not a terminal; add --yes, or --dry-run to see how many match")
    }
    let place = try await access.place(destroys: true)
    let asked = try conditions.query(selection, place.registry)
    guard asked.subjects == nil else {
      throw Failure.usage("delete the samples of one subject at a time: name one `--subject`")
    }
    let asks = !yes
    let isDryRun = isDryRun
    let (owner, wait) = (owner, access.store.times.waitMilliseconds)
    try await place.withStore(isReadOnly: isDryRun, owner: owner) { store in
      guard isDryRun || store.capabilities.contains(.delete) else {
        throw StorageError(.unsupported, "this store cannot delete samples")
      }
      let (question, note) = try await ids.narrowed(asked, in: store)
      let withdrawal = try Self.withdrawal(question, owner: owner, from: store, at: place.url, waitMilliseconds: wait)
      if let withdrawal {
        return try await Self.withdraw(withdrawal, at: place.url, asks: asks, isDryRun: isDryRun) {
          try await SubjectNames.note(question, in: store, isEmpty: true)
        }
      }
      let matching = try await Self.count(question, owner: owner, in: store)
      let samples = CountText.of(matching, "sample")
      if isDryRun || matching == 0 {
        try StandardOutput.write("\(samples) match\(matching == 1 ? "es" : "")\n")
        guard matching == 0 else {
          return try MissingNames.end(
            [try await MissingNames.note(ids: question, in: store, isEmpty: false)].compactMap(\.self))
        }
        var missing = try await MissingNames.notes(question, in: store, isEmpty: true)
        missing += [note].compactMap(\.self)
        if let owner { missing += [try await MissingNames.note(source: owner, in: store)].compactMap(\.self) }
        return try MissingNames.end(missing)
      }
      if asks, !TerminalQuestion.ask("Delete \(samples) from \(place.url.shown)?") {
        throw Failure("nothing was deleted", status: .refused)
      }
      // After the deletion no sample has them.
      let unknown = try await MissingNames.note(ids: question, in: store, isEmpty: false)
      let receipt = try await store.delete(question)
      try StandardOutput.write("\(CountText.of(receipt.deleted, "sample")) deleted\n")
      if question.subject != nil {
        StandardError.write(
          "assay: only samples were deleted; records in quarantine and imports go with --subject and no other condition\n"
        )
      }
      try MissingNames.end([unknown].compactMap(\.self))
    }
  }

  private static func count(_ query: SampleQuery, owner: String?, in store: any StorageBackend) async throws -> Int {
    var count = 0
    try await store.query(query) { batch in
      let isOwned = owner.map { owner in
        batch.sources.ranges.map { JSONValue(parsing: batch.arena[$0.indices])?["bundle"]?.text == owner }
      }
      for row in 0..<batch.count where batch.correlation[row] < 0 {
        guard let isOwned else {
          count += 1
          continue
        }
        let source = Int(batch.source[row])
        if source >= 0, isOwned[source] { count += 1 }
      }
      return true
    }
    return count
  }

  // MARK: `assay store delete --subject P10`: a participant withdraws

  /// The withdrawal that a question means; `nil` when it asks for a part of a participant's samples only.
  static func withdrawal(
    _ question: SampleQuery, owner: String?, from store: any StorageBackend, at url: StorageURL, waitMilliseconds: Int
  ) throws -> Withdrawal? {
    guard let subject = question.subject, owner == nil, question == Withdrawal.query(for: subject) else { return nil }
    var withdrawal = Withdrawal(
      of: subject, from: store, quarantine: StoreBackends.builtIn.quarantineFolder(of: url),
      formats: CompiledIn.formats)
    withdrawal.waitMilliseconds = waitMilliseconds
    withdrawal.moment = Instant(microseconds: try JudgingOptions.moment())
    return withdrawal
  }

  /// Says what would go, asks, and removes it.
  ///
  /// When nothing is found, it says what `unknown` gives.
  static func withdraw(
    _ withdrawal: Withdrawal, at url: StorageURL, asks: Bool, isDryRun: Bool, unknown: () async throws -> String?
  ) async throws {
    let found = try await withdrawal.found()
    let samples = CountText.of(found.samples, "sample")
    if isDryRun || found.isEmpty {
      // An interrupted withdrawal may have left what no sample, record or import shows.
      if !isDryRun { _ = try await withdrawal.run() }
      let others = others(found).map { "; \($0)" } ?? ""
      try StandardOutput.write("\(samples) match\(found.samples == 1 ? "es" : "")\(others)\n")
      if found.isEmpty {
        var words = try await withdrawal.day().map { "the participant withdrew on \($0), and nothing of them is left" }
        if words == nil { words = try await unknown() }
        if let words { StandardError.write("assay: \(words)\n") }
      }
      try end(found)
      if found.isEmpty { throw ExitCode(ExitStatus.refused) }
      return
    }
    let all = [samples, others(found)].compactMap { $0 }.joined(separator: ", ")
    if asks, !TerminalQuestion.ask("Delete \(all) from \(url.shown)?") {
      throw Failure("nothing was deleted", status: .refused)
    }
    let removed = try await withdrawal.run()
    try StandardOutput.write("\(CountText.of(removed.samples, "sample")) deleted\n")
    if let others = others(removed) { try StandardOutput.write("\(others) removed\n") }
    tell(removed)
    try end(removed)
  }

  /// The other content that is deleted with the samples, in words; `nil` for none.
  private static func others(_ counts: Withdrawal.Counts) -> String? {
    var words: [String] = []
    if counts.records > 0 { words.append(CountText.of(counts.records, "record") + " in quarantine") }
    if counts.imports > 0, !counts.keepsImports { words.append(CountText.of(counts.imports, "import")) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Reports the lines that may still be the participant's, and exits with a separate status for them.
  private static func end(_ counts: Withdrawal.Counts) throws {
    guard !counts.unreadable.isEmpty else { return }
    let lines = CountText.of(counts.unreadable.values.reduce(0, +), "line")
    let files = counts.unreadable.sorted { $0.key < $1.key }
    let list = files.prefix(10).map { "\(TextEscaping.escaped($0.key, limit: 1000)) (\($0.value))" }
    let more = files.count > 10 ? " and \(CountText.of(files.count - 10, "more file"))" : ""
    StandardError.write(
      "assay: \(lines) of the quarantine may be theirs: Assay cannot read whose they are; look at them, and remove "
        + "them yourself: \(list.joined(separator: ", "))\(more)\n")
    throw ExitCode(ExitStatus.refused)
  }

  private static func tell(_ removed: Withdrawal.Counts) {
    if removed.keepsImports {
      StandardError.write(
        "assay: this store cannot forget imports: it still has the names of \(CountText.of(removed.imports, "input"))\n"
      )
    }
    StandardError.write(
      "assay: files elsewhere are not known here: those of --quarantine and --output, exports, reports, backups\n"
        + (removed.isRemembered
          ? "assay: later imports skip their data, until `assay store readmit` names them\n"
          : "assay: this store cannot remember the withdrawal: importing a file of theirs again brings back its name and "
            + "the records that were in quarantine\n"))
  }
}

struct StoreReadmit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "readmit", abstract: "Let imports take the data of a participant who withdrew.",
    discussion: """
      Samples that were deleted stay deleted, unless an import has --restore-deleted.

      Example: assay store readmit --store study.db --subject P10
      """)

  @OptionGroup var access: StoreAccess

  @Option(help: "The participant.")
  var subject: String

  mutating func run() async throws {
    let subject = subject
    let isReadmitted = try await access.place(destroys: true).withStore(isReadOnly: false) { store in
      var withdrawal = Withdrawal(of: subject, from: store, quarantine: nil)
      withdrawal.moment = Instant(microseconds: try JudgingOptions.moment())
      return try await withdrawal.readmit()
    }
    let name = TextEscaping.escaped(subject, limit: 200)
    guard isReadmitted else { throw Failure("`\(name)` has not withdrawn from this store", status: .refused) }
    try StandardOutput.write("imports take the data of `\(name)` again\n")
  }
}

enum TerminalQuestion {
  static var canAsk: Bool { Terminal.input.isInteractive && Terminal.error.isInteractive }

  /// Asks; only an answer that begins with `y` is a yes.
  static func ask(_ question: String) -> Bool {
    StandardError.write("\(question) [y/N] ")
    return readLine()?.lowercased().hasPrefix("y") ?? false
  }
}
