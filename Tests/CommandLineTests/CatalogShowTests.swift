import Foundation
import Testing

/// `assay catalog show` prints a type's card as text or as one JSON object, which say the same.
@Suite("Cards of types") struct CatalogShowTests {
  /// The members of a card that every type has.
  private struct Card: Decodable {
    var type: String
    var kind: String
    var title: String
    var summary: String
    var identifiers: [String]
  }

  @Test(
    "text and JSON are of the same type, by any of its names",
    arguments: [
      ("heartRate", "heartRate", "quantity"), ("HKQuantityTypeIdentifierHeartRate", "heartRate", "quantity"),
      ("bloodPressure", "bloodPressure", "correlation"), ("sleepAnalysis", "sleepAnalysis", "category"),
      ("biologicalSex", "biologicalSex", "characteristic"),
    ])
  func card(_ name: String, _ id: String, _ kind: String) throws {
    let show = ["catalog", "show", name]
    let text = try AssayBinary.run(show)
    #expect(text.status == 0, "\(text.errorText)")
    #expect(try AssayBinary.run(show + ["--output-format", "text"]).output == text.output)
    let json = try AssayBinary.run(show + ["--output-format", "json"])
    #expect(json.status == 0 && json.errorText.isEmpty, "\(json.errorText)")
    #expect(json.text.hasSuffix("}\n") && json.text.split(separator: "\n").count == 1)
    let card = try JSONDecoder().decode(Card.self, from: Data(json.output))
    #expect(card.type == id && card.kind == kind)
    let lines = text.text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["\(id) — \(card.title)", card.summary])
    #expect(lines.contains("  kind: \(kind)"))
    for identifier in card.identifiers { #expect(text.text.contains(identifier)) }
  }

  @Test(
    "no line of a card is wider than a page", arguments: [["catalog", "show", "workout"], ["explain", "workout"]])
  func wide(_ call: [String]) throws {
    let result = try AssayBinary.run(call)
    let lines = result.text.split(separator: "\n")
    #expect(result.status == 0 && lines.count > 40 && lines.allSatisfy { $0.unicodeScalars.count <= 100 })
    // What goes on is indented by more than what begins.
    #expect(lines.contains { $0.hasPrefix("      ") })
    #expect(lines.contains { $0.hasPrefix("  list events: ") && $0.contains("within the sample, a warning otherwise") })
  }

  @Test("a format that there is not is refused, and nothing is printed", arguments: ["yaml", "JSON", "", "jsonl"])
  func unknown(_ format: String) throws {
    let result = try AssayBinary.run(["catalog", "show", "heartRate", "--output-format", format])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorText.contains("--output-format takes text or json"), "\(result.errorText)")
  }
}
