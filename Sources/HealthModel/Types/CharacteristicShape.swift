/// The value of a characteristic type.
public enum CharacteristicShape: Sendable, Hashable {
  /// One of a list of cases; the case `notSet` yields no sample.
  case values(EnumDefinition)
  /// A text of some form.
  case text(TextShape)
}

/// The form of a text value.
public enum TextShape: Sendable, Hashable {
  /// A calendar date without time or zone, `YYYY-MM-DD`.
  case date
  /// Free text of at most this many bytes.
  case free(maximumLength: Int)
}
