import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// The context of a record for a replay, besides its bytes.
struct QuarantineContext: Sendable, Hashable {
  /// The origin of the input's samples, when the input has one.
  var origin: String?
  /// The subject of samples that do not name one, if the run was given one.
  var subject: String?
  /// The zone of times without an offset, if the run was given one.
  var timeZone: String?
  /// Which unit spellings were taken, when others than HealthKit's.
  var units: String?
  /// The profile that the input was read by, `fitbit/steps`.
  var profile: String?
  /// Whether the zone is the profile's, so that no option is about these times.
  var hasZoneOfProfile = false
  /// For a row of a table the table's head; for a record of foreign JSON its layout, and what it gets from around it.
  var table: TableContext?
  /// For a record of a published form of JSON: the form, and where the record was in its document.
  var published: PublishedRecord?
  /// The id of the sample that an element without a type belongs to.
  var parent: SampleID?
  /// For the content of a file of an export: what it holds, and the element that names it.
  var file: QuarantinedFile?
  /// Whether only a part of a record is kept, or all that was left of a broken document: nothing to read again.
  var isFragment = false

  init() {}

  /// Whether an equal context is written with the same bytes: texts are equal by canonical equivalence.
  func hasSameBytes(as other: QuarantineContext) -> Bool {
    (origin ?? "").utf8.elementsEqual((other.origin ?? "").utf8)
      && (subject ?? "").utf8.elementsEqual((other.subject ?? "").utf8)
  }

  func append(to json: inout JSONBuilder) {
    json.object { json in
      json.member("origin", origin)
      json.member("subject", subject)
      json.member("timezone", timeZone)
      json.member("units", units)
      json.member("profile", profile)
      if hasZoneOfProfile { json.member("profile_timezone", true) }
      if let table, let records = table.layout.records, let form = records.form {
        json.member("form", form)
        if !records.records.isEmpty { json.member("records", records.records) }
        Self.append("around", table.surroundings, to: &json)
      } else if let table, table.layout.records != nil {
        json.key("json_layout")
        Self.append(table.layout, to: &json)
        Self.append("around", table.surroundings, to: &json)
      } else if let table {
        json.member("csv_header", String(decoding: table.row, as: UTF8.self))
        if table.layout != TableLayout() {
          json.key("csv_layout")
          Self.append(table.layout, to: &json)
        }
      }
      json.member("parent", parent?.description ?? file?.parent?.description)
      if let file {
        json.member("file", file.kind.word)
        if !file.element.isEmpty { json.member("element", String(decoding: file.element, as: UTF8.self)) }
      }
      if isFragment { json.member("fragment", true) }
    }
  }

  private static func append(_ layout: TableLayout, to json: inout JSONBuilder) {
    json.object { json in
      append("columns", layout.columns, to: &json)
      json.member("records", layout.records?.records)
      append("fields", layout.records?.fields ?? [:], to: &json)
      append("constants", layout.constants, to: &json)
      json.member("delimiter", layout.delimiter.map(text))
      if layout.allowsTrailingDelimiter { json.member("trailing_delimiter", true) }
      json.member("decimal", text(layout.decimalMark))
      json.member("date_format", layout.dateFormat)
      layout.mapping.append(to: &json)
      guard !layout.further.isEmpty else { return }
      json.key("further")
      json.array { list in for layout in layout.further { append(layout, to: &list) } }
    }
  }

  private static func append(_ name: String, _ texts: [String: String], to json: inout JSONBuilder) {
    guard !texts.isEmpty else { return }
    json.key(name)
    json.object { inner in
      for (key, text) in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        inner.member(key, text)
      }
    }
  }

  private static func text(_ byte: UInt8) -> String { String(Unicode.Scalar(byte)) }
}

extension QuarantineContext {
  /// Reads what `append` wrote; what is not there or is of another kind is left out.
  init(_ object: Range<Int>?, in bytes: [UInt8]) {
    self.init()
    guard let object else { return }
    var header: String?
    var (kind, element): (ExportFiles.Kind?, String?)
    var layout = TableLayout()
    var around: [String: String] = [:]
    var (form, records): (String?, String?)
    _ = CanonicalObject.forEachMember(of: object, in: bytes) { key, value in
      let text = CanonicalObject.text(of: value, in: bytes)
      switch JSONText.string(key, in: bytes.span.bytes) {
      case "origin": origin = text
      case "subject": subject = text
      case "timezone": timeZone = text
      case "units": units = text
      case "profile": profile = text
      case "profile_timezone": hasZoneOfProfile = bytes[value].elementsEqual("true".utf8)
      case "csv_header": header = text
      case "csv_layout", "json_layout": layout = Self.layout(value, in: bytes)
      case "form": form = text
      case "records": records = text
      case "around": around = CanonicalObject.texts(of: value, in: bytes)
      case "parent": parent = text.flatMap { SampleID($0) }
      case "file": kind = ExportFiles.Kind.allCases.first { $0.word == text }
      case "element": element = text
      case "fragment": isFragment = bytes[value].elementsEqual("true".utf8)
      default: break
      }
      return true
    }
    if layout.records != nil { table = TableContext(row: [], layout: layout, surroundings: around) }
    published = form.map { PublishedRecord(form: $0, path: records ?? "", around: around) }
    if let kind { (file, parent) = (QuarantinedFile(kind, element: Array((element ?? "").utf8), parent: parent), nil) }
    if let header { table = TableContext(row: Array(header.utf8), layout: layout) }
  }

  private static func layout(_ object: Range<Int>, in bytes: [UInt8]) -> TableLayout {
    JSONValue(parsing: bytes[object]).map(layout) ?? TableLayout()
  }

  private static func layout(_ json: JSONValue) -> TableLayout {
    var layout = TableLayout(
      columns: RecordMapping.texts(json["columns"]), delimiter: json["delimiter"]?.text?.utf8.first)
    layout.mapping = RecordMapping(json)
    layout.allowsTrailingDelimiter = json["trailing_delimiter"]?.flag ?? false
    if json["records"] != nil || json["fields"] != nil {
      layout.records = RecordLayout(records: json["records"]?.text ?? "", fields: RecordMapping.texts(json["fields"]))
    }
    layout.further = (json["further"]?.elements ?? []).map(Self.layout)
    return layout
  }
}

/// A record of a published form of JSON, as a quarantine keeps it: how it is read follows from the form and the types.
struct PublishedRecord: Sendable, Hashable {
  /// The form's name, as `--format` takes it.
  var form: String
  /// The path of the records in the form's documents that it is one of.
  var path: String
  var around: [String: String]
}
