public import HealthFormats
import HealthModel

/// Observations of FHIR R4, read and written.
public enum FHIRPlugin {
  /// The formats, for the list of a program's formats.
  public static let formats = FormatPlugin(dialect: dialect, form: .fhir)

  /// A resource, a Bundle, or the lines of a bulk export; `FHIRTypes` writes them anew as samples.
  static let dialect = JSONDialect("fhir") { text in
    text.starts(with: #""resourceType""#.utf8)
  } layout: { registry, beginning, isByLine in
    // Of lines each may be a Bundle, which the reader finds out.
    let isArray = beginning.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
    let isBundle = isByLine || !isArray && beginning.holds(#""Bundle""#)
    var layout = TableLayout()
    layout.rewriting = RecordRewriting(FHIRTypes(registry))
    // The fields are those that findings point at where a sample lacks them.
    layout.records = RecordLayout(
      records: isBundle ? "/entry/*/resource" : "",
      fields: ["created": "/issued", "subject": "/subject/reference", "source.name": "/device/display"])
    if isBundle {
      layout.records?.fields["metadata.request"] = "../request"
      layout.records?.fields["metadata.method"] = "../request/method"
      layout.records?.missing = "Bundle entry (no resource)"
      layout.records?.watched = [
        .init(
          path: "/entry/*/request/method", text: "DELETE", name: "Bundle entry (DELETE)",
          others: ["PUT", "POST", "PATCH", "GET", "HEAD"]),
        .init(path: "/implicitRules", refusing: .implicitRules),
        .init(path: "/link/*/relation", text: "next", name: "Bundle link (next page)"),
      ]
    }
    return layout
  }
}

extension InterchangeFormat {
  /// Observations of FHIR R4.
  public static let fhir = InterchangeFormat(
    "fhir", frame: (#"{"resourceType":"Bundle","type":"collection","entry":["#, "\n]}\n"),
    line: "an Observation a line", definitions: FHIRDefinitions.document, check: FHIRSubject.check
  ) { registry, options in
    FHIRWriter(registry: registry, options)
  }
}

extension [UInt8] {
  /// Whether a text is among the bytes.
  fileprivate func holds(_ text: String) -> Bool {
    let text = Array(text.utf8)
    guard count >= text.count else { return false }
    return (0...count - text.count).contains { self[$0..<$0 + text.count].elementsEqual(text) }
  }
}
