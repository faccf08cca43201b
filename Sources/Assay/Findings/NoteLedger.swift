import HealthModel

/// Counts notes that every sample of a file may raise, so that each spelling is told once with its number.
struct NoteLedger {
  private struct Key: Hashable {
    var code: DiagnosticCode
    var type: Int32
    var field: SampleField?
    var text: UInt64
  }

  private var order: [Key] = []
  private var notes: [Key: (first: Diagnostic, count: Int)] = [:]
  private static let limit = 1000

  /// Whether findings of a kind are told once and counted.
  static func counts(_ finding: Finding) -> Bool {
    finding.severity == .note && (finding.code == .unitAlias || finding.code == .timeZoneAssumed)
  }

  /// Counts a note; the first of its spelling is rendered.
  ///
  /// - Returns: whether the note was taken; the ledger is full otherwise.
  mutating func count(_ finding: Finding, in bytes: RawSpan, render: () -> Diagnostic) -> Bool {
    // Every assumed time is another text; units have few.
    let text = finding.code == .unitAlias ? bytes.contentHash(of: finding.span.indices) : 0
    let key = Key(code: finding.code, type: finding.type, field: finding.field, text: text)
    if notes[key] != nil {
      notes[key]?.count += 1
      return true
    }
    guard order.count < Self.limit else { return false }
    order.append(key)
    notes[key] = (render(), 1)
    return true
  }

  /// The notes in the order they first came, each with its number.
  var diagnostics: [(note: Diagnostic, count: Int)] {
    order.compactMap { key in
      guard let entry = notes[key] else { return nil }
      var note = entry.first
      if entry.count > 1 { note.message += " (\(entry.count) times in this input)" }
      return (note, entry.count)
    }
  }
}
