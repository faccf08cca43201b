import HealthDigest
import HealthModel
import HealthReports
package import HealthStorage

/// A run of an import into a store, the withdrawal of a participant, or its end: what the store keeps of it.
///
/// Stores keep it as JSON among the details of an import's progress; a withdrawal is the progress of an input that is no
/// file, as an unfinished workout is.
package struct StoreEvent: Sendable, Hashable {
  /// `import`, `withdrawal` or `readmission`.
  package var event = "import"
  /// When it was; for an import of an earlier version, which did not note it, `nil`.
  package var at: String?
  /// When the last of several equal runs in a row was.
  package var last: String?
  /// How many equal runs in a row it stands for.
  package var times = 1
  /// The input as it was named; `nil` for a withdrawal.
  package var path: String?
  /// `done`, `incomplete` or `interrupted`; `nil` for a withdrawal.
  package var state: String?
  package var counts = ImportCounts()
  /// Samples that an import skipped, since their participants had withdrawn.
  package var withdrawn = 0
  /// What a withdrawal removed.
  package var samples = 0, records = 0, imports = 0

  init() {}

  private static var numbers: [(String, WritableKeyPath<StoreEvent, Int>)] {
    [
      ("times", \.times), ("read", \.counts.read), ("accepted", \.counts.accepted),
      ("duplicates", \.counts.duplicates), ("conflicts", \.counts.conflicts), ("refused", \.counts.refused),
      ("withdrawn", \.withdrawn), ("samples", \.samples), ("records", \.records), ("imports", \.imports),
    ]
  }

  private init(_ json: JSONValue) {
    event = json["event"]?.text ?? event
    (at, last, state) = (json["at"]?.text, json["last"]?.text, json["state"]?.text)
    for (name, path) in Self.numbers {
      if let number = json[name]?.integer, (0...1 << 46).contains(number) { self[keyPath: path] = Int(number) }
    }
  }

  /// The numbers that are not what a new event has.
  private func append(to list: inout JSONBuilder) {
    list.object { item in
      if event != "import" { item.member("event", event) }
      if let at { item.member("at", at) }
      if let last { item.member("last", last) }
      if let state { item.member("state", state) }
      for (name, path) in Self.numbers where self[keyPath: path] != StoreEvent()[keyPath: path] {
        item.member(name, self[keyPath: path])
      }
    }
  }

  static func list(_ details: JSONValue?) -> [StoreEvent] { details?["log"]?.elements?.map(StoreEvent.init) ?? [] }

  static func append(_ events: [StoreEvent], to json: inout JSONBuilder) {
    if !events.isEmpty { json.array("log") { list in for event in events { event.append(to: &list) } } }
  }

  /// The events that the progress of an import or a withdrawal holds.
  ///
  /// - Parameter isWhole: whether an import that was interrupted counts; not when it goes on.
  static func list(_ progress: ImportProgress, isWhole: Bool = true) -> [StoreEvent] {
    var events = list(JSONValue(parsing: progress.details.utf8))
    guard Withdrawal.digest(of: progress) == nil else { return events }
    if isWhole, progress.isFinished ? events.isEmpty : progress.position.byteOffset > 0 || progress.counts.read > 0 {
      var event = StoreEvent()
      event.state = !progress.isFinished ? "interrupted" : progress.isIncomplete ? "incomplete" : "done"
      event.counts = progress.counts
      events.append(event)
    }
    for index in events.indices { events[index].path = progress.path }
    return events
  }

  /// Adds the end of a run; one that is equal to the run before only moves its date.
  static func add(_ summary: Summary, at moment: Int64, to events: [StoreEvent]) -> [StoreEvent] {
    var event = StoreEvent()
    event.at = Instant(microseconds: moment).description
    event.state = summary.isIncomplete ? "incomplete" : "done"
    (event.counts, event.withdrawn) = (summary.counts, summary.withdrawn ?? 0)
    guard var last = events.last, last.state == event.state, last.counts == event.counts,
      last.withdrawn == event.withdrawn
    else { return events + [event] }
    (last.last, last.times) = (event.at, last.times + 1)
    return events.dropLast() + [last]
  }

  /// All that a store remembers, in the order of time; imports without a date come first.
  package static func log(of imports: [ImportProgress]) -> [StoreEvent] {
    imports.flatMap { list($0) }.enumerated()
      .sorted { ($0.element.at ?? "", $0.offset) < ($1.element.at ?? "", $1.offset) }.map(\.element)
  }
}

/// The participants who withdrew from a store, known by digests of their names.
struct WithdrawnSubjects: Sendable {
  private var days: [SubjectSearch: String] = [:]
  /// The names that were looked up: samples of one participant follow each other.
  private var known: [[UInt8]: Bool] = [:]

  init() {}

  init(_ imports: [ImportProgress]) {
    for progress in imports {
      guard let digest = Withdrawal.digest(of: progress), let event = StoreEvent.list(progress).last,
        event.event == "withdrawal", let length = JSONValue(parsing: progress.details.utf8)?["length"]?.integer
      else { continue }
      days[SubjectSearch(digest: digest, length: Int(clamping: length))] = String((event.at ?? "").prefix(10))
    }
  }

  var isEmpty: Bool { days.isEmpty }

  /// The day on which a participant withdrew; `nil` for others.
  func day(of name: String) -> String? { days.first { $0.key.isSame(as: name) }?.value }

  /// Whether a record is of one of them: by the subject it names, or, if parts of it cannot be read, by its text.
  mutating func own(_ buffer: borrowing RawSampleBuffer, _ span: Range<Int>, in bytes: RawSpan) -> Bool {
    if buffer.syntax == .appleHealth { return false }
    let (names, isReadable) = SubjectSearch.subjects(of: buffer, in: bytes)
    for name in names {
      if known.count > 10_000 { known = [:] }
      let isTheirs = known[name] ?? days.keys.contains { $0.isName(name[...]) }
      known[name] = isTheirs
      if isTheirs { return true }
    }
    return !isReadable && areHeld(in: span, of: bytes, buffer.syntax)
  }

  /// The samples of all others; with a member its correlation is left out.
  func others(in batch: SampleBatch) -> SampleBatch {
    let areTheirs = batch.subjects.ranges.map { range in days.keys.contains { $0.isName(batch.arena[range.indices]) } }
    guard areTheirs.contains(true) else { return batch }
    var rest = SampleBatch()
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      let head = Int32(truncatingIfNeeded: rest.count)
      if !group.contains(where: { batch.subject[$0] >= 0 && areTheirs[Int(batch.subject[$0])] }) {
        for row in group { rest.append(row, of: batch, correlation: row == group.lowerBound ? -1 : head) }
      }
      row = group.upperBound
    }
    return rest
  }

  /// Whether text of which no sample is made holds a name; Apple Health exports name no subject.
  func areHeld(in span: Range<Int>, of bytes: RawSpan, _ syntax: RawSyntax) -> Bool {
    guard !isEmpty, syntax != .appleHealth else { return false }
    let text = span.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    return days.keys.contains { $0.isHeld(in: text) }
  }
}
