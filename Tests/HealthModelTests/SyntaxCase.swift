import Foundation
import Testing

/// A row of `Tests/Cases/json/syntax.tsv`: a document, and who accepts it.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  /// What is said of a document; `lenient`: only by the grammar it is right.
  enum Verdict: String { case accept, lenient, refuse }

  let verdict: Verdict
  let name: String
  let bytes: [UInt8]

  var testDescription: String { "\(name): \(verdict)" }

  /// The rows of the file; empty when it cannot be read, which a test of the count reports.
  static let all: [SyntaxCase] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try? String(contentsOf: tests.appendingPathComponent("Cases/json/syntax.tsv"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, let verdict = Verdict(rawValue: fields[0]), let bytes = decoded(fields[2]) else {
        return nil
      }
      return SyntaxCase(verdict: verdict, name: fields[1], bytes: bytes)
    }
  }()

  /// Base64, or `repeat:COUNT:OPEN:MIDDLE:CLOSE`.
  private static func decoded(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[0] == "repeat", let count = Int(parts[1]) else {
      return Data(base64Encoded: text).map { Array($0) }
    }
    let pieces = parts[2...].compactMap { Data(base64Encoded: $0) }
    guard pieces.count == 3 else { return nil }
    let (open, close) = (repeatElement(pieces[0], count: count), repeatElement(pieces[2], count: count))
    return Array(open.joined()) + Array(pieces[1]) + Array(close.joined())
  }
}
