import Foundation
import Testing

/// The project's test data, found from this file's place.
enum TestFiles {
  /// The folder `Tests`.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a file below `Tests`.
  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The bytes of a file below `Tests`.
  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The names of the exports in `Tests/Fixtures` that are XML and begin as exports do.
  static let exports: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path("Fixtures/apple-health"))) ?? []
    return ["Fixtures/demo/export.xml"]
      + names.filter { $0.hasSuffix(".xml") && $0 != "not-health.xml" }.sorted().map { "Fixtures/apple-health/\($0)" }
  }()
}

/// A row of a case file: what is expected of a document.
struct DocumentCase: Sendable, CustomTestStringConvertible {
  let verdict: String
  let name: String
  let bytes: [UInt8]

  var testDescription: String { "\(name): \(verdict)" }

  /// The rows of a file below `Tests/Cases`; empty when it cannot be read, which a test of the count reports.
  static func rows(of file: String) -> [DocumentCase] {
    guard let text = try? String(contentsOf: TestFiles.folder.appendingPathComponent("Cases/\(file)"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, let bytes = decoded(fields[2]) else { return nil }
      return DocumentCase(verdict: fields[0], name: fields[1], bytes: bytes)
    }
  }

  /// Base64, or `repeat:COUNT:OPEN:MIDDLE:CLOSE`.
  private static func decoded(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return Data(base64Encoded: text).map { Array($0) } }
    guard parts.count == 5, parts[0] == "repeat", let count = Int(parts[1]), let open = Data(base64Encoded: parts[2]),
      let middle = Data(base64Encoded: parts[3]), let close = Data(base64Encoded: parts[4])
    else { return nil }
    return Array(repeatElement(Array(open), count: count).joined()) + Array(middle)
      + Array(repeatElement(Array(close), count: count).joined())
  }
}
