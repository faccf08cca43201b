import HealthFormats
import HealthModel
import HealthReports

/// The findings a project has accepted for now: how many of each class, in a sorted file of JSON lines.
public struct Baseline: Sendable, Hashable {
  /// How many findings of each class there are.
  public var counts: [BaselineEntry: Int]

  /// Creates a baseline of counts.
  public init(counts: [BaselineEntry: Int] = [:]) { self.counts = counts }

  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: JSON lines `{code, type, path, field, evidence, count}`, in any order; blank lines are passed over.
  ///   - path: the file, for the error.
  /// - Throws: `BaselineError` at the first line that is none, or names a class twice.
  public init(_ bytes: [UInt8], path: String) throws(BaselineError) {
    counts = [:]
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      guard let json = JSONDocument(line), case .object = json else {
        throw BaselineError(path: path, line: index + 1, reason: "not a JSON object")
      }
      guard let name = json["code"]?.text, let code = DiagnosticCode(name: name) else {
        throw BaselineError(path: path, line: index + 1, reason: "no code, or one that does not exist")
      }
      guard let count = json["count"]?.integer, count > 0 else {
        throw BaselineError(path: path, line: index + 1, reason: "`count` must be a number above 0")
      }
      let entry = BaselineEntry(
        code: code, type: json["type"]?.text, path: json["path"]?.text, field: json["field"]?.text ?? "",
        evidence: json["evidence"]?.text ?? "")
      guard counts.updateValue(count, forKey: entry) == nil else {
        throw BaselineError(path: path, line: index + 1, reason: "the same entry stands here twice")
      }
    }
  }

  /// The file's bytes, sorted.
  public var bytes: [UInt8] {
    counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.flatMap { $0.key.line(count: $0.value) }
  }
}

/// A baseline file that cannot be read as one.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line at fault, from 1.
  public var line: Int
  /// What is wrong.
  public var reason: String

  /// The place and what is wrong there.
  public var description: String {
    "\(TextEscaping.escaped(path, limit: 1000)):\(line): \(reason); write the baseline anew with --write-baseline"
  }
}
