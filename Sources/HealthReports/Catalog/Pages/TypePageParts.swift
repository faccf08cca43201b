import HealthJSON
import HealthModel
import HealthUnits

/// What the page of a type has below the value: rules, metadata, an example, findings, names and sources.
struct TypePageParts {
  let type: TypeDefinition
  let site: ReferenceSite

  var sections: [ReferenceSection] {
    [computed, rules, metadata, example, findings, names, definition].compactMap { $0 }
  }

  private var computed: ReferenceSection? {
    table("computed", "Computed numbers", "Numbers that queries and tables name", ["Name", "Is", "Unit"]) {
      type.expressions.map { [[.code($0.name)], [.code($0.text)], $0.unit.map { [.code($0.unitString)] } ?? []] }
    }
  }

  private var rules: ReferenceSection? {
    table("rules", "Rules", "What must be so of each sample", ["Rule", "Severity", "Requires", "Else a finding says"]) {
      type.rules.map { [[.code($0.name)], [.severity($0.severity)], [.code($0.requirement)], [.text($0.message)]] }
    }
  }

  private var metadata: ReferenceSection? {
    let keys = type.metadata.required.map { ($0, true) } + type.metadata.known.map { ($0, false) }
    var section = table("metadata", "Metadata", "Metadata keys of a sample", ["Key", "Value", "Needed"]) {
      keys.map { name, isNeeded in
        let key = site.registry.metadataKeyIndex(named: name).map { site.registry.metadataKeys[$0] }
        return [[.code(name)], key.map { Self.value(of: $0.value) } ?? [], [.text(isNeeded ? "yes" : "no")]]
      }
    }
    let others = type.metadata.isClosed ? "Any other key is a finding." : "Other keys are taken as well."
    section?.blocks.append(.paragraph([.text(others)]))
    return section
  }

  private static func value(of shape: MetadataValueShape) -> [ReferencePiece] {
    switch shape {
    case .string(let limit, let pattern):
      [.text("text")] + (limit.map { [.text(" of at most \($0) bytes")] } ?? [])
        + (pattern.map { [.text(" like "), .code($0.source)] } ?? [])
    case .quantity(let unit): unit.map { [.text("quantity in "), .code($0.unitString)] } ?? [.text("quantity")]
    case .enum(let list): ReferencePiece.codes(list.cases.map(\.name))
    case .number, .integer, .boolean, .date: [.text(shape.word)]
    }
  }

  private var example: ReferenceSection? {
    guard let example = type.examples.first(where: { $0.expectedCode == nil }) else { return nil }
    let text = String(decoding: JSONLayout.lines(Array(example.json.utf8)), as: UTF8.self)
    return ReferenceSection(
      id: "example", title: "Example",
      blocks: [
        .paragraph([.text("A sample that is valid:")]),
        .sample(text, language: "json", name: "An example sample"),
      ])
  }

  private var findings: ReferenceSection? {
    table("findings", "Findings", "Codes that a sample of the type can have", ["Code", "Severity", "Meaning"]) {
      (site.codes[type.id] ?? []).map { code in
        [[site.code(code)], [.severity(code.defaultSeverity)], [.text(code.info.gist)]]
      }
    }
  }

  private var names: ReferenceSection? {
    var facts: [ReferenceFact] = []
    if !type.aliases.isEmpty { facts.append(ReferenceFact("Aliases", ReferencePiece.codes(type.aliases))) }
    if !type.identifiers.isEmpty {
      facts.append(ReferenceFact("Identifiers", ReferencePiece.codes(type.identifiers)))
    }
    for (system, codes) in type.codes.sorted(by: { $0.key < $1.key }) {
      facts.append(ReferenceFact(system, ReferencePiece.codes(codes)))
    }
    return facts.isEmpty ? nil : ReferenceSection(id: "names", title: "Other names", blocks: [.facts(facts)])
  }

  private var definition: ReferenceSection? {
    var blocks: [ReferenceBlock] = []
    var places: [String] = []
    if let mark = type.origins["type"] { places.append("\(mark.path):\(mark.line)") }
    for (_, mark) in type.origins where !places.contains(where: { $0.hasPrefix(mark.path + ":") }) {
      places.append("\(mark.path):\(mark.line)")
    }
    if !places.isEmpty { blocks.append(.facts([ReferenceFact("Defined in", ReferencePiece.codes(places))])) }
    if !type.sources.isEmpty {
      let rows = type.sources.sorted { $0.key < $1.key }.map { part, source -> [[ReferencePiece]] in
        [[.code(part)], [.text(source)]]
      }
      blocks.append(
        .table(
          ReferenceTable(caption: "Where each number comes from", columns: ["Part", "Source"], rows: rows)))
    }
    return blocks.isEmpty ? nil : ReferenceSection(id: "definition", title: "Definition", blocks: blocks)
  }

  /// A section of one table; `nil` without rows.
  private func table(
    _ id: String, _ title: String, _ caption: String, _ columns: [String], _ rows: () -> [[[ReferencePiece]]]
  ) -> ReferenceSection? {
    let rows = rows()
    guard !rows.isEmpty else { return nil }
    let table = ReferenceTable(caption: caption, columns: columns, rows: rows)
    return ReferenceSection(id: id, title: title, blocks: [.table(table)])
  }
}
