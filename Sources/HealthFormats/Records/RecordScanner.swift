import HealthModel

/// Finds the records in the text of a document, piece by piece: it follows the paths of a plan and passes over all else
/// by brackets and strings.
///
/// What it keeps is what a path leads through at one place, whatever the document's size. It reads keys and the values
/// of parents; what is in a record is for the reader to check.
struct RecordScanner {
  let plan: RecordPlan
  /// The next byte of the text to look at.
  private(set) var position = 0
  var found: FoundRecords
  /// Why the document ends here.
  private(set) var fault: RawProblem?
  /// How many steps of a records path led to something.
  var reach = 0
  /// How often each of the plan's watched texts was there since they were taken last.
  var watched: [Int]
  /// Where the text begins in the input.
  var base: Int64
  var levels: [Level] = []
  var state = State.value
  /// The node of the value that comes next; -1 if no path leads there.
  var node = 0
  /// Where the record begins that is passed over; -1 for none.
  var recordStart = -1
  var brackets = OpenBrackets()
  var quotes = JSONQuotes()

  /// Where the first record ends in the input that still waits for each of its parents' values; -1 for none.
  var waiting: [Int64]
  /// How far after a record's end a value of its parents may begin.
  let window: Int64

  enum State { case value, first, next, item, colon, skipping }

  /// An object or array that a path leads through.
  struct Level {
    var node: Int
    var isArray: Bool
    /// The number of the element, or the key of the member, that the text is in.
    var number = -1
    var key: [UInt8] = []
    /// The children of the node that were there.
    var seen: Set<Int> = []
    var isWatched = false
    /// The row that was the last one where it began.
    var row: Int
    /// The number of its pointer; -1 when it was not needed.
    var container = -1
  }

  init(_ plan: RecordPlan, at base: Int64 = 0, from position: Int = 0, window: Int64 = RecordScanner.window) {
    self.plan = plan
    self.base = base
    self.position = position
    self.window = window
    found = FoundRecords(parents: plan.captureDepths.count)
    waiting = plan.captureDepths.map { _ in -1 }
    watched = plan.watched.map { _ in 0 }
  }

  /// What was counted around the records since the last call, by its name.
  mutating func takeWatched() -> [String: Int] {
    var counts: [String: Int] = [:]
    for (index, count) in watched.enumerated() where count > 0 {
      counts[plan.watched[index].name, default: 0] += count
      watched[index] = 0
    }
    return counts
  }

  /// Where the record begins that the text ends in; `nil` between records.
  var unfinishedRecord: Int? { recordStart >= 0 ? recordStart : nil }

  /// Where the text can be cut: all before it has been read, and no value may follow that belongs to a record there.
  var cut: Int {
    let end = recordStart >= 0 ? recordStart : position
    let held = found.places.first { waits($0) && Int64(position) - Int64($0.end) <= window }
    return held.map { min(end, Int($0.start)) } ?? end
  }

  /// Follows a text to its end; see below.
  mutating func scan(_ text: [UInt8], isComplete: Bool, isBetween: Bool = false) {
    scan(text.span.bytes, end: text.count, isComplete: isComplete, isBetween: isBetween)
  }

  /// Follows the text to its end, to a fault, or to a token that more text may belong to.
  mutating func scan(_ bytes: RawSpan, end: Int, isComplete: Bool, isBetween: Bool = false) {
    guard fault == nil else { return }
    var cursor = JSONCursor(position: position, end: end)
    do throws(JSONFault) {
      if let error = plan.fault, end > 0 { throw Self.unusable(error) }
      if base == 0, position == 0 { try begin(&cursor, bytes) }
      while try step(&cursor, bytes, isWhole: isComplete || isBetween) { position = cursor.position }
      position = cursor.position
      if isComplete, state != .next || !levels.isEmpty {
        throw JSONFault(.truncated, .unterminated, at: end)
      }
    } catch {
      position = min(cursor.position, end)
      fault = RawProblem(error.code, error.detail, at: error.span.clamped(to: 0..<max(end, 1)))
    }
  }

