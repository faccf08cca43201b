import HealthModel
import HealthUnits

/// Why a question cannot be answered, and what to ask instead.
///
/// ```swift
/// do {
///   _ = try await StatisticsQuery(.samples(of: "heartRate"), options: .cumulativeSum).result(for: store)
/// } catch let error as QueryError where error.reason == .wrongStatistic {
///   print(error.message, error.instead ?? "")
/// }
/// ```
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of wrong questions.
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
  }

  /// The kind.
  public var reason: Reason
  /// The problem and the reason, in one sentence without a full stop, made safe to show.
  public var message: String
  /// The alternative, as a clause.
  public var instead: String?

  package init(_ reason: Reason, _ message: String, instead: String? = nil) {
    self.reason = reason
    self.message = message
    self.instead = instead
  }

  /// The message and what to ask instead.
  public var description: String { message + (instead.map { "; \($0)" } ?? "") }
}

/// Why statistics are refused, and what to ask instead.
extension QueryError {
  static func typeCount(_ count: Int) -> QueryError {
    QueryError(
      .wrongTypeCount,
      count == 0 ? "the question names no type" : "the question names \(count) types",
      instead: "ask for the statistics of one type")
  }

  /// Samples of several subjects; those that name none count as one more.
  static func severalSubjects(
    _ subjects: some Collection<SubjectName>, of type: TypeDefinition? = nil, areAll: Bool = true
  ) -> QueryError {
    let named = subjects.filter { $0.name != nil }.sorted() + subjects.filter { $0.name == nil }
    let shown = named.prefix(2).map(\.shown)
    let names =
      named.count > 2
      ? shown.joined(separator: ", ") + " and others"
      : (areAll ? "" : "such as ") + shown.joined(separator: " and ")
    return QueryError(
      .severalSubjects,
      "\(type?.id ?? "the store") has samples of several subjects (\(names)), which are never merged with each other",
      instead: "ask for one subject, or for each by itself")
  }

  /// A type without a time.
  static func characteristic(_ type: TypeDefinition) -> QueryError {
    QueryError(
      .wrongKind, "\(type.id) is a characteristic: a fact that does not change with time has no statistics",
      instead: "ask for the sample")
  }

  /// Statistics that say nothing about the type.
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
        .wrongStatistic, "\(type.id) is a correlation: it has no value",
        instead: "ask for the statistics of \(member)")
    }
    return QueryError(
      .wrongStatistic, "\(type.id) is a \(type.kind.rawValue): its values are not numbers",
      instead: "ask for how often and how long it was")
  }

  static func unitOfNoQuantity(_ type: TypeDefinition) -> QueryError {
    QueryError(.wrongUnit, "\(type.id) is not a quantity: it has no unit", instead: "leave the unit out")
  }

  /// A unit of another dimension.
  static func unit(_ unit: UnitOfMeasure, of type: TypeDefinition, _ shape: QuantityShape) -> QueryError {
    let unitText = TextEscaping.escaped(unit.unitString, limit: 60)
    return QueryError(
      .wrongUnit,
      "\(type.id) is measured in \(shape.unit.unitString), which \(unitText) cannot be converted into",
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
