import HealthModel

/// An object or array that `JSONPieces` is in.
struct JSONFrame {
  var isArray: Bool
  /// The patterns that lead here, and how many steps of each are done.
  var candidates: [(pattern: Int, done: Int)]
  var names: [String] = []
  var around: [String: JSONValue] = [:]
  /// Records that wait for what is around them.
  var held: [JSONPiece] = []
  /// Why its records are refused instead of held; `nil` while they are held.
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
  /// Values that should be records and are of another JSON kind, and how many more there are.
  var faults: [JSONPiece] = []
  var furtherFaults = 0
}
