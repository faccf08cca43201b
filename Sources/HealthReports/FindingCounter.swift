import HealthModel

/// Counts findings by code, severity and type, and keeps the place of the first of each.
struct FindingCounter: Sendable {
  /// A row of the table that ends a report.
  struct Row: Sendable, Hashable {
    var code: DiagnosticCode
    /// The rule of a plugin, `NAME/rule`, or the failure of one; `nil` for all other findings of the code.
    var rule: String?
    var severity: Severity
    /// The id of the type, when known.
    var type: String?
    var count: Int
    var first: SourceLocation?

    /// The problem as people read it: the rule of the plugin, or the code.
    var name: String { rule ?? code.name }
  }

  private struct Key: Hashable {
    var code: DiagnosticCode
    var rule: String?
    var severity: Severity
    var type: String?
  }

  private var rows: [Row] = []
  private var places: [Key: Int] = [:]
  /// The row that was counted last: findings of a kind come in a row, and finding it again takes no hash of a name.
  private var last = 0
  private(set) var total = 0

  /// Whether the place of the next such finding is wanted, since it is the first.
  func isFirst(_ code: DiagnosticCode, _ severity: Severity, _ type: String?) -> Bool {
    !isLast(code, severity, type) && places[Key(code: code, severity: severity, type: type)] == nil
  }

  private func isLast(
    _ code: DiagnosticCode, _ severity: Severity, _ type: String?, _ rule: String? = nil
  ) -> Bool {
    last < rows.count && rows[last].code == code && rows[last].severity == severity && rows[last].type == type
      && rows[last].rule == rule
  }

  /// Counts a finding, or several of a kind.
  mutating func count(
    _ code: DiagnosticCode, _ severity: Severity, type: String?, rule: String? = nil,
    at location: @autoclosure () -> SourceLocation?, times: Int = 1
  ) {
    total += times
    if !isLast(code, severity, type, rule) {
      let key = Key(code: code, rule: rule, severity: severity, type: type)
      last = places[key] ?? rows.count
      if last == rows.count {
        places[key] = last
        rows.append(Row(code: code, rule: rule, severity: severity, type: type, count: 0, first: location()))
      }
    }
    rows[last].count += times
  }

  /// The table: errors first, then by count, then by name.
  var table: [Row] {
    rows.sorted {
      if $0.severity != $1.severity { return $0.severity > $1.severity }
      if $0.count != $1.count { return $0.count > $1.count }
      if $0.code != $1.code { return $0.code.rawValue < $1.code.rawValue }
      if $0.rule != $1.rule { return ($0.rule ?? "") < ($1.rule ?? "") }
      return ($0.type ?? "") < ($1.type ?? "")
    }
  }
}
