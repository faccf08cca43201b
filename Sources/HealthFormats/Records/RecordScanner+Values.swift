import HealthModel

/// The values that a path leads to: records, what is around them, and what belongs to them there.
extension RecordScanner {
  mutating func value(
    _ byte: UInt8, _ cursor: inout JSONCursor, _ bytes: RawSpan, isWhole: Bool
  ) throws(JSONFault) -> Bool {
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
      for index in plan.nodes[node].watched where FHIRText.isText(field, plan.watched[index].text, bytes) {
        watched[index] += 1
        for level in levels.indices { levels[level].isWatched = true }
      }
    }
    state = .next
    return true
  }

  /// Notes a value of parents.
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

  /// Leaves an object or array.
  mutating func close(_ byte: UInt8, _ cursor: inout JSONCursor) throws(JSONFault) -> Bool {
    guard let level = levels.last, byte == (level.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else {
      throw JSONFault(.expectedCommaOrEnd, at: cursor.position)
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
      RecordPlace(
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
