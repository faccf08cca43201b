import HealthModel

/// Samples that only make sense together in reports about a catalog.
struct CorrelationReport: ShapeReport {
  let members: [CorrelationMember]

  var title: String { "Correlations" }
  var columns: [String] { ["members"] }
  var cells: [String] { [PageText.codes(members.map(\.role))] }

  var chapterLines: [String] {
    members.map { member in
      let kind = member.role == member.type ? "" : " (\(PageText.code(member.type)))"
      return "member \(PageText.code(member.role))\(kind): \(Self.count(of: member))"
    }
  }

  /// `1`, `0 to 1`, `at least 2`, `any number`.
  static func count(of member: CorrelationMember) -> String {
    guard let most = member.maximum else {
      return member.minimum == 0 ? "any number" : "at least \(member.minimum)"
    }
    return most == member.minimum ? "\(most)" : "\(member.minimum) to \(most)"
  }

  var cardLines: [String] {
    members.map { member in
      let most = member.maximum.map(String.init) ?? "*"
      let count = member.maximum == member.minimum ? "\(member.minimum)" : "\(member.minimum)..\(most)"
      return "member: \(member.role) \(count)" + (member.role == member.type ? "" : " (\(member.type))")
    }
  }

  var summary: String { PageText.codes(members.map(\.role)) }
  func facts(in pages: CatalogPages) -> [String] { [] }

  func sections(in pages: CatalogPages) -> String {
    let rows = members.map { [PageText.code($0.role), pages.type($0.type), Self.count(of: $0)] }
    return PageText.section("members", "Members", [PageText.table(["Member", "Type", "How many"], rows)])
  }

  func appendLimits(to json: inout JSONBuilder) {}

  func appendParts(to json: inout JSONBuilder) {
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
  }

  func addFields(to node: inout SchemaNode, in schema: TypeSchema) {
    CorrelationSchema(registry: schema.registry, members: members).add(to: &node)
  }
}
