/// What a name or a part of a condition is for one sample.
@usableFromInline package enum ConditionValue: Sendable, Hashable {
  /// There is none.
  case missing
  /// A number, in the unit that binding settled on: the canonical one for what has one.
  case number(Double)
  /// A text, the name of a case, a date as `YYYY-MM-DD`, a UUID in upper case, or the id of a type.
  case text(String)
  case boolean(Bool)
  /// A moment, in microseconds since 1970 UTC.
  case time(Int64)
  /// A quantity of metadata, in the unit that it is kept in.
  case quantity(Double, unit: String)

  /// The truth of a condition; `nil` when it is unknown.
  var truth: Bool? {
    if case .boolean(let value) = self { return value }
    return nil
  }

  static func finite(_ number: Double) -> ConditionValue { number.isFinite ? .number(number) : .missing }
}
