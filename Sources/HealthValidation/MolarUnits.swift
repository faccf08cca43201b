import HealthModel
import HealthUnits

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
