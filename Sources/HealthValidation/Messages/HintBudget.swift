import HealthModel

/// The hints of an input: which known word was meant by each of its wrong words.
///
/// Finding the known word that was meant takes longer than reading a sample, and an input may have a new wrong word in
/// every record: past the first thousand the hints do not help a reader. A word that comes again is not looked up
/// again: it keeps its answer, even if no lookup is left.
///
/// Findings get their words one after the other, in input order, however many threads read the input. So the words that
/// are looked up depend on the input and on what its report shows, not on threads nor on inputs before it. All who share
/// a budget have one registry.
package final class HintBudget {
  /// How many different words of an input are looked up.
  package static let size = 1000
  /// How many bytes a word may have; a longer one is not a slip of the pen, and would only take memory.
  package static let wordLimit = 256

  /// Whether lookups are kept with the words of findings, for reports of a range.
  package var tracksLookups = false
  /// The lookup that came last, until it is taken.
  private var latest: HintLookup?

  /// The list that a word is compared with: the same word has different results in different lists.
  enum List: Hashable {
    case types
    case units(ofType: Int32)
    case fields
    case cases(ofType: Int32)
    case metadataCases(of: Int32)
    case metadata(ofType: Int32)

    /// The list as a number, the same for all processes with the same types.
    var number: UInt64 {
      let (kind, index): (UInt64, Int32) =
        switch self {
        case .types: (1, 0)
        case .units(let type): (2, type)
        case .fields: (3, 0)
        case .cases(let type): (4, type)
        case .metadataCases(let key): (5, key)
        case .metadata(let type): (6, type)
        }
      return kind << 32 | UInt64(UInt32(bitPattern: index))
    }
  }

  private struct Word: Hashable {
    let list: List
    let text: [UInt8]
  }

  /// The result for each word, including `nil`.
  private var answers: [Word: String?] = [:]
  private let size: Int
  private var isUsedUp: Bool
  /// The wordings of findings that came again.
  ///
  /// They are the input's and not the validator's: a wording has the hint that its word got in this input.
  var wordings = MessageCache()

  package init(size: Int = HintBudget.size) {
    self.size = size
    isUsedUp = size <= 0
  }

  /// How many words were looked up.
  package var used: Int { answers.count }

  /// The answer for a word: the one that it had before, or that of a lookup if one is left.
  func look(_ text: [UInt8], in list: List, _ find: () -> String?) -> String? {
    guard text.count <= Self.wordLimit else { return nil }
    let word = Word(list: list, text: text)
    if let known = answers[word] {
      note(text, list, known == nil ? .none : .found)
      return known
    }
    guard !isUsedUp else {
      note(text, list, .over)
      return nil
    }
    let answer = find()
    note(text, list, answer == nil ? .none : .found)
    answers.updateValue(answer, forKey: word)
    isUsedUp = answers.count >= size
    return answer
  }

  private func note(_ text: [UInt8], _ list: List, _ state: HintLookup.State) {
    guard tracksLookups else { return }
    latest = HintLookup(list: list.number, word: text.span.bytes.contentHash(of: 0..<text.count), state: state)
  }

  /// The lookup since the last call; `nil` if there was none.
  func takeLookup() -> HintLookup? {
    defer { latest = nil }
    return latest
  }
}

/// Wordings of findings that came more than once in an input.
///
/// A finding that is the first of its kind is only noted: in a file where each has another text, none is worth keeping.
struct MessageCache: Sendable {
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

  mutating func answer(for key: WordingKey) -> Answer {
    if keys.isEmpty { makeTables() }
    let entry = Int(truncatingIfNeeded: key.hash & 255)
    if keys[entry].hash == key.hash, keys[entry] == key, let wording = wordings[entry] { return .known(wording) }
    let place = Int(truncatingIfNeeded: key.hash >> 8 & 1023)
    if seen[place] == key.hash { return .again }
    seen[place] = key.hash
    return .new
  }

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
