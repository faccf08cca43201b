import HealthModel
import HealthUnits

/// The meaning of a unit's text for a type.
enum UnitVerdict: Sendable {
  /// Taken: how values convert to the canonical unit, and whether the text differs from the canonical one.
  case taken(UnitConversion, isRespelled: Bool, isAlias: Bool)
  case refused(DiagnosticCode)
}

/// Units are resolved once for each type and spelling; what follows is a look into a table of bytes.
struct UnitCache: Sendable {
  /// The names of all units and spellings; `nil` where the policy takes other units as well.
  private let names: UnitNames?
  private struct Spellings: Sendable {
    var places = ByteKeyTable()
    var verdicts: [UnitVerdict] = []
  }

  /// By type.
  private var spellings: [Spellings] = []
  /// The text that came last, in an array that is used again: a file may have a new wrong unit in every record.
  private(set) var text: [UInt8] = []
  private var molar = MolarUnits()
  /// How many texts were read as units, instead of found in a table.
  private(set) var readCount = 0
  /// The most spellings kept for a type, so that hostile input can fill neither memory nor the table's slots.
  private static let limit = 64

  init(_ names: UnitNames?) { self.names = names }

  /// Whether a unit's text, which has no escapes, is unknown for certain: a file may have a new one in every record.
  func isUnknown(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    guard let names, !range.isEmpty else { return false }
    return !names.mayHold(range, in: bytes)
  }

  /// The verdict on a unit's text, which has no escapes; `nil` if it is not known, and then `text` is the text.
  mutating func verdict(at range: Range<Int>, in bytes: RawSpan, type: Int32) -> UnitVerdict? {
    let type = Int(type)
    while spellings.count <= type { spellings.append(Spellings()) }
    if let place = spellings[type].places.value(at: range, in: bytes) { return spellings[type].verdicts[place] }
    text.removeAll(keepingCapacity: true)
    CanonicalText.append(range, bytes, to: &text)
    return molar.hold(text, type: type) ? .refused(.unitIncompatible) : nil
  }

  /// Keeps the verdict on the text that came last.
  mutating func keep(_ verdict: UnitVerdict, type: Int32, _ isOther: ([UInt8]) -> Bool) {
    let type = Int(type)
    readCount += 1
    if case .refused(.unitIncompatible) = verdict { molar.learn(text, type: type, isOther) }
    guard spellings[type].verdicts.count < Self.limit else { return }
    _ = spellings[type].places.insert(text, value: spellings[type].verdicts.count)
    spellings[type].verdicts.append(verdict)
  }
}
