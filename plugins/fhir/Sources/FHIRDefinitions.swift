import HealthFormats
import HealthModel

/// The definitions that a validator needs to check observations of `FHIRWriter`: its extension, and its code systems.
enum FHIRDefinitions {
  static func document(_ registry: Registry, _ version: String) -> [UInt8] {
    var json = JSONBuilder()
    json.object { bundle in
      bundle.member("resourceType", "Bundle")
      bundle.member("type", "collection")
      bundle.key("entry")
      bundle.array { entries in
        entry(of: FHIRNames.sampleExtension, to: &entries) { appendExtension(version, to: &$0) }
        let types = registry.types.filter { !($0.identifiers.first?.hasPrefix("HK") ?? false) }
        appendSystem(
          FHIRNames.typeSystem, "AssayTypes", "Types of samples that HealthKit does not have", version,
          types.map { ($0.id, $0.title) }, to: &entries)
        appendSystem(
          FHIRNames.dialectSystem, "AssayDialect", "How an Observation of a sample is written", version,
          [(FHIRNames.dialectCode, "A sample, with what FHIR has no place for in an extension or a component")],
          to: &entries)
        let waves = registry.types.flatMap { type in FHIRTypeText(type).waves.map { type.id + "." + $0.column } }
        appendSystem(
          FHIRNames.partSystem, "AssayParts", "Parts of samples in components", version,
          [(FHIRNames.samplePart, "What FHIR has no place for, as JSON")] + waves.map { ($0, "Numbers of \($0)") },
          to: &entries)
      }
    }
    return JSONLayout.lines(json.bytes, levels: 3)
  }

  private static func entry(of url: String, to entries: inout JSONBuilder, _ body: (inout JSONBuilder) -> Void) {
    entries.object { entry in
      entry.member("fullUrl", url)
      entry.key("resource")
      entry.object(body)
    }
  }

  private static func appendSystem(
    _ url: String, _ name: String, _ title: String, _ version: String, _ concepts: [(code: String, display: String)],
    to entries: inout JSONBuilder
  ) {
    entry(of: url, to: &entries) { system in
      system.member("resourceType", "CodeSystem")
      system.member("url", url)
      system.member("version", version)
      system.member("name", name)
      system.member("title", title)
      system.member("status", "active")
      system.member("caseSensitive", true)
      system.member("content", concepts.isEmpty ? "not-present" : "complete")
      if concepts.isEmpty { return }
      system.key("concept")
      system.array { list in
        for concept in concepts {
          list.object { item in
            item.member("code", concept.code)
            item.member("display", concept.display)
          }
        }
      }
    }
  }

  /// The children with a text, and whether there may be several.
  private static let texts: [(name: String, isRepeated: Bool, short: String)] = [
    ("uuid", false, "The id of a member of a correlation"), ("role", false, "The role of a member"),
    ("start", false, "The start of a member that is not its correlation's"),
    ("end", false, "The end of a member that is not its correlation's"),
    ("created", false, "When a member was created"), ("subject", false, "The subject that the sample has itself"),
    ("origin", false, "Where the sample comes from"),
    ("parts", true, "Fields, lists and points of a structured sample as JSON, in pieces"),
    ("rest", true, "Other members of the sample as JSON, in pieces"),
  ]

  private static let objects: [(name: String, short: String)] = [
    ("source", "A property of the app that wrote the sample"), ("device", "A property of the device that measured it"),
    ("metadata", "An entry of the sample's metadata"),
  ]

  private static func appendExtension(_ version: String, to definition: inout JSONBuilder) {
    definition.member("resourceType", "StructureDefinition")
    definition.member("id", "sample")
    definition.member("url", FHIRNames.sampleExtension)
    definition.member("version", version)
    definition.member("name", "AssaySample")
    definition.member("title", "What a sample has and an Observation has no place for")
    definition.member("status", "active")
    definition.member("fhirVersion", "4.0.1")
    definition.member("kind", "complex-type")
    definition.member("abstract", false)
    definition.key("context")
    definition.array { list in
      for place in ["Observation", "Observation.component"] {
        list.object { item in
          item.member("type", "element")
          item.member("expression", place)
        }
      }
    }
    definition.member("type", "Extension")
    definition.member("baseDefinition", "http://hl7.org/fhir/StructureDefinition/Extension")
    definition.member("derivation", "constraint")
    definition.key("differential")
    definition.object { differential in
      differential.key("element")
      differential.array { elements in appendElements(to: &elements) }
    }
  }

  private static func appendElements(to list: inout JSONBuilder) {
    element("Extension", "Extension", to: &list) { $0.member("max", "1") }
    sliced("Extension.extension", "Extension.extension", to: &list)
    for text in texts {
      slice(text.name, "Extension.extension", "Extension.extension", text.short, text.isRepeated, to: &list)
      let id = "Extension.extension:" + text.name
      element(id + ".extension", "Extension.extension.extension", to: &list) { $0.member("max", "0") }
      url(text.name, id, "Extension.extension", to: &list)
      value(["string"], id, "Extension.extension", to: &list)
    }
    for object in objects {
      slice(object.name, "Extension.extension", "Extension.extension", object.short, true, to: &list)
      let id = "Extension.extension:" + object.name
      let path = "Extension.extension.extension"
      sliced(id + ".extension", path, to: &list)
      for (name, types) in [
        ("key", ["string"]), ("value", ["string", "boolean", "decimal", "Quantity"]), ("json", ["string"]),
      ] {
        slice(name, id + ".extension", path, "The \(name)", false, to: &list)
        url(name, id + ".extension:" + name, path, to: &list)
        value(types, id + ".extension:" + name, path, to: &list)
      }
      url(object.name, id, "Extension.extension", to: &list)
      element(id + ".value[x]", "Extension.extension.value[x]", to: &list) { $0.member("max", "0") }
    }
    url(FHIRNames.sampleExtension, "Extension", "Extension", to: &list)
    element("Extension.value[x]", "Extension.value[x]", to: &list) { $0.member("max", "0") }
  }

  private static func element(
    _ id: String, _ path: String, to list: inout JSONBuilder, _ body: (inout JSONBuilder) -> Void
  ) {
    list.object { element in
      element.member("id", id)
      element.member("path", path)
      body(&element)
    }
  }

  private static func sliced(_ id: String, _ path: String, to list: inout JSONBuilder) {
    element(id, path, to: &list) { element in
      element.key("slicing")
      element.object { slicing in
        slicing.key("discriminator")
        slicing.array { list in
          list.object { item in
            item.member("type", "value")
            item.member("path", "url")
          }
        }
        slicing.member("rules", "closed")
      }
    }
  }

  private static func slice(
    _ name: String, _ id: String, _ path: String, _ short: String, _ isRepeated: Bool, to list: inout JSONBuilder
  ) {
    element(id + ":" + name, path, to: &list) { element in
      element.member("sliceName", name)
      element.member("short", short)
      element.member("min", 0)
      element.member("max", isRepeated ? "*" : "1")
    }
  }

  private static func url(_ url: String, _ id: String, _ path: String, to list: inout JSONBuilder) {
    element(id + ".url", path + ".url", to: &list) { $0.member("fixedUri", url) }
  }

  private static func value(_ types: [String], _ id: String, _ path: String, to list: inout JSONBuilder) {
    element(id + ".value[x]", path + ".value[x]", to: &list) { element in
      element.member("min", 1)
      element.key("type")
      element.array { list in for type in types { list.object { $0.member("code", type) } } }
    }
  }
}
