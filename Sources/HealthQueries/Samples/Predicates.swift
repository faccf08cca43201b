public import HealthModel
public import HealthStorage
import HealthUnits

/// How strictly a sample must be within a range of time: HealthKit's `HKQueryOptions`.
public struct QueryOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates a set of the options whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The sample must start at or after the beginning.
  public static let strictStartDate = QueryOptions(rawValue: 1)
  /// The sample must end before or at the end.
  public static let strictEndDate = QueryOptions(rawValue: 2)
}

/// Queries in the words of HealthKit's predicates; each condition narrows the query that it is added to.
extension SampleQuery {
  /// Samples of types within a range of time: `predicateForSamples(withStart:end:options:)`.
  ///
  /// - Parameters:
  ///   - types: the types, by any of their names; none means all.
  ///   - start: samples that end at or after this moment, in microseconds since 1970 UTC; with `strictStartDate` those
  ///     that start at or after it.
  ///   - end: samples that start before this moment; with `strictEndDate` those that end before or at it as well.
  ///   - options: how strictly the sample must be within.
  /// - Returns: the query, in ascending order.
  public static func samples(
    of types: String..., from start: Int64? = nil, to end: Int64? = nil, options: QueryOptions = []
  ) -> SampleQuery {
    var query = SampleQuery()
    query.types = types
    query.setTime(from: start, to: end, options: options)
    return query
  }

  /// Samples by their ids: `predicateForObjects(with:)`.
  public static func samples(with ids: [SampleID]) -> SampleQuery {
    var query = SampleQuery()
    query.ids = ids
    return query
  }

  /// Samples of a source, by its bundle or name: `predicateForObjects(from:)`.
  public func from(source bundleOrName: String) -> SampleQuery { with { $0.source = bundleOrName } }

  /// Samples of devices: `predicateForObjects(withDeviceProperty:allowedValues:)`.
  public func withDevice(_ property: DeviceProperty, allowedValues: [String]) -> SampleQuery {
    with { $0.device = DeviceCondition(property, allowedValues) }
  }

  /// Samples that have a metadata key, or whose value of it says something: `predicateForObjects(withMetadataKey:)` and
  /// `predicateForObjects(withMetadataKey:operatorType:value:)`.
  public func withMetadata(
    _ key: String, _ comparison: Comparison? = nil, _ operand: MetadataCondition.Operand? = nil
  ) -> SampleQuery {
    with { $0.metadata.append(MetadataCondition(key: key, comparison, operand)) }
  }

  /// Samples whose value is so to a quantity: `predicateForQuantitySamples(with:quantity:)`.
  ///
  /// - Throws: `QueryError`, when the query is not of one type, the type is none of numbers, or the unit is of another
  ///   dimension.
  public func withQuantity(
    _ comparison: Comparison, _ quantity: Quantity, in store: HealthStore
  ) throws(QueryError) -> SampleQuery {
    guard let type = types.first, types.count == 1 else {
      throw QueryError(
        .wrongTypeCount, "a quantity is compared with samples of one type, and the query names \(types.count)",
        instead: "ask for each type by itself")
    }
    let condition = try ValueCondition.quantity(comparison, quantity, type: type, in: store)
    return with { $0.values.append(condition) }
  }

  /// Samples of a category's case: `predicateForCategorySamples(with:value:)`.
  public func withCategory(_ comparison: Comparison, _ name: String) -> SampleQuery {
    with { $0.values.append(ValueCondition(comparison, .text(name))) }
  }

  /// Samples whose value is a case.
  public func withCategory(_ name: String) -> SampleQuery { withCategory(.equal, name) }

  /// Samples that are in no correlation: `predicateForObjectsWithNoCorrelation()`.
  public func withoutCorrelation() -> SampleQuery { with { $0.omitsMembers = true } }

  mutating func setTime(from start: Int64?, to end: Int64?, options: QueryOptions) {
    from = start
    to = end
    isStrictStart = options.contains(.strictStartDate)
    isStrictEnd = options.contains(.strictEndDate)
  }

  private func with(_ change: (inout SampleQuery) -> Void) -> SampleQuery {
    var query = self
    change(&query)
    return query
  }
}

