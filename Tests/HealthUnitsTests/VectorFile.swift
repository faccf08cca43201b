import Foundation
import Testing

/// One row of a vector file in `Tests/Cases/units`.
struct UnitVector: Sendable, CustomTestStringConvertible {
  let id: String
  let grammar: String
  let kind: String
  let from: String
  let value: Double?
  let to: String
  let expected: String
  let relativeTolerance: Double
  let absoluteTolerance: Double

  var testDescription: String { "\(id) \(grammar) \(kind) \(from.prefix(40)) → \(to)" }

  /// Reads a row; columns: id grammar kind from value to expected expected_exact tol_rel tol_abs … note.
  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 13 else { return nil }
    id = fields[0]
    grammar = fields[1]
    kind = fields[2]
    from = fields[12] == "escaped" ? fields[3].replacingOccurrences(of: "\\n", with: "\n") : fields[3]
    value = Double(fields[4])
    to = fields[5]
    expected = fields[6]
    relativeTolerance = Double(fields[8]) ?? 0
    absoluteTolerance = Double(fields[9]) ?? 0
  }

  /// Whether a number is the expected one, within the row's tolerances.
  func accepts(_ number: Double) -> Bool {
    guard let wanted = Double(expected) else { return false }
    return abs(number - wanted) <= max(absoluteTolerance, relativeTolerance * abs(wanted))
  }

  /// The rows of a file in `Tests/Cases/units`; empty when it cannot be read, which a test of the count reports.
  static func rows(of file: String) -> [UnitVector] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = folder.appendingPathComponent("Cases/units/\(file)")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("id\t") }
      .compactMap(UnitVector.init(line:))
  }
}
