import HealthModel

extension JSONDialect {
  /// Observations of FHIR R4: a resource, a Bundle, or the lines of a bulk export; `FHIRReader` reads them.
  static let fhir = JSONDialect("fhir") { registry, beginning, isByLine in
    // Of lines each may be a Bundle, which the reader finds out.
    let isArray = beginning.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
    let isBundle = isByLine || !isArray && beginning.holds(#""Bundle""#)
    var layout = TableLayout()
    layout.fhir = FHIRTypes(registry)
    // The fields are those that findings point at where a sample lacks them.
    layout.records = RecordLayout(
      records: isBundle ? "/entry/*/resource" : "",
      fields: ["created": "/issued", "subject": "/subject/reference", "source.name": "/device/display"])
    if isBundle {
      layout.records?.fields["metadata.method"] = "../request/method"
      layout.records?.missing = "Bundle entry (no resource)"
      layout.records?.watched = [
        .init(path: "/entry/*/request/method", text: "DELETE", name: "Bundle entry (DELETE)"),
        .init(path: "/link/*/relation", text: "next", name: "Bundle link (next page)"),
      ]
    }
    return layout
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
