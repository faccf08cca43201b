package import HealthModel

/// The counts of a run: the last line on standard error, and `summary` in machine formats.
public struct Summary: Sendable, Hashable, Codable {
  /// Samples of one type.
  public struct TypeCounts: Sendable, Hashable, Codable {
    /// Samples read.
    public var read = 0
    /// Samples accepted; for imports, those that the store did not have.
    public var accepted = 0
    /// Samples refused.
    public var refused = 0
    /// Findings that are warnings.
    public var warnings = 0

    package init() {}

    fileprivate static var sums: [(String, WritableKeyPath<TypeCounts, Int>)] {
      [("read", \.read), ("accepted", \.accepted), ("refused", \.refused), ("warnings", \.warnings)]
    }
  }

  /// One input.
  public struct File: Sendable, Hashable, Codable {
    /// The input's path as it is shown.
    public var path: String
    /// The name of the input's format.
    public var format: String
    /// Samples read.
    public var read = 0
    /// Samples accepted.
    public var accepted = 0
    /// Samples refused.
    public var refused = 0
    /// Whether the input was not read to its end.
    public var isIncomplete = false
    /// The reasons that it was not, if known.
    public var incompleteReasons: Set<IncompleteReason> = []

    package init(path: String, format: String) {
      self.path = path
      self.format = format
    }
  }

  /// The inputs, in the order they were named.
  public var files: [File] = []
  /// Lines, rows or elements that were records.
  public var records = 0
  /// Elements of exports by name, nested ones as well.
  public var elements: [String: Int] = [:]
  /// Samples: a correlation and each of its members count one.
  public var read = 0
  /// Samples accepted; for imports, those that the store did not have.
  public var accepted = 0
  /// Samples refused.
  public var refused = 0
  /// Findings that are errors.
  public var errors = 0
  /// Findings that are warnings.
  public var warnings = 0
  /// Findings that are notes.
  public var notes = 0
  /// Elements and child lists that have no type yet.
  public var unsupported: [String: Int] = [:]
  /// Records and rows that a profile or a mapping made no sample of, because its conditions pass over them or their values
  /// are not there; `nil` if there were none.
  public package(set) var passedOver: Int?
  /// Samples that an import skipped, since their participants withdrew from the store; `nil` if there were none.
  public package(set) var withdrawn: Int?
  /// Files that an import skipped for that reason; `nil` if there were none.
  public package(set) var withdrawnFiles: Int?
  /// Findings by the name of their code.
  public var byCode: [String: Int] = [:]
  /// Samples by the id of their type.
  public var byType: [String: TypeCounts] = [:]
  /// Whether some input was not read to its end.
  public var isIncomplete = false
  /// The reasons that one was not, if known.
  public var incompleteReasons: Set<IncompleteReason> = []
  /// Samples that were stored before with equal content; `nil` unless the run is an import.
  public var duplicates: Int?
  /// Samples whose given id is stored with other content; `nil` unless the run is an import.
  public var conflicts: Int?
  /// Accepted samples whose values a fix read in another unit; `nil` if there are none and no command asked for fixes.
  public var fixed: Int?
  /// Findings that a suppression of the configuration took out, when there are suppressions.
  public var suppressed: Int?
  /// Findings that the baseline has, when there is one.
  public var known: Int?
  /// What was counted for thresholds about a part of the samples, in their order; `nil` if there are none.
  package var scoped: [ScopedCount]?
  /// The ranges of lines that were read, in the order they were named; `nil` if inputs were read whole.
  package var ranges: [ReadRange]?
  /// The offset where an interrupted import went on.
  package var resumedAt: Int64?

  package init() {}

  /// Counts findings that belong to no input.
  package mutating func count(_ code: DiagnosticCode, _ severity: Severity, times: Int = 1) {
    byCode[code.name, default: 0] += times
    switch severity {
    case .error: errors += times
    case .warning: warnings += times
    case .note: notes += times
    }
  }

  package mutating func addUnread(_ path: String, _ reason: IncompleteReason = .unreadable) {
    var file = File(path: path, format: "unknown")
    file.isIncomplete = true
    file.incompleteReasons = [reason]
    files.append(file)
    markIncomplete(reason)
  }

  package mutating func markIncomplete(_ reason: IncompleteReason) {
    isIncomplete = true
    incompleteReasons.insert(reason)
  }

