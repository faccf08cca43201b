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
    do throws(SyntaxError) {
      if plan.fault != nil, end > 0 { throw SyntaxError(.jsonPath, .pathUnusable, at: 0) }
      if base == 0, position == 0 { try begin(&cursor, bytes) }
      while try step(&cursor, bytes, isWhole: isComplete || isBetween) { position = cursor.position }
      position = cursor.position
      if isComplete, state != .next || !levels.isEmpty { throw SyntaxError(.truncated, .unterminated, at: end) }
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

  private func begin(_ cursor: inout JSONCursor, _ bytes: RawSpan) throws(SyntaxError) {
    if ByteOrderMark.isForeign(bytes, end: cursor.end) {
      throw SyntaxError(.encoding, .wrongEncoding, at: 0, length: 2)
    }
    cursor.position = ByteOrderMark.length(bytes, end: cursor.end)
  }

  // MARK: Tokens

  /// Reads the next token; `false` where the text ends before it does.
  private mutating func step(_ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool) throws(SyntaxError) -> Bool {
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
      guard !levels.isEmpty else { throw SyntaxError(.trailingText, at: cursor.position) }
      guard byte == UInt8(ascii: ",") else { return try close(byte, &cursor) }
      cursor.position += 1
      cursor.skipSpace(bytes)
      state = .item
    case .item: return try item(byte, &cursor, bytes, isWhole: isWhole)
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw SyntaxError(.expectedColon, at: cursor.position) }
      cursor.position += 1
      state = .value
    case .skipping: break
    }
    return true
  }

  private mutating func item(
    _ byte: UInt8, _ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool
  ) throws(SyntaxError) -> Bool {
    let last = levels.count - 1
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { throw SyntaxError(.trailingComma, at: cursor.position) }
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
    guard byte == UInt8(ascii: "\"") else { throw SyntaxError(.expectedKey, at: cursor.position) }
    guard let key = try token(&cursor, bytes, isWhole: isWhole) else { return false }
    levels[last].key = key.isEscaped ? JSONText.decoded(key.range, in: bytes) : key.range.map { bytes.byte(at: $0) }
    levels[last].number += 1
    node = child(levels[last].key, of: levels[last].node)
    // A key that no path names is not kept: an object may have millions of members.
    if node >= 0, node != plan.nodes[levels[last].node].any, !levels[last].seen.insert(node).inserted {
      throw SyntaxError.duplicate(key)
    }
    state = .colon
    return true
  }

  private func child(_ name: [UInt8], of parent: Int) -> Int {
    plan.nodes[parent].children.first { $0.name == name }?.node ?? plan.nodes[parent].any
  }

  /// Reads a string, a number or a word; `nil` where more text may belong to it.
  func token(_ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool) throws(SyntaxError) -> RawField? {
    // Enough for the longest string, so that nothing waits for the end of a longer one.
    let canGrow = !isWhole && cursor.end - cursor.position <= JSONCursor.maximumString + 2
    var ahead = cursor
    do {
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

/// What no path leads into: other values, and the inside of records.
extension RecordScanner {
  /// Passes over a value by its brackets and strings; `false` where the text ends before it does.
  mutating func skip(_ cursor: inout JSONCursor, _ bytes: RawSpan) throws(SyntaxError) -> Bool {
    var position = cursor.position
    // The loop is over every byte of the input: what it changes is local.
    var (quotes, brackets) = (quotes, brackets)
    defer {
      cursor.position = position
      self.quotes = quotes
      self.brackets = brackets
    }
    while position < cursor.end {
      let byte = bytes.byte(at: position)
      if quotes.take(byte) {
        position &+= 1
        if brackets.depth > 0 || quotes.isInString { continue }
      } else if byte | 0x20 == UInt8(ascii: "{") {
        brackets.open(isArray: byte == UInt8(ascii: "["))
        position &+= 1
        continue
      } else if byte | 0x20 == UInt8(ascii: "}") {
        guard brackets.close(isArray: byte == UInt8(ascii: "]")) else {
          throw SyntaxError(.expectedCommaOrEnd, at: position)
        }
        position &+= 1
        if brackets.depth > 0 { continue }
      } else {
        position &+= 1
        continue
      }
      end(position)
      return true
    }
    return false
  }

  private mutating func end(_ place: Int) {
    if recordStart >= 0, node >= 0 {
      let profile = plan.nodes[node].profile
      add(recordStart..<place, of: profile >= 0 ? profile : plan.nodes[node].strict, isMisplaced: profile < 0)
    }
    recordStart = -1
    state = .next
  }
}

/// The brackets that are open in a text, of which the innermost 64 are known by their kind.
struct OpenBrackets: Sendable {
  private(set) var depth = 0
  /// A bit for each of the innermost ones: 1 for an array.
  private var kinds: UInt64 = 0
  /// The depth above which the kinds are known.
  private var unknown = 0

  mutating func open(isArray: Bool) {
    depth += 1
    kinds = kinds << 1 | (isArray ? 1 : 0)
    unknown = max(unknown, depth - 64)
  }

  /// Closes the innermost bracket; `false` if it is known to be of the other kind.
  mutating func close(isArray: Bool) -> Bool {
    guard depth > unknown else {
      depth -= 1
      unknown = depth
      return true
    }
    guard (kinds & 1 == 1) == isArray else { return false }
    depth -= 1
    kinds >>= 1
    return true
  }
}

/// The values that a path leads to: records, what is around them, and what belongs to them there.
extension RecordScanner {
  mutating func value(
    _ byte: UInt8, _ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool
  ) throws(SyntaxError) -> Bool {
    let isArray = byte == UInt8(ascii: "[")
    let start = cursor.position
    if node >= 0 { reach = max(reach, plan.nodes[node].depth) }
    // Each element of a document that is an array is a record.
    let isSpread = plan.isWhole && isArray && levels.isEmpty
    let profile = node >= 0 && !isSpread ? plan.nodes[node].profile : -1
    let strict = node >= 0 && !isSpread && profile < 0 ? plan.nodes[node].strict : -1
    if isArray || byte == UInt8(ascii: "{") {
      capture(ParentValue(kind: isArray ? .array : .object), at: start)
      let isMisplaced = strict >= 0 && isArray != plan.nodes[node].wantsArray
      if profile < 0, node >= 0, plan.nodes[node].isInner, !isMisplaced {
        enter(isArray: isArray)
        cursor.position += 1
        state = .first
        return true
      }
      if profile >= 0 || isMisplaced { recordStart = start }
      state = .skipping
      return true
    }
    if node < 0, byte == UInt8(ascii: "\"") {
      // Its length does not matter.
      state = .skipping
      return true
    }
    guard let field = try token(&cursor, bytes, isWhole: isWhole) else { return false }
    if profile >= 0 {
      add(start..<cursor.position, of: profile)
    } else if strict >= 0, field.kind != .null {
      add(start..<cursor.position, of: strict, isMisplaced: true)
    } else if strict >= 0 {
      let missing = plan.nodes[node].missing
      if missing >= 0 { watched[missing] += 1 }
    } else if node >= 0 {
      if !plan.nodes[node].captures.isEmpty {
        let text = field.kind == .null ? [] : field.range.map { bytes.byte(at: $0) }
        capture(ParentValue(kind: field.kind, isEscaped: field.isEscaped, text: text), at: start)
      }
      for index in plan.nodes[node].watched where CheckedJSON.isText(field, plan.watched[index].text, bytes) {
        watched[index] += 1
        for level in levels.indices { levels[level].isWatched = true }
      }
    }
    state = .next
    return true
  }

  private mutating func capture(_ value: ParentValue, at start: Int) {
    guard node >= 0 else { return }
    for index in plan.nodes[node].captures {
      let row = levels[plan.captureDepths[index]].row
      expire(1 << UInt64(index), at: start, since: row)
      found.set(index, to: value, since: row)
    }
  }

  private mutating func enter(isArray: Bool) {
    let place = plan.nodes[node]
    if place.scope != 0 {
      found.begin(place.scope)
      for index in waiting.indices where place.scope & 1 << UInt64(index) != 0 { waiting[index] = -1 }
    }
    let row = found.lastRow
    for index in place.keys {
      guard let parent = levels.last else { continue }
      let text = parent.isArray ? Array(String(parent.number).utf8) : parent.key
      found.set(index, to: ParentValue(kind: parent.isArray ? .number : .string, text: text), since: row)
    }
    levels.append(Level(node: node, isArray: isArray, row: row))
  }

  mutating func close(_ byte: UInt8, _ cursor: inout JSONCursor) throws(SyntaxError) -> Bool {
    guard let level = levels.last, byte == (level.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else {
      throw SyntaxError(.expectedCommaOrEnd, at: cursor.position)
    }
    let scope = plan.nodes[level.node].scope
    expire(scope, at: cursor.position, since: level.row)
    found.end(scope, since: level.row)
    let (required, missing) = (plan.nodes[level.node].required, plan.nodes[level.node].missing)
    if missing >= 0, !level.isWatched, !level.seen.contains(required) { watched[missing] += 1 }
    levels.removeLast()
    cursor.position += 1
    state = .next
    return true
  }

  mutating func add(_ span: Range<Int>, of profile: Int, isMisplaced: Bool = false) {
    let container = pointer()
    let parent = levels.last
    var key = -1
    if let parent, !parent.isArray {
      key = found.keys.count
      found.keys.append(parent.key)
    }
    var open = found.lastOpen & plan.profiles[profile].scope
    while open != 0 {
      let index = open.trailingZeroBitCount
      if waiting[index] < 0 { waiting[index] = base + Int64(span.upperBound) }
      open &= open - 1
    }
    found.add(
      RecordLocation(
        start: Int32(truncatingIfNeeded: span.lowerBound), end: Int32(truncatingIfNeeded: span.upperBound),
        profile: Int32(truncatingIfNeeded: profile), row: 0, container: Int32(truncatingIfNeeded: container),
        number: parent.map { $0.isArray ? Int32(truncatingIfNeeded: $0.number) : -1 } ?? -1,
        key: Int32(truncatingIfNeeded: key), isMisplaced: isMisplaced))
  }

  /// The number of the pointer of the innermost object or array.
  private mutating func pointer() -> Int {
    let last = levels.count - 1
    if last >= 0, levels[last].container >= found.dropped.containers {
      return levels[last].container - found.dropped.containers
    }
    // All lines that are records are in nothing.
    if last < 0, !found.containers.isEmpty { return 0 }
    var text: [UInt8] = []
    for level in levels.dropLast() {
      RecordPointer.append(level.isArray ? Array(String(level.number).utf8) : level.key, to: &text)
    }
    found.containers.append(text)
    let number = found.containers.count - 1
    if last >= 0 { levels[last].container = found.dropped.containers + number }
    return number
  }
}

/// Records whose parents' values come after them, and those that wait for one too long.
///
/// Whether a record waits too long depends on the document alone, not on where it is cut into chunks: the value, or the
/// end of the object that could have it, is more than the window after the record.
extension RecordScanner {
  /// How far after a record's end a value of its parents may begin, in a document that is cut into chunks.
  static let window: Int64 = 4 << 20

  /// Whether a value that a record needs may still come.
  func waits(_ record: RecordLocation) -> Bool {
    found.open[Int(record.row)] & plan.profiles[Int(record.profile)].scope != 0
  }

  /// Marks the records that waited too long for values of which a place decides; called before they get them.
  mutating func expire(_ scope: UInt64, at place: Int, since row: Int) {
    guard scope != 0, isOverdue(scope, at: place) else { return }
    // Rows never decrease from record to record.
    for index in found.places.indices.reversed() {
      let record = found.places[index]
      guard found.dropped.rows + Int(record.row) >= row else { return }
      let missing = found.open[Int(record.row)] & plan.profiles[Int(record.profile)].scope & scope
      if missing != 0, Int64(place) - Int64(record.end) > window { found.places[index].isLate = true }
    }
  }

  private func isOverdue(_ scope: UInt64, at place: Int) -> Bool {
    var bits = scope
    while bits != 0 {
      let first = waiting[bits.trailingZeroBitCount]
      if first >= 0, base + Int64(place) - first > window { return true }
      bits &= bits - 1
    }
    return false
  }

  /// Marks the records that are handed out while they wait: their window is over, or the document ends in a fault.
  mutating func giveUp(from first: Int = 0, before cut: Int) {
    for index in first..<found.places.count {
      guard Int(found.places[index].start) < cut else { return }
      if waits(found.places[index]) { found.places[index].isLate = true }
    }
  }
}
