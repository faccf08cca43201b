import HealthJSON
import HealthModel

/// Reads the values of one record at the paths of its profile, and checks the text of all of it.
struct RecordCells: Sendable {
  private let plan: RecordPlan
  /// The values by the columns of the record's profile; `null` and the empty text are absent.
  private(set) var cells: [RawField] = []
  /// Which columns led to something.
  private(set) var isFound: [Bool] = []
  /// The record that last had each node of its profile, so that a key that is there twice is found.
  private var seen: [[Int]]
  private var record = 0

  init(_ plan: RecordPlan) {
    self.plan = plan
    seen = plan.profiles.map { Array(repeating: 0, count: $0.nodes.count) }
  }

  /// Reads a record.
  ///
  /// - Throws: `JSONFault` where the record is not JSON or breaks a limit.
  mutating func read(_ span: Range<Int>, of profile: Int, in bytes: RawSpan) throws(JSONFault) {
    let count = plan.profiles[profile].columns.count
    cells.removeAll(keepingCapacity: true)
    isFound.removeAll(keepingCapacity: true)
    for _ in 0..<count {
      cells.append(.absent)
      isFound.append(false)
    }
    record += 1
    var cursor = JSONCursor(position: span.lowerBound, end: span.upperBound)
    cursor.skipSpace(bytes)
    let isScalar = cursor.peek(bytes) != UInt8(ascii: "{") && cursor.peek(bytes) != UInt8(ascii: "[")
    try value(0, profile, &cursor, bytes, depth: 0)
    try cursor.expectEnd(bytes)
    if isScalar, plan.profiles[profile].needsObject {
      throw JSONFault(.fieldKind, .expectedObject, at: span.lowerBound, length: span.count)
    }
  }

  /// Gives a column a value from outside of the record.
  mutating func set(_ column: Int, to field: RawField) {
    cells[column] = field
    isFound[column] = isFound[column] || field.isPresent
  }

  private mutating func value(
    _ node: Int, _ profile: Int, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(JSONFault) {
    cursor.skipSpace(bytes)
    let start = cursor.position
    let byte = cursor.peek(bytes)
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    if isContainer, !plan.profiles[profile].nodes[node].children.isEmpty {
      guard depth < JSONCursor.maximumDepth else { throw JSONFault(.nesting, .tooDeep, at: start) }
      if byte == UInt8(ascii: "{") {
        try object(node, profile, &cursor, bytes, depth: depth)
      } else {
        try array(node, profile, &cursor, bytes, depth: depth)
      }
      let kind: RawField.Kind = byte == UInt8(ascii: "{") ? .object : .array
      found(RawField(kind: kind, start: start, end: cursor.position), at: node, profile)
    } else if plan.profiles[profile].nodes[node].columns.isEmpty {
      try pass(&cursor, bytes, depth: depth)
    } else {
      found(try cursor.value(bytes, depth: depth), at: node, profile)
    }
  }

  private mutating func found(_ field: RawField, at node: Int, _ profile: Int) {
    for column in plan.profiles[profile].nodes[node].columns {
      isFound[column] = true
      if field.kind != .null, field.kind != .string || !field.range.isEmpty { cells[column] = field }
    }
  }

  private mutating func object(
    _ node: Int, _ profile: Int, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(JSONFault) {
    cursor.position += 1
    if cursor.take(UInt8(ascii: "}"), bytes) { return }
    repeat {
      let key = try cursor.key(bytes)
      let child = child(key, of: node, profile, bytes)
      if child < 0 {
        try pass(&cursor, bytes, depth: depth + 1)
      } else {
        guard seen[profile][child] != record else { throw JSONFault.duplicate(key) }
        seen[profile][child] = record
        try value(child, profile, &cursor, bytes, depth: depth + 1)
      }
    } while try !cursor.isObjectAtEnd(bytes)
  }

  private mutating func array(
    _ node: Int, _ profile: Int, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(JSONFault) {
    cursor.position += 1
    if cursor.take(UInt8(ascii: "]"), bytes) { return }
    var number = 0
    while true {
      let child = plan.profiles[profile].nodes[node].children.first { $0.number == number }?.node
      if let child {
        try value(child, profile, &cursor, bytes, depth: depth + 1)
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

  private func child(_ key: RawField, of node: Int, _ profile: Int, _ bytes: RawSpan) -> Int {
    if key.isEscaped {
      let name = JSONText.decoded(key.range, in: bytes)
      return plan.profiles[profile].nodes[node].children.first { $0.name == name }?.node ?? -1
    }
    for child in plan.profiles[profile].nodes[node].children where bytes.equals(key.range, child.name) {
      return child.node
    }
    return -1
  }

  /// Passes over a value that no path leads to: only its grammar counts.
  private func pass(_ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int) throws(JSONFault) {
    var ahead = JSONCursor(position: cursor.position, end: cursor.end, longestString: Int.max, isLenient: true)
    _ = try ahead.value(bytes, depth: depth)
    cursor.position = ahead.position
  }
}
