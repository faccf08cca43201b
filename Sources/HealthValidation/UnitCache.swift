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

  private var entries: [Int32: [Entry]] = [:]
  /// The most spellings kept for a type, so that hostile input cannot fill memory.
  private static let limit = 64

  /// The verdict on a unit's text, which has no escapes.
  mutating func verdict(
    at range: Range<Int>, in bytes: RawSpan, type: Int32, resolve: ([UInt8]) -> UnitVerdict
  ) -> UnitVerdict {
    if let known = entries[type] {
      for entry in known where bytes.equals(range, entry.text) { return entry.verdict }
    }
    let text = range.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    let verdict = resolve(text)
    if entries[type, default: []].count < Self.limit {
      entries[type, default: []].append(Entry(text: text, verdict: verdict))
    }
    return verdict
  }
}
