import HealthStorage
import SeededRandom
import Testing

/// One object's members, read where they stand, from bytes of any make.
struct CanonicalObjectTests {
  private func members(_ text: String) -> (pairs: [String], isObject: Bool) {
    let bytes = Array(text.utf8)
    var pairs: [String] = []
    let isObject = CanonicalObject.forEachMember(of: 0..<bytes.count, in: bytes) { key, value in
      pairs.append(String(decoding: bytes[key], as: UTF8.self) + "=" + String(decoding: bytes[value], as: UTF8.self))
      return true
    }
    return (pairs, isObject)
  }

  static let objects: [(String, [String])] = [
    ("{}", []), (" { } ", []), (#"{"a":1}"#, ["a=1"]), (#"{ "a" : "x" , "b":null }"#, [#"a="x""#, "b=null"]),
    (#"{"a":{"b":[1,{"c":2}]},"d":[]}"#, [#"a={"b":[1,{"c":2}]}"#, "d=[]"]),
    (#"{"a\"b":"\\","c":"\u00fc"}"#, [#"a\"b="\\""#, #"c="\u00fc""#]),
    (#"{"n":-1.5e+3,"t":true,"f":false,"e":""}"#, ["n=-1.5e+3", "t=true", "f=false", #"e="""#]),
    ("{\"a\":\n[ 1 ,\t2 ]\r}", ["a=[ 1 ,\t2 ]"]),
  ]

  @Test("members are passed on as they stand", arguments: CanonicalObjectTests.objects)
  func reads(_ text: String, _ pairs: [String]) {
    let found = members(text)
    #expect(found.isObject)
    #expect(found.pairs == pairs)
  }

  @Test(
    "what is no object is told",
    arguments: [
      "", " ", "1", "[]", "\"a\"", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{,}", "{\"a\":1}x",
      "{\"a\":1}{}", "{a:1}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":-}", "{\"a\":.5}", "{\"a\":1e}", "{\"a\":tru}",
      "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\n\"}", "{\"a\":[1,]}", "{\"a\":[1 2]}", "{\"a\":[}",
      "{\"a\":{]}", "{\"a\":{\"b\"}}", "{\"a\":{\"b\":1,}}", "{\"a\":\"", "{\"a\":\"\\",
    ])
  func refuses(_ text: String) {
    #expect(!members(text).isObject)
  }

  @Test("values nest 64 deep and no deeper") func depth() {
    for (depth, isObject) in [(1, true), (64, true), (65, false), (100_000, false)] {
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(members("{\"a\":" + arrays + "}").isObject == isObject)
      let objects = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
      #expect(members("{\"a\":" + objects + "}").isObject == isObject)
    }
  }

  @Test("reading ends when the function says so, and counts as read") func stops() {
    let bytes = Array(#"{"a":1,"b":2,broken"#.utf8)
    var count = 0
    let isObject = CanonicalObject.forEachMember(of: 0..<bytes.count, in: bytes) { _, _ in
      count += 1
      return count < 2
    }
    #expect(isObject)
    #expect(count == 2)
  }

  @Test("a value is found by its key, however the key is written") func finds() throws {
    let bytes = Array(#"[{"unit":"a","va\u006cue":"\u0041\n","value":2}]"#.utf8)
    let object = 1..<bytes.count - 1
    let value = try #require(CanonicalObject.value(of: "value", of: object, in: bytes))
    #expect(CanonicalObject.text(of: value, in: bytes) == "A\n")
    #expect(CanonicalObject.value(of: "val", of: object, in: bytes) == nil)
    #expect(CanonicalObject.value(of: "value", of: 0..<bytes.count, in: bytes) == nil)
    #expect(CanonicalObject.text(of: 0..<bytes.count, in: bytes) == nil)
  }

  @Test("ranges outside the bytes hold no object") func outside() {
    #expect(!CanonicalObject.forEachMember(of: 0..<9, in: Array("{}".utf8)) { _, _ in true })
    #expect(!CanonicalObject.forEachMember(of: -1..<2, in: Array("{}".utf8)) { _, _ in true })
  }

  @Test("no bytes trap, and members stand within them") func anyBytes() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let pieces = Array(#"{}[]:,"\ u0041-1.e+truefalsnx"#.utf8) + [0, 0x0A, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
    let whole = Array(#"{"a":{"b":[1.5e3,"x\"\u00fc",true]},"c":null,"d":{}}"#.utf8)
    for round in 0..<20_000 {
      var bytes: [UInt8]
      if round % 2 == 0 {
        bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? 0 }
      } else {
        bytes = whole
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = pieces.randomElement(using: &random) ?? 0
        }
      }
      let end = bytes.count
      _ = CanonicalObject.forEachMember(of: 0..<end, in: bytes) { key, value in
        #expect(key.lowerBound > 0 && key.upperBound < value.lowerBound && value.upperBound <= end && !value.isEmpty)
        _ = CanonicalObject.text(of: value, in: bytes)
        return true
      }
    }
    for end in 0..<whole.count {
      #expect(!CanonicalObject.forEachMember(of: 0..<end, in: whole) { _, _ in true })
    }
  }

  @Test(
    "a member's line takes another role",
    arguments: [
      (#"{"a":1}"#, #"{"a":1,"role":"lying"}"#),
      (#"{"a":1,"role":"standing"}"#, #"{"a":1,"role":"lying"}"#),
      (#" {"role":"x","a":{"role":1} } "#, #" {"role":"lying","a":{"role":1} } "#),
      ("{}", "{}"), ("no object", "no object"),
    ])
  func role(_ line: String, _ wanted: String) {
    let bytes = Array(line.utf8)
    var output: [UInt8] = []
    MemberText.append(0..<bytes.count, in: bytes, role: "lying", to: &output)
    #expect(String(decoding: output, as: UTF8.self) == wanted)
  }
}
