import HealthModel

/// Counts notes that every sample of a file may raise, so that each spelling is reported once with its number.
struct NoteLedger {
  private struct Key: Hashable {
    var code: DiagnosticCode
    var type: Int32
    var field: SampleField?
    var text: UInt64
  }

  /// The result of counting a note.
  enum Outcome {
    /// Its spelling was counted before.
    case counted
    /// Its spelling is new: the caller renders the note and calls `begin`.
    case first
    /// There are too many spellings; the note is reported by itself.
    case full
  }

  private var places: [Key: Int] = [:]
  private var notes: [Diagnostic] = []
  private var counts: [Int] = []
  private static let limit = 1000

  /// Whether findings of a kind are reported once and counted.
  static func counts(_ finding: Finding) -> Bool {
    finding.severity == .note && (finding.code == .unitAlias || finding.code == .timeZoneAssumed)
  }

  /// Counts a note.
  ///
  /// It takes no closure that renders: one that captures a chunk's result copies it for every note.
  mutating func count(_ finding: Finding, in bytes: RawSpan) -> Outcome {
    // Every assumed time is another text; units have few.
    let text = finding.code == .unitAlias ? bytes.contentHash(of: finding.span.indices) : 0
    let key = Key(code: finding.code, type: finding.type, field: finding.field, text: text)
    if let place = places[key] {
      counts[place] += 1
      return .counted
    }
    guard counts.count < Self.limit else { return .full }
    places[key] = counts.count
    counts.append(1)
    return .first
  }

  /// Keeps the note whose spelling was new.
  mutating func begin(_ note: Diagnostic) { notes.append(note) }

  /// The notes in the order they first came, each with its number.
  var diagnostics: [(note: Diagnostic, count: Int)] {
    zip(notes, counts).map { note, count in
      var note = note
      if count > 1 { note.message += " (\(count) times in this input)" }
      return (note, count)
    }
  }
}
