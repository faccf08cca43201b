import HealthModel

/// Finds the records in the text of a document, piece by piece: it follows the paths of a plan and passes over all else
/// by brackets and strings.
///
/// What it keeps is what a path leads through at one place, whatever the document's size. It reads keys and the values
/// of parents; what is in a record is for the reader to check.
struct RecordScanner {
  let plan: RecordPlan
  private var tokens = JSONTokenizer()
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
  /// The node of the value that comes next; -1 if no path leads there.
  var node = 0
  /// Where the record begins that is passed over; -1 for none.
  var recordStart = -1

  /// Where the first record ends in the input that still waits for each of its parents' values; -1 for none.
  var waiting: [Int64]
  /// How far after a record's end a value of its parents may begin.
  let window: Int64

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
    tokens.position = position
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

  /// The next byte of the text to look at.
  var position: Int { tokens.position }

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
    do throws(SyntaxError) {
      if plan.fault != nil, end > 0 { throw SyntaxError(.jsonPath, .pathUnusable, at: 0) }
      if base == 0, position == 0 {
        if ByteOrderMark.isForeign(bytes, end: end) { throw SyntaxError(.encoding, .wrongEncoding, at: 0, length: 2) }
        tokens.position = ByteOrderMark.length(bytes, end: end)
      }
      let isWhole = isComplete || isBetween
      while let token = try tokens.next(bytes, end: end, isWhole: isWhole) {
        guard try take(token, bytes, end: end, isWhole: isWhole) else { break }
      }
      if isComplete, !tokens.isAtEnd { throw SyntaxError(.truncated, .unterminated, at: end) }
    } catch {
      fault = RawProblem(error.code, error.detail, at: error.span.clamped(to: 0..<max(end, 1)))
    }
  }

  mutating func restart(from position: Int) {
    tokens.restart(at: position)
    levels.removeAll(keepingCapacity: true)
    (node, recordStart, fault) = (0, -1, nil)
  }

  /// Moves the text's beginning; what was before is no longer needed.
  mutating func rebase(by count: Int) {
    tokens.position = max(0, position - count)
    base += Int64(count)
    if recordStart >= 0 { recordStart -= count }
  }

  /// Follows a token; `false` where more text may belong to its value.
  private mutating func take(
    _ token: JSONTokenizer.Token, _ bytes: RawSpan, end: Int, isWhole: Bool
  ) throws(SyntaxError) -> Bool {
    let last = levels.count - 1
    switch token {
    case .element:
      levels[last].number += 1
      let parent = plan.nodes[levels[last].node]
      // Most arrays have no element that a path names.
      node =
        parent.children.isEmpty ? parent.any : child(Array(String(levels[last].number).utf8), of: levels[last].node)
    case .key(let key):
      levels[last].key = key.isEscaped ? JSONText.decoded(key.range, in: bytes) : key.range.map { bytes.byte(at: $0) }
      levels[last].number += 1
      node = child(levels[last].key, of: levels[last].node)
      // A key that no path names is not kept: an object may have millions of members.
      if node >= 0, node != plan.nodes[levels[last].node].any, !levels[last].seen.insert(node).inserted {
        throw SyntaxError.duplicate(key)
      }
    case .value(let byte): return try value(byte, bytes, end: end, isWhole: isWhole)
    case .passed:
      if recordStart >= 0, node >= 0 {
        let profile = plan.nodes[node].profile
        add(recordStart..<position, of: profile >= 0 ? profile : plan.nodes[node].strict, isMisplaced: profile < 0)
      }
      recordStart = -1
    case .close: close()
    }
    return true
  }

  private func child(_ name: [UInt8], of parent: Int) -> Int {
    plan.nodes[parent].children.first { $0.name == name }?.node ?? plan.nodes[parent].any
  }
}

/// The values that a path leads to: records, what is around them, and what belongs to them there.
extension RecordScanner {
  private mutating func value(
    _ byte: UInt8, _ bytes: RawSpan, end: Int, isWhole: Bool
  ) throws(SyntaxError) -> Bool {
    let isArray = byte == UInt8(ascii: "[")
    let start = position
    if node >= 0 {
      reach = max(reach, plan.nodes[node].depth)
      if let detail = plan.nodes[node].refusal, byte != UInt8(ascii: "n") {
        throw SyntaxError(.recordUnreadable, detail, at: start)
      }
    }
    // Each element of a document that is an array is a record.
    let isSpread = plan.isWhole && isArray && levels.isEmpty
    let profile = node >= 0 && !isSpread ? plan.nodes[node].profile : -1
    let strict = node >= 0 && !isSpread && profile < 0 ? plan.nodes[node].strict : -1
    if isArray || byte == UInt8(ascii: "{") {
      capture(ParentValue(kind: isArray ? .array : .object), at: start)
      let isMisplaced = strict >= 0 && isArray != plan.nodes[node].wantsArray
      if profile < 0, node >= 0, plan.nodes[node].isInner, !isMisplaced {
        enter(isArray: isArray)
        tokens.enter(isArray: isArray)
        return true
      }
      if profile >= 0 || isMisplaced { recordStart = start }
      tokens.pass()
      return true
    }
    if node < 0, byte == UInt8(ascii: "\"") {
      // Its length does not matter.
      tokens.pass()
      return true
    }
    guard let field = try tokens.scalar(bytes, end: end, isWhole: isWhole) else { return false }
    if profile >= 0 {
      add(start..<position, of: profile)
    } else if strict >= 0, field.kind != .null {
      add(start..<position, of: strict, isMisplaced: true)
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

  private mutating func close() {
    let level = levels.removeLast()
    let place = plan.nodes[level.node]
    expire(place.scope, at: position - 1, since: level.row)
    found.end(place.scope, since: level.row)
    if place.missing >= 0, !level.isWatched, !level.seen.contains(place.required) { watched[place.missing] += 1 }
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
