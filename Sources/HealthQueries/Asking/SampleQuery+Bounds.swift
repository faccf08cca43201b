import HealthModel
import HealthStorage

/// Bounds on start and end. A query holds one lower and one upper bound, each on one of the two; a bound that follows
/// from the one that is there changes nothing.
extension SampleQuery {
  /// Requires that samples start at or after a moment; `false` when the query cannot say it.
  mutating func require(startAtLeast moment: Int64) -> Bool {
    guard let from else {
      self.from = moment
      isStrictStart = true
      return true
    }
    // After a bound on the end the start may only be bounded later: an end is never before its start.
    guard isStrictStart || moment >= from else { return false }
    self.from = max(from, moment)
    isStrictStart = true
    return true
  }

  /// Requires that samples end at or after a moment; `false` when the query cannot say it.
  mutating func require(endAtLeast moment: Int64) -> Bool {
    guard let from else {
      self.from = moment
      isStrictStart = false
      return true
    }
    if isStrictStart { return moment <= from }
    self.from = max(from, moment)
    return true
  }

  /// Requires that samples start before a moment; `false` when the query cannot say it.
  mutating func require(startBefore moment: Int64) -> Bool {
    guard let to else {
      self.to = moment
      isStrictEnd = false
      return true
    }
    if isStrictEnd { return to < moment }
    self.to = min(to, moment)
    return true
  }

  /// Requires that samples end before or at a moment; `false` when the query cannot say it.
  mutating func require(endAtMost moment: Int64) -> Bool {
    guard let to else {
      self.to = moment
      isStrictEnd = true
      return true
    }
    guard isStrictEnd || moment < to else { return false }
    self.to = min(to, moment)
    isStrictEnd = true
    return true
  }
}

/// Conditions of a text as those of a query: what a store can look up by the query's own fields is said there, all else
/// is its `condition`.
extension SampleQuery {
  /// Requires a condition, beside what is required already.
  mutating func require(_ part: ConditionBinder.Part, _ registry: Registry) throws(ConditionFault) {
    if try take(part.condition, registry, at: part.place) { return }
    let others = condition.map(\.conjuncts) ?? []
    let all = others + part.condition.conjuncts
    condition = all.count == 1 ? all[0] : .all(all)
  }

  /// Says a condition by the query's own fields; `false` when it has none for it.
  private mutating func take(
    _ condition: BoundExpression, _ registry: Registry, at place: Int
  ) throws(ConditionFault) -> Bool {
    switch condition {
    case .comparison(.sample(.start), let comparison, .constant(.time(let moment))):
      return require(isStart: true, comparison, moment)
    case .comparison(.sample(.end), let comparison, .constant(.time(let moment))):
      return require(isStart: false, comparison, moment)
    case .sample(.isSource(let name)): return require(source: name)
    case .comparison(.sample(.subject), .equal, .constant(.text(let name))): try require([name], at: place)
    case .comparison(.sample(.subject), .notEqual, .constant(.text(let name))): excludedSubjects.append(name)
    case .isOneOf(.sample(.subject), let names): try require(names, at: place)
    case .isOneOf(.sample(.device(let property)), let values): return require(property, values)
    case .comparison(.sample(.metadata(let key)), let comparison, .constant(let value)):
      guard let operand = MetadataCondition.Operand(value) else { return false }
      metadata.append(MetadataCondition(key: key, comparison, operand))
    case .not(.isMissing(.sample(.metadata(let key)))): metadata.append(MetadataCondition(key: key))
    case .fold(.any, .members(let role), let body, nil): return require(role, body, registry)
    default:
      guard let value = ValueCondition(condition, on: .sample(.value), registry) else { return false }
      values.append(value)
    }
    return true
  }