  /// Adds another run's numbers; its files follow.
  package mutating func merge(_ other: Summary) {
    files += other.files
    for (_, path) in Self.sums { self[keyPath: path] += other[keyPath: path] }
    for (_, path) in Self.optionalSums {
      if let more = other[keyPath: path] { self[keyPath: path] = (self[keyPath: path] ?? 0) + more }
    }
    count(elements: other.elements)
    count(unsupported: other.unsupported)
    byCode.merge(other.byCode, uniquingKeysWith: +)
    byType.merge(other.byType) { left, right in
      var sum = left
      for (_, path) in TypeCounts.sums { sum[keyPath: path] += right[keyPath: path] }
      return sum
    }
    isIncomplete = isIncomplete || other.isIncomplete
    incompleteReasons.formUnion(other.incompleteReasons)
    if let more = other.scoped { scoped = ScopedCount.merged(scoped ?? [], more) }
    if let more = other.ranges { ranges = (ranges ?? []) + more }
    resumedAt = resumedAt ?? other.resumedAt
  }

  package func append(to json: inout JSONBuilder, adding members: (inout JSONBuilder) -> Void = { _ in }) {
    json.object { json in
      json.array("files") { list in
        for file in files {
          list.object { item in
            item.member("path", file.path)
            item.member("format", file.format)
            item.member("read", file.read)
            item.member("accepted", file.accepted)
            item.member("refused", file.refused)
            item.member("incomplete", file.isIncomplete)
          }
        }
      }
      json.member("records", records)
      json.member("elements", elements)
      json.member("read", read)
      json.member("accepted", accepted)
      if let duplicates { json.member("duplicates", duplicates) }
      if let conflicts { json.member("conflicts", conflicts) }
      json.member("refused", refused)
      json.member("errors", errors)
      json.member("warnings", warnings)
      json.member("notes", notes)
      for (key, path) in Self.optionalSums.dropFirst(2) {
        if let count = self[keyPath: path] { json.member(key, count) }
      }
      json.member("unsupported", unsupported)
      json.member("by_code", byCode)
      json.object("by_type") { types in
        for (type, counts) in byType.sorted(by: { $0.key < $1.key }) {
          types.object(type) { item in
            for (key, path) in TypeCounts.sums { item.member(key, counts[keyPath: path]) }
          }
        }
      }
      json.member("incomplete", isIncomplete)
      if let ranges { json.array("ranges") { list in for range in ranges { range.append(to: &list) } } }
      if let resumedAt { json.member("resumed_at", Int(resumedAt)) }
      members(&json)
    }
  }

  /// A number that sums of many reports can hold.
  private static let most: Int64 = 1 << 46

  private static var sums: [(String, WritableKeyPath<Summary, Int>)] {
    [
      ("records", \.records), ("read", \.read), ("accepted", \.accepted), ("refused", \.refused), ("errors", \.errors),
      ("warnings", \.warnings), ("notes", \.notes),
    ]
  }

  private static var optionalSums: [(String, WritableKeyPath<Summary, Int?>)] {
    [
      ("duplicates", \.duplicates), ("conflicts", \.conflicts), ("fixed", \.fixed), ("suppressed", \.suppressed),
      ("known", \.known), ("passed_over", \.passedOver), ("withdrawn", \.withdrawn),
      ("withdrawn_files", \.withdrawnFiles),
    ]
  }

