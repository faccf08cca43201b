import Foundation

/// A SQLite store in a test's folder, seen through the command.
struct TestStore {
  /// The database's path.
  let path: String
  /// Variables of every command beside the usual ones.
  var environment: [String: String] = [:]

  init(_ folder: TemporaryFolder, _ name: String = "health.db", environment: [String: String] = [:]) {
    path = folder.path(of: name)
    self.environment = environment
  }

  /// The arguments of an import that reports as JSON.
  func importArguments(_ inputs: [String], _ options: [String] = []) -> [String] {
    ["import"] + inputs + ["--store", "sqlite:" + path, "--output-format", "json"] + options
  }

  /// Imports, and reads the report.
  func importing(
    _ inputs: String..., options: [String] = [], input: [UInt8] = []
  ) throws -> (status: Int32, report: RunReport) {
    let result = try AssayBinary.run(importArguments(inputs, options), input: input, environment: environment)
    guard let report = try? RunReport(result) else { throw NoReport(result: result) }
    return (result.status, report)
  }

  /// The store's content as the command writes it.
  func export(_ options: String...) throws -> String {
    let result = try AssayBinary.run(["export", "--store", "sqlite:" + path] + options, environment: environment)
    guard result.status == 0 else { throw NoReport(result: result) }
    return result.text
  }

  /// The stored samples of a type, members of correlations as well.
  func samples(of type: String) throws -> [StoredSample] {
    let arguments = ["query", "--store", "sqlite:" + path, "--type", type, "--output-format", "jsonl"]
    let result = try AssayBinary.run(arguments, environment: environment)
    guard result.status == 0 else { throw NoReport(result: result) }
    return try StoredSample.all(in: result.text)
  }

  /// The paths of the quarantine files: those of refused records, or those of elements without a type.
  func quarantineFiles(ofUnsupported isUnsupported: Bool = false) -> [String] {
    let folder = path + ".quarantine"
    return TestFile.names(in: folder).filter { $0.hasSuffix(".unsupported.ndjson") == isUnsupported }
      .map { folder + "/" + $0 }
  }

  /// All lines of the quarantine.
  func quarantine(ofUnsupported isUnsupported: Bool = false) throws -> [QuarantineLine] {
    try quarantineFiles(ofUnsupported: isUnsupported).flatMap(QuarantineLine.lines(of:))
  }
}

/// A command that was to print a report and did not.
struct NoReport: Error, CustomStringConvertible {
  var result: ProcessResult

  var description: String { "status \(result.status), standard error: \(result.errorText)" }
}

/// What the tests look at in a normalized sample.
struct StoredSample: Decodable {
  /// A line that every store takes.
  static let line = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#

  var uuid: String
  var type: String
  /// The value, when it is a number.
  var number: Double?
  var unit: String?
  var members: [StoredSample]?

  private enum CodingKeys: String, CodingKey {
    case uuid, type, value, unit, members
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    uuid = try container.decode(String.self, forKey: .uuid)
    type = try container.decode(String.self, forKey: .type)
    number = try? container.decode(Double.self, forKey: .value)
    unit = try container.decodeIfPresent(String.self, forKey: .unit)
    members = try container.decodeIfPresent([StoredSample].self, forKey: .members)
  }

  /// The samples of NDJSON.
  static func all(in text: String) throws -> [StoredSample] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(StoredSample.self, from: Data($0.utf8)) }
  }
}
