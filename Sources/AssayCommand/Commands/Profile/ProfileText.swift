import HealthModel
import HealthQueries
import HealthReports
import HealthUnits

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
