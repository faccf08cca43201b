package import HealthModel
import HealthUnits

/// A catalog as one JSON document: the cards of its types, the units of quantities, its enums and its metadata keys.
package enum CatalogJSON {
  /// JSON with a line for each type, quantity, enum and key: of the types with these ids and of the enums and keys that
  /// they name, or of all there is.
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    let types = registry.types.filter { ids?.contains($0.id) ?? true }
    let names = Set(types.flatMap { $0.metadata.required + $0.metadata.known })
    let keys = registry.metadataKeys.filter { key in
      ids == nil || ([key.key] + key.identifiers).contains { names.contains($0) }
    }
    let used = Set((types.flatMap(\.shape.enumerations) + keys.compactMap(\.enumeration)).map(\.id))
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("hash", registry.contentHash)
      json.member("version", version)
      json.array("types") { list in
        for type in types { TypeSummary.append(type, to: &list) }
      }
      json.object("units") { units in
        for type in types {
          guard let shape = type.shape.quantity else { continue }
          units.object(type.id) { item in
            item.member("usual", texts: UnitChoice.texts(for: shape, in: registry))
            item.member("only", shape.units.only != nil || shape.unit.dimension.isDimensionless)
          }
        }
      }
      json.object("enums") { enums in
        for (id, list) in registry.enums.sorted(by: { $0.key < $1.key }) where ids == nil || used.contains(id) {
          enums.key(id)
          append(list, to: &enums)
        }
      }
      json.array("metadata") { list in
        for key in keys { append(key, in: registry, to: &list) }
      }
    }
    return JSONLayout.lines(json.bytes)
  }

  private static func append(_ values: EnumDefinition, to json: inout JSONBuilder) {
    json.object { json in
      json.member("identifier", values.identifier)
      if !values.otherIdentifiers.isEmpty { json.member("also", texts: values.otherIdentifiers) }
      appendCases(values, to: &json)
    }
  }

  private static func appendCases(_ values: EnumDefinition, to json: inout JSONBuilder) {
    json.array("cases") { list in
      for item in values.cases {
        list.object { entry in
          entry.member("name", item.name)
          if let raw = item.raw { entry.member("raw", raw) }
          if !item.aliases.isEmpty { entry.member("aliases", texts: item.aliases) }
          if !item.exports.isEmpty { entry.member("exports", texts: item.exports) }
          if !item.requires.isEmpty { entry.member("requires", texts: item.requires) }
        }
      }
    }
  }

  private static func append(_ key: MetadataKeyDefinition, in registry: Registry, to json: inout JSONBuilder) {
    json.object { json in
      json.member("key", key.key)
      json.member("identifiers", texts: key.identifiers)
      json.member("kind", key.value.word)
      switch key.value {
      case .string(let limit, let pattern):
        if let limit { json.member("max_length", limit) }
        json.member("pattern", pattern?.source)
      case .quantity(let unit): json.member("unit", unit?.unitString)
      case .enum(let list):
        if registry.enums[list.id] == list {
          json.member("enum", list.id)
        } else {
          appendCases(list, to: &json)
        }
      case .number, .integer, .boolean, .date: break
      }
    }
  }
}

