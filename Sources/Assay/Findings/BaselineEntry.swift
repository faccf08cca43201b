package import HealthModel
import HealthReports

/// A class of findings as a baseline knows it: no value, line or wording, so that it survives edits and leaks nothing.
package struct BaselineEntry: Sendable, Hashable, Comparable {
  package var code: DiagnosticCode
  package var type: String?
  /// The file, relative to the configuration's folder; `nil` in baselines by type.
  package var path: String?
  package var field: String
  package var evidence: String

  package init(code: DiagnosticCode, type: String?, path: String?, field: String, evidence: String) {
    self.code = code
    self.type = type
    self.path = path
    self.field = field
    self.evidence = evidence
  }

  /// Whether two entries are of one class: texts are compared by their bytes, as the paths of files are.
  package static func == (left: BaselineEntry, right: BaselineEntry) -> Bool {
    left.code == right.code && left.texts == right.texts
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(texts)
  }

  private var texts: [ExactText?] { [type, path, field, evidence].map { $0.map(ExactText.init) } }

  /// Whether an entry is before another in a file: by path, code, type, field and evidence, as bytes.
  package static func < (left: BaselineEntry, right: BaselineEntry) -> Bool {
    precedes(left.path ?? "", right.path ?? "") ?? precedes(left.code.name, right.code.name)
      ?? precedes(left.type ?? "", right.type ?? "") ?? precedes(left.field, right.field)
      ?? precedes(left.evidence, right.evidence) ?? false
  }

  /// `nil` for equal texts.
  private static func precedes(_ left: String, _ right: String) -> Bool? {
    ExactText(left) == ExactText(right) ? nil : ExactText(left) < ExactText(right)
  }

  func line(count: Int) -> [UInt8] {
    var json = JSONBuilder()
    json.object { json in
      json.member("code", code.name)
      json.member("type", type)
      json.member("path", path)
      json.member("field", field)
      json.member("evidence", evidence)
      json.member("count", count)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
