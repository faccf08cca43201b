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

/// Units with a molar mass that measure something else than their type, known by the text around the mass.
///
/// A file may have a new mass in every record, as in `mmol<180.1558800000541>/L`. What a unit measures does not depend
/// on the mass, and reading it exactly takes ten times as long as reading its sample.
struct MolarUnits: Sendable {
  /// By type: the text around the mass, and whether units of it are known to measure something else.
  private var shapes: [ByteKeyTable] = []
  private var counts: [Int] = []
  /// The text around the mass that was looked for last, in an array that is used again.
  private var shape: [UInt8] = []
  /// The most texts kept for a type, so that hostile input can fill neither memory nor the table's slots.
  private static let limit = 16
  /// The most digits and points of a mass that is not read: HealthKit prints 16 digits.
  private static let massLimit = 17
  /// The most digits before the point.
  private static let wholeLimit = 10
  /// A longer unit with a longer mass may leave the limit of units.
  private static let textLimit = 64
  /// The least and the largest mass that is not read, whose texts are as short and as long as those between.
  private static let masses = [Array("1".utf8), Array("9999999999.999999".utf8)]

  /// Whether a unit is known to measure something else than its type.
  mutating func hold(_ text: [UInt8], type: Int) -> Bool {
    guard type < shapes.count, counts[type] > 0, let mass = Self.mass(in: text) else { return false }
    shape.removeAll(keepingCapacity: true)
    shape.append(contentsOf: text[..<mass.lowerBound])
    shape.append(contentsOf: text[mass.upperBound...])
    return shapes[type].value(for: shape) == 1
  }

  /// Keeps the text around the mass of a unit that measures something else than its type, if that is so for any mass.
  mutating func learn(_ text: [UInt8], type: Int, _ isOther: ([UInt8]) -> Bool) {
    guard let mass = Self.mass(in: text) else { return }
    while shapes.count <= type {
      shapes.append(ByteKeyTable())
      counts.append(0)
    }
    guard counts[type] < Self.limit else { return }
    let (before, after) = (text[..<mass.lowerBound], text[mass.upperBound...])
    let isKnown = Self.masses.allSatisfy { isOther(before + $0 + after) }
    counts[type] += 1
    _ = shapes[type].insert(Array(before + after), value: isKnown ? 1 : 0)
  }

  /// Where the only mass of a unit is, if it is an ordinary decimal from 1 on.
  private static func mass(in text: [UInt8]) -> Range<Int>? {
    guard text.count <= textLimit, let opening = text.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    let start = opening + 1
    guard start < text.count, text[start] != UInt8(ascii: "0") else { return nil }
    var point: Int?
    var place = start
    while place < text.count, text[place] != UInt8(ascii: ">") {
      if text[place] == UInt8(ascii: "."), point == nil, place > start {
        point = place
      } else if text[place] &- 0x30 > 9 {
        return nil
      }
      place += 1
    }
    // A point has digits after it.
    guard place < text.count, place > start, place - start <= massLimit, text[place - 1] != UInt8(ascii: "."),
      (point ?? place) - start <= wholeLimit, !text[place...].contains(UInt8(ascii: "<"))
    else { return nil }
    return start..<place
  }
}

/// A unit of metadata, with what its values are for content ids.
struct MetadataUnit: Sendable {
  let unit: UnitOfMeasure
  let baseConversion: UnitConversion

  init(_ unit: UnitOfMeasure) {
    self.unit = unit
    baseConversion = unit.baseConversion
  }
}

/// Units of metadata, which have no type: resolved once for each spelling.
struct UnitTexts: Sendable {
  private var entries: [(text: [UInt8], unit: MetadataUnit?)] = []
  /// The most spellings kept, so that hostile input cannot fill memory.
  private static let limit = 64

  /// The unit that a text names; `nil` if the text is not a unit.
  mutating func unit(at range: Range<Int>, in bytes: RawSpan, _ table: UnitTable) -> MetadataUnit? {
    for entry in entries where bytes.equals(range, entry.text) { return entry.unit }
    let text = range.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    let unit = (try? UnitOfMeasure(utf8: text, table: table)).map(MetadataUnit.init)
    if entries.count < Self.limit { entries.append((text, unit)) }
    return unit
  }
}