/// A type for people and machines: a line, a card, a JSON object.
package enum TypeSummary {
  /// `heartRate  quantity  count/min  Heart rate`.
  package static func line(_ type: TypeDefinition) -> String {
    "\(padded(type.id, 40)) \(padded(type.kind.rawValue, 14)) "
      + "\(padded(type.shape.quantity?.unit.unitString ?? type.shape.enumeration?.id ?? "-", 24)) \(type.title)"
  }

  package static func text(_ type: TypeDefinition) -> String {
    var lines = ["\(type.id) — \(type.title)"]
    if !type.summary.isEmpty { lines.append(type.summary) }
    lines.append("  kind: \(type.kind.rawValue)")
    lines += type.shape.report.cardLines.map { "  " + $0 }
    lines += TypeText(type: type, isPage: false).lines.map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func append(_ type: TypeDefinition, showsOrigins: Bool = false, to json: inout JSONBuilder) {
    json.object { json in
      json.member("type", type.id)
      json.member("kind", type.kind.rawValue)
      json.member("title", type.title)
      json.member("summary", type.summary.isEmpty ? nil : type.summary)
      type.shape.report.appendLimits(to: &json)
      if type.isExclusive { json.member("exclusive", true) }
      json.member("session", type.sessionCase)
      json.member("identifiers", texts: type.identifiers)
      if !type.aliases.isEmpty { json.member("aliases", texts: type.aliases) }
      type.shape.report.appendParts(to: &json)
      if let least = type.duration.minimum { json.key("duration_min"); json.value(seconds(least)) }
      if let most = type.duration.maximum { json.key("duration_max"); json.value(seconds(most)) }
      if let usual = type.duration.usuallyBelow { json.key("duration_usually_below"); json.value(seconds(usual)) }
      json.member("metadata_required", texts: type.metadata.required)
      appendRules(of: type, to: &json)
      json.member("writable", type.isWritable)
      json.member("deprecated", type.deprecation?.since)
      json.member("replacement", type.deprecation?.replacement)
      json.object("codes") { inner in
        for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) { inner.member(system, texts: codes) }
      }
      if !type.sources.isEmpty {
        json.object("sources") { inner in
          for (part, source) in type.sources.sorted(by: { $0.key < $1.key }) { inner.member(part, source) }
        }
      }
      if showsOrigins { appendOrigins(of: type, to: &json) }
    }
  }

  private static func appendOrigins(of type: TypeDefinition, to json: inout JSONBuilder) {
    json.object("origins") { origins in
      for (key, mark) in type.origins {
        origins.object(key) { place in
          place.member("path", mark.path)
          place.member("line", mark.line)
          place.member("column", mark.column)
        }
      }
    }
  }

  /// What a type has of rules and computed numbers; no key where it has none.
  private static func appendRules(of type: TypeDefinition, to json: inout JSONBuilder) {
    if !type.expressions.isEmpty {
      json.object("computed") { computed in
        for item in type.expressions {
          computed.object(item.name) { entry in
            entry.member("unit", item.unit?.unitString)
            entry.member("is", item.text)
          }
        }
      }
    }
    guard !type.rules.isEmpty else { return }
    json.array("rules") { list in
      for rule in type.rules {
        list.object { entry in
          entry.member("name", rule.name)
          entry.member("require", rule.requirement)
          entry.member("severity", rule.severity.name)
          entry.member("says", rule.message)
        }
      }
    }
  }

  private static func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

enum BoundsText {
  /// `from 0 to 300`, `above 0, whole numbers`; `nil` without bounds.
  static func sentence(_ bounds: ValueBounds) -> String? {
    var parts: [String] = []
    if let least = bounds.minimum, let most = bounds.maximum {
      parts.append("from \(number(least)) to \(number(most))")
    } else {
      if let least = bounds.minimum { parts.append("at least \(number(least))") }
      if let most = bounds.maximum { parts.append("at most \(number(most))") }
    }
    if let above = bounds.above { parts.append("above \(number(above))") }
    if let below = bounds.below { parts.append("below \(number(below))") }
    if bounds.isInteger { parts.append("whole numbers") }
    if let step = bounds.step { parts.append("in steps of \(number(step))") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Bounds in a unit.
  ///
  /// - Returns: `from 0 to 300 count/min`; `nil` without bounds.
  static func sentence(_ bounds: ValueBounds, in unit: String, _ conversion: (Double) -> Double = { $0 }) -> String? {
    let converted = ValueBounds(
      minimum: bounds.minimum.map(conversion), maximum: bounds.maximum.map(conversion),
      above: bounds.above.map(conversion), below: bounds.below.map(conversion))
    return sentence(converted).map { "\($0) \(unit)" }
  }

  /// `4 d`, `90 s`: microseconds in the largest unit that needs no fraction.
  static func duration(_ microseconds: Int64) -> String {
    for (size, unit) in [(86_400, "d"), (3_600, "h"), (60, "min")] as [(Int64, String)]
    where microseconds != 0 && microseconds % (size * 1_000_000) == 0 {
      return "\(microseconds / (size * 1_000_000)) \(unit)"
    }
    return number(Double(microseconds) / 1_000_000) + " s"
  }

  private static func number(_ value: Double) -> String { DecimalWriter.string(value) }
}
