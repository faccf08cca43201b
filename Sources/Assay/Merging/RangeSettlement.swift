import HealthModel
import HealthStorage
import HealthValidation

/// What is limited or reported once for each input, settled from the findings of all its ranges, in their order.
///
/// A word that gets a lookup in the whole file gets one in its range too, or came in a range before: a range has as many
/// lookups as a file, and fewer words before any of its own. The same holds for the spellings of notes.
struct RangeSettlement {
  /// The hint of each word that got a lookup, as JSON; `nil` if nothing is near to it.
  private var hints: [[UInt8]: [UInt8]?] = [:]
  private var places: [[UInt8]: Int] = [:]
  private var notes: [Note] = []
  /// The notes of spellings that are too many, by their codes.
  private var others: [[UInt8]: Note] = [:]
  private var reported = 0

  /// A note that is reported once for each spelling: its line, without the member that its count comes from.
  private struct Note {
    var line: [UInt8]
    var byteOffset: Int
    var times: Int
  }

  /// How many notes there are fewer than the ranges reported.
  var surplus: Int { reported - notes.count - others.count }

  /// Takes a finding, and appends it to the output unless it is a note that comes at the end.
  mutating func take(_ line: inout FindingLine, in bytes: [UInt8], to output: inout [UInt8]) {
    if let once = line.value(.once) { return keep(line, once, in: bytes) }
    if let lookup = line.value(.lookup) { settle(&line, lookup, in: bytes) }
    line.append(to: &output, from: bytes)
  }

  private mutating func settle(_ line: inout FindingLine, _ lookup: Range<Int>, in bytes: [UInt8]) {
    func text(_ key: String) -> [UInt8]? {
      CanonicalObject.value(of: key, of: lookup, in: bytes).map { Array(bytes[$0]) }
    }
    let word = text("word") ?? []
    let state = text("state") ?? []
    let (found, over) = (Array("\"found\"".utf8), Array("\"over\"".utf8))
    if let known = hints[word] {
      if state == over, let known { line.set(.hint, known) }
    } else if state != over, hints.count < HintBudget.size {
      hints.updateValue(state == found ? line.text(.hint, in: bytes) : nil, forKey: word)
    } else if state == found {
      if let hint = text("else") { line.set(.hint, hint) } else { line.remove(.hint) }
    }
    line.remove(.lookup)
  }

  private mutating func keep(_ line: FindingLine, _ once: Range<Int>, in bytes: [UInt8]) {
    reported += 1
    func value(_ key: String) -> Range<Int>? { CanonicalObject.value(of: key, of: once, in: bytes) }
    let key = value("key").map { Array(bytes[$0]) } ?? []
    let times =
      value("times").flatMap { Int(String(decoding: bytes[$0], as: UTF8.self)) }
      .map { min(max($0, 1), 1 << 46) } ?? 1
    if let place = places[key] {
      notes[place].times += times
      return
    }
    let note = Note(
      line: Self.plain(line, times: times, in: bytes), byteOffset: line.number(.byteOffset, in: bytes) ?? 0,
      times: times)
    if value("over") == nil, notes.count < NoteLedger.limit {
      places[key] = notes.count
      notes.append(note)
      return
    }
    let code = line.text(.code, in: bytes) ?? []
    guard var other = others[code] else {
      others[code] = note
      return
    }
    other.times += times
    if note.byteOffset < other.byteOffset { (other.line, other.byteOffset) = (note.line, note.byteOffset) }
    others[code] = other
  }

  /// The line as it is for a note that came once, with no mark of a range.
  private static func plain(_ line: FindingLine, times: Int, in bytes: [UInt8]) -> [UInt8] {
    var line = line
    let end = Array((NoteLedger.suffix(times: times) + "\"").utf8)
    if let message = line.text(.message, in: bytes), times > 1, message.suffix(end.count).elementsEqual(end) {
      line.set(.message, message.dropLast(end.count) + [UInt8(ascii: "\"")])
    }
    line.remove(.once)
    var output: [UInt8] = []
    line.append(to: &output, from: bytes)
    output.removeLast()
    return output
  }

  /// Appends the notes, each with its number.
  func finish(_ output: inout [UInt8]) {
    for note in notes { Self.append(note, isOther: false, to: &output) }
    let rest = others.values.sorted { ($0.byteOffset, $0.line.count) < ($1.byteOffset, $1.line.count) }
    for note in rest { Self.append(note, isOther: true, to: &output) }
  }

  private static func append(_ note: Note, isOther: Bool, to output: inout [UInt8]) {
    var line = FindingLine(0..<note.line.count, in: note.line)
    if note.times > 1, let message = line.text(.message, in: note.line) {
      let suffix = NoteLedger.suffix(times: note.times, isOther: isOther)
      line.set(.message, message.dropLast() + Array((suffix + "\"").utf8))
    }
    line.append(to: &output, from: note.line)
  }
}
