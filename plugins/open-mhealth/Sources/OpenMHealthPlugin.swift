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
    var layout = TableLayout()
    layout.rewriting = RecordRewriting(OpenMHealthTypes(registry))
    // The fields are those that findings point at where a sample lacks them.
    layout.records = RecordLayout(fields: [
      "type": "/header/schema_id/name", "end": "/body/effective_time_frame/time_interval/end_date_time",
      "subject": "/header/user_id", "source.name": "/header/acquisition_provenance/source_name",
    ])
    return layout
  }
}

extension InterchangeFormat {
  /// Data points of Open mHealth and IEEE 1752.1.
  public static let openMHealth = InterchangeFormat("open-mhealth") { registry, options in
    OpenMHealthWriter(registry: registry, hasOpenMHealthHeader: options.hasOpenMHealthHeader)
  }
}
