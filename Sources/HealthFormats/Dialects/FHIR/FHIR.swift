import HealthModel

extension JSONDialect {
  /// Observations of FHIR R4: a resource, a Bundle, or the lines of a bulk export.
  static let fhir = JSONDialect("fhir") { registry, beginning, isByLine in
    let isHealthKit = namesHealthKit(beginning)
    // Of lines each may be a Bundle, which the reader finds out.
    let isArray = beginning.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
    let isBundle = isByLine || !isArray && beginning.holds(#""Bundle""#)
    var layout = FHIRLayout(registry, isBundle: isBundle, percent: isHealthKit ? "%" : nil).layout
    layout.fhir = FHIRTypes(registry)
    return layout
  }

  /// Whether a text has HealthKit's codes: what writes them writes its fractions too, and a document says so at its
  /// beginning.
  package static func namesHealthKit(_ text: [UInt8]) -> Bool {
    text.holds("developer.apple.com/documentation/healthkit")
  }
}

/// Where observations of FHIR have what samples have, for records that are read alone, such as those of a quarantine;
/// `FHIRReader` reads inputs.
private struct FHIRLayout {
  var layout = TableLayout()

  /// What an entry of a Bundle without a resource is counted as.
  private static let noResource = "Bundle entry (no resource)"
  /// How many codings of a code are looked at.
  private static let codings = 6

  init(_ registry: Registry, isBundle: Bool, percent: String?) {
    var units = ForeignUnits.ucum
    if let percent { units["%"] = percent }
    var types = registry.typesByCode("loinc")
    for type in registry.types { for name in type.identifiers { types[name] = type.id } }
    layout.records = RecordLayout(
      records: isBundle ? "/entry/*/resource" : "",
      fields: [
        "created": "/issued", "subject": "/subject/reference",
        "source.name": "/device/display", "metadata.fhir_id": "/id",
      ])
    if isBundle {
      layout.records?.fields["metadata.method"] = "../request/method"
      layout.records?.missing = Self.noResource
      layout.records?.watched = [
        .init(path: "/entry/*/request/method", text: "DELETE", name: "Bundle entry (DELETE)"),
        .init(path: "/link/*/relation", text: "next", name: "Bundle link (next page)"),
      ]
    }
    layout.mapping.values = ["type": types, "unit": units]
    layout.mapping.alternatives = [
      "type": (0..<Self.codings).map { "/code/coding/\($0)/code" },
      // A comparator is refused as a value, since what it says is only a limit.
      "value": ["/valueQuantity/comparator", "/valueQuantity/value"],
      "unit": ["/valueQuantity/code", "/valueQuantity/unit"],
      "uuid": ["/id", "/identifier/0/value"],
      "start": ["/effectiveDateTime", "/effectiveInstant", "/effectivePeriod/start"],
      "end": ["/effectivePeriod/end"],
    ]
    layout.mapping.conditions = [
      RecordCondition("/resourceType", isOneOf: ["Observation"]),
      RecordCondition("/status", isOneOf: ["entered-in-error", "cancelled"], isNegated: true),
      // What was refused for these is not read again without them.
      RecordCondition("/implicitRules", isOneOf: [""]), RecordCondition("/modifierExtension/0/url", isOneOf: [""]),
    ]
    let (systolic, diastolic) = ("8480-6", "8462-4")
    let first = "/component/0/code/coding/0/code"
    let pressure = [layout, layout].enumerated().map { number, layout in
      var layout = layout
      let order = number == 0 ? [systolic, diastolic] : [diastolic, systolic]
      layout.mapping.conditions += zip(0..., order).map { place, code in
        RecordCondition("/component/\(place)/code/coding/0/code", isOneOf: [code])
      }
      for (place, code) in order.enumerated() {
        let member = "members." + (types[code] ?? code)
        layout.records?.fields[member + ".value"] = "/component/\(place)/valueQuantity/value"
        layout.mapping.alternatives[member + ".unit"] = [
          "/component/\(place)/valueQuantity/code", "/component/\(place)/valueQuantity/unit",
        ]
        layout.mapping.values[member + ".unit"] = units
      }
      return layout
    }
    // Of other orders and other components the sample has no members, and says so.
    layout.mapping.conditions.append(RecordCondition(first, isOneOf: [systolic, diastolic], isNegated: true))
    layout.further = pressure
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