  /// Reads what `append` wrote; `nil` if a count is none, or too large to be added to.
  ///
  /// Unless it is whole, counts may be missing: a store may have those of an earlier version.
  package init?(_ json: JSONValue, isWhole: Bool) {
    self.init()
    func count(_ json: JSONValue?, isNeeded: Bool = isWhole) -> Int? {
      guard let json else { return isNeeded ? nil : 0 }
      guard let number = json.integer, (0...Self.most).contains(number) else { return nil }
      return Int(number)
    }
    func flag(_ json: JSONValue?) -> Bool? { json.map(\.flag) ?? (isWhole ? nil : false) }
    func table(_ json: JSONValue?) -> [String: Int]? {
      var table: [String: Int] = [:]
      for member in json?.members ?? [] {
        guard let number = count(member.value) else { return nil }
        table[member.key] = number
      }
      return table
    }
    for (key, path) in Self.sums {
      guard let number = count(json[key]) else { return nil }
      self[keyPath: path] = number
    }
    for (key, path) in Self.optionalSums where json[key] != nil {
      guard let number = count(json[key]) else { return nil }
      self[keyPath: path] = number
    }
    guard let elements = table(json["elements"]), let unsupported = table(json["unsupported"]),
      let byCode = table(json["by_code"]), let isIncomplete = flag(json["incomplete"])
    else { return nil }
    (self.elements, self.unsupported, self.byCode, self.isIncomplete) = (elements, unsupported, byCode, isIncomplete)
    for type in json["by_type"]?.members ?? [] {
      var counts = TypeCounts()
      for (key, path) in TypeCounts.sums {
        guard let number = count(type.value[key]) else { return nil }
        counts[keyPath: path] = number
      }
      byType[type.key] = counts
    }
    for item in json["files"]?.elements ?? [] {
      guard let path = item["path"]?.text, let format = item["format"]?.text, let read = count(item["read"]),
        let accepted = count(item["accepted"]), let refused = count(item["refused"]),
        let isIncomplete = flag(item["incomplete"])
      else { return nil }
      var file = File(path: path, format: format)
      (file.read, file.accepted, file.refused, file.isIncomplete) = (read, accepted, refused, isIncomplete)
      files.append(file)
    }
    for item in json["ranges"]?.elements ?? [] {
      guard let range = ReadRange(item, most: Self.most) else { return nil }
      ranges = (ranges ?? []) + [range]
    }
    if let items = json["thresholds"]?.elements {
      scoped = []
      for item in items {
        guard let number = count(item["count"], isNeeded: true), let read = count(item["read"], isNeeded: true) else {
          return nil
        }
        scoped?.append(ScopedCount(condition: item["condition"]?.text ?? "", count: number, read: read))
      }
    }
  }

  /// The summary as one line of text.
  ///
  /// - Parameter seconds: how long the run took, for the rate; `nil` leaves it out.
  /// - Returns: the line, without a line end.
  public func line(seconds: Double? = nil) -> String {
    var parts = ["\(Self.grouped(read)) read", "\(Self.grouped(accepted)) accepted"]
    if let duplicates { parts.append(GroupedDigits.counted(duplicates, "duplicate")) }
    if let conflicts { parts.append(GroupedDigits.counted(conflicts, "conflict")) }
    parts.append("\(Self.grouped(refused)) refused\(ShareText.suffix(refused, of: read))")
    if let passedOver { parts.append(Self.passedOver(passedOver)) }
    if let skipped = skippedText { parts.append(skipped) }
    if hasOtherErrors { parts.append(GroupedDigits.counted(errors, "error")) }
    if warnings > 0 { parts.append(GroupedDigits.counted(warnings, "warning")) }
    if let fixed { parts.append("\(Self.grouped(fixed)) read in another unit") }
    if let suppressed, suppressed > 0 { parts.append("\(Self.grouped(suppressed)) suppressed") }
    if let known, known > 0 { parts.append("\(Self.grouped(known)) in the baseline") }
    var line = parts.joined(separator: ", ")
    if !unsupported.isEmpty {
      let list = unsupported.sorted { $0.key < $1.key }.map {
        "\(TextEscaping.escaped($0.key)) \(Self.grouped($0.value))"
      }
      line += "; not read (no type yet): " + list.joined(separator: ", ")
    }
    if let ranges, ranges.contains(where: { $0.start > 0 }) {
      let first = ranges.count == 1 ? ranges[0].firstByte : nil
      line += "; lines count from " + (first.map { "byte " + Self.grouped(Int($0)) } ?? "where each range begins")
    }
    if let resumedAt { line += "; resumed at byte \(Self.grouped(Int(resumedAt)))" }
    if isIncomplete { line += "; INCOMPLETE: \(IncompleteReason.words(incompleteReasons, "the input"))" }
    if let seconds, seconds > 0.5 {
      line += " (\(Double(Int(seconds * 10)) / 10) s, \(Self.grouped(Int(Double(read) / seconds))) samples/s)"
    }
    return line
  }

  /// Whether errors are about accepted samples, as those of rules of plugins are, so that nothing else in the line says why
  /// the run failed.
  private var hasOtherErrors: Bool {
    guard errors > 0 else { return false }
    if byCode[DiagnosticCode.pluginRule.name] != nil { return true }
    return refused == 0 && !isIncomplete && (conflicts ?? 0) == 0
  }

