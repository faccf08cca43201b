/// The value of a characteristic type.
public enum CharacteristicShape: Sendable, Hashable {
  /// One of a list of cases; the case `notSet` yields no sample.
  case values(EnumDefinition)
  /// A calendar date without time or zone, `YYYY-MM-DD`.
  case date
  /// Free text of at most so many bytes.
  case text(maximumLength: Int)
}
