import HealthModel
import HealthPluginKit
import HealthStorage

/// The division of a query into the part that the plugin answers and the part that the host decides.
struct SplitQuery: Sendable {
  /// The plugin's part of the query.
  let sent: SampleQuery
  /// The conditions that the plugin does not look at; `nil` when it looks at all.
  let filter: SampleFilter?
  /// The place after which the answer begins, where the plugin does not know it.
  let after: PagePlace?
  /// Whether the host orders the samples of each type by their ends.
  let sortsByEnd: Bool
  /// The most samples.
  let limit: Int?
  /// The order that the caller wants.
  let order: SampleOrder

  /// Shares a query.
  ///
  /// - Parameters:
  ///   - query: the question, its types as they are stored.
  ///   - conditions: what the plugin looks at beside what every plugin does.
  ///   - registry: the types.
  init(_ query: SampleQuery, conditions: [String], registry: Registry) {
    var known = Set(conditions)
    // The names of cases may have changed since a sample was stored, which only the registry knows.
    if query.values.contains(where: \.isText) { known.remove("values") }
    if query.members.contains(where: { $0.values.contains(where: \.isText) }) { known.remove("members") }
    var sent = query
    var rest = SampleQuery()
    if !known.contains("strict"), query.isStrictStart || query.isStrictEnd {
      (rest.from, rest.to) = (query.from, query.to)
      (rest.isStrictStart, rest.isStrictEnd) = (query.isStrictStart, query.isStrictEnd)
      (sent.isStrictStart, sent.isStrictEnd) = (false, false)
      // A moment at `to` itself ends at it, but does not start before it.
      if query.isStrictEnd { sent.to = query.to.flatMap { $0 == Int64.max ? nil : $0 + 1 } }
    }
    Self.move(\.source, "source", known, &sent, &rest)
    Self.move(\.subject, "subject", known, &sent, &rest)
    // The protocol has no words for these.
    Self.move(\.subjects, "subjects", [], &sent, &rest)
    Self.move(\.excludedSubjects, "subjects", [], &sent, &rest)
    Self.move(\.condition, "condition", [], &sent, &rest)
    Self.move(\.device, "device", known, &sent, &rest)
    Self.move(\.metadata, "metadata", known, &sent, &rest)
    Self.move(\.values, "values", known, &sent, &rest)
    Self.move(\.members, "members", known, &sent, &rest)
    filter = rest == SampleQuery() ? nil : SampleFilter(rest, registry: registry)
    sortsByEnd = query.sort.isByEnd && !known.contains("by_end")
    if sortsByEnd { sent.sort = .ascending }
    if let token = query.after, sortsByEnd || !known.contains("after") {
      sent.after = nil
      after = PagePlace(token, sort: query.sort, in: registry)
    } else {
      after = nil
    }
    limit = query.limit
    order = SampleOrder(query.sort)
    if filter != nil || after != nil || sortsByEnd || !known.contains("limit") { sent.limit = nil }
    self.sent = sent
  }

  /// Leaves a condition to the host when the plugin does not look at it.
  private static func move<Value>(
    _ condition: WritableKeyPath<SampleQuery, Value>, _ name: String, _ known: Set<String>,
    _ sent: inout SampleQuery, _ rest: inout SampleQuery
  ) {
    guard !known.contains(name) else { return }
    rest[keyPath: condition] = sent[keyPath: condition]
    sent[keyPath: condition] = SampleQuery()[keyPath: condition]
  }

  /// Whether the plugin decides everything but the number of samples.
  var isWhollySent: Bool { filter == nil && after == nil && !sortsByEnd }
}

extension ValueCondition {
  /// Whether a name or a text is compared.
  fileprivate var isText: Bool {
    if case .text = operand { return true }
    return false
  }
}
