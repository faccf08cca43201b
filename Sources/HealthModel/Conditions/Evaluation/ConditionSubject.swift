/// What a condition is asked of: a sample, judged or stored, and what it is made of.
///
/// A list is looked through in the order of its elements, so that a subject may keep its place.
@usableFromInline package protocol ConditionSubject {
  func value(of name: SampleName) -> ConditionValue
  func count(of list: ListName) -> Int
  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue
}

/// The names that mean something of a sample.
@usableFromInline package enum SampleName: Sendable, Hashable {
  /// The sample's own value: a number in the canonical unit, the name of a case, or a text.
  case value
  case start, end
  /// A field of a structured type, as index into its fields.
  case field(Int)
  case parent
  case rate
  case member(Int)
  /// The value of a metadata key, as the normal form writes the key.
  case metadata(String)
  /// Whether the source has this bundle or name; missing for a sample without a source.
  case isSource(String)
  case subject
  case device(String)
  /// What the sample was before it was normalized: `unit`, `type`, or the unit of a correction, `read_as`.
  case original(String)
}

/// What a function looks through.
@usableFromInline package enum ListName: Sendable, Hashable {
  /// A list of a structured type, as index into its lists.
  case list(Int)
  case points
  /// The members of a correlation with a role or, where no role has the name, of a type with this id.
  case members(String)
}

/// The names that mean something of an element of a list, of a point, or of a member.
@usableFromInline package enum ListElementName: Sendable, Hashable {
  /// A field of an element, as index into its fields; 0 for the value of a list of values.
  case field(Int)
  /// A column of a point, as index into the columns, in the column's unit.
  case column(Int)
  case time
  case value
  case start, end
}
