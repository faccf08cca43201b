/// A part of a correlation: which type may be in it and how often.
public struct CorrelationMember: Sendable, Hashable {
  /// The name of the part: the member's type id, or a role that distinguishes two members of one type.
  public var role: String
  /// The id of the member's type.
  public var type: String
  /// Fewest members of this role.
  public var minimum: Int
  /// Most members of this role; `nil` means any number.
  public var maximum: Int?

  @usableFromInline package init(role: String, type: String, minimum: Int, maximum: Int?) {
    self.role = role
    self.type = type
    self.minimum = minimum
    self.maximum = maximum
  }
}