  /// Begins another document in the same text.
  mutating func restart(from position: Int) {
    self.position = position
    levels.removeAll(keepingCapacity: true)
    (state, node, recordStart, fault) = (.value, 0, -1, nil)
    (brackets, quotes) = (OpenBrackets(), JSONQuotes())
  }

  /// Moves the text's beginning; what was before is no longer needed.
  mutating func rebase(by count: Int) {
    position = max(0, position - count)
    base += Int64(count)
    if recordStart >= 0 { recordStart -= count }
  }

  private static func unusable(_ error: RecordPathError) -> JSONFault { JSONFault(.jsonPath, .pathUnusable, at: 0) }

  private func begin(_ cursor: inout JSONCursor, _ bytes: RawSpan) throws(JSONFault) {
    if ByteOrderMark.isForeign(bytes, end: cursor.end) { throw JSONFault(.encoding, .wrongEncoding, at: 0, length: 2) }
    cursor.position = ByteOrderMark.length(bytes, end: cursor.end)
  }

  // MARK: Tokens

  /// Reads the next token; `false` where the text ends before it does.
  private mutating func step(
    _ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool
  ) throws(JSONFault) -> Bool {
    if state == .skipping { return try skip(&cursor, bytes) }
    cursor.skipSpace(bytes)
    guard cursor.position < cursor.end else { return false }
    let byte = cursor.peek(bytes)
    switch state {
    case .value: return try value(byte, &cursor, bytes, isWhole: isWhole)
    case .first:
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return try close(byte, &cursor) }
      state = .item
    case .next:
      guard !levels.isEmpty else { throw JSONFault(.trailingText, at: cursor.position) }
      guard byte == UInt8(ascii: ",") else { return try close(byte, &cursor) }
      cursor.position += 1
      cursor.skipSpace(bytes)
      state = .item
    case .item: return try item(byte, &cursor, bytes, isWhole: isWhole)
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw JSONFault(.expectedColon, at: cursor.position) }
      cursor.position += 1
      state = .value
    case .skipping: break
    }
    return true
  }

  /// Begins an element or a member.
  private mutating func item(
    _ byte: UInt8, _ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool
  ) throws(JSONFault) -> Bool {
    let last = levels.count - 1
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { throw JSONFault(.trailingComma, at: cursor.position) }
    if levels[last].isArray {
      levels[last].number += 1
      let parent = levels[last].node
      // Most arrays have no element that a path names.
      node =
        plan.nodes[parent].children.isEmpty
        ? plan.nodes[parent].any : child(Array(String(levels[last].number).utf8), of: parent)
      state = .value
      return true
    }
    guard byte == UInt8(ascii: "\"") else { throw JSONFault(.expectedKey, at: cursor.position) }
    guard let key = try token(&cursor, bytes, isWhole: isWhole) else { return false }
    levels[last].key = key.isEscaped ? JSONText.decoded(key.range, in: bytes) : key.range.map { bytes.byte(at: $0) }
    levels[last].number += 1
    node = child(levels[last].key, of: levels[last].node)
    // A key that no path names is not kept: an object may have millions of members.
    if node >= 0, node != plan.nodes[levels[last].node].any, !levels[last].seen.insert(node).inserted {
      throw JSONFault.duplicate(key)
    }
    state = .colon
    return true
  }

  private func child(_ name: [UInt8], of parent: Int) -> Int {
    plan.nodes[parent].children.first { $0.name == name }?.node ?? plan.nodes[parent].any
  }

  /// Reads a string, a number or a word; `nil` where more text may belong to it.
  func token(_ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool) throws(JSONFault) -> RawField? {
    // Enough for the longest string, so that nothing waits for the end of a longer one.
    let canGrow = !isWhole && cursor.end - cursor.position <= JSONCursor.maximumString + 2
    var ahead = cursor
    do throws(JSONFault) {
      let field = try ahead.scalar(bytes)
      if canGrow, field.kind != .string, ahead.position == ahead.end { return nil }
      cursor = ahead
      return field
    } catch {
      if canGrow { return nil }
      throw error
    }
  }
}
