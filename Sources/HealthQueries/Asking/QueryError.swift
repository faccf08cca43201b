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
