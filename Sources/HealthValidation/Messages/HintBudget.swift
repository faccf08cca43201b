/// How many hints a run may still look up.
///
/// Looking up which known word was meant takes longer than reading a sample, and an input may have a new wrong word in
/// every record: past the first thousand nobody reads the hints.
package final class HintBudget {
  /// How many different words of an input are looked up.
  package static let size = 1000

  private var left = HintBudget.size
  /// How many lookups were refused; wordings that lack a hint for it are not for others.
  package private(set) var refusals = 0

  /// Creates the budget of a run.
  package init() {}

  /// Takes one lookup; `false` if no lookup is left.
  func take() -> Bool {
    if left == 0 {
      refusals += 1
      return false
    }
    left -= 1
    return true
  }

  /// The answer of a lookup, unless there have been too many.
  func look<Answer>(_ find: () -> Answer?) -> Answer? { take() ? find() : nil }
}
