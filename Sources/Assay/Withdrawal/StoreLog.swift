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
  /// When it was, in RFC 3339, and when the last of several equal runs in a row was; `nil` where that is not known.
  package var date, last: String?
  /// How many equal runs in a row it stands for.
  package var runs = 1
  /// The input as it was named, and `done`, `incomplete` or `interrupted`; `nil` for a withdrawal.
  package var path, state: String?
  /// What was counted, by the names of columns.
  package var counts: [String: Int] = [:]

  init(_ event: String, _ date: String) { (self.event, self.date) = (event, date) }

  private init(_ counts: ImportCounts, withdrawn: Int, _ state: String) {
    self.state = state
    self.counts = [
      "read": counts.read, "accepted": counts.accepted, "duplicates": counts.duplicates, "conflicts": counts.conflicts,
      "refused": counts.refused, "withdrawn": withdrawn,
    ]
  }

  private init(_ json: JSONValue) {
    func number(_ json: JSONValue?) -> Int? { json?.integer.flatMap { (0...1 << 46).contains($0) ? Int($0) : nil } }
    event = json["event"]?.text ?? event
    (date, last, state) = (json["date"]?.text, json["last"]?.text, json["state"]?.text)
    runs = number(json["runs"]) ?? 1
    for member in json["counts"]?.members ?? [] { counts[member.key] = number(member.value) }
  }

  static func append(_ events: [StoreEvent], to json: inout JSONBuilder) {
    json.array("log") { list in
      for event in events {
        list.object { item in
          item.member("event", event.event)
          item.member("date", event.date)
          item.member("last", event.last)
          item.member("state", event.state)
          item.member("runs", event.runs)
          item.member("counts", event.counts)
        }
      }
    }
  }

  /// The events that the progress of an import or a withdrawal holds; an import that was interrupted counts unless it goes
  /// on.
  static func list(_ progress: ImportProgress, isWhole: Bool = true) -> [StoreEvent] {
    var events = JSONValue(parsing: progress.details.utf8)?["log"]?.elements?.map { StoreEvent($0) } ?? []
    guard Withdrawal.digest(of: progress) == nil else { return events }
    if isWhole, !progress.isFinished || events.isEmpty {
      let state = !progress.isFinished ? "interrupted" : progress.isIncomplete ? "incomplete" : "done"
      events.append(StoreEvent(progress.counts, withdrawn: 0, state))
    }
    for index in events.indices { events[index].path = progress.path }
    return events
  }

  /// Adds the end of a run; one that is equal to the run before only moves its date.
  static func add(_ summary: Summary, at moment: Int64, to events: [StoreEvent]) -> [StoreEvent] {
    var event = StoreEvent(
      summary.counts, withdrawn: summary.withdrawn ?? 0, summary.isIncomplete ? "incomplete" : "done")
    event.date = Instant(microseconds: moment).description
    guard var last = events.last, last.state == event.state, last.counts == event.counts else {
      return events + [event]
    }
    (last.last, last.runs) = (event.date, last.runs + 1)
    return events.dropLast() + [last]
  }

  /// All that a store remembers, in the order of time; imports without a date come first.
  package static func log(of imports: [ImportProgress]) -> [StoreEvent] {
    imports.flatMap { list($0) }.enumerated()
      .sorted { ($0.element.date ?? "", $0.offset) < ($1.element.date ?? "", $1.offset) }.map(\.element)
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
      days[SubjectSearch(digest: digest, length: Int(clamping: length))] = String((event.date ?? "").prefix(10))
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
