import SeededRandom

/// Made-up exports, many of them not well formed, the same for the same seed.
struct RandomExports {
  private var generator: SeededGenerator

  /// The seed of this run, printed once.
  static let seed = SeededGenerator.seed(of: "HealthFormatsTests")

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The next document.
  mutating func next() -> [UInt8] {
    var text = pick(["", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "<!-- <HealthData> -->"])
    text += pick([
      "", "<!DOCTYPE HealthData [\n<!ELEMENT a EMPTY>\n<!-- ]> -->\n]>\n",
      "<!DOCTYPE HealthData [ <!ENTITY a \"]>\"> > ]>", "<!DOCTYPE HealthData [ \" ",
    ])
    text += "<HealthData locale=\"en_US\">"
    for _ in 0..<number(12) { text += number(3) == 0 ? filler() : element(0) }
    text += "</HealthData>" + pick(["", "\n", "<!-- end -->", "x", "<HealthData/>"])
    return damaged(Array(text.utf8))
  }

  private mutating func number(_ limit: Int) -> Int { Int(generator.next() % UInt64(max(1, limit))) }

  private mutating func pick(_ choices: [String]) -> String { choices[number(choices.count)] }

  private mutating func attributes() -> String {
    var text = ""
    for _ in 0..<number(5) {
      text += pick([
        " type=\"a\"", " value='1>2'", " device='x\"y'", " unit=\"&lt;k\"", " a = \"b\"", " key=\"k\"",
        " value=\"é\"", " k=\"" + String(repeating: "z", count: number(200)) + "\"",
      ])
    }
    return text
  }

  private mutating func element(_ depth: Int) -> String {
    let name = pick(["Record", "Record", "Correlation", "Workout", "ExportDate", "MetadataEntry", "Me", "Other"])
    let head = "<\(name)\(attributes())"
    if depth > 4 || number(2) == 0 { return head + "/>" }
    var text = head + ">"
    for _ in 0..<number(4) { text += number(3) == 0 ? filler() : element(depth + 1) }
    return text + "</\(name)>"
  }

  private mutating func filler() -> String {
    pick([
      " ", "\n ", "<!-- c > -- -->", "<?p <a> ?>", "<![CDATA[ <Record/> ]] > ]]>", "text", "<!---->",
      String(repeating: " \t", count: 200),
    ])
  }

  private mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<[0, 0, 1, 2, 4][number(5)] where !bytes.isEmpty {
      let place = number(bytes.count)
      switch number(4) {
      case 0: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(8)))
      case 1:
        let piece = pick([
          "<", ">", "\"", "'", "/", "</Record>", "<!--", "-->", "<![CDATA[", "]]>", "</HealthData>", "\u{B}", "<Record",
        ])
        bytes.insert(contentsOf: Array(piece.utf8), at: place)
      case 2: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }
}
