import HealthModel

/// The problem at a place of a condition's text.
struct ConditionFault: Error {
  /// The place as count of bytes before it.
  var place: Int
  var reason: QueryError.Reason
  var message: String
  var instead: String?

  init(_ place: Int, _ message: String, instead: String? = nil, reason: QueryError.Reason = .wrongCondition) {
    self.place = place
    self.reason = reason
    self.message = message
    self.instead = instead
  }

  /// Gives an error its place.
  init(_ place: Int, _ error: QueryError) {
    self.init(place, error.message, instead: error.instead, reason: error.reason)
  }

  /// The error for people: with the text, and the place as column, counted in Unicode scalars from 1.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - start: where in it the bytes begin that places count, as count of bytes.
  /// - Returns: the error.
  func error(in text: [UInt8], behind start: Int = 0) -> QueryError {
    let column = text.prefix(start + place).count { $0 & 0xC0 != 0x80 } + 1
    let shown = TextEscaping.escaped(utf8: text, limit: 80)
    return QueryError(reason, "`\(shown)`, column \(column): \(message)", instead: instead)
  }
}
