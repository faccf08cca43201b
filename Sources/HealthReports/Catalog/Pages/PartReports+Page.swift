import HealthModel

extension CorrelationReport {
  var summary: [ReferencePiece] { ReferencePiece.codes(members.map(\.role)) }

  func facts(in site: ReferenceSite) -> [ReferenceFact] { [] }

  func sections(in site: ReferenceSite) -> [ReferenceSection] {
    let table = ReferenceTable(
      caption: "Samples that a correlation is made of", columns: ["Member", "Type", "How many"],
      rows: members.map { [[.code($0.role)], [site.type($0.type)], [.text(Self.count(of: $0))]] })
    return [ReferenceSection(id: "members", title: "Members", blocks: [.table(table)])]
  }
}

extension StructureReport {
  private static var words: StructureWords { StructureWords { "`\($0)`" } }

  var summary: [ReferencePiece] {
    ReferencePiece.codes(shape.fields.prefix(4).map(\.name)) + (shape.fields.count > 4 ? [.text(", …")] : [])
  }

  func facts(in site: ReferenceSite) -> [ReferenceFact] {
    var facts: [ReferenceFact] = []
    if let parent = shape.parent {
      facts.append(
        ReferenceFact(
          "Belongs to",
          [.text("a sample of "), site.type(parent.type)]
            + (parent.isRequired ? [.text(", always")] : [])))
    }
    if let export = shape.export, !export.element.isEmpty {
      facts.append(ReferenceFact("In exports", [.text("the element "), .code(export.element)]))
    }
    return facts
  }

  func sections(in site: ReferenceSite) -> [ReferenceSection] {
    var sections: [ReferenceSection] = []
    if !shape.fields.isEmpty {
      let table = Self.table(of: shape.fields, caption: "Fields of a sample")
      sections.append(ReferenceSection(id: "fields", title: "Fields", blocks: [.table(table)]))
    }
    if !shape.lists.isEmpty {
      var blocks: [ReferenceBlock] = []
      for list in shape.lists {
        blocks.append(.heading([.code(list.name)]))
        blocks.append(.paragraph(ReferencePiece.sentence("Elements: \(Self.words.phrase(of: list)).")))
        if case .group(let fields) = list.element {
          blocks.append(.table(Self.table(of: fields, caption: "Fields of an element of \(list.name)")))
        }
      }
      sections.append(ReferenceSection(id: "lists", title: "Lists", blocks: blocks))
    }
    if let points = shape.points {
      let table = ReferenceTable(
        caption: "Columns of the points", columns: ["Column", "Numbers", "Required"],
        rows: points.columns.map { Self.row($0.name, $0.value, isRequired: $0.isRequired) })
      let sentence = ReferencePiece.sentence("Points: \(Self.words.phrase(of: points)).")
      sections.append(
        ReferenceSection(id: "points", title: "Points", blocks: [.paragraph(sentence), .table(table)]))
    }
    return sections
  }

  private static func table(of fields: [FieldDefinition], caption: String) -> ReferenceTable {
    ReferenceTable(
      caption: caption, columns: ["Field", "Value", "Required"],
      rows: fields.map { row($0.name, $0.value, isRequired: $0.isRequired) })
  }

  private static func row(_ name: String, _ value: FieldValue, isRequired: Bool) -> [[ReferencePiece]] {
    [[.code(name)], ReferencePiece.sentence(words.phrase(of: value)), [.text(isRequired ? "yes" : "no")]]
  }
}
