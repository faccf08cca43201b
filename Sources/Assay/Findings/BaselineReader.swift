import HealthModel

/// Reads a baseline's file part by part, so that neither its bytes nor its lines are all in memory.
package struct BaselineReader {
  private let path: String
  private var baseline = Baseline()
  /// The beginning of a line whose end has not come.
  private var rest: [UInt8] = []
  private var line = 0
  /// The longest line: the path and the class of one kind of findings.
  private static let maximumLine = 1 << 20

  package init(path: String) { self.path = path }

  /// Takes the next part.
  package mutating func take(_ bytes: ArraySlice<UInt8>) throws(BaselineError) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if rest.isEmpty {
        try takeLine(bytes[start..<end])
      } else {
        rest += bytes[start..<end]
        try takeLine(rest[...])
        rest.removeAll(keepingCapacity: true)
      }
      start = end + 1
    }
    rest += bytes[start...]
    if rest.count > Self.maximumLine {
      line += 1
      throw fault("the line is longer than 1 MiB")
    }
  }

  /// The baseline, when all parts were taken.
  package mutating func finish() throws(BaselineError) -> Baseline {
    try takeLine(rest[...])
    return baseline
  }

  private mutating func takeLine(_ bytes: ArraySlice<UInt8>) throws(BaselineError) {
    line += 1
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    guard let json = JSONValue(parsing: bytes), case .object = json else { throw fault("not a JSON object") }
    guard let name = json["code"]?.text, let code = DiagnosticCode(name: name) else {
      throw fault("no code, or one that does not exist")
    }
    guard let count = json["count"]?.int, count > 0 else { throw fault("`count` must be a number above 0") }
    let entry = BaselineEntry(
      code: code, type: json["type"]?.text, path: json["path"]?.text, field: json["field"]?.text ?? "",
      evidence: json["evidence"]?.text ?? "")
    guard baseline.add(entry, count: count) else { throw fault("the same entry is here twice") }
  }

  private func fault(_ reason: String) -> BaselineError { BaselineError(path: path, line: line, reason: reason) }
}
