public import HealthFormats
import HealthModel

/// Data points of Open mHealth and of IEEE 1752.1, read and written.
public enum OpenMHealthPlugin {
  /// The formats, for the list of a program's formats.
  public static let formats = FormatPlugin(dialect: dialect, form: .openMHealth)

  /// An array, one object, or one a line.
  static let dialect = JSONDialect("open-mhealth") { text in
    guard text.starts(with: #""header""#.utf8) else { return false }
    let name = Array(#""schema_id""#.utf8)
    let head = text.prefix(4096)
    return head.indices.contains { head[$0...].starts(with: name) }
  } layout: { registry, _, _ in
    OpenMHealthLayout(registry).layout
  }
}

extension InterchangeFormat {
  /// Data points of Open mHealth and IEEE 1752.1.
  public static let openMHealth = InterchangeFormat("open-mhealth") { registry, options in
    OpenMHealthWriter(registry: registry, hasOpenMHealthHeader: options.hasOpenMHealthHeader)
  }
}

/// Where data points of Open mHealth have what samples have.
private struct OpenMHealthLayout {
  var layout = TableLayout()

  private static let frame = "/body/effective_time_frame"
  private static let interval = frame + "/time_interval"
  private static let provenance = "/header/acquisition_provenance"

  private static let bodies = ["calories-burned": "kcal_burned"]

  init(_ registry: Registry) {
    var types: [String: String] = [:]
    for (code, type) in registry.typesByCode("open_mhealth") { types[Self.schema(of: code)] = type }
    let measures = types.keys.sorted().map { "/body/" + (Self.bodies[$0] ?? Self.underscored($0)) }
    layout.records = RecordLayout(fields: [
      "type": "/header/schema_id/name", "end": Self.interval + "/end_date_time",
      "subject": "/header/user_id", "source.name": Self.provenance + "/source_name",
      "metadata.descriptive_statistic": "/body/descriptive_statistic",
    ])
    layout.mapping.values = ["type": types, "unit": ForeignUnits.openMHealth]
    layout.mapping.alternatives = [
      "value": measures.map { $0 + "/value" },
      "unit": measures.map { $0 + "/unit" },
      "uuid": ["/header/uuid", "/header/id"],
      "start": [Self.frame + "/date_time", Self.interval + "/start_date_time"],
      "created": [
        "/header/source_creation_date_time", Self.provenance + "/source_creation_date_time",
        "/header/creation_date_time",
      ], "metadata.HKWasUserEntered": ["/header/modality", Self.provenance + "/modality"],
    ]
    layout.mapping.values["metadata.HKWasUserEntered"] = ["self-reported": "true", "sensed": "false"]
    for (role, body) in [("bloodPressureSystolic", "systolic"), ("bloodPressureDiastolic", "diastolic")] {
      layout.records?.fields["members.\(role).value"] = "/body/\(body)_blood_pressure/value"
      layout.records?.fields["members.\(role).unit"] = "/body/\(body)_blood_pressure/unit"
    }
    // A length instead of one of the two times is not read: a sample of it would be an instant.
    layout.mapping.conditions = [RecordCondition(Self.interval + "/duration/unit", isOneOf: [""])]
    var timed = layout
    timed.mapping.conditions = [RecordCondition(Self.interval + "/duration/unit", isOneOf: [""], isNegated: true)]
    timed.records?.fields["end"] = nil
    timed.mapping.alternatives["end"] = [Self.interval + "/end_date_time", Self.interval + "/duration/unit"]
    layout.further = [timed]
  }

  /// The name of a schema: `heart-rate` of `omh:heart-rate:2.0`.
  private static func schema(of code: String) -> String {
    let parts = code.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[1]) : code
  }

  private static func underscored(_ name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }
}
