import HealthModel

/// Findings that say the same of several places, as one: twenty equal cards are read as one card and its places.
struct FindingGroup {
  var first: Diagnostic
  var others: [SourceLocation] = []

  /// The shared properties.
  private struct Saying: Hashable {
    var name: String
    var severity: Severity
    var message: String
    var hint: String?
    var type: String?
    var pointer: String?
    var rule: String?
    var related: [String]
  }

  /// Groups findings, in the order of the first of each.
  static func groups(_ findings: [Diagnostic]) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    var places: [Saying: Int] = [:]
    for finding in findings {
      let saying = Saying(
        name: finding.ruleName, severity: finding.severity, message: finding.message, hint: finding.hint,
        type: finding.type, pointer: finding.pointer, rule: finding.ruleLocation?.description,
        related: finding.related.map { "\($0.location) \($0.message)" })
      if let place = places[saying] {
        groups[place].others.append(finding.location)
      } else {
        places[saying] = groups.count
        groups.append(FindingGroup(first: finding))
      }
    }
    return groups
  }
}
