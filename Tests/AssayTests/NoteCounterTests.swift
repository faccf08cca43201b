import HealthModel
import Testing

@testable import Assay

/// Notes that are reported once for each spelling.
@Suite("Notes that are counted") struct NoteLedgerTests {
  private static func finding(_ number: Int, _ text: inout [UInt8]) -> Finding {
    let start = text.count
    text += "u\(number)".utf8
    let place = ByteRange(start..<text.count)
    return Finding(.unitAlias, severity: .note, span: place, record: place)
  }

  private static func note(_ place: Int) -> Diagnostic {
    Diagnostic(
      code: .unitAlias, severity: .note, message: "m\(place)", location: SourceLocation(path: "a", line: place))
  }

  private static func notes(_ numbers: [Int], ofRange isOfRange: Bool) -> (ledger: NoteCounter, single: Int) {
    var text: [UInt8] = []
    let findings = numbers.map { Self.finding($0, &text) }
    var ledger = NoteCounter(ofRange: isOfRange)
    var single = 0
    for (place, finding) in findings.enumerated() {
      switch ledger.count(finding, in: text.span.bytes) {
      case .counted: break
      case .first: ledger.begin(note(place))
      case .full: single += 1
      }
    }
    return (ledger, single)
  }

  @Test("spellings after the first thousand share a note", arguments: [999, 1000, 1001, 1500]) func limit(_ count: Int)
  {
    let (ledger, single) = Self.notes(Array(0..<count) + [0, 0, count - 1], ofRange: false)
    let found = ledger.diagnostics
    #expect(single == 0 && found.count == min(count, 1001))
    #expect(found.reduce(0) { $0 + $1.count } == count + 3)
    #expect(found[0].note.message == "m0 (3 times in this input)")
    #expect(found.allSatisfy { $0.note.once == nil })
    guard count > 1000 else { return }
    #expect(found[1000].note.message == "m1000 (\(count - 999) times in this input, with other spellings)")
  }

  @Test("those of a range are reported by themselves, with what tells them apart") func range() throws {
    let (ledger, single) = Self.notes(Array(0..<1200) + [0], ofRange: true)
    #expect(single == 200 && ledger.diagnostics.count == 1000)
    let marks = ledger.diagnostics.compactMap(\.note.once)
    #expect(Set(marks.map(\.key)).count == 1000 && marks[0].times == 2 && marks[1].times == 1)
  }
}
