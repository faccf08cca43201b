package import HealthModel
package import HealthUnits

/// Why a question cannot be answered, samples are not saved or a workout refuses a call, and what to do instead.
///
/// ```swift
/// do {
///   _ = try await store.statistics(.heartRate, options: .cumulativeSum)
/// } catch let error as QueryError where error.reason == .wrongStatistic {
///   print(error.message, error.instead ?? "")
/// }
/// ```
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of refusals.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// No type has this name.
    case unknownType
    /// The type's values cannot be combined so: a sum of heart rates, an average of steps.
    case wrongStatistic
    /// The type does not have this unit: its dimension differs, or it has none.
    case wrongUnit
    /// The question is for another kind of type: a correlation's members of a quantity.
    case wrongKind
    /// The interval does not exist, or there are too many intervals.
    case wrongInterval
    /// No time zone has this name, or its rules cannot be read.
    case wrongTimeZone
    /// A condition cannot be understood.
    case wrongCondition
    /// The question names no type, or several where one is meant.
    case wrongTypeCount
    /// The samples are of several subjects, which are never merged with each other.
    case severalSubjects
    /// The rules refuse the sample or workout.
    case refused
    /// Another sample is stored under the id.
    case conflict
    /// The workout does not have the state that the call needs.
    case wrongState
    /// A moment of the workout is before another one, or later than now.
    case wrongTime
    /// The rules would refuse a workout of this configuration.
    case wrongConfiguration
    /// The sample cannot be collected for the workout.
    case wrongSample
    /// The workout has more events, activities or statistics than it could be finished with.
    case tooManyEvents
    /// The workout is finished, discarded or in doubt.
    case over
    /// Another builder goes on with the workout.
    case takenOver
  }

  /// The kind.
  public var reason: Reason
  /// The problem and the reason, in one sentence without a full stop, made safe to show.
  public var message: String
  /// What to do instead, as a clause.
  public var instead: String?

  package init(_ reason: Reason, _ message: String, instead: String? = nil) {
    self.reason = reason
    self.message = message
    self.instead = instead
  }

  /// The message and what to do instead.
  public var description: String { message + (instead.map { "; \($0)" } ?? "") }
}

/// Why statistics are refused, and what to ask instead.
extension QueryError {
  static func severalSubjects(
    _ subjects: some Collection<SubjectName>, of type: TypeDefinition? = nil, areAll: Bool = true
  ) -> QueryError {
    let named = subjects.filter { $0.name != nil }.sorted() + subjects.filter { $0.name == nil }
    let shown = named.prefix(2).map(\.shown)
    let names =
      named.count > 2
      ? shown.joined(separator: ", ") + " and others" : (areAll ? "" : "such as ") + shown.joined(separator: " and ")
    return QueryError(
      .severalSubjects,
      "\(type?.id ?? "the store") has samples of several subjects (\(names)), which are never merged with each other",
      instead: "ask for one subject, or for each by itself")
  }

  static func characteristic(_ type: TypeDefinition) -> QueryError {
    QueryError(
      .wrongKind, "\(type.id) is a characteristic: a fact that does not change with time has no statistics",
      instead: "ask for the sample")
  }

  static func statistic(of type: TypeDefinition, asked: StatisticsOptions) -> QueryError {
    if type.shape.quantity?.aggregation == .cumulative {
      let what =
        asked.contains(.discreteAverage)
        ? "an average of its samples depends" : "the smallest and the largest of its samples depend"
      return QueryError(
        .wrongStatistic, "\(type.id) is cumulative: \(what) on how a device cut them up",
        instead: "ask for the sum, of the whole time or per day")
    }
    if type.shape.quantity != nil {
      return QueryError(
        .wrongStatistic, "\(type.id) is discrete: its values do not add up",
        instead: "ask for the average, minimum, maximum or most recent")
    }
    if type.shape.hasTimedCases {
      return QueryError(
        .wrongStatistic, "\(type.id) is a category: its cases are not numbers",
        instead: "ask for how often and how long each case was")
    }
    if let members = type.shape.members {
      let member = members.first.map { "`\($0.type)`" } ?? "one of its members"
      return QueryError(
        .wrongStatistic, "\(type.id) is a correlation: it has no value", instead: "ask for the statistics of \(member)")
    }
    return QueryError(
      .wrongStatistic, "\(type.id) is a \(type.kind.rawValue): its values are not numbers",
      instead: "ask for how often and how long it was")
  }

