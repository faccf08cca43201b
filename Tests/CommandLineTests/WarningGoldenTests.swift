import Foundation
import Testing

/// `Tests/Golden/warnings.tsv`: all warnings over the fixtures and over published exports, each judged right or false.
struct WarningGoldenTests {
  /// What a golden's row says before its judgment: input, code, type, count, the first message.
  private typealias Row = [String]

  private static let endings = ["ndjson", "xml", "zip", "csv", "json", "gz"]

  @Test("the warnings over the fixtures are those of the golden") func fixtures() throws {
    let files = FileManager.default.enumerator(atPath: AssayBinary.root + "/Tests/Fixtures")?.compactMap {
      $0 as? String
    }
    let inputs = (files ?? []).filter { path in
      Self.endings.contains { path.hasSuffix("." + $0) } && !path.hasPrefix("stores/") && !path.hasPrefix("codegen/")
    }
    try compare(inputs.map { "Tests/Fixtures/" + $0 }, with: Self.golden().filter { $0[0].hasPrefix("Tests/") })
  }

  @Test(
    "the warnings over published exports are those of the golden",
    .enabled(if: SharedExport.isThere, "../shared/data/apple-health is absent"))
  func exports() throws {
    let inputs = SharedExport.all.map { SharedExport.folder + "/" + $0.path }
    try compare(inputs, with: Self.golden().filter { $0[0].hasPrefix(SharedExport.folder) })
  }

  @Test("every warning is judged, and none is false") func judgments() throws {
    for row in try Self.golden() {
      #expect(row.count == 7 && row[5] == "right" && !row[6].isEmpty, "\(row)")
    }
  }

  private func compare(_ inputs: [String], with golden: [Row]) throws {
    let found = try inputs.flatMap { try warnings(of: $0) }.map { $0.joined(separator: "\t") }
    let known = golden.map { $0.prefix(5).joined(separator: "\t") }
    #expect(found.filter { !known.contains($0) } == [], "not in the golden")
    #expect(known.filter { !found.contains($0) } == [], "in the golden, and not found")
  }

  /// The warnings of an input by code and type.
  private func warnings(of input: String) throws -> [Row] {
    let result = try AssayBinary.run(["validate", "--no-config", "--across", "--output-format", "jsonl", input])
    var rows: [Row] = []
    for line in result.text.split(separator: "\n") {
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        object["severity"] as? String == "warning", let code = object["code"] as? String,
        let message = object["message"] as? String
      else { continue }
      let type = object["type"] as? String ?? "-"
      if let index = rows.firstIndex(where: { $0[1] == code && $0[2] == type }) {
        rows[index][3] = String((Int(rows[index][3]) ?? 0) + 1)
      } else {
        rows.append([input, code, type, "1", message])
      }
    }
    return rows
  }

  private static func golden() throws -> [Row] {
    String(decoding: try TestFile.bytes("Tests/Golden/warnings.tsv"), as: UTF8.self).split(separator: "\n").dropFirst()
      .map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
  }
}
