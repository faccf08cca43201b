import HealthJSON

/// An object or array that `JSONPieces` is in.
struct JSONFrame {
  var isArray: Bool
  /// The patterns that lead here, and how many steps of each are done.
  var candidates: [(pattern: Int, done: Int)]
  var names: [String] = []
  var around: [String: JSONValue] = [:]
  /// Records that wait for what is around them.
  var held: [JSONPiece] = []
  /// Why records of it are no longer held; `nil` as long as they are.
  var tooLate: String?
  /// Whether its elements are documents.
  var isRoot = false
  var isEmpty = true
  /// Whether some pattern led to a record in it.
  var hasRecord = false
  /// Whether some pattern led into it.
  var isKnown = false
  /// Records of lists that no pattern names, and how many more there are.
  var beside: [JSONPiece] = []
  var furtherBeside = 0
  /// What is not of the form in which records are, and how much more of that there is.
  var faults: [JSONPiece] = []
  var furtherFaults = 0
}