  static func unitOfNoQuantity(_ type: TypeDefinition) -> QueryError {
    QueryError(.wrongUnit, "\(type.id) is not a quantity: it has no unit", instead: "leave the unit out")
  }

  static func unit(_ unit: UnitOfMeasure, of type: TypeDefinition, _ shape: QuantityShape) -> QueryError {
    let unitText = TextEscaping.escaped(unit.unitString, limit: 60)
    return QueryError(
      .wrongUnit, "\(type.id) is measured in \(shape.unit.unitString), which \(unitText) cannot be converted into",
      instead: "ask for \(usable(shape))")
  }

  /// Two or three units that the type's values can be converted into.
  private static func usable(_ shape: QuantityShape) -> String {
    var names = [shape.unit.unitString]
    let listed = shape.units.only?.map(\.unitString) ?? []
    for name in listed + common where names.count < 3 && !names.contains(name) {
      guard let unit = try? UnitOfMeasure(name), shape.unit.isConvertible(to: unit) else { continue }
      names.append(name)
    }
    guard let last = names.popLast() else { return "" }
    return names.isEmpty ? last : names.joined(separator: ", ") + " or \(last)"
  }

  /// Units that people know, of every dimension that is measured often.
  private static let common = [
    "count", "count/min", "count/s", "%", "kg", "g", "lb", "mg", "mcg", "m", "km", "mi", "cm", "ft", "in", "s", "min",
    "hr", "ms", "kcal", "kJ", "degC", "degF", "K", "mmHg", "kPa", "mL", "L", "fl_oz_us", "mg/dL", "m/s", "km/hr",
    "mi/hr", "W", "mL/kg·min", "dBASPL", "IU", "V", "mV", "S",
  ]
}

extension Registry {
  package func type(asked name: String) throws(QueryError) -> TypeDefinition {
    if let type = type(named: name) { return type }
    if let pending = pendingName(for: name) {
      throw QueryError(
        .unknownType, "\(pending) has no type yet, so that stores have no samples of it",
        instead: "`assay explain \(pending)` says what becomes of them")
    }
    throw QueryError(
      .unknownType, "no type is called `\(TextEscaping.escaped(name))`",
      instead: suggestion(for: name, among: types.map(\.id)))
  }

  /// The unit that a question names for values of a type: of HealthKit's grammar, a team's, the type's own spelling, or `percent 0-100`
  /// for a fraction.
  ///
  /// Every unit that values convert to is taken, also where samples may not be written in it; for counts and fractions,
  /// which convert to each other in number only, the type's own unit alone.
  ///
  /// - Returns: the unit; `conversion(to:)` and from the type's canonical unit do not throw.
  package func unit(_ text: String, for type: TypeDefinition) throws(QueryError) -> UnitOfMeasure {
    guard let shape = type.shape.quantity else {
      let shown = TextEscaping.escaped(text, limit: 64)
      throw QueryError(
        .wrongUnit, "\(type.id) is a \(type.kind.rawValue), whose value has no unit, got `\(shown)`",
        instead: "leave the unit out")
    }
    do throws(SyntaxError) { return try unit(text, of: type.id, in: shape.unit, shape.units) } catch {
      let isFraction = shape.unit.unitString == "%" && error.instead == "ask in %"
      throw QueryError(
        .wrongUnit, error.message,
        instead: isFraction ? "ask in % or \(UnitOfMeasure.percentOfHundred)" : error.instead)
    }
  }
}
