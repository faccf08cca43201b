import HealthJSON
package import HealthModel

/// A catalog's codes as one ConceptMap of FHIR R4: which code of another system means the same as a type.
///
/// A code that covers only a part is `inexact`, with a comment, as FHIR demands. Systems without a URI stay out, and so
/// does UCUM, whose codes say how something is measured, not what.
package enum CatalogConceptMap {
  /// The document's text.
  ///
  /// - Parameters:
  ///   - registry: the types.
  ///   - ids: the ids of the types that it has; `nil` for all.
  ///   - version: the version of the program, as the document names it.
  /// - Returns: JSON with a line for each type in each system.
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    let types = registry.types.filter { ids?.contains($0.id) ?? true }
    let systems = Set(types.flatMap(\.codes.keys)).sorted()
    var json = JSONBuilder()
    json.object { json in
      json.member("resourceType", "ConceptMap")
      json.member("name", "AssayCatalogCodes")
      json.member("title", "Codes of the types of a catalog in other systems")
      json.member("version", "\(version)+\(registry.contentHash)")
      json.member("status", "draft")
      json.key("group")
      json.array { groups in
        for system in systems {
          guard let target = uri(of: system) else { continue }
          for source in [appleSystem, nil] {
            let mapped = types.filter { $0.codes[system] != nil && self.system(of: $0) == source }
            guard !mapped.isEmpty else { continue }
            groups.object { group in
              group.member("source", source)
              group.member("target", target)
              group.key("element")
              group.array { elements in
                for type in mapped { append(type, in: system, to: &elements) }
              }
            }
          }
        }
      }
    }
    return JSONLayout.lines(json.bytes, levels: 4)
  }

  /// The system of HealthKit's identifiers in FHIR.
  ///
  /// Source: HealthKitOnFHIR.
  private static let appleSystem = "http://developer.apple.com/documentation/healthkit"

  /// The system of a type's first identifier; `nil` for a team's own type, whose namespace FHIR does not know.
  private static func system(of type: TypeDefinition) -> String? {
    type.identifiers.first?.hasPrefix("HK") ?? false ? appleSystem : nil
  }

  /// The URI of a system that definitions name, or that its name is; `nil` for one that FHIR has no URI of.
  private static func uri(of system: String) -> String? {
    switch system {
    case "loinc": "http://loinc.org"
    case "snomed": "http://snomed.info/sct"
    case "mdc": "urn:oid:2.16.840.1.113883.6.24"
    case "open_mhealth": "https://w3id.org/openmhealth"
    case "health_connect": "https://developer.android.com/reference/androidx/health/connect/client/records"
    case "flutter": "https://pub.dev/packages/health"
    case "health_auto_export": "https://github.com/HealthyApps/health-auto-export-server"
    default: system.contains(":") ? system : nil
    }
  }

  private static func append(_ type: TypeDefinition, in system: String, to elements: inout JSONBuilder) {
    elements.object { element in
      element.member("code", type.identifiers.first ?? type.id)
      element.member("display", type.title)
      element.key("target")
      element.array { targets in
        for text in type.codes[system] ?? [] {
          let code = CodeInSystem(text)
          targets.object { target in
            target.member("code", code.code)
            target.member("equivalence", code.difference == nil ? "equivalent" : "inexact")
            target.member("comment", code.difference)
          }
        }
      }
    }
  }
}
