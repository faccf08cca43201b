import SeededRandom

/// Made-up lines of samples, some of them no samples at all, the same for the same seed.
///
/// Sources, devices and the order of keys repeat often, as in real files, and often with a small difference.
struct RandomLines {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The next lines, each with its line feed.
  mutating func next() -> [[UInt8]] {
    (0..<1 + number(30)).map { _ in
      var line = Array(("{" + fields().joined(separator: pick([",", ",", ", ", " ,"])) + "}").utf8)
      if number(12) == 0, !line.isEmpty { line[number(line.count)] = UInt8(number(256)) }
      line.removeAll { $0 == 0x0A }
      return line + [0x0A]
    }
  }

  private mutating func fields() -> [String] {
    var fields = [
      key("uuid") + "\"A0B1C2D3-0000-4000-8000-00000000000\(number(10))\"", key("type") + "\"heartRate\"",
      key("value") + "\(number(200))", key("unit") + "\"count/min\"", key("start") + "\"2026-01-01T08:00:00Z\"",
      key("source") + source(), key("device") + device(),
    ]
    switch number(8) {
    case 0: fields.swapAt(number(fields.count), number(fields.count))
    case 1: fields.remove(at: number(fields.count))
    case 2: fields.insert(key("end") + "\"2026-01-01T08:00:01Z\"", at: number(fields.count))
    case 3: fields.insert(key(pick(["other", "os", "typ", "types", "enD"])) + "1", at: number(fields.count))
    case 4: fields.append(fields[number(fields.count)])
    default: break
    }
    return fields
  }

  private mutating func key(_ name: String) -> String {
    switch number(20) {
    case 0: "\"\(name)\" :"
    case 1: "\"\(name)\": "
    case 2: "\"\\u00\(String(name.utf8.first ?? 0x61, radix: 16))\(name.dropFirst())\":"
    default: "\"\(name)\":"
    }
  }

  private mutating func source() -> String {
    pick([
      #"{"name":"Ann’s Phone","bundle":"com.example.phone","version":"18.3"}"#,
      #"{"name":"Ann’s Phone","bundle":"com.example.phone","version":"18.4"}"#,
      #"{"name":"Watch","bundle":"com.example.watch","os":"11.2"}"#, #"{"name":"W\u0061tch"}"#, "{}", #"{"os":1}"#,
      #"{"name":"Ann","extra":{"a":[1]}}"#, #"{"name":"Ann","name":"Ben"}"#, #""text""#, "null",
    ])
  }

  private mutating func device() -> String {
    pick([
      #"{"name":"Watch","manufacturer":"Example Ltd","model":"Watch","hardware":"Watch6,7","software":"11.2"}"#,
      #"{"name":"Watch","manufacturer":"Example Ltd","model":"Watch","hardware":"Watch6,8","software":"11.2"}"#,
      #"{"name":"Scale","model":"S1"}"#, #"{"udi":"x"}"#, "{ }", #"{"name":"S","other":true}"#, "7",
    ])
  }

  private mutating func number(_ limit: Int) -> Int { Int(generator.next() % UInt64(max(1, limit))) }

  private mutating func pick(_ choices: [String]) -> String { choices[number(choices.count)] }
}
