public import HealthModel
public import HealthStorage

/// Reads conditions on samples from text and adds them to a query.
///
/// ```text
/// value > 100 count/min and metadata.HKWasUserEntered = true
/// members.bloodPressureSystolic >= 140 mmHg and start >= 2026-01-01
/// device.model in ("Watch6,7", "Watch7,1") and not (source = com.example.app or subject is missing)
/// activity = running and distance > 5 km and count(events where kind = pause) = 0
/// ```
///
/// `Documentation/conditions.md` has the language. Values are checked against the types that the query names, and
/// converted to their canonical units. What a query says in its own terms, it says so, since stores look that up; the rest
/// becomes its `condition`.
public struct PredicateText: Sendable {
  package let registry: Registry
  package let moments: MomentText

  /// The longest text that is read, in bytes of UTF-8.
  package static let maximumLength = ConditionReading.maximumLength

  /// Reads with a registry's types and, for times without an offset, in a time zone.
  public init(registry: Registry, zone: TimeZoneRules? = nil) {
    self.registry = registry
    moments = MomentText(zone: zone)
  }

  /// Adds the conditions of a text to a query, whose types must be set before.
  ///
  /// - Parameters:
  ///   - text: the conditions.
  ///   - query: takes them up; unchanged when one cannot be read.
  /// - Throws: `QueryError` with the text and the column: `wrongCondition`; `wrongUnit` for a unit that values do not
  ///   convert to; `wrongKind` for a condition that types of this kind cannot meet; `wrongTypeCount` for a condition on
  ///   values when the query names no types; `unknownType`.
  public func add(_ text: String, to query: inout SampleQuery) throws(QueryError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw QueryError(
        .wrongCondition, "conditions are longer than \(Self.maximumLength) bytes", instead: "ask for less at once")
    }
    let binder = ConditionBinder(typesNamed: query.types, registry: registry, moments: moments)
    var added = query
    do throws(SyntaxError) {
      for part in try binder.conditions(text) { try added.require(part, registry) }
    } catch {
      throw QueryError(error, in: Array(text.utf8))
    }
    query = added
  }

  /// Adds a condition on metadata: that a key is there or, with a value, that it equals it.
  ///
  /// The value is read as an operand of `=` is, but blanks in it need no quotes.
  @usableFromInline package func add(metadata key: String, equal value: String?, to query: inout SampleQuery)
    throws(QueryError)
  {
    let meaning = MetadataMeaning(key, in: registry)
    guard let value else {
      query.metadata.append(MetadataCondition(key: meaning.key))
      return
    }
    do throws(SyntaxError) {
      let (word, unit) = meaning.parts(of: value, registry)
      let operand = try meaning.operand(word, unit: unit, registry)
      query.metadata.append(MetadataCondition(key: meaning.key, .equal, .init(operand)))
    } catch {
      throw QueryError(error, in: Array((key + "=" + value).utf8), after: key.utf8.count + 1)
    }
  }

  /// Adds a value that a property of the device may have; values that are added for one property are alternatives.
  @usableFromInline package func add(device property: String, equal value: String, to query: inout SampleQuery)
    throws(QueryError)
  {
    do throws(SyntaxError) {
      let property = try DeviceProperty(named: property, at: 0)
      if let present = query.device, present.property != property {
        throw SyntaxError(
          0, "a query asks for one property of devices, and this one for \(present.property.rawValue) already",
          instead: "leave one of the two out")
      }
      query.device = DeviceCondition(property, (query.device?.values ?? []) + [value])
    } catch {
      throw QueryError(error, in: Array((property + "=" + value).utf8))
    }
  }
}

extension QueryError {
  /// What is wrong with a text: with the text, and the place as column, counted in Unicode scalars from 1.
  init(_ fault: SyntaxError, in text: [UInt8], after start: Int = 0) {
    let shown = TextEscaping.escaped(utf8: text, limit: 80)
    let column = fault.column(in: text, after: start)
    self.init(Reason(fault.reason), "`\(shown)`, column \(column): \(fault.message)", instead: fault.instead)
  }
}

extension QueryError.Reason {
  fileprivate init(_ reason: SyntaxError.Reason) {
    switch reason {
    case .wrongCondition: self = .wrongCondition
    case .wrongUnit: self = .wrongUnit
    case .wrongKind: self = .wrongKind
    case .wrongTypeCount: self = .wrongTypeCount
    case .unknownType: self = .unknownType
    }
  }
}

/// Conditions of a text as those of a query: what a store can look up by the query's own fields is said there, all else
/// is its `condition`.
extension SampleQuery {
  /// Requires a condition, beside what is required already.
  mutating func require(_ part: ConditionBinder.Part, _ registry: Registry) throws(SyntaxError) {
    if try take(part.condition, registry, at: part.place) { return }
    let others = condition.map(\.conjuncts) ?? []
    let all = others + part.condition.conjuncts
    condition = all.count == 1 ? all[0] : .all(all)
  }

  /// Says a condition by the query's own fields; `false` when it has none for it.
  private mutating func take(
    _ condition: BoundExpression, _ registry: Registry, at place: Int
  ) throws(SyntaxError) -> Bool {
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

  private mutating func require(_ names: [String], at place: Int) throws(SyntaxError) {
    let present = subjects ?? subject.map { [$0] } ?? []
    guard require(subjects: names) else {
      let shown = present.map { "`\(TextEscaping.escaped($0, limit: 80))`" }.joined(separator: ", ")
      throw SyntaxError(
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
