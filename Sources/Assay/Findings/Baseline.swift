import HealthFormats
package import HealthModel
package import HealthReports

/// The findings a project has accepted for now: how many of each class, in a sorted file of JSON lines.
///
/// Classes share their texts, so that a hundred thousand of them take a few megabytes: files, types, fields and what
/// was found repeat from class to class.
package struct Baseline: Sendable, Hashable {
  /// A class of findings by the numbers of its texts; -1 for none.
  private struct Key: Sendable, Hashable {
    var code: DiagnosticCode
    var type: Int32
    var path: Int32
    var field: Int32
    var evidence: Int32
  }

  private var numbers: [ExactText: Int32] = [:]
  private var texts: [String] = []
  private var places: [Key: Int32] = [:]
  private var keys: [Key] = []
  private var counts: [Int] = []

  package init() {}

  package init(_ bytes: [UInt8], path: String) throws(Failure) {
    var reader = BaselineReader(path: path)
    try reader.read(bytes[...])
    self = try reader.finish()
  }

  package var classCount: Int { keys.count }

  package var findingCount: Int { counts.reduce(0) { $0.addingReportingOverflow($1).partialValue } }

  package var namesFiles: Bool? {
    let named = keys.count { $0.path >= 0 }
    return named == keys.count ? true : named == 0 ? false : nil
  }

  package subscript(entry: BaselineEntry) -> Int { place(of: entry).map { counts[$0] } ?? 0 }

  func place(of entry: BaselineEntry) -> Int? {
    guard let type = number(of: entry.type), let path = number(of: entry.path),
      let field = number(of: entry.field), let evidence = number(of: entry.evidence)
    else { return nil }
    return places[Key(code: entry.code, type: type, path: path, field: field, evidence: evidence)].map { Int($0) }
  }

  func entry(at place: Int) -> BaselineEntry {
    let key = keys[place]
    return BaselineEntry(
      code: key.code, type: text(key.type), path: text(key.path), field: text(key.field) ?? "",
      evidence: text(key.evidence) ?? "")
  }

  func count(at place: Int) -> Int { counts[place] }

  /// Sets how many findings of the class at a place there are; a class with 0 is not written.
  mutating func setCount(at place: Int, _ count: Int) { counts[place] = count }

  @discardableResult mutating func add(_ entry: BaselineEntry, count: Int = 1) -> Bool {
    if let place = place(of: entry) {
      let (sum, overflow) = counts[place].addingReportingOverflow(count)
      counts[place] = overflow ? .max : sum
      return false
    }
    let key = Key(
      code: entry.code, type: entry.type.map { intern($0) } ?? -1, path: entry.path.map { intern($0) } ?? -1,
      field: intern(entry.field), evidence: intern(entry.evidence))
    places[key] = Int32(clamping: keys.count)
    keys.append(key)
    counts.append(count)
    return true
  }

  func sorted(where isWanted: (Int) -> Bool) -> [Int] {
    keys.indices.filter(isWanted).sorted { entry(at: $0) < entry(at: $1) }
  }

  package func write(to output: ByteOutput) throws(OutputError) {
    for place in sorted(where: { counts[$0] > 0 }) { try output.append(entry(at: place).line(count: counts[place])) }
  }

  private func text(_ number: Int32) -> String? { number < 0 ? nil : texts[Int(number)] }

  /// The number of a text, -1 for none; `nil` for a text that no class has.
  private func number(of text: String?) -> Int32? { text.map { numbers[ExactText($0)] } ?? -1 }

  private mutating func intern(_ text: String) -> Int32 {
    if let number = numbers[ExactText(text)] { return number }
    let number = Int32(clamping: texts.count)
    texts.append(text)
    numbers[ExactText(text)] = number
    return number
  }
}

/// Reads a baseline's file part by part, so that neither its bytes nor its lines are all in memory.
package struct BaselineReader {
  private let path: String
  private var baseline = Baseline()
  private var rest: [UInt8] = []
  private var line = 0
  /// The longest line: the path and the class of one kind of findings.
  private static let maximumLine = 1 << 20

  package init(path: String) { self.path = path }

  package mutating func read(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if rest.isEmpty {
        try readLine(bytes[start..<end])
      } else {
        rest += bytes[start..<end]
        try readLine(rest[...])
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

  package mutating func finish() throws(Failure) -> Baseline {
    try readLine(rest[...])
    return baseline
  }

  private mutating func readLine(_ bytes: ArraySlice<UInt8>) throws(Failure) {
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

  private func fault(_ reason: String) -> Failure {
    .usage(
      "\(TextEscaping.escaped(path, limit: 1000)):\(line): \(reason)",
      hint: "write the baseline anew with --write-baseline")
  }
}

package enum BaselineFile {
  static let maximumSize = 256 << 20

  package static func read(
    _ path: String, by key: BaselineKey, within boundary: FolderBoundary? = nil
  ) throws(Failure) -> Baseline {
    let baseline = try Failure.meaning { try content(of: path, within: boundary) }
    guard baseline.classCount == 0 || baseline.namesFiles == (key == .path) else {
      let other = key == .type ? BaselineKey.path : .type
      throw .usage(
        "\(TextEscaping.escaped(path, limit: 1000)) was written by \(other.rawValue); give `--baseline-by "
          + "\(other.rawValue)` or write it anew with --write-baseline")
    }
    return baseline
  }

  static func content(
    of path: String, within boundary: FolderBoundary?, limit: Int = BaselineFile.maximumSize
  ) throws -> Baseline {
    var source = try FileSource(path: path, within: boundary)
    var reader = BaselineReader(path: path)
    var bytes: [UInt8] = []
    var count = 0
    while try source.read(into: &bytes, count: 64 * 1024) > 0 {
      count += bytes.count
      guard count <= limit else {
        throw Failure.usage(
          "\(TextEscaping.escaped(path, limit: 1000)): a baseline has at most \(limit >> 20) MiB; --baseline-by type "
            + "writes a shorter one")
      }
      try reader.read(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    return try reader.finish()
  }

  package static func write(_ baseline: Baseline, to path: String) throws(Failure) {
    try Failure.meaning {
      let file = try PendingFile(path)
      try baseline.write(to: file.output)
      try file.finish()
    }
  }
}

/// A class of findings as a baseline knows it: no value, line or wording, so that it survives edits and leaks nothing.
package struct BaselineEntry: Sendable, Hashable, Comparable {
  package var code: DiagnosticCode
  package var type: String?
  /// The file, relative to the configuration's folder; `nil` in baselines by type.
  package var path: String?
  package var field: String
  package var evidence: String

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
