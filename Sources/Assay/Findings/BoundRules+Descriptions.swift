import HealthReports
import HealthRules

extension BoundRules {
  /// The rules, as reports describe them.
  var descriptions: [RuleDescription] {
    infos.map {
      RuleDescription(name: $0.name, title: $0.info.title, page: $0.info.page, severity: $0.info.severity)
    }
  }
}
