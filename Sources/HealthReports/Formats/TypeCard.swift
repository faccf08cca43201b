public import HealthModel
import HealthUnits

/// A type for people and machines: a line, a card, a JSON object.
public enum TypeCard {
  /// `heartRate  quantity  count/min  Heart rate`.
  public static func line(_ type: TypeDefinition) -> String {
    "\(padded(type.id, 40)) \(padded(type.kind.rawValue, 14)) "
      + "\(padded(unit(type) ?? values(type) ?? "-", 24)) \(type.title)"
  }

  /// The card, some lines.
  public static func text(_ type: TypeDefinition) -> String {
    var lines = ["\(type.id) — \(type.title)"]
    if !type.summary.isEmpty { lines.append(type.summary) }
    lines.append("  kind: \(type.kind.rawValue)")
    switch type.shape {
    case .quantity(let shape):
      lines.append("  unit: \(shape.unit.unitString) (\(shape.aggregation.rawValue))")
      if let only = shape.units.only { lines.append("  units: \(only.map(\.unitString).joined(separator: ", ")) only") }
      for spelling in shape.units.spellings {
        lines.append("  spelling: \(spelling.text) means \(spelling.unit.unitString)")
      }
      if let text = BoundsText.sentence(shape.allowed) { lines.append("  allowed: \(text)") }
      if let text = BoundsText.sentence(shape.plausible) { lines.append("  plausible: \(text)") }
      if let rate = shape.maximumRate { lines.append("  grows by at most: \(DecimalWriter.string(rate)) a second") }
    case .category(let list), .characteristic(.values(let list)):
      let cases = list.cases.map { item in item.raw.map { "\(item.name) \($0)" } ?? item.name }
      lines.append("  values: \(cases.joined(separator: ", "))")
    case .characteristic(.date): lines.append("  value: a date")
    case .characteristic(.text(let limit)): lines.append("  value: text of at most \(limit) bytes")
    case .correlation(let members):
      for member in members {
        let most = member.maximum.map(String.init) ?? "*"
        let count = member.maximum == member.minimum ? "\(member.minimum)" : "\(member.minimum)..\(most)"
        lines.append("  member: \(member.role) \(count)" + (member.role == member.type ? "" : " (\(member.type))"))
      }
    }
    if let least = type.duration.minimum { lines.append("  lasts at least: \(BoundsText.duration(least))") }
    if let most = type.duration.maximum { lines.append("  lasts at most: \(BoundsText.duration(most))") }
    if type.isExclusive { lines.append("  samples of one source and device never share time") }
    if let session = type.sessionCase { lines.append("  the other values are stages within: \(session)") }
    if !type.metadata.required.isEmpty {
      lines.append("  needs metadata: \(type.metadata.required.joined(separator: ", "))")
    }
    if !type.metadata.known.isEmpty { lines.append("  knows metadata: \(type.metadata.known.joined(separator: ", "))") }
    if !type.isWritable { lines.append("  apps may not save it") }
    if let old = type.deprecation {
      lines.append("  deprecated since \(old.since)" + (old.replacement.map { "; use \($0)" } ?? ""))
    }
    if !type.identifiers.isEmpty { lines.append("  also called: \(type.identifiers.joined(separator: ", "))") }
    for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(system): \(codes.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Appends the JSON object.
  public static func append(_ type: TypeDefinition, to json: inout JSONBuilder) {
    json.object { json in
      json.member("type", type.id)
      json.member("kind", type.kind.rawValue)
      json.member("title", type.title)
      json.member("summary", type.summary.isEmpty ? nil : type.summary)
      json.member("unit", unit(type))
      if case .quantity(let shape) = type.shape {
        json.member("aggregation", shape.aggregation.rawValue)
        append("allowed", shape.allowed, to: &json)
        append("plausible", shape.plausible, to: &json)
        if let rate = shape.maximumRate { json.key("rate_max"); json.value(rate) }
      }
      if type.isExclusive { json.member("exclusive", true) }
      json.member("session", type.sessionCase)
      strings("identifiers", type.identifiers, to: &json)
      if !type.aliases.isEmpty { strings("aliases", type.aliases, to: &json) }
      appendShape(type, to: &json)
      if let least = type.duration.minimum { json.key("duration_min"); json.value(seconds(least)) }
      if let most = type.duration.maximum { json.key("duration_max"); json.value(seconds(most)) }
      strings("metadata_required", type.metadata.required, to: &json)
      json.member("writable", type.isWritable)
      json.member("deprecated", type.deprecation?.since)
      json.key("codes")
      json.object { inner in
        for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) { strings(system, codes, to: &inner) }
      }
    }
  }

  private static func appendShape(_ type: TypeDefinition, to json: inout JSONBuilder) {
    switch type.shape {
    case .category(let list), .characteristic(.values(let list)):
      json.key("values")
      json.object { inner in
        for item in list.cases {
          inner.key(item.name)
          if let raw = item.raw { inner.value(raw) } else { inner.raw("null".utf8) }
        }
      }
    case .correlation(let members):
      json.key("members")
      json.array { list in
        for member in members {
          list.object { item in
            item.member("role", member.role)
            item.member("type", member.type)
            item.member("min", member.minimum)
            if let most = member.maximum { item.member("max", most) }
          }
        }
      }
    default: break
    }
  }

  private static func append(_ name: String, _ bounds: ValueBounds, to json: inout JSONBuilder) {
    guard !bounds.isUnbounded else { return }
    json.key(name)
    json.object { inner in
      for (word, limit) in [
        ("min", bounds.minimum), ("max", bounds.maximum), ("above", bounds.above), ("below", bounds.below),
        ("step", bounds.step),
      ] {
        if let limit { inner.key(word); inner.value(limit) }
      }
      if bounds.isInteger { inner.member("integer", true) }
    }
  }

  private static func strings(_ name: String, _ list: [String], to json: inout JSONBuilder) {
    json.key(name)
    json.array { inner in for text in list { inner.value(text) } }
  }

  private static func unit(_ type: TypeDefinition) -> String? {
    if case .quantity(let shape) = type.shape { return shape.unit.unitString }
    return nil
  }

  private static func values(_ type: TypeDefinition) -> String? {
    switch type.shape {
    case .category(let list), .characteristic(.values(let list)): list.id
    default: nil
    }
  }

  private static func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
