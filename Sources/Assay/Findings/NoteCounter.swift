import HealthModel

/// Counts notes that every sample of a file may raise, so that each spelling is reported once with its number.
///
/// Spellings after the first thousand share one note for each code.
struct NoteCounter {
  fileprivate struct Key: Hashable {
    var code: DiagnosticCode
    var type: Int32
    var field: SampleField?
    var text: UInt64
  }

  enum Outcome {
    case counted
    /// Its spelling is new: the caller renders the note and calls `begin`.
    case first
    /// It is of a range that has too many spellings; the note is reported by itself.
    case full
  }

  private var places: [Key: Int] = [:]
  private var others: [DiagnosticCode: Int] = [:]
  private var notes: [Diagnostic] = []
  private var keys: [Key] = []
  private var counts: [Int] = []
  /// Whether the notes are those of a range, which whoever has all ranges of the input puts together.
  private let isOfRange: Bool

  static let limit = 1000

  init(ofRange isOfRange: Bool = false) { self.isOfRange = isOfRange }

  static func counts(_ finding: Finding) -> Bool {
    finding.severity == .note && (finding.code == .unitAlias || finding.code == .timeZoneAssumed)
  }

  /// Counts a note.
  ///
  /// It takes no closure that renders: one that captures a chunk's result copies it for every note.
  mutating func count(_ finding: Finding, in bytes: RawSpan) -> Outcome {
    let key = Self.key(of: finding, in: bytes)
    if let place = places[key] {
      counts[place] += 1
      return .counted
    }
    if places.count < Self.limit {
      places[key] = counts.count
    } else if isOfRange {
      return .full
    } else if let place = others[finding.code] {
      counts[place] += 1
      return .counted
    } else {
      others[finding.code] = counts.count
    }
    keys.append(key)
    counts.append(1)
    return .first
  }

  private static func key(of finding: Finding, in bytes: RawSpan) -> Key {
    // Every assumed time is another text; units have few.
    let text = finding.code == .unitAlias ? bytes.contentHash(of: finding.span.indices) : 0
    return Key(code: finding.code, type: finding.type, field: finding.field, text: text)
  }

  mutating func begin(_ note: Diagnostic) { notes.append(note) }

  var diagnostics: [(note: Diagnostic, count: Int)] {
    zip(notes, counts).enumerated().map { index, item in
      var note = item.0
      note.message += Self.suffix(times: item.1, isOther: index >= places.count)
      if isOfRange { note.once = Diagnostic.Once(key: keys[index].label, times: item.1) }
      return (note, item.1)
    }
  }

  /// A note of a range that is reported by itself, as `full` says.
  static func single(_ note: Diagnostic, _ finding: Finding, in bytes: RawSpan) -> Diagnostic {
    var note = note
    note.once = Diagnostic.Once(key: key(of: finding, in: bytes).label, times: 1, isOver: true)
    return note
  }

  static func suffix(times: Int, isOther: Bool = false) -> String {
    guard times > 1 else { return "" }
    return isOther ? " (\(times) times in this input, with other spellings)" : " (\(times) times in this input)"
  }
}

extension NoteCounter.Key {
  /// The key as text, the same in all processes with the same types.
  fileprivate var label: String {
    var hash: [UInt8] = []
    Hexadecimal.append(text, to: &hash)
    return "\(code.name)-\(type)-\(field.map { Int($0.rawValue) } ?? -1)-\(String(decoding: hash, as: UTF8.self))"
  }
}
