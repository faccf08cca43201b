import HealthModel
import HealthUnits

/// How a unit may be written without the signs of products and powers, which have no end of orders.
enum UnitSpellings {
  /// A pattern for the texts that may be any unit, since they have one of those signs.
  static let composed = "[.*^()<·]"

  /// The canonical text and, where it has none of the signs, every other plain one: a liter is `L` or `l`.
  static func plain(_ unit: UnitOfMeasure) -> [String] {
    let canonical = unit.unitString
    guard !canonical.contains(where: { signs.contains($0) }) else { return [canonical] }
    var texts = [""]
    for (index, name) in canonical.split(separator: "/").enumerated() {
      var spellings = [String(name)]
      if name.hasSuffix("L") { spellings.append(String(name.dropLast()) + "l") }
      let solidus = index > 0 ? "/" : ""
      texts = texts.flatMap { start in spellings.map { start + solidus + $0 } }
    }
    return texts
  }

  /// The texts of several units and a type's own spellings, each once.
  static func texts(of units: [UnitOfMeasure], and own: [UnitSpelling]) -> [String] {
    var seen: Set<[UInt8]> = []
    let all = units.flatMap { plain($0) } + own.map(\.text)
    return all.filter { seen.insert(Array($0.utf8)).inserted }
  }

  private static let signs: Set<Character> = [".", "*", "^", "(", ")", "<", "·"]
}
