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
    for line in type.shape.report.chapterLines + ruleLines + nameLines { result += "- \(line)\n" }
    return result
  }

  private var ruleLines: [String] {
    var lines: [String] = []
    if let least = type.duration.minimum { lines.append("lasts at least \(BoundsText.duration(least))") }
    if let most = type.duration.maximum { lines.append("lasts at most \(BoundsText.duration(most))") }
    if let usual = type.duration.usuallyBelow { lines.append("usually lasts less than \(BoundsText.duration(usual))") }
    if type.isExclusive { lines.append("samples of one source and device never share time") }
    if let session = type.sessionCase { lines.append("the other values are stages within \(PageText.code(session))") }
    let metadata = type.metadata
    if !metadata.required.isEmpty { lines.append("needs metadata \(PageText.codes(metadata.required))") }
    if !metadata.known.isEmpty { lines.append("knows metadata \(PageText.codes(metadata.known))") }
    if metadata.isClosed { lines.append("other metadata is a warning") }
    for item in type.expressions {
      let unit = item.unit.map { ", in \(PageText.code($0.unitString))" } ?? ""
      lines.append("computed \(PageText.code(item.name)): \(PageText.code(item.text))\(unit)")
    }
    for rule in type.rules {
      let severity = rule.severity == .error ? "" : ", \(rule.severity.name)"
      lines.append(
        "rule \(PageText.code(rule.name))\(severity): \(PageText.code(rule.requirement)), else \(PageText.plain(rule.message))"
      )
    }
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
}
