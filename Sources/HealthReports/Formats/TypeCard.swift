package import HealthModel
import HealthUnits

/// A type for people and machines: a line, a card, a JSON object.
package enum TypeCard {
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
    if let least = type.duration.minimum { lines.append("  lasts at least: \(BoundsText.duration(least))") }
    if let most = type.duration.maximum { lines.append("  lasts at most: \(BoundsText.duration(most))") }
    if let usual = type.duration.usuallyBelow {
      lines.append("  usually lasts less than: \(BoundsText.duration(usual))")
    }
    if type.isExclusive { lines.append("  samples of one source and device never share time") }
    if let session = type.sessionCase { lines.append("  the other values are stages within: \(session)") }
    if !type.metadata.required.isEmpty {
      lines.append("  needs metadata: \(type.metadata.required.joined(separator: ", "))")
    }
    if !type.metadata.known.isEmpty { lines.append("  knows metadata: \(type.metadata.known.joined(separator: ", "))") }
    for item in type.expressions {
      lines.append("  computed \(item.name): \(item.text)" + (item.unit.map { ", in \($0.unitString)" } ?? ""))
    }
    for rule in type.rules { lines.append("  rule \(rule.name), \(rule.severity.name): \(rule.requirement)") }
    if !type.isWritable { lines.append("  apps may not save it") }
    if let old = type.deprecation {
      lines.append("  deprecated since \(old.since)" + (old.replacement.map { "; use \($0)" } ?? ""))
    }
    if !type.identifiers.isEmpty { lines.append("  also called: \(type.identifiers.joined(separator: ", "))") }
    for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(system): \(codes.joined(separator: ", "))")
    }
    for (part, source) in type.sources.sorted(by: { $0.key < $1.key }) {
      lines.append("  source of \(part): \(source)")
    }
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
      json.key("codes")
      json.object { inner in
        for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) { inner.member(system, texts: codes) }
      }
      if !type.sources.isEmpty {
        json.key("sources")
        json.object { inner in
          for (part, source) in type.sources.sorted(by: { $0.key < $1.key }) { inner.member(part, source) }
        }
      }
      if showsOrigins { appendOrigins(of: type, to: &json) }
    }
  }

  private static func appendOrigins(of type: TypeDefinition, to json: inout JSONBuilder) {
    json.key("origins")
    json.object { origins in
      for (key, mark) in type.origins {
        origins.key(key)
        origins.object { place in
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
      json.key("computed")
      json.object { computed in
        for item in type.expressions {
          computed.key(item.name)
          computed.object { entry in
            entry.member("unit", item.unit?.unitString)
            entry.member("is", item.text)
          }
        }
      }
    }
    guard !type.rules.isEmpty else { return }
    json.key("rules")
    json.array { list in
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
