import ArgumentParser
import Assay
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// `assay store info`.
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
    completion: .list(StoreCoverage.Form.allCases.map(\.rawValue)))
  var outputFormat = StoreCoverage.Form.text.rawValue

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
    guard let form = StoreCoverage.Form(rawValue: outputFormat) else {
      throw Failure.usage("--output-format takes text, csv, json or jsonl")
    }
    let clock = try StatsClock(timezone ?? "UTC")
    let place = try await access.place()
    let answer = try await access.withStore(place, isReadOnly: true) { store in
      let health = HealthStore(store, zones: ZoneFolders.database)
      do {
        let rows = try await CoverageQuery(zone: clock.zone).result(for: health)
        return StoreCoverage(url: place.url, zone: clock.name, rows: rows)
      } catch let error as QueryError {
        throw Failure(error)
      }
    }
    try StandardOutput.write(answer.string(form))
  }

  private func writeFacts(isJSON: Bool) async throws {
    let place = try await access.place()
    let form = try await access.withStore(place, isReadOnly: true) { store in
      StoreInfoText(
        url: place.url, levels: store.capabilities.levelNames, information: try await store.information(),
        types: try await store.counts(), imports: try await store.imports())
    }
    try StandardOutput.write(isJSON ? form.json : form.text)
  }
}

/// A store's information about itself, as text and as JSON.
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
    var lines = facts.map { Self.line([$0.0, $0.1], [14]) }
    lines += ["", Self.line(["samples", GroupedDigits.string(total)], [40, -14])]
    for type in types { lines.append(Self.line(["  " + type.type, GroupedDigits.string(type.count)], [40, -14])) }
    if !imports.isEmpty {
      let widths = [-12, -12, -12, -12, -12, 13]
      let names = ["read", "accepted", "duplicates", "conflicts", "refused", "  state"]
      lines += ["", Self.line(names + ["import"], widths)]
      for item in imports {
        let counts = item.counts
        let numbers = [counts.read, counts.accepted, counts.duplicates, counts.conflicts, counts.refused]
        lines.append(
          Self.line(numbers.map { GroupedDigits.string($0) } + ["  " + Self.state(item), item.path], widths))
      }
    }
    return lines.map { $0 + "\n" }.joined()
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
      json.key("details")
      json.object { details in for detail in information.details { details.member(detail.name, detail.value) } }
      json.member("samples", total)
      json.key("types")
      json.object { list in for type in types { list.member(type.type, type.count) } }
      json.key("imports")
      json.array { list in for item in imports { Self.append(item, to: &list) } }
    }
    return json.textLine
  }

  private static func append(_ item: ImportProgress, to list: inout JSONBuilder) {
    list.object { json in
      json.member("path", item.path)
      json.member("read", item.counts.read)
      json.member("accepted", item.counts.accepted)
      json.member("duplicates", item.counts.duplicates)
      json.member("conflicts", item.counts.conflicts)
      json.member("refused", item.counts.refused)
      json.member("finished", item.isFinished)
      json.member("incomplete", item.isIncomplete)
      json.member("byte_offset", Int(item.position.byteOffset))
      json.member("catalog", item.catalogHash)
      json.member("version", item.version)
    }
  }

  private static func state(_ item: ImportProgress) -> String {
    item.isFinished ? item.isIncomplete ? "incomplete" : "done" : "interrupted"
  }

  /// Cells in columns.
  ///
  /// A width below zero sets the text to the right. The last cell takes what is left.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = TextEscaping.escaped(cell, limit: 1000)
      guard index < widths.count else {
        line += text
        continue
      }
      let padding = String(repeating: " ", count: max(0, abs(widths[index]) - text.count))
      line += widths[index] < 0 ? padding + text : text + padding
      if index + 1 == widths.count, index + 1 < cells.count { line += " " }
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Which data a store has of whom, as `assay store info --by subject` prints it.
struct StoreCoverage {
  enum Form: String, CaseIterable {
    case text, csv, json, jsonl
  }

  let url: StorageURL
  let zone: String
  let rows: [SubjectCoverage]

  func string(_ form: Form) -> String {
    switch form {
    case .text: text
    case .csv: csv
    case .json: json
    case .jsonl: rows.map { row in Self.object { Self.append(row, to: &$0) } }.joined()
    }
  }

  private var text: String {
    if rows.isEmpty { return "no samples\n" }
    var output = Array("days by \(zone)\n".utf8)
    let numbers: Set<String> = ["samples", "days", "longest gap"]
    var table = PageTable(
      ["subject", "type", "samples", "first day", "last day", "days", "longest gap"], numbers: numbers)
    for row in rows {
      let cells = [
        row.subject.map { TextEscaping.escaped($0, limit: 60) } ?? "-", row.type, GroupedDigits.string(row.count),
        Self.text(row.firstDay) ?? "-", Self.text(row.lastDay) ?? "-",
      ]
      for (index, cell) in cells.enumerated() { table.add(isNumber: index == 2) { $0 += cell.utf8 } }
      for number in [row.days, row.longestGap] {
        table.add(isNumber: true) { $0 += (row.firstDay == nil ? "-" : GroupedDigits.string(number)).utf8 }
      }
      table.endRow(to: &output)
    }
    table.finish(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private var csv: String {
    var output = Array("subject,type,samples,first_day,last_day,days,longest_gap_days\n".utf8)
    for row in rows {
      StatsCSV.append(text: row.subject ?? "", to: &output)
      let days = row.firstDay == nil ? ["", ""] : ["\(row.days)", "\(row.longestGap)"]
      let cells = [row.type, "\(row.count)", Self.text(row.firstDay) ?? "", Self.text(row.lastDay) ?? ""] + days
      for cell in cells {
        output.append(UInt8(ascii: ","))
        output += cell.utf8
      }
      output.append(UInt8(ascii: "\n"))
    }
    return String(decoding: output, as: UTF8.self)
  }

  private var json: String {
    Self.object { json in
      json.member("schema", 1)
      json.member("store", url.shown)
      json.member("timezone", zone)
      json.key("coverage")
      json.array { list in
        for row in rows { list.object { Self.append(row, to: &$0) } }
      }
    }
  }

  private static func object(_ body: (inout JSONBuilder) -> Void) -> String {
    var json = JSONBuilder()
    json.object(body)
    return json.textLine
  }

  private static func append(_ row: SubjectCoverage, to json: inout JSONBuilder) {
    json.member("subject", row.subject)
    json.member("type", row.type)
    json.member("samples", row.count)
    guard let first = row.firstDay else { return }
    json.member("first_day", text(first))
    json.member("last_day", text(row.lastDay))
    json.member("days", row.days)
    json.member("longest_gap_days", row.longestGap)
  }

  private static func text(_ date: CivilDate?) -> String? {
    guard let date else { return nil }
    var text: [UInt8] = []
    TimestampWriter.appendDate(date, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