  private mutating func require(isStart: Bool, _ comparison: Comparison, _ moment: Int64) -> Bool {
    // A moment is within the years 1 to 9999, so that its neighbors exist.
    switch (isStart, comparison) {
    case (_, .equal), (_, .notEqual): false
    case (true, .greater): require(startAtLeast: moment + 1)
    case (true, .greaterOrEqual): require(startAtLeast: moment)
    case (true, .less): require(startBefore: moment)
    case (true, .lessOrEqual): require(startBefore: moment + 1)
    case (false, .greater): require(endAtLeast: moment + 1)
    case (false, .greaterOrEqual): require(endAtLeast: moment)
    case (false, .less): require(endAtMost: moment - 1)
    case (false, .lessOrEqual): require(endAtMost: moment)
    }
  }

  private mutating func require(source name: String) -> Bool {
    if let source, !source.utf8.elementsEqual(name.utf8) { return false }
    source = name
    return true
  }

  private mutating func require(_ property: String, _ values: [String]) -> Bool {
    guard let property = DeviceProperty(rawValue: property) else { return false }
    guard let present = device else {
      device = DeviceCondition(property, values)
      return true
    }
    guard present.property == property else { return false }
    device?.values = present.values.filter { values.contains($0) }
    return true
  }

  private mutating func require(_ role: String, _ body: BoundExpression?, _ registry: Registry) -> Bool {
    var wanted: [ValueCondition] = []
    for part in body.map(\.conjuncts) ?? [] {
      guard let value = ValueCondition(part, on: .element(.value), registry) else { return false }
      wanted.append(value)
    }
    if let index = members.firstIndex(where: { $0.role == role }) {
      members[index].values += wanted
    } else {
      members.append(MemberCondition(role: role, values: wanted))
    }
    return true
  }

  private mutating func require(_ names: [String], at place: Int) throws(ConditionFault) {
    let present = subjects ?? subject.map { [$0] } ?? []
    guard require(subjects: names) else {
      let shown = present.map { "`\(TextEscaping.escaped($0, limit: 80))`" }.joined(separator: ", ")
      throw ConditionFault(
        place, "a sample is of one subject, and the query already wants \(shown)",
        instead: "write `subject in (A, B)` for several subjects")
    }
  }

  /// Requires one of these subjects; what was required before still holds.
  package mutating func require(subjects names: [String]) -> Bool {
    let present = subjects ?? subject.map { [$0] }
    var wanted: [String] = []
    for name in names where !Self.contains(name, wanted) && present.map({ Self.contains(name, $0) }) ?? true {
      wanted.append(name)
    }
    guard !wanted.isEmpty else { return false }
    // One by itself is what every store and plugin can look up.
    (subject, subjects) = wanted.count == 1 ? (wanted[0], nil) : (nil, wanted)
    return true
  }

  /// Whether a list has a text, byte for byte.
  private static func contains(_ name: String, _ list: [String]) -> Bool {
    list.contains { $0.utf8.elementsEqual(name.utf8) }
  }
}

extension ValueCondition {
  /// The condition on a value that an expression says; `nil` when it says another one.
  fileprivate init?(_ condition: BoundExpression, on value: BoundExpression, _ registry: Registry) {
    switch condition {
    case .comparison(value, let comparison, .constant(.number(let number))): self.init(comparison, .number(number))
    case .isOneOf(value, let texts):
      guard let name = Self.name(of: texts, registry) else { return nil }
      self.init(.equal, .text(name))
    case .not(.isOneOf(value, let texts)):
      guard let name = Self.name(of: texts, registry) else { return nil }
      self.init(.notEqual, .text(name))
    default: return nil
    }
  }

  /// The name of the one case that has all of some names; `nil` when they are those of several.
  private static func name(of texts: [String], _ registry: Registry) -> String? {
    guard let first = texts.first else { return nil }
    let isOne =
      texts.count == 1
      || registry.types.contains { type in
        guard let item = type.shape.enumeration?.item(named: first) else { return false }
        return [item.name] + item.aliases == texts
      }
    return isOne ? first : nil
  }
}

extension MetadataCondition.Operand {
  /// What a value of metadata is compared with; `nil` for a value that metadata do not have.
  init?(_ value: ConditionValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .quantity(let number, let unit): self = .quantity(number, unit: unit)
    case .missing, .time: return nil
    }
  }
}
