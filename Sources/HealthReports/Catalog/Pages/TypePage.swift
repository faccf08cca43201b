import HealthModel

/// The page of a type: what a sample holds, what it may be, what findings it can have, and who says so.
struct TypePage {
  let type: TypeDefinition
  let site: ReferenceSite

  var page: ReferencePage {
    let category = ReferenceSite.category(of: type)
    var page = ReferencePage(
      path: ReferenceSite.target(ofType: type.id).path, title: type.title,
      eyebrow: type.kind.rawValue.prefix(1).uppercased() + type.kind.rawValue.dropFirst() + ", " + category)
    if !type.summary.isEmpty { page.lede = [.text(type.summary)] }
    page.trail = trail(category)
    page.facts = facts
    page.sections = type.shape.report.sections(in: site) + TypePageParts(type: type, site: site).sections
    return page
  }

  /// The way back to the index and to the folder's table there.
  private func trail(_ category: String) -> [ReferencePiece] {
    let categories = site.categories.map(\.name)
    guard categories.count > 1, let index = categories.firstIndex(of: category) else {
      return [.link("Catalog", ReferenceSite.index, isCode: false)]
    }
    return [
      .link("Catalog", ReferenceSite.index, isCode: false), .text(" / "),
      .link(category, ReferenceTarget(path: "index", section: IndexPage.id(index)), isCode: false),
    ]
  }

  private var facts: [ReferenceFact] {
    var facts = [ReferenceFact("Type", [.code(type.id)]), ReferenceFact("Kind", [.text(type.kind.rawValue)])]
    facts += type.shape.report.facts(in: site)
    let limits = [
      type.duration.minimum.map { "at least \(BoundsText.duration($0))" },
      type.duration.maximum.map { "at most \(BoundsText.duration($0))" },
    ].compactMap { $0 }
    if !limits.isEmpty { facts.append(ReferenceFact("Lasts", [.text(limits.joined(separator: ", "))])) }
    if type.isExclusive {
      facts.append(ReferenceFact("Overlaps", [.text("samples of one source and device never share time")]))
    }
    if let session = type.sessionCase {
      facts.append(ReferenceFact("Session", [.text("the other cases are stages within "), .code(session)]))
    }
    if !type.isWritable { facts.append(ReferenceFact("Apps", [.text("may not save it")])) }
    if !type.since.isEmpty {
      let versions = type.since.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      facts.append(ReferenceFact("Since", [.text(versions.joined(separator: ", "))]))
    }
    if let old = type.deprecation {
      let use = old.replacement.map { [ReferencePiece.text("; use "), site.type($0)] } ?? []
      facts.append(ReferenceFact("Deprecated", [.text("since \(old.since)")] + use))
    }
    return facts
  }
}
