import HealthModel
import HealthUnits

/// The section of a type in the reference page.
struct TypeChapter {
  let type: TypeDefinition

  /// The section, with its heading.
  var text: String {
    var result = "\n### \(PageText.plain(type.id))\n\n\(PageText.plain(type.title))"
    if !type.summary.isEmpty { result += ": \(PageText.plain(type.summary))" }
    result += "\n\n"
    for line in shapeLines + ruleLines + nameLines { result += "- \(line)\n" }
    return result
  }

  private var shapeLines: [String] {
    switch type.shape {
    case .quantity(let shape): return quantityLines(shape)
    case .category(let list), .characteristic(.values(let list)): return list.cases.map { Self.line(of: $0) }
    case .characteristic(.date): return ["value: a date, `YYYY-MM-DD`"]
    case .characteristic(.text(let limit)): return ["value: text of at most \(limit) bytes"]
    case .correlation(let members):
      return members.map { member in
        let kind = member.role == member.type ? "" : " (\(PageText.code(member.type)))"
        return "member \(PageText.code(member.role))\(kind): \(Self.count(of: member))"
      }
    }
  }

  private func quantityLines(_ shape: QuantityShape) -> [String] {
    var lines = ["unit: \(PageText.code(shape.unit.unitString)), \(shape.aggregation.rawValue)"]
    if let only = shape.units.only { lines.append("units: only \(PageText.codes(only.map(\.unitString)))") }
    for own in shape.units.spellings {
      lines.append("spelling: \(PageText.code(own.text)) means \(PageText.code(own.unit.unitString))")
    }
    if let text = BoundsText.sentence(shape.allowed) { lines.append("allowed: \(text)") }
    if let text = BoundsText.sentence(shape.plausible) { lines.append("plausible: \(text)") }
    if let rate = shape.maximumRate { lines.append("grows by at most \(DecimalWriter.string(rate)) a second") }
    return lines
  }

  private var ruleLines: [String] {
    var lines: [String] = []
    if let least = type.duration.minimum { lines.append("lasts at least \(BoundsText.duration(least))") }
    if let most = type.duration.maximum { lines.append("lasts at most \(BoundsText.duration(most))") }
    if type.isExclusive { lines.append("samples of one source and device never share time") }
    if let session = type.sessionCase { lines.append("the other values are stages within \(PageText.code(session))") }
    let metadata = type.metadata
    if !metadata.required.isEmpty { lines.append("needs metadata \(PageText.codes(metadata.required))") }
    if !metadata.known.isEmpty { lines.append("knows metadata \(PageText.codes(metadata.known))") }
    if metadata.isClosed { lines.append("other metadata is a warning") }
    if !type.isWritable { lines.append("apps may not save it") }
    if let old = type.deprecation {
      let use = old.replacement.map { "; use \(PageText.link(toID: $0))" } ?? ""
      lines.append("deprecated since \(PageText.plain(old.since))\(use)")
    }
    return lines
  }

  private var nameLines: [String] {
    var lines: [String] = []
    let names = type.names.dropFirst()
    if !names.isEmpty { lines.append("also called \(PageText.codes(Array(names)))") }
    for (platform, version) in type.since.sorted(by: { $0.key < $1.key }) {
      lines.append("since \(PageText.plain(platform)) \(PageText.plain(version))")
    }
    for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) {
      lines.append("\(PageText.plain(system)): \(codes.map { PageText.plain($0) }.joined(separator: ", "))")
    }
    for (part, source) in type.sources.sorted(by: { $0.key < $1.key }) {
      lines.append("source of \(PageText.code(part)): \(PageText.plain(source))")
    }
    return lines
  }

  private static func line(of item: EnumCase) -> String {
    var line = "case \(PageText.code(item.name))"
    if let raw = item.raw { line += " = \(raw)" }
    let others = item.aliases + item.exports
    if !others.isEmpty { line += ", also \(PageText.codes(others))" }
    if !item.requires.isEmpty { line += ", needs metadata \(PageText.codes(item.requires))" }
    return line
  }

  /// `1`, `0 to 1`, `at least 2`, `any number`.
  private static func count(of member: CorrelationMember) -> String {
    guard let most = member.maximum else {
      return member.minimum == 0 ? "any number" : "at least \(member.minimum)"
    }
    return most == member.minimum ? "\(most)" : "\(member.minimum) to \(most)"
  }
}
