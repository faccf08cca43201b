/// What is wrong at a place of a condition's text.
@usableFromInline package struct ConditionFault: Error, Hashable, Sendable {
  @usableFromInline package enum Reason: Sendable, Hashable {
    /// The text cannot be understood, or means nothing here.
    case wrongCondition
    /// The value has no such unit: its dimension is another, or it has none.
    case wrongUnit
    /// The condition is for another kind of type: a correlation's members of a quantity.
    case wrongKind
    /// It means something in types only, and none is named, or several where one is meant.
    case wrongTypeCount
    case unknownType
  }

  /// The place as count of bytes before it.
  package var place: Int
  /// The kind.
  package var reason: Reason
  /// What is wrong, in one clause without a full stop, made safe to show.
  package var message: String
  /// What to write in its place, as a clause.
  package var instead: String?

  @usableFromInline package init(
    _ place: Int, _ message: String, instead: String? = nil, reason: Reason = .wrongCondition
  ) {
    self.place = place
    self.reason = reason
    self.message = message
    self.instead = instead
  }

  /// The place as column of a text, counted in Unicode scalars from 1.
  package func column(in text: [UInt8], after start: Int = 0) -> Int {
    text.prefix(start + place).count { $0 & 0xC0 != 0x80 } + 1
  }
}
