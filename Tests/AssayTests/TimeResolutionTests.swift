import Foundation
import HealthModel
import HealthValidation
import Testing

/// Every rule that compares times, for sources of microseconds, milliseconds and whole seconds: `Tests/Cases/resolution`.
struct TimeResolutionTests {
  private static let registry = try? ProjectFiles.registry()

  @Test(arguments: try ResolutionCase.all()) func findings(_ item: ResolutionCase) throws {
    for unit in [1, 1000, Instant.second] {
      for rounds in [false, true] {
        let happened = try codes(of: item.happened.map { Self.written($0, unit, rounds) })
        #expect(happened.isEmpty, "\(unit) µs, \(rounds ? "rounded" : "cut")")
        let planted = try codes(of: item.planted.map { Self.written($0, unit, rounds) })
        #expect(planted.contains(item.code), "\(unit) µs, \(rounds ? "rounded" : "cut"): \(planted)")
      }
    }
  }

  /// The codes of all warnings and errors, of each sample and of several.
  private func codes(of lines: [String]) throws -> Set<String> {
    let registry = try #require(Self.registry)
    let check = SampleCheck(Validator(registry: registry, options: ValidationOptions(now: ProjectFiles.now)))
    let found = lines.flatMap { check.diagnostics(in: $0) }.filter { $0.severity != .note }
    var codes = Set(found.map(\.code.name))
    if !found.contains(where: { $0.severity == .error }) {
      let across = try AcrossInput(registry, Array(lines.joined(separator: "\n").utf8)).findings()
      codes.formUnion(across.map(\.code.name))
    }
    return codes
  }

  /// A sample as a source writes it whose times are multiples of a unit.
  private static func written(_ line: String, _ unit: Int64, _ rounds: Bool) -> String {
    line.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) { match in
      guard let time = Instant(String(match.output))?.microseconds else { return String(match.output) }
      return TimestampWriter.string((time + (rounds ? unit / 2 : 0)) / unit * unit)
    }
  }
}

/// A line of `Tests/Cases/resolution/cases.ndjson`.
struct ResolutionCase: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String
  let happened: [String]
  let planted: [String]

  var testDescription: String { name }

  static func all() throws -> [ResolutionCase] {
    try ProjectFiles.bytes("Tests/Cases/resolution/cases.ndjson").split(separator: UInt8(ascii: "\n")).map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let name = object["name"] as? String, let code = object["code"] as? String,
        let happened = object["true"] as? [Any], let planted = object["fault"] as? [Any]
      else { throw CaseIsMalformed(line: String(decoding: line.prefix(80), as: UTF8.self)) }
      return ResolutionCase(name: name, code: code, happened: try texts(happened), planted: try texts(planted))
    }
  }

  private static func texts(_ samples: [Any]) throws -> [String] {
    try samples.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
  }
}
