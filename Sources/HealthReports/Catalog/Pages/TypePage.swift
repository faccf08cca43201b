import HealthCatalog
package import HealthModel
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
      let never = type.shape.structure == nil ? "and device never share time" : "never begin and end together"
      facts.append(PageText.fact("Overlaps", "samples of one source \(never)"))
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
      (pages.codes[type.id] ?? []).map { [pages.code($0), $0.defaultSeverity.name, PageText.piece($0.info.gist)] }
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

extension CatalogMarkdown {
  /// The section of a type without the rest of the page: unit, bounds, names, codes and sources.
  package static func section(of type: TypeDefinition) -> String {
    var result = "\n### \(PageText.plain(type.id))\n\n\(PageText.plain(type.title))"
    if !type.summary.isEmpty { result += ": \(PageText.plain(type.summary))" }
    result += "\n\n"
    for line in TypeText(type: type, isPage: true).lines { result += "- \(line)\n" }
    return result
  }

  /// A metadata key with the kind of its value, in a paragraph.
  package static func section(of key: MetadataKeyDefinition) -> String {
    let names = key.identifiers.isEmpty ? "" : ", also called \(PageText.codes(key.identifiers))"
    return "Metadata key \(PageText.code(key.key))\(names): \(value(of: key.value))\n"
  }

  /// The cases of an enum with their raw values, one a line.
  package static func section(of list: EnumDefinition) -> String {
    let cases = list.cases.map { one in
      "- \(PageText.code(one.name))" + (one.raw.map { ": \($0)" } ?? "") + "\n"
    }
    return "Cases of \(PageText.code(list.id)):\n\n" + cases.joined()
  }
}

/// A catalog as a page to read: a table for each kind of type, a section for each type, and the metadata keys.
package enum CatalogMarkdown {
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    let shown = registry.types.filter { ids?.contains($0.id) ?? true }
    let keys = ids == nil ? registry.metadataKeys : []
    var text = "# Catalog\n\n"
    text += ids == nil ? "\(shown.count) types and \(keys.count) metadata keys" : "\(shown.count) types"
    text += ", written by assay "
    text += "\(PageText.plain(version)) from the catalog \(PageText.code(registry.contentHash)).\n"
    for kind in TypeKind.allCases {
      let types = shown.filter { $0.kind == kind }
      if let report = types.first?.shape.report { text += part(report, types) }
    }
    if !keys.isEmpty { text += metadata(keys) }
    return Array(text.utf8)
  }

  private static func part(_ report: any ShapeReport, _ types: [TypeDefinition]) -> String {
    var text = "\n## \(report.title)\n\n" + PageText.head(["type", "title"] + report.cells.map(\.column))
    for type in types {
      text += PageText.row(
        [PageText.link(toID: type.id), PageText.plain(type.title)] + type.shape.report.cells.map(\.text))
    }
    for type in types { text += section(of: type) }
    return text
  }

  private static func metadata(_ keys: [MetadataKeyDefinition]) -> String {
    var text = "\n## Metadata keys\n\n" + PageText.head(["key", "also", "value"])
    for key in keys {
      text += PageText.row([PageText.code(key.key), PageText.codes(key.identifiers), value(of: key.value)])
    }
    return text
  }

  static func value(of shape: MetadataValueShape) -> String {
    switch shape {
    case .string(let limit, let pattern):
      var text = "text"
      if let limit { text += " of at most \(limit) bytes" }
      if let pattern { text += " like \(PageText.code(pattern.source))" }
      return text
    case .quantity(let unit): return unit.map { "quantity in \(PageText.code($0.unitString))" } ?? "quantity"
    case .enum(let list): return PageText.codes(list.cases.map(\.name))
    case .number, .integer, .boolean, .date: return shape.word
    }
  }
}

/// What is said of a type, a line each: in a section of the reference page, or on a card.
struct TypeText {
  let type: TypeDefinition
  let isPage: Bool

  var lines: [String] { type.shape.report.lines(self) + ruleLines + nameLines }

  func code(_ text: String) -> String { isPage ? PageText.code(text) : text }
  func codes(_ texts: [String]) -> String { texts.map(code).joined(separator: ", ") }
  private func plain(_ text: String) -> String { isPage ? PageText.plain(text) : text }
  /// Between words and what they name.
  var colon: String { isPage ? " " : ": " }

  /// The lines of the fields whose descriptions have one.
  func lines<Part>(of part: Part, _ describe: (inout Part, inout FieldLines) -> Void) -> [String] {
    var (part, fields) = (part, FieldLines(text: self))
    describe(&part, &fields)
    return fields.lines
  }

  private var ruleLines: [String] {
    var lines = lines(of: type) {
      $0.duration.describe(&$1)
      $0.duration.describeUsual(&$1)
      $0.describeOverlap(&$1)
      $0.describeSession(&$1)
      $0.metadata.describe(&$1)
    }
    if isPage, type.metadata.isClosed { lines.append("other metadata is a warning") }
    for item in type.expressions {
      let unit = item.unit.map { ", in \(code($0.unitString))" } ?? ""
      lines.append("computed \(code(item.name)): \(code(item.text))\(unit)")
    }
    for rule in type.rules {
      let severity = isPage && rule.severity == .error ? "" : ", \(rule.severity.name)"
      let message = isPage ? ", else \(plain(rule.message))" : ""
      lines.append("rule \(code(rule.name))\(severity): \(code(rule.requirement))\(message)")
    }
    lines += self.lines(of: type) { $0.describeUse(&$1) }
    if let old = type.deprecation {
      let use = old.replacement.map { "; use \(isPage ? PageText.link(toID: $0) : $0)" } ?? ""
      lines.append("deprecated since \(plain(old.since))\(use)")
    }
    return lines
  }

  private var nameLines: [String] {
    var lines: [String] = []
    let names = isPage ? Array(type.names.dropFirst()) : type.identifiers
    if !names.isEmpty { lines.append("also called" + colon + codes(names)) }
    if isPage {
      for (platform, version) in type.since.sorted(by: { $0.key < $1.key }) {
        lines.append("since \(plain(platform)) \(plain(version))")
      }
    }
    for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) {
      lines.append("\(plain(system)): \(codes.map(plain).joined(separator: ", "))")
    }
    for (part, source) in type.sources.sorted(by: { $0.key < $1.key }) {
      lines.append("source of \(code(part)): \(plain(source))")
    }
    return lines
  }
}

/// The lines that descriptions of fields have, with their values.
struct FieldLines: FieldVisitor {
  let text: TypeText
  private(set) var lines: [String] = []

  init(text: TypeText) { self.text = text }

  private mutating func add(_ key: FieldKey, _ value: String?) {
    if let line = key.line, let value { lines.append(line.replacing("…", with: text.colon + value)) }
  }

  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind) { add(key, text.code(value)) }
  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind) { add(key, value.map(text.code)) }
  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind) {
    add(key, values.isEmpty ? nil : text.codes(values))
  }
  mutating func texts(_ key: FieldKey, _ values: inout [String: String]) {}
  mutating func flag(_ key: FieldKey, _ value: inout Bool) { add(key, value == key.isShownUnset ? nil : "") }
  mutating func integer(_ key: FieldKey, _ value: inout Int?) { add(key, value.map { String($0) }) }
  mutating func number(_ key: FieldKey, _ value: inout Double?) { add(key, value.map { DecimalWriter.string($0) }) }
  mutating func duration(_ key: FieldKey, _ value: inout Int64?) { add(key, value.map(BoundsText.duration)) }
}
