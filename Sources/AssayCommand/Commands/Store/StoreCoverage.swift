import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

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
