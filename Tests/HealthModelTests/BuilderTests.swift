import HealthModel
import SeededRandom
import Testing

/// JSON that is written.
@Suite("JSON writing") struct BuilderTests {
  private static func built(_ build: (inout JSONBuilder) -> Void) -> String {
    var json = JSONBuilder()
    build(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test("values, lists and objects have commas between them") func values() {
    #expect(Self.built { $0.object { _ in } } == "{}")
    #expect(Self.built { $0.array { _ in } } == "[]")
    let text = Self.built { json in
      json.object { json in
        json.member("text", "a\u{202E}\"")
        json.member("absent", nil as String?)
        json.member("whole", -7)
        json.member("large", Int64.min)
        json.member("none", nil as Int64?)
        json.member("flag", false)
        json.member("real", finite: 0.1)
        json.member("endless", finite: .infinity)
        json.member("counts", ["b": 1, "a": 2])
        json.member("texts", texts: ["x", ""])
        json.member("numbers", numbers: [1, 2])
        json.member("no numbers", numbers: [])
        json.key("list")
        json.array { list in
          list.value(1.5)
          list.value(Double.nan)
          list.object { $0.member("a", true) }
          list.array { _ in }
          list.value(ascii: Array("b\n".utf8))
          list.value(json: "[null]".utf8)
        }
      }
    }
    #expect(
      text == #"{"text":"a\u202e\"","whole":-7,"large":-9223372036854775808,"flag":false,"real":0.1,"#
        + #""counts":{"a":2,"b":1},"texts":["x",""],"numbers":[1,2],"#
        + #""list":[1.5,null,{"a":true},[],"b\n",[null]]}"#)
  }

  @Test("an object for another program has the escapes that JSON demands, and ends when it is asked for") func opened()
  {
    var inner = JSONBuilder.openObject()
    #expect(inner.finished == Array("{}".utf8))
    inner.member("k\n", "\u{7F}")
    var object = JSONBuilder.openObject()
    object.members(of: .openObject())
    object.members(of: inner)
    object.members(of: inner)
    object.member("in", object: inner)
    object.member("all", objects: [inner, .openObject()])
    let text = "{\"k\\n\":\"\u{7F}\"}"
    let members = text.dropFirst().dropLast()
    #expect(object.line == Array("{\(members),\(members),\"in\":\(text),\"all\":[\(text),{}]}\n".utf8))
  }

  @Test("any value comes back as it was written") func roundTrip() {
    let seed = SeededGenerator.seed()
    var random = RandomText(seed: seed)
    for round in 0..<2_000 {
      let value = Self.value(&random, depth: 0)
      var json = JSONBuilder()
      Self.write(value, to: &json)
      let read = JSONValue(parsing: json.bytes)
      #expect(read.map { Self.isSame($0, value) } == true, "SEED=\(seed), round \(round): \(value)")
      #expect(JSONSyntax.firstFault(in: json.bytes) == nil, "SEED=\(seed), round \(round): \(value)")
      // Lines of text say the same, since only space is added.
      #expect(JSONValue(parsing: JSONLayout.lines(json.bytes)) == read, "SEED=\(seed), round \(round): \(value)")
    }
  }

  private static func value(_ random: inout RandomText, depth: Int) -> JSONValue {
    switch random.count(upTo: depth < 4 ? 7 : 4) {
    case 0: return .null
    case 1: return .boolean(random.count(upTo: 1) == 0)
    case 2: return .int64(random.integer())
    case 3: return .double(random.number())
    case 4, 5: return .string(random.text(upTo: 12))
    case 6: return .array((0..<random.count(upTo: 4)).map { _ in value(&random, depth: depth + 1) })
    default:
      var keys: Set<ExactText> = []
      let names = (0..<random.count(upTo: 4)).map { _ in random.text(upTo: 5) }.filter {
        keys.insert(ExactText($0)).inserted
      }
      return .object(names.map { JSONValue.Member($0, value(&random, depth: depth + 1)) })
    }
  }

  private static func write(_ value: JSONValue, to json: inout JSONBuilder) {
    switch value {
    case .null: json.value(json: "null".utf8)
    case .boolean(let flag): json.value(flag)
    case .int64(let number): json.value(number)
    case .double(let number): json.value(number)
    case .string(let text): json.value(text)
    case .array(let elements): json.array { for element in elements { write(element, to: &$0) } }
    case .object(let members):
      json.object { json in
        for member in members {
          json.key(member.key)
          write(member.value, to: &json)
        }
      }
    }
  }

  /// A double without a fraction is written as a whole number.
  private static func isSame(_ read: JSONValue, _ written: JSONValue) -> Bool {
    switch (read, written) {
    case (_, .double(let number)): read.number == number
    case (.string(let one), .string(let two)): ExactText(one) == ExactText(two)
    case (.array(let one), .array(let two)): one.count == two.count && zip(one, two).allSatisfy(isSame)
    case (.object(let one), .object(let two)):
      one.count == two.count
        && zip(one, two).allSatisfy { ExactText($0.key) == ExactText($1.key) && isSame($0.value, $1.value) }
    default: read == written
    }
  }
}
