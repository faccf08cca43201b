import HealthModel

/// The samples of the records of foreign JSON in a chunk.
struct RecordSamples: Sendable {
  private(set) var paths: RecordPathUse
  private(set) var samples: MappedSamples
  private let plan: RecordPlan
  private var record: RecordCells
  /// The parents' values of the row that was used last.
  private var row = -1
  private var parents: [RawField] = []

  init(_ plan: RecordPlan, after base: Int) {
    self.plan = plan
    samples = MappedSamples(plan.samples, after: base)
    paths = RecordPathUse(plan)
    record = RecordCells(plan)
  }

  /// Adds what is wrong with a record, or with the document from there on.
  mutating func add(_ problem: RawProblem, span: Range<Int>, isBroken: Bool) {
    samples.add([problem], span: span, isBroken: isBroken)
  }

  mutating func add(_ fault: SyntaxError, span: Range<Int>) { samples.add(fault, span: span) }

  mutating func finish(_ chunk: inout InputChunk, reach: Int) {
    paths.reach = max(paths.reach, reach)
    paths.passedOver += samples.passedOver
    samples.finish(&chunk)
  }

  mutating func add(_ place: RecordLocation, of found: FoundRecords, in bytes: RawSpan, isDocument: Bool) -> Bool {
    let profile = Int(place.profile)
    // In place of a record `null` says that there is none.
    guard bytes.byte(at: place.span.lowerBound) != UInt8(ascii: "n") else {
      paths.passedOver += 1
      return true
    }
    paths.records[profile].count += 1
    do {
      try record.read(place.span, of: profile, in: bytes)
    } catch {
      let isBroken = isDocument && error.code == .jsonSyntax
      add(RawProblem(error.code, error.detail, at: error.span), span: place.span, isBroken: isBroken)
      return !isBroken
    }
    addSurroundings(place, of: found)
    for column in record.isFound.indices where record.isFound[column] && !paths.records[profile].fields[column].isUsed {
      paths.records[profile].fields[column].isUsed = true
    }
    if place.isLate {
      refuse(place, bytes)
    } else {
      samples.add(&record.cells, ofPath: profile, at: place.span, in: bytes)
    }
    return true
  }

  /// Refuses a record that lacks a value of its parents, unless it is not a sample whatever that value is.
  private mutating func refuse(_ place: RecordLocation, _ bytes: RawSpan) {
    let profile = Int(place.profile)
    let unknown = plan.profiles[profile].parents.map(\.column)
    // The path may lead to something: the value is what cannot be had.
    for column in unknown { paths.records[profile].fields[column].isUsed = true }
    let mayBeSample = plan.samples.recipes[profile].contains { recipe in
      (recipe.subjects.isEmpty || recipe.subjects.contains { unknown.contains($0) || record.cells[$0].isPresent })
        && recipe.conditions.allSatisfy { unknown.contains($0.column) || samples.holds($0, record.cells, bytes) }
    }
    guard mayBeSample else {
      paths.passedOver += 1
      return
    }
    let start = place.span.lowerBound
    add(RawProblem(.fieldMissing, .parentTooLate, at: start..<start + 1), span: place.span, isBroken: false)
  }

  private mutating func addSurroundings(_ place: RecordLocation, of found: FoundRecords) {
    let tree = plan.trees[Int(place.profile)]
    if !tree.parents.isEmpty {
      if row != Int(place.row) {
        row = Int(place.row)
        parents = found.rows[row].map { keep($0.text, as: $0.kind, isEscaped: $0.isEscaped) }
      }
      for parent in tree.parents { record.set(parent.column, to: parents[parent.capture]) }
    }
    guard !tree.keys.isEmpty else { return }
    var key = RawField.absent
    if place.key >= 0 {
      key = keep(found.keys[Int(place.key)], as: .string)
    } else if place.number >= 0 {
      key = keep(Array(String(place.number).utf8), as: .number)
    }
    for column in tree.keys { record.set(column, to: key) }
  }

  private mutating func keep(_ text: [UInt8], as kind: RawField.Kind, isEscaped: Bool = false) -> RawField {
    switch kind {
    case .object: return samples.keep(Array("{}".utf8), as: kind)
    case .array: return samples.keep(Array("[]".utf8), as: kind)
    case .absent, .null: return .absent
    default: return text.isEmpty ? .absent : samples.keep(text, as: kind, isEscaped: isEscaped)
    }
  }
}

/// Reads the values of one record at the paths of its profile, and checks the text of all of it.
struct RecordCells: Sendable {
  private let plan: RecordPlan
  /// The values by the columns of the record's profile; `null` and the empty text are absent.
  fileprivate(set) var cells: [RawField] = []
  private(set) var isFound: [Bool] = []
  /// The record that last had each node of its profile, so that a key that is there twice is found.
  private var seen: [Int]
  private var record = 0

  init(_ plan: RecordPlan) {
    self.plan = plan
    seen = Array(repeating: 0, count: plan.placeCount)
  }

  mutating func read(_ span: Range<Int>, of profile: Int, in bytes: RawSpan) throws(SyntaxError) {
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
      throw SyntaxError(.fieldKind, .expectedObject, at: span.lowerBound, length: span.count)
    }
  }

  mutating func set(_ column: Int, to field: RawField) {
    cells[column] = field
    isFound[column] = isFound[column] || field.isPresent
  }

  private mutating func value(
    _ node: Int, _ tree: RecordTree, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(SyntaxError) {
    cursor.skipSpace(bytes)
    let start = cursor.position
    let byte = cursor.peek(bytes)
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    let place = tree.nodes[node]
    if isContainer, !place.children.isEmpty {
      guard depth < JSONCursor.maximumDepth else { throw SyntaxError(.nesting, .tooDeep, at: start) }
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
  ) throws(SyntaxError) {
    cursor.position += 1
    if cursor.take(UInt8(ascii: "}"), bytes) { return }
    repeat {
      let key = try cursor.key(bytes)
      let child = child(key, of: node, tree, bytes)
      if child < 0 {
        try pass(&cursor, bytes, depth: depth + 1)
      } else {
        guard seen[tree.base + child] != record else { throw SyntaxError.duplicate(key) }
        seen[tree.base + child] = record
        try value(child, tree, &cursor, bytes, depth: depth + 1)
      }
    } while try !cursor.isObjectAtEnd(bytes)
  }

  private mutating func array(
    _ node: Int, _ tree: RecordTree, _ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int
  ) throws(SyntaxError) {
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
      guard cursor.take(UInt8(ascii: ","), bytes) else { throw SyntaxError(.expectedCommaOrEnd, at: cursor.clamped) }
      cursor.skipSpace(bytes)
      if cursor.peek(bytes) == UInt8(ascii: "]") { throw SyntaxError(.trailingComma, at: cursor.position) }
      number += 1
    }
  }

  private func child(_ key: RawField, of node: Int, _ tree: RecordTree, _ bytes: RawSpan) -> Int {
    guard key.isEscaped else { return tree.child(key.range, of: node, in: bytes) }
    let name = JSONText.decoded(key.range, in: bytes)
    return tree.child(0..<name.count, of: node, in: name.span.bytes)
  }

  /// Passes over a value that no path leads to: only its grammar counts.
  private func pass(_ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int) throws(SyntaxError) {
    var ahead = JSONCursor(position: cursor.position, end: cursor.end, longestString: Int.max, isLenient: true)
    _ = try ahead.value(bytes, depth: depth)
    cursor.position = ahead.position
  }
}