/// Questions for samples by what they have to do with another one.
extension SampleQuery {
  /// Samples inside a sample, such as the heart rates of a workout: `predicateForObjects(from:)` of a workout.
  ///
  /// Inside are those of the same subject, or as well without one, that neither start before the sample does nor end
  /// after it. HealthKit has the objects that an app added to the workout; exports do not say which these are, so that
  /// here time decides, whatever the source; `collected(for:)` finds those that a `WorkoutBuilder` added.
  /// `from(source:)` narrows it. The sample itself is inside, too: name types.
  ///
  /// ```swift
  /// let pulses = try await store.samples(matching: .samples(of: "heartRate").within(workout))
  /// ```
  ///
  /// - Parameter sample: the sample; inside one without a time there is nothing.
  /// - Returns: the query, narrowed.
  public func within(_ sample: Sample) -> SampleQuery {
    guard let start = sample.start?.microseconds, let end = sample.end?.microseconds else { return none }
    var query = self
    var parts: [BoundExpression] = []
    if !query.require(startAtLeast: start) {
      parts.append(.comparison(.sample(.start), .greaterOrEqual, .constant(.time(start))))
    }
    if !query.require(endAtMost: end) { parts.append(.comparison(.sample(.end), .lessOrEqual, .constant(.time(end)))) }
    if let subject = sample.subject {
      guard query.require(subjects: [subject]) else { return none }
    } else {
      parts.append(.isMissing(.sample(.subject)))
    }
    query.require(parts)
    return query
  }

  /// Samples that belong to a sample, as routes do to their workout: those that name it as their `parent`.
  ///
  /// ```swift
  /// let routes = try await store.samples(matching: .samples(of: "workoutRoute").children(of: workout.id))
  /// ```
  public func children(of parent: SampleID) -> SampleQuery {
    var query = self
    query.require([.comparison(.sample(.parent), .equal, .constant(.text(parent.description)))])
    return query
  }

  /// The series of a sample: those that name it as their `parent`, and those inside its time that name none.
  func belonging(to owner: Sample) -> SampleQuery {
    var query = self
    let named = BoundExpression.comparison(.sample(.parent), .equal, .constant(.text(owner.id.description)))
    if let start = owner.start?.microseconds, let end = owner.end?.microseconds {
      let unnamed: [BoundExpression] = [
        .isMissing(.sample(.parent)), .comparison(.sample(.start), .greaterOrEqual, .constant(.time(start))),
        .comparison(.sample(.start), .lessOrEqual, .constant(.time(end))),
        .comparison(.sample(.end), .lessOrEqual, .constant(.time(end))),
      ]
      query.require([.any([named, .all(unnamed)])])
    } else {
      query.require([named])
    }
    return query
  }

  private var none: SampleQuery {
    var query = self
    query.ids = []
    return query
  }

  private mutating func require(_ parts: [BoundExpression]) {
    let all = (condition.map { [$0] } ?? []) + parts
    if !all.isEmpty { condition = all.count == 1 ? all[0] : .all(all) }
  }
}

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

extension SampleQuery {
  /// The query with its types by their ids, after the checks.
  ///
  /// A condition that none of the types can meet whatever its samples say is an error; one that no sample happens to
  /// meet is not.
  func checked(for store: HealthStore) throws(QueryError) -> SampleQuery {
    var query = self
    query.types = try store.typeIDs(named: types)
    if let limit, limit < 0 {
      throw QueryError(.wrongCondition, "there are no \(limit) samples", instead: "set `limit` to 0 or more")
    }
    for condition in metadata { try condition.check() }
    guard !values.isEmpty || !members.isEmpty else { return query }
    var definitions: [TypeDefinition] = []
    if types.isEmpty { definitions = store.registry.types }
    for id in query.types { definitions.append(try store.type(named: id)) }
    for condition in values { try condition.check(for: definitions) }
    for condition in members { try condition.check(for: definitions, in: store.registry) }
    return query
  }
}

extension SampleQuery {
  func onlyType(in store: HealthStore, for what: String) throws(QueryError) -> TypeDefinition {
    guard let type = types.first, types.count == 1 else {
      throw QueryError(
        .wrongTypeCount, types.isEmpty ? "the question names no type" : "the question names \(types.count) types",
        instead: "ask for the \(what) of one type")
    }
    return try store.type(named: type)
  }
}

extension MetadataCondition {
  fileprivate func check() throws(QueryError) {
    guard let comparison, let operand else { return }
    switch operand {
    case .text, .boolean:
      guard comparison == .equal || comparison == .notEqual else {
        throw QueryError(
          .wrongCondition, "texts and truth values, here of `\(TextEscaping.escaped(key))`, have no order",
          instead: "compare them by `=` or `!=`")
      }
    case .number, .quantity: break
    }
  }
}