  /// The result of a linter's run, as one line of text without a line end: files, samples, findings.
  package var findingsLine: String {
    let counted = GroupedDigits.counted
    var line = "\(counted(files.count, "file")), \(counted(read, "sample")) read: "
    line += "\(counted(errors, "error")), \(counted(warnings, "warning"))"
    if notes > 0 { line += ", \(counted(notes, "note"))" }
    if let passedOver { line += ", " + Self.passedOver(passedOver) }
    if let suppressed, suppressed > 0 { line += ", \(Self.grouped(suppressed)) suppressed" }
    if let known, known > 0 { line += ", \(Self.grouped(known)) in the baseline" }
    return isIncomplete ? line + "; INCOMPLETE: \(IncompleteReason.words(incompleteReasons, "an input"))" : line
  }

  /// The share of samples that was refused, in percent with at most two decimals; `nil` when none was.
  var refusedShare: String? { ShareText.percent(refused, of: read) }

  private static func passedOver(_ records: Int) -> String { GroupedDigits.counted(records, "record") + " passed over" }

  /// What an import skipped, since its participants withdrew; `nil` for nothing.
  var skippedText: String? {
    let parts = [(withdrawn, "sample"), (withdrawnFiles, "file")].compactMap { count, noun in
      count.map { GroupedDigits.counted($0, noun) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ") + " of withdrawn participants skipped"
  }

  private static func grouped(_ number: Int) -> String { GroupedDigits.string(number) }

  /// The most kinds that are counted by name; what comes after them is counted together.
  static let mostKinds = 1_000
  /// The name under which further kinds are counted.
  static let otherKinds = "other kinds"

  /// Counts records without a type by their kind, whose names an input may choose without end.
  package mutating func count(unsupported counts: [String: Int]) { Self.add(counts, to: &unsupported) }

  package mutating func count(passedOver records: Int) { if records > 0 { passedOver = (passedOver ?? 0) + records } }

  package mutating func count(withdrawn samples: Int) { if samples > 0 { withdrawn = (withdrawn ?? 0) + samples } }

  package mutating func count(elements counts: [String: Int]) { Self.add(counts, to: &elements) }

  private static func add(_ counts: [String: Int], to sum: inout [String: Int]) {
    if sum.count + counts.count <= mostKinds {
      sum.merge(counts, uniquingKeysWith: +)
      return
    }
    // In an order of their own, so that the same input has the same counts.
    for (name, count) in counts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      sum[sum[name] != nil || sum.count < mostKinds ? name : otherKinds, default: 0] += count
    }
  }
}

/// A range of a file of lines, and what was read of it: proof of what a report is about.
package struct ReadRange: Sendable, Hashable, Codable {
  /// The file, as findings name it.
  package var path: String
  /// Where the range begins, in bytes.
  package let start: Int64
  package let end: Int64
  /// How many bytes the file had when it was opened, if that is known.
  package let size: Int64?
  /// Where its first line begins; `nil` if it has no line.
  package let firstByte: Int64?
  /// The lines that begin in it, empty ones too.
  package let lines: Int
  /// The bytes of these lines with their line feeds.
  package let bytes: Int64
  /// The SHA-256 of these bytes, in hexadecimal; `nil` where nothing of the samples is shown, since a guess could be
  /// held against it.
  package let sha256: String?
  /// The finding, as JSON, that the file gets if no range of it has a record; `nil` when this range has one.
  package var ifEmpty: [UInt8]?

  package init(
    path: String, start: Int64, end: Int64, size: Int64?, firstByte: Int64?, lines: Int, bytes: Int64, sha256: String?
  ) {
    self.size = size
    self.path = path
    self.start = start
    self.end = end
    self.firstByte = firstByte
    self.lines = lines
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// Reads what `append` wrote; `nil` if a number is none, or over a limit.
  init?(_ json: JSONValue, most: Int64) {
    func count(_ name: String) -> Int64? { json[name]?.integer.flatMap { (0...most).contains($0) ? $0 : nil } }
    guard let path = json["path"]?.text, let start = json["start"]?.integer, let end = json["end"]?.integer, start >= 0,
      end >= start, let size = count("size"), let lines = count("lines"), let bytes = count("bytes"),
      json["first_byte"] == nil || count("first_byte") != nil
    else { return nil }
    self.init(
      path: path, start: start, end: end, size: size, firstByte: count("first_byte"), lines: Int(lines), bytes: bytes,
      sha256: json["sha256"]?.text)
    guard case .object(let finding) = json["if_empty"] else { return }
    var object = JSONBuilder()
    object.object { object in
      for member in finding {
        if let text = member.value.text { object.member(member.key, text) }
        if let flag = member.value.flag { object.member(member.key, flag) }
      }
    }
    ifEmpty = object.bytes
  }

  func append(to list: inout JSONBuilder) {
    list.object { item in
      item.member("path", path)
      item.member("start", Int(start))
      item.member("end", Int(end))
      item.member("size", size)
      if let firstByte { item.member("first_byte", Int(firstByte)) }
      item.member("lines", lines)
      item.member("bytes", Int(bytes))
      item.member("sha256", sha256)
      if let ifEmpty {
        item.key("if_empty")
        item.value(json: ifEmpty)
      }
    }
  }
}

/// The count of a threshold that is about a part of the samples: of a type, source, file, data set or subject.
package struct ScopedCount: Sendable, Hashable, Codable {
  /// The threshold as it is written.
  package var condition: String
  /// What was counted: refused samples, or findings.
  package var count: Int
  package var read: Int

  package init(condition: String, count: Int = 0, read: Int = 0) {
    self.condition = condition
    self.count = count
    self.read = read
  }

  /// The sums of two lists; what one of them lacks counts as zero.
  static func merged(_ left: [ScopedCount], _ right: [ScopedCount]) -> [ScopedCount] {
    var sums = left
    for (index, item) in right.enumerated() {
      // Lists of one run have the same order.
      let isHere = sums.indices.contains(index) && sums[index].condition == item.condition
      if let place = isHere ? index : sums.firstIndex(where: { $0.condition == item.condition }) {
        sums[place].count += item.count
        sums[place].read += item.read
      } else {
        sums.append(item)
      }
    }
    return sums
  }
}

/// Why a run has not read all of its inputs.
public enum IncompleteReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// An input ended too early or is damaged.
  case damaged
  /// An input cannot be read at all.
  case unreadable
  /// The header of a table does not say what its columns are.
  case header
  /// The run was stopped.
  case stopped
  /// A plugin did not judge all samples.
  case plugin

  /// The reason in a word or two, for a cell of a table.
  var word: String {
    switch self {
    case .damaged: "damaged"
    case .unreadable: "unreadable"
    case .header: "header not understood"
    case .stopped: "stopped"
    case .plugin: "not judged by a plugin"
    }
  }

  package func words(_ input: String) -> String {
    switch self {
    case .damaged: "\(input) ended too early or is damaged"
    case .unreadable: "\(input) cannot be read"
    case .header: "the header of a table cannot be used, so its rows were not read"
    case .stopped: "the run was stopped before the end of \(input)"
    case .plugin: "a plugin did not judge all samples of \(input)"
    }
  }

  /// All reasons in words, in a fixed order; damage when none is known.
  package static func words(_ reasons: Set<IncompleteReason>, _ input: String) -> String {
    let known = reasons.isEmpty ? [.damaged] : allCases.filter(reasons.contains)
    return known.map { $0.words(input) }.joined(separator: "; ")
  }
}

extension Summary.File {
  /// How the reading of the input ended, for a cell of a table: `complete`, or why it is not.
  var stateText: String {
    guard isIncomplete else { return "complete" }
    let known = IncompleteReason.allCases.filter(incompleteReasons.contains)
    return known.isEmpty ? "incomplete" : known.map(\.word).joined(separator: ", ")
  }
}

extension GroupedDigits {
  /// A number and what it counts: `1 file`, `1,200 files`.
  package static func counted(_ number: Int, _ noun: String) -> String {
    "\(string(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}

/// A share of samples for people, beside its count.
enum ShareText {
  /// The share in percent with at most two decimals, without a sign after it; `nil` if it is zero or of nothing.
  static func percent(_ count: Int, of total: Int) -> String? {
    guard count > 0, total > 0 else { return nil }
    let share = Double(count) / Double(total) * 100
    // A share that is not zero does not read as zero.
    return share < 0.005 ? "below 0.01" : FixedDecimals.trimmed(share, 2)
  }

  /// The share after its count: ` (1.98 %)`; empty if there is none to show.
  static func suffix(_ count: Int, of total: Int) -> String { percent(count, of: total).map { " (\($0) %)" } ?? "" }
}
