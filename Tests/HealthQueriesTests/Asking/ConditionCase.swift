import Assay
import Foundation
import HealthCatalog
import HealthModel
import HealthStorage
import Testing

@testable import HealthQueries

/// A row of `Tests/Cases/conditions/conditions.tsv`.
struct ConditionCase: Sendable, CustomTestStringConvertible {
  let types: [String]
  let zone: String?
  let text: String
  /// The query in its printed form, or `REASON COLUMN: words`.
  let answer: String

  var testDescription: String { "\(types.joined(separator: " ")): \(text)" }

  /// The built-in types.
  static let registry = Result {
    guard let registry = try CatalogBuilder().load(readsExamples: false).registry else { throw NoCatalog() }
    return registry
  }

  /// The built-in catalog has errors.
  private struct NoCatalog: Error {}

  /// The rows; none when the file cannot be read, which a test of the count reports.
  static let all: [ConditionCase] = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("Cases/conditions/conditions.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4 else { return nil }
      return ConditionCase(
        types: fields[0] == "-" ? [] : fields[0].split(separator: " ").map(String.init),
        zone: fields[1] == "-" ? nil : fields[1], text: fields[2], answer: fields[3])
    }
  }()

  /// What the text is read as.
  func read() throws -> String {
    var query = SampleQuery()
    query.types = types
    let before = query
    let reader = PredicateText(registry: try Self.registry.get(), zone: try zone.map { try TimeZoneRules($0) })
    do throws(QueryError) {
      try reader.add(text, to: &query)
      return PrintedQuery.text(query)
    } catch {
      #expect(query == before)
      let beginning = "`\(TextEscaping.escaped(text, limit: 80))`, column "
      let words = error.description
      #expect(words.hasPrefix(beginning), "\(words)")
      return error.reason.rawValue + " " + words.dropFirst(beginning.count)
    }
  }
}
