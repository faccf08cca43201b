import HealthModel
import HealthPlugins
import HealthStorage

/// Passes the rows of statements on as numbers: what statistics need, without the text of samples.
///
/// What samples with one form have in common is read once; only metadata that are not part of a form are looked at row by
/// row.
final class ColumnPager {
  /// What a form says of its samples.
  private struct Facts {
    var offset: Int
    var origin: Int32
    var zone: Int32
    /// Whether rows have their own metadata, or all of their text.
    var isOwn: Bool
  }

  private let connection: ServerConnection
  private let wanted: SampleScan.Columns
  private var builder: LineBuilder
  private var page = ColumnPage()
  private var facts: [Int32: Facts] = [:]
  private var origins: [SampleOrigin: Int32] = [:]
  private var zones: [String: Int32] = [:]
  private var subjects: [Int32: Int32] = [:]
  /// Whether no more is wanted.
  private(set) var isOver = false

  /// How many rows are read at once, and fewer at first, since one may have 33 MiB.
  private static let fetched = 10_000
  private var next = 16
  private static let fetchedBytes = 4 << 20
  /// How many forms are remembered.
  private static let most = 50_000

  init(_ connection: ServerConnection, _ wanted: SampleScan.Columns) {
    self.connection = connection
    self.wanted = wanted
    builder = LineBuilder(connection)
  }

  /// Passes on what a statement selects, which has the columns of `StoredRow`.
  func pass(_ statement: Statement, _ body: (ColumnPage) throws(PluginError) -> Bool) throws(PluginError) {
    try connection.run("DECLARE samples NO SCROLL CURSOR FOR " + statement.sql, statement.values)
    while !isOver {
      let count = next
      let result = try connection.run("FETCH FORWARD \(count) FROM samples")
      let rows = (0..<result.count).map { StoredRow($0, of: result) }
      try pass(rows, body)
      let bytes = rows.reduce(0) { $0 + $1.rest.count }
      next = bytes < Self.fetchedBytes ? min(next * 4, Self.fetched) : max(1, next / 4)
      if rows.count < count { break }
    }
    try connection.run("CLOSE samples")
  }

  /// Passes on the last page.
  func finish(_ body: (ColumnPage) throws(PluginError) -> Bool) throws(PluginError) {
    if !isOver { isOver = try !body(page) }
  }

  private func pass(
    _ rows: [StoredRow], _ body: (ColumnPage) throws(PluginError) -> Bool
  ) throws(PluginError) {
    if facts.count > Self.most { facts = [:] }
    if wanted.contains(.subjects) { try learnSubjects(rows) }
    let looksAtText = wanted.contains(.sources) || wanted.contains(.zones)
    for row in rows where row.start != StoreTables.noTime {
      if page.isFull {
        isOver = try !body(page)
        page.removeAll()
        if isOver { return }
      }
      var shown = Facts(offset: 0, origin: 0, zone: -1, isOwn: false)
      if looksAtText { shown = try look(at: row) }
      guard let subject = wanted.contains(.subjects) ? subjects[row.subject] : 0 else {
        throw PluginError(.data, "the store has samples of a subject that it does not know", code: .corrupt)
      }
      page.append(
        start: row.start, end: row.end, value: row.value ?? 0, offset: shown.offset, origin: shown.origin,
        zone: shown.zone, subject: subject, id: wanted.contains(.ids) ? row.id : nil)
    }
  }

  /// What the text of a row says, read once for all rows with its form if it says the same of them.
  private func look(at row: StoredRow) throws(PluginError) -> Facts {
    if let known = facts[row.form], !known.isOwn { return known }
    try builder.prepare([row])
    let text = try builder.text(of: row)
    var source: Range<Int>?
    var device: Range<Int>?
    var metadata: Range<Int>?
    var offset = 0
    _ = CanonicalObject.forEachMember(of: 0..<text.count, in: text) { key, value in
      switch text[key].first {
      case UInt8(ascii: "s") where text[key].elementsEqual("source".utf8): source = value
      case UInt8(ascii: "d") where text[key].elementsEqual("device".utf8): device = value
      case UInt8(ascii: "m") where text[key].elementsEqual("metadata".utf8): metadata = value
      case UInt8(ascii: "o") where text[key].elementsEqual("offset".utf8): offset = Self.minutes(text[value])
      default: break
      }
      return true
    }
    let isEntered = metadata.flatMap { CanonicalObject.value(of: "HKWasUserEntered", of: $0, in: text) }
      .map { text[$0].elementsEqual("true".utf8) }
    let zone = metadata.flatMap { CanonicalObject.value(of: "HKTimeZone", of: $0, in: text) }
      .flatMap { CanonicalObject.text(of: $0, in: text) }
    let origin = SampleOrigin(source: source, device: device, in: text, isUserEntered: isEntered ?? false)
    let found = Facts(
      offset: offset, origin: wanted.contains(.sources) ? number(of: origin) : 0,
      zone: wanted.contains(.zones) ? zone.map { number(ofZone: $0) } ?? -1 : -1,
      isOwn: !row.rest.isEmpty)
    facts[row.form] = found
    return found
  }

  private func number(of origin: SampleOrigin) -> Int32 {
    if let number = origins[origin] { return number }
    let number = page.add(origin: origin)
    origins[origin] = number
    return number
  }

  private func number(ofZone zone: String) -> Int32 {
    if let number = zones[zone] { return number }
    let number = page.add(zone: zone)
    zones[zone] = number
    return number
  }

  /// Gives subjects their numbers in the answer.
  private func learnSubjects(_ rows: [StoredRow]) throws(PluginError) {
    var new: Set<Int32> = []
    for row in rows where subjects[row.subject] == nil { new.insert(row.subject) }
    guard !new.isEmpty else { return }
    let found = try connection.run(
      "SELECT id, content FROM assay_subjects WHERE id = ANY ($1) ORDER BY id", [.integers(Array(new))])
    for row in 0..<found.count {
      let content = found.bytes(row, 1)
      subjects[found.integer(row, 0)] = page.add(
        subject: CanonicalObject.text(of: 0..<content.count, in: content) ?? "")
    }
    if new.contains(StoreTables.noSubject) { subjects[StoreTables.noSubject] = page.add(subject: nil) }
  }

  /// The minutes of `"±HH:MM"`; 0 for anything else.
  private static func minutes(_ text: ArraySlice<UInt8>) -> Int {
    guard text.count == 8 else { return 0 }
    let digits = text.dropFirst().map { Int($0) - 0x30 }
    guard [1, 2, 4, 5].allSatisfy({ (0...9).contains(digits[$0]) }) else { return 0 }
    let size = (digits[1] * 10 + digits[2]) * 60 + digits[4] * 10 + digits[5]
    return text[text.startIndex + 1] == UInt8(ascii: "-") ? -size : size
  }
}
