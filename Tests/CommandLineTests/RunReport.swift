import Foundation

/// What `--output-format json` prints: findings and the summary.
struct RunReport: Decodable {
  /// One finding.
  struct Finding: Decodable, Hashable {
    var code: String
    var severity: String
    var message: String
    var path: String
    var line: Int?
    var column: Int?
    var pointer: String?
    var type: String?
    var hint: String?
  }

  /// The books of one input.
  struct File: Decodable, Hashable {
    var path: String
    var format: String
    var read: Int
    var accepted: Int
    var refused: Int
    var incomplete: Bool
  }

  /// Samples of one type.
  struct TypeCounts: Decodable, Hashable {
    var read: Int
    var accepted: Int
    var refused: Int
    var warnings: Int
  }

  /// The books of a run.
  struct Summary: Decodable, Hashable {
    var files: [File]
    var records: Int
    var elements: [String: Int]
    var read: Int
    var accepted: Int
    var duplicates: Int?
    var conflicts: Int?
    var refused: Int
    var warnings: Int
    var unsupported: [String: Int]
    var byCode: [String: Int]
    var byType: [String: TypeCounts]
    var incomplete: Bool
    var resumedAt: Int?

    private enum CodingKeys: String, CodingKey {
      case files, records, elements, read, accepted, duplicates, conflicts, refused, warnings, unsupported, incomplete
      case byCode = "by_code"
      case byType = "by_type"
      case resumedAt = "resumed_at"
    }

    /// Whether every sample read is counted exactly once beside `read`.
    var isBalanced: Bool { read == accepted + (duplicates ?? 0) + (conflicts ?? 0) + refused }

    /// The same without where the run went on: what a resumed run shares with an undisturbed one.
    var withoutResume: Summary {
      var copy = self
      copy.resumedAt = nil
      return copy
    }
  }

  var schema: Int
  var diagnostics: [Finding]
  var summary: Summary

  /// Reads a run's standard output.
  init(_ result: ProcessResult) throws {
    self = try JSONDecoder().decode(RunReport.self, from: Data(result.output))
  }

  /// The findings of a severity.
  func findings(_ severity: String) -> [Finding] { diagnostics.filter { $0.severity == severity } }
}

/// A line of a quarantine file.
struct QuarantineLine: Decodable {
  /// Where the record stood.
  struct Source: Decodable {
    var path: String
    var line: Int
    var column: Int
    var byteOffset: Int
    var format: String

    private enum CodingKeys: String, CodingKey {
      case path, line, column, format
      case byteOffset = "byte_offset"
    }
  }

  /// What a replay needs beside the record.
  struct Context: Decodable {
    var origin: String?
    var parent: String?
  }

  var schema: Int
  var id: String
  var reason: String
  var source: Source
  var context: Context
  var raw: String?
  var rawBase64: String?
  var diagnostics: [RunReport.Finding]
  var catalog: String

  private enum CodingKeys: String, CodingKey {
    case schema, id, reason, source, context, raw, diagnostics, catalog
    case rawBase64 = "raw_base64"
  }

  /// The record's bytes.
  var bytes: [UInt8] {
    if let raw { return Array(raw.utf8) }
    return rawBase64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
  }

  /// The lines of a quarantine file.
  static func lines(of path: String) throws -> [QuarantineLine] {
    try TestFile.lines(path).map { try JSONDecoder().decode(QuarantineLine.self, from: Data($0)) }
  }
}
