import Foundation
import HealthModel
import Testing

@testable import HealthModel

/// The grammar: what a text is read as, and what is wrong with it where.
@Suite struct ConditionSyntaxTests {
  @Test func theFileOfCasesIsThere() { #expect(ConditionLine.syntax.count >= 65) }

  @Test(arguments: ConditionLine.syntax)
  func readsAsItsLineSays(_ line: ConditionLine) {
    #expect(Self.read(line.text) == line.answer)
  }

  @Test(arguments: ConditionLine.syntax.filter { $0.answer.first?.isNumber == false })
  func whatIsPrintedIsReadAsTheSameTree(_ line: ConditionLine) throws {
    let tree = try ConditionReading(line.text).get()
    #expect(try ConditionReading(tree.description).get() == tree)
  }

  @Test func aTextThatIsTooLongIsRefused() {
    let longest = "a = b" + String(repeating: " ", count: ConditionReading.maximumLength - 5)
    #expect(Self.read(longest) == "a = b")
    #expect(Self.read(longest + " ").hasSuffix("conditions are longer than 4096 bytes; ask for less at once"))
  }

  @Test(arguments: ["(", "not ", "first("])
  func partsWithinEachOtherHaveALimit(_ opening: String) {
    let closing = opening == "not " ? "" : ")"
    let shallow = String(repeating: opening, count: 30) + "a = b" + String(repeating: closing, count: 30)
    #expect(ConditionReading(shallow).condition != nil)
    let deep = String(repeating: opening, count: 33) + "a = b" + String(repeating: closing, count: 33)
    #expect(ConditionReading(deep).fault?.message == "the condition has too many parts within each other")
  }

  @Test func aLongSumHasALimit() {
    let short = Array(repeating: "a", count: 60).joined(separator: " + ") + " > 3"
    #expect(ConditionReading(short).condition != nil)
    let long = Array(repeating: "a", count: 70).joined(separator: " + ") + " > 3"
    #expect(ConditionReading(long).fault?.message == "the condition has too many parts within each other")
  }

  @Test func aLongConjunctionIsTaken() {
    let long = Array(repeating: "a=1", count: 500).joined(separator: " and ")
    #expect(ConditionReading(long).condition != nil)
  }

  static func read(_ text: String) -> String {
    do throws(SyntaxError) {
      return try ConditionReading(text).get().description
    } catch {
      return "\(error.column(in: Array(text.utf8))): \(error.message)"
        + (error.instead.map { $0.isEmpty ? "" : "; \($0)" } ?? "")
    }
  }
}

/// A line of a file of cases: what is written, and what it is read as.
struct ConditionLine: Sendable, CustomTestStringConvertible {
  let fields: [String]

  var text: String { fields[0] }
  var answer: String { fields[fields.count - 1] }
  var testDescription: String { fields.joined(separator: " | ") }

  static let syntax = lines("syntax", columns: 2)
  static let meanings = lines("meanings", columns: 3)

  /// The lines of a file; none when it cannot be read, which a test of their count reports.
  private static func lines(_ name: String, columns: Int) -> [ConditionLine] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<2 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("Cases/conditions/\(name).tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return fields.count == columns ? ConditionLine(fields: fields) : nil
    }
  }
}
