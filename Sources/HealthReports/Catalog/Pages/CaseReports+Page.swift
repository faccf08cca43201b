import HealthModel

extension CategoryReport {
  var summary: [ReferencePiece] { list.pageSummary }

  func facts(in site: ReferenceSite) -> [ReferenceFact] { list.pageFacts(in: site) }

  func sections(in site: ReferenceSite) -> [ReferenceSection] { [list.pageSection] }
}

extension CharacteristicReport {
  var summary: [ReferencePiece] {
    switch shape {
    case .values(let list): list.pageSummary
    case .text(let form): [.text(form.phrase)]
    }
  }

  func facts(in site: ReferenceSite) -> [ReferenceFact] {
    switch shape {
    case .values(let list): list.pageFacts(in: site)
    case .text(.date): [ReferenceFact("Value", [.text("a date, "), .code("YYYY-MM-DD")])]
    case .text(let form): [ReferenceFact("Value", [.text(form.phrase)])]
    }
  }

  func sections(in site: ReferenceSite) -> [ReferenceSection] {
    switch shape {
    case .values(let list): [list.pageSection]
    case .text: []
    }
  }
}

extension EnumDefinition {
  /// The first cases; a cell has room for a few.
  fileprivate var pageSummary: [ReferencePiece] {
    let rest = cases.count > 4 ? [ReferencePiece.text(", … (\(cases.count) cases)")] : []
    return ReferencePiece.codes(cases.prefix(4).map(\.name)) + rest
  }

  fileprivate func pageFacts(in site: ReferenceSite) -> [ReferenceFact] {
    guard site.registry.enums[id] == self else { return [] }
    return [ReferenceFact("Cases", [.text("those of the enum "), .code(id)])]
  }

  /// The cases with their raw values and other names.
  fileprivate var pageSection: ReferenceSection {
    let others = cases.contains { !$0.aliases.isEmpty || !$0.exports.isEmpty }
    let needs = cases.contains { !$0.requires.isEmpty }
    let table = ReferenceTable(
      caption: "Values that a sample may have",
      columns: ["Case", "Raw value"] + (others ? ["Also"] : []) + (needs ? ["Needs metadata"] : []),
      rows: cases.map { item in
        var row: [[ReferencePiece]] = [[.code(item.name)], item.raw.map { [.code("\($0)")] } ?? []]
        if others { row.append(ReferencePiece.codes(item.aliases + item.exports)) }
        if needs { row.append(ReferencePiece.codes(item.requires)) }
        return row
      })
    return ReferenceSection(id: "cases", title: "Cases", blocks: [.table(table)])
  }
}
