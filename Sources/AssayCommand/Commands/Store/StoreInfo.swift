import ArgumentParser
import Assay
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

struct StoreInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Say what is in a store: format, size, samples by type, imports.",
    discussion: """
      With --by subject it says which data there are of whom: for each subject and type how many samples, the first and \
      the last day, on how many days a sample starts, and the longest gap in days.

      Example: assay store info --store study.db --by subject --output-format csv > coverage.csv
      """)

  @OptionGroup var access: StoreAccess

  @Option(help: "What a line is about: subject, a subject's samples of one type.", completion: .list(["subject"]))
  var by: String?

  @Option(
    parsing: .unconditional,
    help: """
      With --by: the zone of days, an IANA name, ±HH:MM or UTC; `sample`: each sample's own. Default: UTC.
      """, completion: .custom { _, _, _ in ["sample"] + CompletionCandidates.zones })
  var timezone: String?

  @Option(
    name: .customLong("output-format"), help: "text or json; with --by also csv and jsonl.",
    completion: .list(["text", "csv", "json", "jsonl"]))
  var outputFormat = "text"

  mutating func run() async throws {
    guard let by else {
      guard timezone == nil else { throw Failure.usage("--timezone goes with --by: days are by that zone") }
      guard ["text", "json"].contains(outputFormat) else {
        throw Failure.usage("--output-format takes text or json; csv and jsonl go with --by subject")
      }
      return try await writeFacts(isJSON: outputFormat == "json")
    }
    guard by == "subject" else {
      throw Failure.usage("--by takes subject, got `\(TextEscaping.escaped(by, limit: 80))`")
    }
    let formats: [String: RowFormat] = ["text": .table, "csv": .csv, "json": .json, "jsonl": .jsonl]
    guard let format = formats[outputFormat] else {
      throw Failure.usage("--output-format takes text, csv, json or jsonl")
    }
    let clock = try StatsClock(timezone ?? "UTC")
    let place = try await access.place()
    let answer = try await place.withStore { store in
      let health = HealthStore(store, zones: ZoneFolders.database)
      let rows = try await health.coverage(zone: clock.zone)
      return StoreCoverage(url: place.url, zone: clock.name, rows: rows)
    }
    try StandardOutput.write(answer.string(format))
  }

  private func writeFacts(isJSON: Bool) async throws {
    let place = try await access.place()
    let form = try await place.withStore { store in
      StoreInfoText(
        url: place.url, levels: store.capabilities.levelNames, information: try await store.information(),
        types: try await store.counts(), imports: try await store.imports())
    }
    try StandardOutput.write(isJSON ? form.json : form.text)
  }
}

struct StoreInfoText {
  let url: StorageURL
  let levels: [String]
  let information: StoreInformation
  let types: [StoredTypeCount]
  let imports: [ImportProgress]

  private var total: Int { types.reduce(0) { $0 + $1.count } }

  var text: String {
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
    guard !imports.isEmpty else { return text }
    let rows = imports.map { item in
      let counts = item.counts
      let numbers = [counts.read, counts.accepted, counts.duplicates, counts.conflicts, counts.refused]
      return numbers.map { GroupedDigits.string($0) } + ["  " + Self.state(item), shown(item.path)]
    }
    return text + "\n"
      + AlignedColumns.lines(
        [["read", "accepted", "duplicates", "conflicts", "refused", "  state", "import"]] + rows, right: 0...4, gap: 0,
        widths: [12, 12, 12, 12, 12, 14, 0])
  }

  var json: String {
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
      json.rows("imports", imports, Self.columns)
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

  private static func state(_ item: ImportProgress) -> String {
    item.isFinished ? item.isIncomplete ? "incomplete" : "done" : "interrupted"
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
