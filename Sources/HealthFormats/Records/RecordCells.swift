import HealthModel

/// Reads the values of one record at the paths of its profile, and checks the text of all of it.
struct RecordCells: Sendable {
  private let plan: RecordPlan
  /// The values by the columns of the record's profile; `null` and the empty text are absent.
  private(set) var cells: [RawField] = []
  /// Which columns led to something.
  private(set) var isFound: [Bool] = []
  /// The record that last had each node of its profile, so that a key that is there twice is found.
  private var seen: [Int]
  private var record = 0

  init(_ plan: RecordPlan) {
    self.plan = plan
    seen = Array(repeating: 0, count: plan.placeCount)
  }

  mutating func read(_ span: Range<Int>, of profile: Int, in bytes: RawSpan) throws(JSONFault) {
    let tree = plan.trees[profile]
    cells.removeAll(keepingCapacity: true)
    isFound.removeAll(keepingCapacity: true)
    for _ in 0..<tree.width {
      cells.append(.absent)
      isFound.append(false)
    }
    record += 1
    var cursor = JSONCursor(position: span.lowerBound, end: span.upperBound)
    cursor.skipSpace(bytes)
    let isScalar = cursor.peek(bytes) != UInt8(ascii: "{") && cursor.peek(bytes) != UInt8(ascii: "[")
    try value(0, tree, &cursor, bytes, depth: 0)
    try cursor.expectEnd(bytes)
    if isScalar, tree.needsObject {
      throw JSONFault(.fieldKind, .expectedObject, at: span.lowerBound, length: span.count)
    }
  }

  /// Gives a column a value from outside of the record.
  mutating func set(_ column: Int, to field: RawField) {
    cells[column] = field
    isFound[column] = isFound[column] || field.isPresent
  }

  private mutating func value(
    _ node: Int, _ tree: RecordTree, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(JSONFault) {
    cursor.skipSpace(bytes)
    let start = cursor.position
    let byte = cursor.peek(bytes)
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    let place = tree.nodes[node]
    if isContainer, !place.children.isEmpty {
      guard depth < JSONCursor.maximumDepth else { throw JSONFault(.nesting, .tooDeep, at: start) }
      if byte == UInt8(ascii: "{") {
        try object(node, tree, &cursor, bytes, depth: depth)
      } else {
        try array(node, tree, &cursor, bytes, depth: depth)
      }
      let kind: RawField.Kind = byte == UInt8(ascii: "{") ? .object : .array
      found(RawField(kind: kind, start: start, end: cursor.position), at: place, tree)
    } else if place.columns.isEmpty {
      try pass(&cursor, bytes, depth: depth)
    } else {
      found(try cursor.value(bytes, depth: depth), at: place, tree)
    }
  }

  private mutating func found(_ field: RawField, at node: RecordTree.Node, _ tree: RecordTree) {
    for index in node.columns {
      let column = tree.columns[index]
      isFound[column] = true
      if field.kind != .null, field.kind != .string || !field.range.isEmpty { cells[column] = field }
    }
  }

  private mutating func object(
    _ node: Int, _ tree: RecordTree, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(JSONFault) {
    cursor.position += 1
    if cursor.take(UInt8(ascii: "}"), bytes) { return }
    repeat {
      let key = try cursor.key(bytes)
      let child = child(key, of: node, tree, bytes)
      if child < 0 {
        try pass(&cursor, bytes, depth: depth + 1)
      } else {
        guard seen[tree.base + child] != record else { throw JSONFault.duplicate(key) }
        seen[tree.base + child] = record
        try value(child, tree, &cursor, bytes, depth: depth + 1)
      }
    } while try !cursor.isObjectAtEnd(bytes)
  }

  private mutating func array(
    _ node: Int, _ tree: RecordTree, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(JSONFault) {
    cursor.position += 1
    if cursor.take(UInt8(ascii: "]"), bytes) { return }
    var number = 0
    while true {
      let child = tree.child(number: number, of: node)
      if child >= 0 {
        try value(child, tree, &cursor, bytes, depth: depth + 1)
      } else {
        try pass(&cursor, bytes, depth: depth + 1)
      }
      if cursor.take(UInt8(ascii: "]"), bytes) { return }
      guard cursor.take(UInt8(ascii: ","), bytes) else { throw JSONFault(.expectedCommaOrEnd, at: cursor.clamped) }
      cursor.skipSpace(bytes)
      if cursor.peek(bytes) == UInt8(ascii: "]") { throw JSONFault(.trailingComma, at: cursor.position) }
      number += 1
    }
  }

  private func child(_ key: RawField, of node: Int, _ tree: RecordTree, _ bytes: RawSpan) -> Int {
    guard key.isEscaped else { return tree.child(key.range, of: node, in: bytes) }
    let name = JSONText.decoded(key.range, in: bytes)
    return tree.child(0..<name.count, of: node, in: name.span.bytes)
  }

  /// Passes over a value that no path leads to: only its grammar counts.
  private func pass(_ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int) throws(JSONFault) {
    var ahead = JSONCursor(position: cursor.position, end: cursor.end, longestString: Int.max, isLenient: true)
    _ = try ahead.value(bytes, depth: depth)
    cursor.position = ahead.position
  }
}
