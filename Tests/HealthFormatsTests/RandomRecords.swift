import SeededRandom

/// Made-up records of exports, the same for the same seed: attributes in the usual order and in others, twice, absent,
/// unknown, spelled in all ways that XML has, and wrong in ways that end with the tag.
struct RandomRecords {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The next records.
  mutating func next() -> [[UInt8]] {
    var names = ["type", "sourceName", "sourceVersion", "device", "unit", "creationDate", "startDate", "value"]
    return (0..<1 + number(40)).map { _ in
      // The order changes now and then, and stays.
      if number(10) == 0 { names.swapAt(number(names.count), number(names.count)) }
      return record(names)
    }
  }

  private mutating func record(_ names: [String]) -> [UInt8] {
    var names = names
    switch number(8) {
    case 0: names.remove(at: number(names.count))
    case 1: names.insert(pick(["other", "typ", "types", "valu\u{E9}", "endDate", "source"]), at: number(names.count))
    case 2: names.append(names[number(names.count)])
    case 3: names.insert(names[number(names.count)], at: 0)
    case 4: names = Array(names.prefix(number(names.count)))
    default: break
    }
    // Without a blank the first attribute would be part of the element's name.
    let attributes = names.map { attribute($0) }.joined()
    var text = "<Record" + (attributes.first.map { $0.isWhitespace } == false ? " " : "") + attributes
    if number(4) == 0 {
      let entry = "<MetadataEntry " + attribute("key") + attribute(pick(["value", "value", "key"])) + "/>"
      text += ">" + String(repeating: entry, count: 1 + number(2)) + "</Record>"
    } else {
      text += pick(["/>", " />"])
    }
    var bytes = Array(text.utf8)
    // A byte that is no UTF-8, in a name or a value.
    if number(20) == 0, let place = bytes.firstIndex(of: UInt8(ascii: "u")) { bytes[place] = 0xFF }
    return bytes
  }

  private mutating func attribute(_ name: String) -> String {
    let value = pick([
      "1", "", "Watch", "a &amp; b", "&lt;", "\u{1F600}", "2026-01-01 08:00:00 +0000", "long text of a value",
    ])
    return switch number(24) {
    case 0: " \(name)='\(value)'"
    case 1: " \(name) = \"\(value)\""
    case 2: "\n  \(name)=\"\(value)\""
    case 3: "\(name)=\"\(value)\""
    case 4: " \(name)"
    default: " \(name)=\"\(value)\""
    }
  }

  private mutating func pick(_ texts: [String]) -> String { texts[number(texts.count)] }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
}
