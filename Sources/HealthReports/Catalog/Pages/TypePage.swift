import HealthModel
import HealthUnits

/// The page of a type: what a sample holds, what it may be, what findings it can have, and who says so.
struct TypePage {
  let type: TypeDefinition
  let pages: CatalogPages

  var text: String {
    let category = CatalogPages.category(of: type)
    let kind = type.kind.rawValue
    return pages.page(
      type.title, eyebrow: kind.prefix(1).uppercased() + kind.dropFirst() + ", " + category,
      lede: PageText.piece(type.summary), trail: trail(category), facts: facts,
      sections: type.shape.report.sections(in: pages)
        + [computed, rules, metadata, example, findings, names, definition].joined())
  }

  /// The way back to the index and to the folder's table there.
  private func trail(_ category: String) -> String {
    let top = "[Catalog](../index.md)"
    guard pages.categories.count > 1, let index = pages.categories.firstIndex(where: { $0.name == category }) else {
      return top
    }
    return top + " / [\(PageText.plain(category))](../index.md#\(CatalogPages.anchor(index)))"
  }

  private var facts: [String] {
    var facts = [PageText.fact("Type", PageText.code(type.id)), PageText.fact("Kind", type.kind.rawValue)]
    facts += type.shape.report.facts(in: pages)
    let limits = [
      type.duration.minimum.map { "at least \(BoundsText.duration($0))" },
      type.duration.maximum.map { "at most \(BoundsText.duration($0))" },
    ].compactMap { $0 }
    if !limits.isEmpty { facts.append(PageText.fact("Lasts", limits.joined(separator: ", "))) }
    if type.isExclusive {
      facts.append(PageText.fact("Overlaps", "samples of one source and device never share time"))
    }
    if let session = type.sessionCase {
      facts.append(PageText.fact("Session", "the other cases are stages within \(PageText.code(session))"))
    }
    if !type.isWritable { facts.append(PageText.fact("Apps", "may not save it")) }
    if !type.since.isEmpty {
      let versions = type.since.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      facts.append(PageText.fact("Since", PageText.piece(versions.joined(separator: ", "))))
    }
    if let old = type.deprecation {
      let use = old.replacement.map { "; use " + pages.type($0) } ?? ""
      facts.append(PageText.fact("Deprecated", PageText.piece("since \(old.since)") + use))
    }
    return facts
  }

  private var computed: String {
    table("computed", "Computed numbers", ["Name", "Is", "Unit"]) {
      type.expressions.map {
        [PageText.code($0.name), PageText.code($0.text), $0.unit.map { PageText.code($0.unitString) } ?? ""]
      }
    }
  }

  private var rules: String {
    table("rules", "Rules", ["Rule", "Severity", "Requires", "Else a finding says"]) {
      type.rules.map {
        [PageText.code($0.name), $0.severity.name, PageText.code($0.requirement), PageText.piece($0.message)]
      }
    }
  }

  private var metadata: String {
    let keys = type.metadata.required.map { ($0, true) } + type.metadata.known.map { ($0, false) }
    let others = type.metadata.isClosed ? "Any other key is a finding." : "Other keys are taken as well."
    return table("metadata", "Metadata", ["Key", "Value", "Needed"], below: others + "\n") {
      keys.map { name, isNeeded in
        let key = pages.registry.metadataKeyIndex(named: name).map { pages.registry.metadataKeys[$0] }
        return [PageText.code(name), key.map { CatalogMarkdown.value(of: $0.value) } ?? "", isNeeded ? "yes" : "no"]
      }
    }
  }

  private var example: String {
    guard let example = type.examples.first(where: { $0.expectedCode == nil }) else { return "" }
    let text = String(decoding: JSONLayout.lines(Array(example.json.utf8)), as: UTF8.self)
    return PageText.section("example", "Example", ["A sample that is valid:\n", PageText.fenced(text, "json")])
  }

  private var findings: String {
    table("findings", "Findings", ["Code", "Severity", "Meaning"]) {
      (pages.codes[type.id] ?? []).map {
        [pages.code($0), $0.defaultSeverity.name, PageText.piece($0.info.gist)]
      }
    }
  }

  private var names: String {
    var facts: [String] = []
    if !type.aliases.isEmpty { facts.append(PageText.fact("Aliases", PageText.codes(type.aliases))) }
    if !type.identifiers.isEmpty { facts.append(PageText.fact("Identifiers", PageText.codes(type.identifiers))) }
    for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) {
      facts.append(PageText.fact(system, PageText.codes(codes)))
    }
    return facts.isEmpty ? "" : PageText.section("names", "Other names", [facts.joined()])
  }

  private var definition: String {
    var blocks: [String] = []
    var places: [String] = []
    if let mark = type.origins["type"] { places.append("\(mark.path):\(mark.line)") }
    for (_, mark) in type.origins where !places.contains(where: { $0.hasPrefix(mark.path + ":") }) {
      places.append("\(mark.path):\(mark.line)")
    }
    if !places.isEmpty { blocks.append(PageText.fact("Defined in", PageText.codes(places))) }
    if !type.sources.isEmpty {
      let rows = type.sources.sorted { $0.key < $1.key }.map { [PageText.code($0.key), PageText.piece($0.value)] }
      blocks.append(PageText.table(["Part", "Source"], rows))
    }
    return blocks.isEmpty ? "" : PageText.section("definition", "Definition", blocks)
  }

  /// A section of one table, and a paragraph below it; nothing without rows.
  private func table(
    _ id: String, _ title: String, _ columns: [String], below: String? = nil, _ rows: () -> [[String]]
  ) -> String {
    let rows = rows()
    guard !rows.isEmpty else { return "" }
    return PageText.section(id, title, [PageText.table(columns, rows)] + (below.map { [$0] } ?? []))
  }
}
