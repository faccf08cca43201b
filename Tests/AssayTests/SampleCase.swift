import Foundation
import HealthFormats
import HealthModel
import Testing

/// One line of `Tests/Cases/samples/<family>.ndjson`; the form is described in `Tests/Cases/README.md`.
struct SampleCase: Sendable, CustomTestStringConvertible {
  let family: String
  let name: String
  let text: [UInt8]
  let findings: [String]
  let units: String?
  let timeZone: String?

  var testDescription: String { "\(family): \(name)" }

  /// All cases, in the order of the files.
  static func all() throws -> [SampleCase] {
    var cases: [SampleCase] = []
    for file in try ProjectFiles.names(in: "Tests/Cases/samples", ending: ".ndjson") {
      let bytes = try ProjectFiles.bytes("Tests/Cases/samples/" + file)
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        cases.append(try SampleCase(line: Array(line), family: String(file.dropLast(7))))
      }
    }
    return cases
  }

  init(line: [UInt8], family: String) throws {
    guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
      let name = object["name"] as? String, let codes = object["codes"] as? [String], let at = object["at"] as? [String]
    else { throw CaseIsMalformed(line: String(decoding: line.prefix(80), as: UTF8.self)) }
    self.family = family
    self.name = name
    var text: [UInt8]
    if let raw = object["raw"] as? String {
      text = Array(raw.utf8)
    } else {
      text = try Self.sample(in: line)
    }
    if let repeated = object["repeat"] as? [String: Any], let piece = repeated["text"] as? String,
      let count = repeated["count"] as? Int
    {
      let parts = String(decoding: text, as: UTF8.self).components(separatedBy: "@@")
      text = Array(parts.joined(separator: String(repeating: piece, count: count)).utf8)
    }
    self.text = text
    let levels = object["levels"] as? [String]
    findings = zip(codes, at).enumerated().map { index, pair in
      let level = levels?[index] ?? DiagnosticCode(name: pair.0)?.defaultSeverity.name ?? "?"
      return "\(level) \(pair.0) \(pair.1)"
    }.sorted()
    let options = object["options"] as? [String: String]
    units = options?["units"]
    timeZone = options?["timezone"]
  }

  /// The sample's bytes as they stand in the line: from behind its key to the end of its object.
  private static func sample(in line: [UInt8]) throws -> [UInt8] {
    let key = Array("\"sample\": ".utf8)
    guard let start = line.indices.first(where: { line[$0...].starts(with: key) }) else {
      throw CaseIsMalformed(line: String(decoding: line.prefix(80), as: UTF8.self))
    }
    var depth = 0
    var isInString = false
    var isEscaped = false
    for index in (start + key.count)..<line.count {
      let byte = line[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isInString = false
        }
      } else if byte == 0x22 {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return Array(line[(start + key.count)...index]) }
      }
    }
    throw CaseIsMalformed(line: String(decoding: line.prefix(80), as: UTF8.self))
  }
}

/// A case that is not of the form cases have.
struct CaseIsMalformed: Error {
  var line: String
}
