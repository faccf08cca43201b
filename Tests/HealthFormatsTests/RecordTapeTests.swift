import HealthFormats
import HealthModel
import SeededRandom
import Testing

/// What samples hold beside their slots is on the tape of their record: each entry in its sample, each part under its
/// entry, whatever the order in the text.
@Suite("The tape of a record") struct RecordTapeTests {
  @Test(
    "each sample has its own entries, in the order of the text",
    arguments: [
      ("{}", [""]),
      (#"{"metadata":{}}"#, [""]),
      (#"{"a":1,"metadata":{"k":"v"},"b":[2]}"#, ["unknown a=1, metadata k=v, unknown b=[2]"]),
      (
        #"{"source":{"name":"n","x":true},"original":{"unit":"lb"},"device":{"x":null},"x":{}}"#,
        ["unknownOfSource x=true, original unit=lb, unknownOfDevice x=null, unknown x={}"]
      ),
      (
        #"{"metadata":{"q":{"unit":"m","value":1},"k":2}}"#,
        [#"metadata q={"unit":"m","value":1}, part of 0 unit=m, part of 0 value=1, metadata k=2"#]
      ),
      (
        #"{"metadata":{"k":[{"value":1}],"q":{"other":{"value":1},"unit":"m"}}}"#,
        [
          #"metadata k=[{"value":1}], metadata q={"other":{"value":1},"unit":"m"}, "#
            + #"part of 1 other={"value":1}, part of 1 unit=m"#
        ]
      ),
      (
        #"{"x":1,"members":[{"y":2,"metadata":{"q":{"value":3}}},{},{"z":4}],"metadata":{"k":5}}"#,
        [
          "unknown x=1, metadata k=5", #"unknown y=2, metadata q={"value":3}, part of 3 value=3"#, "", "unknown z=4",
        ]
      ),
    ])
  func entries(_ line: String, _ expected: [String]) {
    #expect(read(line).samples == expected)
    // What a record before it left does not show.
    #expect(read(#"{"metadata":{"q":{"value":1}},"x":1}"#, line).samples == expected)
  }

  @Test("entries of a kind are looked for where they are, and not among the points of a route")
  func places() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let field = RawField(kind: .string, start: 0, end: 1)
    for round in 0..<500 {
      var tape = RecordTape()
      for _ in 0..<Int.random(in: 0...3, using: &random) { tape.append(TapeEntry(.unknown, key: field, value: field)) }
      let first = tape.count
      let runs = Int.random(in: 0...5, using: &random)
      for _ in 0..<runs {
        let kind = TapeEntry.Kind.allCases.randomElement(using: &random) ?? .point
        for _ in 0..<Int.random(in: 1...4, using: &random) where kind != .part {
          let parent = tape.count
          tape.append(TapeEntry(kind, key: field, value: field))
          for _ in 0..<Int.random(in: 0...2, using: &random) { tape.append(field, for: field, partOf: parent) }
        }
      }
      var sample = RawSample()
      sample.takeEntries(from: first, of: tape)
      let samples = [sample]
      for kind in TapeEntry.Kind.allCases {
        let expected = tape.places(from: first).filter { tape[$0].kind == kind }
        let places = samples.span.places(of: kind)
        #expect(places.filter { tape[$0].kind == kind } == expected, "SEED=\(seed), round \(round)")
      }
    }
    // What is around the points of a route is found without them.
    var tape = RecordTape()
    tape.append(TapeEntry(.metadata, key: field, value: field))
    for _ in 0..<1000 {
      tape.append(TapeEntry(.point, key: field, value: field))
      tape.append(field, for: field, partOf: tape.count - 1)
    }
    tape.append(TapeEntry(.structure, key: field, value: field))
    var route = RawSample()
    route.takeEntries(from: 0, of: tape)
    let samples = [route]
    let (metadata, structure) = (samples.span.places(of: .metadata), samples.span.places(of: .structure))
    #expect(metadata == 0..<1)
    #expect(structure == 2001..<2002)
  }

  @Test(
    "an object's keys are counted and compared by themselves",
    arguments: [
      ((256, 256, 256), nil), ((257, 0, 0), "objectTooLarge"), ((0, 257, 0), "objectTooLarge"),
      ((0, 0, 257), "objectTooLarge"),
    ] as [((Int, Int, Int), String?)])
  func limits(_ counts: (Int, Int, Int), _ code: String?) {
    func pairs(_ count: Int) -> String { (0..<count).map { #""k\#($0)":{"value":\#($0)}"# }.joined(separator: ",") }
    // Half of the unknown fields belong to the source: they are counted together.
    let unknown = (0..<counts.2).map { #""k\#($0)":0"# }
    let half = unknown.count / 2
    let parts = [
      #""metadata":{\#(pairs(counts.0))}"#, #""original":{\#(pairs(counts.1))}"#,
      #""source":{\#(unknown[..<half].joined(separator: ","))}"#,
    ]
    let line = "{" + (parts + unknown[half...]).joined(separator: ",") + "}"
    #expect(read(line).problems == (code.map { [$0] } ?? []))
  }

  @Test(
    "a key twice in one object is refused, also under an escape; in two objects it is not",
    arguments: [
      (#"{"metadata":{"k":1,"\u006b":2}}"#, true), (#"{"original":{"k":1,"k":1}}"#, true), (#"{"k":1,"k":1}"#, true),
      (#"{"source":{"k":1,"k":1}}"#, true), (#"{"k":1,"metadata":{"k":1},"original":{"k":1}}"#, false),
      (#"{"k":1,"source":{"k":1},"device":{"k":1}}"#, false),
    ])
  func repeated(_ line: String, _ isRefused: Bool) {
    #expect(read(line).problems == (isRefused ? ["jsonDuplicateKey"] : []))
  }

  @Test(
    "looking for a key takes a step for each key of its sample, whatever the values hold",
    arguments: [(1, 0), (256, 0), (256, 256), (3, 256)])
  func steps(_ keys: Int, _ pairs: Int) {
    let value = "{" + (0..<pairs).map { #""p\#($0)":0"# }.joined(separator: ",") + "}"
    let metadata = (0..<keys).map { #""k\#($0)":\#(value)"# }.joined(separator: ",")
    let line = #"{"x":1,"metadata":{\#(metadata)},"y":{"a":1},"members":[{"metadata":{"m":{"a":1}},"z":1}]}"#
    let text = Array((line + "\n").utf8)
    let chunk = InputChunk(bytes: text, offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    _ = reader.next(in: text.span.bytes, into: &buffer)
    #expect(buffer.problems.isEmpty)
    let tape = buffer.tape
    #expect(tape.count == keys + keys * pairs + 2 + 3)
    var walked: [Int32] = []
    var place = tape.lastPlace
    while place >= 0, walked.count <= tape.count {
      walked.append(place)
      place = tape.place(before: place)
    }
    #expect(walked.reversed() == tape.places(from: 0).filter { tape[$0].kind != .part })
    #expect(walked.count == keys + 4)
  }

  /// The entries of each sample of the last line, and its problems.
  private func read(_ lines: String...) -> (samples: [String], problems: [String]) {
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    let chunk = InputChunk(bytes: text, offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    for _ in lines {
      buffer.removeAll()
      _ = reader.next(in: text.span.bytes, into: &buffer)
    }
    let samples = buffer.samples.map { sample in
      sample.tape.map { describe(buffer.tape[$0], text) }.joined(separator: ", ")
    }
    return (samples, buffer.problems.map { "\($0.code)" })
  }

  private func describe(_ entry: TapeEntry, _ text: [UInt8]) -> String {
    let (key, value) = (text[entry.key.range], text[entry.value.range])
    return "\(entry.kind)\(entry.parent < 0 ? "" : " of \(entry.parent)") "
      + String(decoding: key + [UInt8(ascii: "=")] + value, as: UTF8.self)
  }
}
