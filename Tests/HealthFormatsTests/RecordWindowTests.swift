import HealthModel
import SeededRandom
import Testing

@testable import HealthFormats

/// Records whose user is named before or after them, near or far: none is read without the user that its document names.
@Suite("Values around records") struct RecordWindowTests {
  private static let layout: TableLayout = {
    var layout = TableLayout()
    layout.records = RecordLayout(records: "/u/*/r/*", fields: ["type": "/t", "subject": "../../id"])
    return layout
  }()

  @Test("neither chunks nor a second run that goes on change what is refused")
  func window() {
    var generator = SeededGenerator(seed: RandomExports.seed)
    for _ in 0..<300 {
      let document = Document(window: 40, &generator)
      let bytes = Array(document.text.utf8)
      let read = ReadRecords(bytes, Self.layout, chunk: 1, window: 40)
      #expect(read.records == document.expected, "\(document.text)")
      for size in [7, 30, 64, 1024] {
        #expect(
          ReadRecords(bytes, Self.layout, chunk: size, window: 40).records == document.expected,
          "chunks of \(size): \(document.text)")
      }
      for cut in read.cuts where cut > 0 && cut < bytes.count {
        let rest = ReadRecords(bytes, Self.layout, chunk: 16, from: Int(cut), window: 40).records
        #expect(document.expected.suffix(rest.count) == rest[...], "from \(cut): \(document.text)")
      }
    }
  }

  @Test("of a document that is cut short, no record is read without its user")
  func short() {
    var generator = SeededGenerator(seed: RandomExports.seed)
    for _ in 0..<100 {
      let document = Document(window: 40, &generator)
      let bytes = Array(document.text.utf8)
      let cut = Int.random(in: 1..<bytes.count, using: &generator)
      for size in [1, 33, 1024] {
        let read = ReadRecords(Array(bytes[..<cut]), Self.layout, chunk: size, window: 40).records
        for (index, record) in read.enumerated()
        where !record.hasPrefix("broken ") && !record.hasPrefix("field-missing ") {
          #expect(record == document.expected[index], "cut at \(cut), chunks of \(size): \(document.text)")
        }
      }
    }
  }

  /// A made-up document on one line.
  private struct Document {
    var text = #"{"u": ["#
    /// What reading says of each record.
    private(set) var expected: [String] = []

    init(window: Int, _ generator: inout SeededGenerator) {
      for user in 0..<Int.random(in: 1...4, using: &generator) {
        if user > 0 { text += ", " }
        add(user, window, &generator)
      }
      text += "]}"
    }

    /// Adds a user: an id, records and other members in any order, or without an id.
    private mutating func add(_ user: Int, _ window: Int, _ generator: inout SeededGenerator) {
      var members = ["id", "r", "x", "y"].shuffled(using: &generator)
      if Int.random(in: 0..<4, using: &generator) == 0 { members.removeAll { $0 == "id" } }
      var records: [(start: Int, end: Int)] = []
      var idStart: Int?
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index > 0 ? ", " : "") + "\"\(member)\": "
        switch member {
        case "id":
          idStart = text.utf8.count
          text += "\"P\(user)\""
        case "r":
          text += "["
          for number in 0..<Int.random(in: 0...3, using: &generator) {
            if number > 0 { text += ", " }
            let start = text.utf8.count
            text += "{\"t\": \"a\", \"z\": \"\(Self.filler(60, &generator))\"}"
            records.append((start, text.utf8.count))
          }
          text += "]"
        default: text += "\"\(Self.filler(50, &generator))\""
        }
      }
      let known = idStart ?? text.utf8.count
      text += "}"
      for (number, record) in records.enumerated() {
        expected.append(
          known - record.end > window
            ? "field-missing parentTooLate 1:\(record.start + 1)"
            : "/u/\(user)/r/\(number) type=a" + (idStart == nil ? "" : " subject=P\(user)"))
      }
    }

    private static func filler(_ most: Int, _ generator: inout SeededGenerator) -> String {
      String(repeating: "x", count: Int.random(in: 0...most, using: &generator))
    }
  }
}
