import HealthModel
import Testing

@testable import HealthPlugins

/// Lines as the host writes them are read in one pass, and while they arrive.
struct ArrivingLinesTests {
  private static let head = #""id":"11111111-2222-4333-8444-555555555555","digest":"00000000000000ff""#

  /// Lines in the host's order, or nearly so.
  private static let lines = [
    #"{\#(head),"type":"a","start":0,"end":-1767254400000000,"sample":{"a":[1,{"b":"}\\n"}]}}"#,
    #"{\#(head),"type":"b","start":999999999999999999,"end":1000000000000000000,"sample":{}}"#,
    #"{\#(head),"type":"b","start":-9223372036854775808,"end":9223372036854775807,"sample":{}}"#,
    #"{\#(head),"type":"characteristic","sample":{"value":"x","é":"\u00e9"}}"#,
    #"{\#(head),"type":"pressure","start":1,"end":2,"derived":true,"sample":{}}"#,
    #"{\#(head),"type":"m","start":1,"end":2,"correlation":4,"role":"left","sample":{}}"#,
    #"{\#(head),"type":"m","start":1,"end":2,"correlation":4,"role":"r\u0041\"é","derived":true,"sample":{"x":1 }}"#,
    #"{\#(head),"type":"t\u0041","start":1,"end":2,"derived":false,"sample":{} }"#,
    #"{\#(head),"type":"late","derived":true,"sample":{},"start":3,"end":4}"#,
  ]

  private func words(_ lines: SampleLines) -> [String] {
    lines.lines.enumerated().map { index, line in
      let times = "\(line.start.map { String($0) } ?? "-") \(line.end.map { String($0) } ?? "-")"
      let role = "\(line.correlation.map { String($0) } ?? "-") \(lines.role(index) ?? "-")"
      let sample = String(decoding: lines.sample(index), as: UTF8.self)
      return "\(line.id) \(line.digest) \(lines.type(index)) \(times) \(role) \(line.isDerived) \(sample)"
    }
  }

  @Test("a line says the same in the host's form and in another one") func forms() throws {
    let text = Self.lines.map { $0 + "\n" }.joined()
    let other = Self.lines.map { "{ " + $0.dropFirst() + "\n" }.joined()
    let read = words(try SampleLines(parsing: Array(text.utf8), count: Self.lines.count))
    #expect(read == words(try SampleLines(parsing: Array(other.utf8), count: Self.lines.count)))
    #expect(read[4].contains("true") && read[6].contains(#"4 rA"é true {"x":1 }"#))
    let canonical = Self.lines.map { line in
      CanonicalLine.read(0..<line.utf8.count, in: Array(line.utf8).span.bytes) != nil
    }
    #expect(canonical == [true, false, false, true, true, true, false, false, false])
  }

  @Test("it does not matter in which pieces lines arrive", arguments: [1, 7, 64, 1000]) func pieces(_ size: Int) throws
  {
    let text = Array(Self.lines.map { $0 + "\n" }.joined().utf8)
    var arriving = ArrivingLines(count: Self.lines.count, bytes: text.count)
    for end in stride(from: size, to: text.count + size, by: size) { arriving.take(Array(text.prefix(end))) }
    let whole = try SampleLines(parsing: text, count: Self.lines.count)
    #expect(words(try arriving.lines(text)) == words(whole))
  }

  @Test("a line cut short or broken is a fault, however it looks at its beginning") func broken() {
    let good = Array(Self.lines[4].utf8)
    for length in 0..<good.count {
      #expect(throws: PluginError.self) { try SampleLines(parsing: good.prefix(length) + [0x0A], count: 1) }
    }
    for place in good.indices where good[place] == UInt8(ascii: "\"") || good[place] == UInt8(ascii: ":") {
      var bad = good
      bad[place] = UInt8(ascii: "x")
      #expect(throws: PluginError.self) { try SampleLines(parsing: bad + [0x0A], count: 1) }
    }
  }
}
