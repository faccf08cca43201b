import HealthCatalog
import HealthFormats
import HealthModel

/// Where foreign JSON has its records and their fields.
extension ConfigurationDecoder {
  /// Keys that are about foreign JSON alone.
  private static let recordKeys: Set<String> = ["records", "fields"]
  /// Keys that are about tables alone.
  private static let columnKeys: Set<String> = ["columns", "delimiter", "skip_lines", "trailing_delimiter"]
  static let page = "Documentation/json-profiles.md"

  /// Reads the keys for foreign JSON; `nil` if none of them is there.
  mutating func records(in fields: inout Fields) -> RecordLayout? {
    let records = read("records", in: &fields) { $0.recordsPath($1) }
    let paths = read("fields", in: &fields) { $0.fieldPaths($1, from: records ?? "") }
    guard fields.entries.contains(where: { Self.recordKeys.contains($0.key) }) else { return nil }
    return RecordLayout(records: records ?? "", fields: paths ?? [:])
  }

  private mutating func recordsPath(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    do {
      try RecordLayout.check(records: text)
      return text == "/" ? "" : text
    } catch {
      reportPath(text, error, at: field.node.mark)
      return nil
    }
  }

  private mutating func fieldPaths(_ field: Field, from records: String) -> [String: String]? {
    for entry in field.node.entries ?? [] {
      checkTableField(entry.key, at: entry.keyMark)
      guard let text = entry.value.text, !text.isEmpty else { continue }
      checkPath(text, from: records, at: entry.value.mark)
    }
    return texts(field)
  }

  private mutating func checkPath(_ text: String, from records: String, at mark: CatalogMark) {
    do {
      try RecordLayout.check(field: text, from: records)
    } catch {
      reportPath(text, error, at: mark)
    }
  }

  private mutating func reportPath(_ text: String, _ error: RecordPathError, at mark: CatalogMark) {
    report(
      .configValue, "\(CatalogText.shown(text)) is not a path: \(TextEscaping.escaped("\(error)", limit: 200))",
      at: mark, hint: "\(Self.page) describes the paths")
  }

  /// Reports keys for foreign JSON that contradict each other, and those for tables beside them or for files that are
  /// JSON by their name.
  mutating func checkRecords(_ fields: Fields, of set: DataSet) {
    let format = set.format ?? InputFormat(named: set.path.value)
    guard let records = set.layout.records else {
      guard set.format == nil, format == .json || format == .jsonLines else { return }
      for entry in fields.entries where Self.columnKeys.contains(entry.key) {
        report(
          .configValue, "the key \(CatalogText.shown(fields.path(entry.key))) is for tables, and the files are JSON",
          at: entry.keyMark,
          hint: "in JSON, `records` is the path to the records and `fields` has those of their fields: \(Self.page)")
      }
      return
    }
    for entry in fields.entries {
      if Self.columnKeys.contains(entry.key) {
        report(
          .configValue,
          "the key \(CatalogText.shown(fields.path(entry.key))) is for tables, and `records` and `fields` are for JSON",
          at: entry.keyMark, hint: "name the paths of all fields under `fields`")
      } else if Self.recordKeys.contains(entry.key), format == .csv || format == .appleHealth {
        report(
          .configValue,
          "the key \(CatalogText.shown(fields.path(entry.key))) is for JSON, and the format is "
            + (format ?? .json).rawValue, at: entry.keyMark,
          hint: format == .csv ? "name the columns of a table under `columns`" : nil)
      }
    }
    let mapping = set.layout.mapping
    for place in mapping.places { checkPath(place, from: records.records, at: set.path.mark) }
    for name in records.fields.keys.sorted() where mapping.constants[name] != nil || mapping.times[name] != nil {
      report(
        .configValue, "`\(TextEscaping.escaped(name, limit: 80))` is under `fields` and again beside it",
        at: set.path.mark, hint: "leave one of them out")
    }
    let hasType =
      records.fields["type"] != nil || mapping.constants["type"] != nil
      || !mapping.rows.isEmpty && mapping.rows.allSatisfy { $0.places["type"] != nil || $0.constants["type"] != nil }
    if !hasType {
      report(
        .configValue, "nothing gives the `type` of the samples", at: set.path.mark,
        hint: "name its path under `fields`, or the type under `constants`")
    }
  }
}
