import HealthModel

/// Wordings of findings that came more than once in an input.
///
/// A finding that is the first of its kind is only noted: in a file where each has another text, none is worth keeping.
struct WordingMemo: Sendable {
  /// All tables are empty until a finding asks: most inputs have none, and tables of tens of kilobytes take time.
  private var keys: [WordingKey] = []
  private var wordings: [Wording?] = []
  private var seen: [UInt64] = []

  /// The result of looking up a finding's words.
  enum Answer {
    case known(Wording)
    /// The wording is worth keeping.
    case again
    case new
  }

  /// The wording of a finding, when it is known.
  mutating func answer(for key: WordingKey) -> Answer {
    if keys.isEmpty { makeTables() }
    let entry = Int(truncatingIfNeeded: key.hash & 255)
    if keys[entry].hash == key.hash, keys[entry] == key, let wording = wordings[entry] { return .known(wording) }
    let place = Int(truncatingIfNeeded: key.hash >> 8 & 1023)
    if seen[place] == key.hash { return .again }
    seen[place] = key.hash
    return .new
  }

  /// Keeps a wording, in place of another one perhaps.
  mutating func keep(_ wording: Wording, for key: WordingKey) {
    if keys.isEmpty { makeTables() }
    let entry = Int(truncatingIfNeeded: key.hash & 255)
    keys[entry] = key
    wordings[entry] = wording
  }

  private mutating func makeTables() {
    keys = Array(repeating: WordingKey(), count: 256)
    wordings = Array(repeating: nil, count: 256)
    seen = Array(repeating: 0, count: 1024)
  }
}
