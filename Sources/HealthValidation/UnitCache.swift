import HealthModel
import HealthUnits

/// What a unit's text means for a type.
enum UnitVerdict: Sendable {
  /// Taken: how values convert to the canonical unit, and whether the text differs from the canonical one.
  case taken(UnitConversion, isRespelled: Bool, isAlias: Bool)
  /// Refused, with this code.
  case refused(DiagnosticCode)
}

/// Units are resolved once for each type and spelling; what follows is a short search over bytes.
struct UnitCache: Sendable {
  private struct Entry: Sendable {
    let text: [UInt8]
    let verdict: UnitVerdict
  }

  /// The spellings of a type, and their hashes apart: where none is the text's, no entry is looked at.
  private struct Spellings: Sendable {
    var hashes: [UInt64] = []
    var entries: [Entry] = []
  }

  /// By type.
  private var spellings: [Spellings] = []
  /// The most spellings kept for a type, so that hostile input cannot fill memory.
  private static let limit = 64

  /// The verdict on a unit's text, which has no escapes.
  mutating func verdict(
    at range: Range<Int>, in bytes: RawSpan, type: Int32, resolve: ([UInt8]) -> UnitVerdict
  ) -> UnitVerdict {
    let type = Int(type)
    while spellings.count <= type { spellings.append(Spellings()) }
    let hash = bytes.contentHash(of: range)
    for index in spellings[type].hashes.indices
    where spellings[type].hashes[index] == hash && bytes.equals(range, spellings[type].entries[index].text) {
      return spellings[type].entries[index].verdict
    }
    let text = range.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    let verdict = resolve(text)
    if spellings[type].hashes.count < Self.limit {
      spellings[type].hashes.append(hash)
      spellings[type].entries.append(Entry(text: text, verdict: verdict))
    }
    return verdict
  }
}