extension ValueCondition {
  fileprivate func fits(_ type: TypeDefinition) -> Bool {
    switch operand {
    case .number(let number): type.shape.quantity != nil && number.isFinite
    case .text(let name):
      type.shape.enumeration?.cases.contains { $0.name == name || $0.aliases.contains(name) }
        ?? (type.shape.text != nil)
    }
  }

  fileprivate func check(for types: [TypeDefinition]) throws(QueryError) {
    guard types.contains(where: { fits($0) }) else {
      let names = types.count == 1 ? types[0].id : "none of the \(types.count) types"
      switch operand {
      case .number(let number):
        let verb = types.count == 1 ? "has no value" : "has a value"
        throw QueryError(
          .wrongCondition, "\(names) \(verb) that can be compared with \(number)", instead: types.first?.waysToCompare)
      case .text(let text):
        let cases = types.flatMap { $0.shape.enumeration?.cases.map(\.name) ?? [] }
        let near = Suggestion.nearest(to: text, among: cases).map { "did you mean `\($0)`?" }
        let verb = types.count == 1 ? "has no case" : "has a case"
        throw QueryError(
          .wrongCondition, "\(names) \(verb) `\(TextEscaping.escaped(text))`",
          instead: near ?? types.first?.waysToCompare)
      }
    }
    guard case .text = operand, comparison != .equal, comparison != .notEqual else { return }
    throw QueryError(
      .wrongCondition, "cases and texts have no order for `\(comparison.rawValue)`",
      instead: "compare them by `=` or `!=`")
  }
}

extension MemberCondition {
  fileprivate func check(for types: [TypeDefinition], in registry: Registry) throws(QueryError) {
    let correlations = types.filter { $0.shape.members != nil }
    guard !correlations.isEmpty else { throw QueryError.noCorrelation(types.first?.id ?? role, in: registry) }
    var found: [TypeDefinition] = []
    for type in correlations { found += type.memberTypes(as: role, in: registry) }
    guard !found.isEmpty else { throw QueryError.noRole(role, in: correlations) }
    for value in values { try value.check(for: found) }
  }
}

extension ValueCondition {
  /// The condition that a sample's value is so to a quantity, which may be in any unit of the type's dimension.
  ///
  /// - Returns: the condition in the type's canonical unit, in which samples are stored.
  package static func quantity(
    _ comparison: Comparison, _ quantity: Quantity, type: String, in store: HealthStore
  ) throws(QueryError) -> ValueCondition {
    try self.quantity(comparison, quantity, of: try store.type(named: type))
  }

  package static func quantity(
    _ comparison: Comparison, _ quantity: Quantity, of type: TypeDefinition
  ) throws(QueryError) -> ValueCondition {
    guard let shape = type.shape.quantity else {
      throw QueryError(
        .wrongKind, "\(type.id) has no numbers to compare with \(TextEscaping.escaped(quantity.description))",
        instead: type.waysToCompare)
    }
    guard shape.takes(quantity.unit), let value = try? quantity.doubleValue(for: shape.unit) else {
      throw .unit(quantity.unit, of: type, shape)
    }
    guard value.isFinite else {
      throw QueryError(.wrongCondition, "no number of \(shape.unit) is \(value)", instead: type.waysToCompare)
    }
    return ValueCondition(comparison, .number(value))
  }
}

extension QuantityShape {
  /// Whether values may be requested in a unit: as in samples, a count is not a fraction, though both are plain
  /// numbers.
  fileprivate func takes(_ other: UnitOfMeasure) -> Bool {
    guard unit.dimension.isDimensionless, other.grammar == .healthKit else { return true }
    return other == unit || units.only?.contains(other) == true || units.spellings.contains { $0.unit == other }
  }
}

extension TypeDefinition {
  /// The forms that the values of samples can be compared with, as a clause.
  var waysToCompare: String {
    if let quantity = shape.quantity { return "compare with a quantity in \(quantity.unit)" }
    if let list = shape.enumeration { return "compare by `=` or `!=` with one of its cases: \(list.shownCases)" }
    guard let members = shape.members else { return "compare by `=` or `!=` with a text" }
    return "ask what its members say: " + members.prefix(5).map { "`\($0.role)`" }.joined(separator: ", ")
  }
}

extension EnumDefinition {
  fileprivate var shownCases: String {
    cases.prefix(8).map { "`\($0.name)`" }.joined(separator: ", ") + (cases.count > 8 ? ", …" : "")
  }
}
