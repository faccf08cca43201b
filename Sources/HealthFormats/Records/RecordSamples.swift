import HealthModel

/// The samples of a chunk's records, made ready before they are handed out: fields are slices of one buffer, so the
/// texts that are not in the chunk as samples have them are put after its content.
struct RecordSamples: Sendable {
  /// A sample, or why there is none.
  struct Item: Sendable {
    var span: ByteRange
    var profile: Int32 = -1
    var recipe: Int32 = -1
    /// The place of its first field; the recipe says how many.
    var first: Int32 = 0
    var zone = RawField.absent
    /// The number of its problem; -1 for none.
    var problem: Int32 = -1
    var isBroken = false
  }

  private(set) var items: [Item] = []
  private(set) var fields: [RawField] = []
  private(set) var problems: [RawProblem] = []
  private(set) var texts: [UInt8]
  private(set) var appendix: ChunkAppendix
  private(set) var paths: RecordPathUse
  private let plan: RecordPlan
  private let base: Int
  private var record: RecordCells
  /// The parents' values of the row that was used last.
  private var row = -1
  private var parents: [RawField] = []

  init(_ plan: RecordPlan, after base: Int) {
    self.plan = plan
    self.base = base
    texts = plan.texts
    appendix = ChunkAppendix(start: base)
    appendix.add(at: base, for: nil)
    paths = RecordPathUse(plan)
    record = RecordCells(plan)
  }

  /// Adds what is wrong with a record, or with the document from there on.
  mutating func add(_ problem: RawProblem, span: Range<Int>, isBroken: Bool) {
    problems.append(problem)
    items.append(
      Item(span: ByteRange(span), problem: Int32(truncatingIfNeeded: problems.count - 1), isBroken: isBroken))
  }

  /// Adds why the layout cannot be used: the words are a text after the content, with the place of its beginning.
  mutating func add(_ fault: SyntaxError, span: Range<Int>) {
    let start = base + texts.count
    appendix.add(at: start, for: 0)
    texts += fault.description.utf8
    add(RawProblem(.jsonPath, .pathUnusable, at: start..<base + texts.count), span: span, isBroken: true)
  }

  mutating func reached(_ steps: Int) { paths.reach = max(paths.reach, steps) }

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
      return true
    }
    let before = items.count
    for index in plan.profiles[profile].recipes.indices { add(index, of: profile, place, bytes) }
    if items.count == before { paths.passedOver += 1 }
    return true
  }

  /// Refuses a record that lacks a value of its parents, unless it is not a sample whatever that value is.
  private mutating func refuse(_ place: RecordLocation, _ bytes: RawSpan) {
    let profile = Int(place.profile)
    let unknown = plan.profiles[profile].parents.map(\.column)
    // The path may lead to something: the value is what cannot be had.
    for column in unknown { paths.records[profile].fields[column].isUsed = true }
    let mayBeSample = plan.profiles[profile].recipes.contains { made in
      let recipe = made.recipe
      return
        (recipe.subjects.isEmpty || recipe.subjects.contains { unknown.contains($0) || record.cells[$0].isPresent })
        && recipe.conditions.allSatisfy { unknown.contains($0.column) || holds($0, bytes) }
    }
    guard mayBeSample else {
      paths.passedOver += 1
      return
    }
    let start = place.span.lowerBound
    add(RawProblem(.fieldMissing, .parentTooLate, at: start..<start + 1), span: place.span, isBroken: false)
  }

  /// Puts parents' values and keys in their columns.
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
    let isContainer = kind == .object || kind == .array
    guard isContainer || !text.isEmpty, kind != .absent, kind != .null else { return .absent }
    let start = base + texts.count
    appendix.add(at: start, for: nil)
    texts += isContainer ? Array((kind == .object ? "{}" : "[]").utf8) : text
    return RawField(kind: kind, isEscaped: isEscaped, start: start, end: base + texts.count)
  }

  // MARK: Samples

  private mutating func add(_ index: Int, of profile: Int, _ place: RecordLocation, _ bytes: RawSpan) {
    let made = plan.profiles[profile].recipes[index]
    let isThere = made.recipe.subjects.isEmpty || made.recipe.subjects.contains { record.cells[$0].isPresent }
    guard isThere, made.recipe.conditions.allSatisfy({ holds($0, bytes) }) else { return }
    var item = Item(span: ByteRange(place.span))
    item.profile = place.profile
    item.recipe = Int32(truncatingIfNeeded: index)
    item.first = Int32(truncatingIfNeeded: fields.count)
    for index in made.recipe.fields.indices {
      let field = made.recipe.fields[index]
      if field.column >= 0 {
        fields.append(rewritten(record.cells[field.column], field, made.dates, bytes, &item))
        continue
      }
      let value: RawField
      switch field.source {
      case .text(let range, let column)
      where column >= 0 && record.cells[column].isPresent && Int(record.cells[column].start) < base:
        value = written(Array(plan.texts[range.indices]), for: record.cells[column])
      case .text(let range, _):
        value = RawField(kind: .string, start: base + range.indices.lowerBound, end: base + range.indices.upperBound)
      case .length(let range):
        value = RawField(kind: .duration, start: base + range.indices.lowerBound, end: base + range.indices.upperBound)
      case .firstOf(let columns):
        value = first(of: columns, field, bytes).map { rewritten($0, field, made.dates, bytes, &item) } ?? .absent
      case .columns(let columns): value = joined(columns, field, made.dates, bytes)
      }
      fields.append(value)
    }
    if let zone = made.recipe.zone, zone.column >= 0 {
      item.zone = rewritten(record.cells[zone.column], zone, nil, bytes, &item)
    }
    items.append(item)
  }

  /// The first cell whose text stands for another, else the first that has a text.
  private func first(of columns: [Int], _ field: SampleRecipe.Field, _ bytes: RawSpan) -> RawField? {
    var cells = columns.map { record.cells[$0] }.filter(\.isPresent)
    // Other forms have ids of any form.
    if case .field(.uuid) = field.role { cells.removeAll { $0.range.count != 36 } }
    return cells.first { meaning(of: $0, field, bytes) != nil } ?? cells.first
  }

  private func holds(_ condition: SampleRecipe.Condition, _ bytes: RawSpan) -> Bool {
    let cell = record.cells[condition.column]
    let isOne = condition.texts.contains { $0.isEmpty ? !cell.isPresent : isText($0, cell, bytes) }
    return isOne != condition.isNegated
  }

  private func isText(_ text: [UInt8], _ cell: RawField, _ bytes: RawSpan) -> Bool {
    guard cell.isPresent else { return false }
    if cell.isEscaped || Int(cell.start) >= base { return self.text(of: cell, bytes) == text }
    return bytes.equals(cell.range, text)
  }

  private func text(of cell: RawField, _ bytes: RawSpan) -> [UInt8] {
    if Int(cell.start) >= base {
      let range = Int(cell.start) - base..<Int(cell.end) - base
      return cell.isEscaped ? JSONText.decoded(range, in: texts.span.bytes) : Array(texts[range])
    }
    return cell.isEscaped ? JSONText.decoded(cell.range, in: bytes) : cell.range.map { bytes.byte(at: $0) }
  }

  /// A cell as the sample has it: all values are text, and what the layout writes otherwise is written anew.
  private mutating func rewritten(
    _ cell: RawField, _ field: SampleRecipe.Field, _ dates: DateFormat?, _ bytes: RawSpan, _ item: inout Item
  ) -> RawField {
    var value = cell
    guard cell.kind == .string || cell.kind == .number || cell.kind == .boolean else { return cell }
    value.kind = .string
    if let meaning = meaning(of: cell, field, bytes) { return written(meaning, for: cell) }
    // JSON's own numbers have a point and no sign after them.
    var isDuration = false
    if case .duration = field.rewriting { isDuration = true }
    guard isDuration || field.rewriting == .time || (field.rewriting != .none && cell.kind == .string) else {
      return value
    }
    let start = texts.count
    let isOwn = Int(cell.start) < base && !cell.isEscaped
    let copy = isOwn ? [] : text(of: cell, bytes)
    let fault =
      isOwn
      ? Self.rewrite(cell.range, bytes, field.rewriting, dates, to: &texts)
      : Self.rewrite(0..<copy.count, copy.span.bytes, field.rewriting, dates, to: &texts)
    if texts.count > start {
      appendix.add(at: base + start, for: Int(cell.start) < base ? Int(cell.start) : nil)
      return RawField(kind: isDuration ? .duration : .string, start: base + start, end: base + texts.count)
    }
    if let fault {
      let place = Int(cell.start) < base ? cell.range : item.span.indices
      problems.append(RawProblem(isDuration ? .timeInvalid : .valueNotANumber, fault, at: place))
      item.problem = Int32(truncatingIfNeeded: problems.count - 1)
    }
    return value
  }

  /// The meaning of the text of a cell; `nil` if the profile gives it no other.
  @inline(__always) private func meaning(of cell: RawField, _ field: SampleRecipe.Field, _ bytes: RawSpan) -> [UInt8]? {
    guard field.hasMeanings else { return nil }
    guard cell.isEscaped || Int(cell.start) >= base else { return field.meaning(of: cell.range, in: bytes) }
    let text = text(of: cell, bytes)
    return field.meaning(of: 0..<text.count, in: text.span.bytes)
  }

  private mutating func written(_ text: [UInt8], for cell: RawField) -> RawField {
    guard !text.isEmpty else { return .absent }
    let start = base + texts.count
    appendix.add(at: start, for: Int(cell.start) < base ? Int(cell.start) : nil)
    texts += text
    return RawField(kind: .string, start: start, end: base + texts.count)
  }

  /// The texts of several columns as one time.
  private mutating func joined(
    _ columns: [Int], _ field: SampleRecipe.Field, _ dates: DateFormat?, _ bytes: RawSpan
  ) -> RawField {
    let cells = columns.map { record.cells[$0] }.filter(\.isPresent)
    guard let first = cells.first else { return .absent }
    let parts = cells.map { text(of: $0, bytes) }
    let whole = Array(parts.joined(separator: [0x20]))
    var time: [UInt8] = []
    guard let dates else { return written(whole, for: first) }
    if dates.append(0..<whole.count, in: whole.span.bytes, to: &time) { return written(time, for: first) }
    // The part that is wrong is named.
    var place = dates.fault(in: 0..<whole.count, of: whole.span.bytes)
    for (cell, part) in zip(cells, parts) {
      if place <= part.count { return written(whole, for: cell) }
      place -= part.count + 1
    }
    return written(whole, for: first)
  }
}

/// Texts that the layout writes otherwise than samples have them.
extension RecordSamples {
  /// Appends a time or number as samples have it; what cannot be read stays as it is.
  static func rewrite(
    _ range: Range<Int>, _ bytes: RawSpan, _ rewriting: SampleRecipe.Rewriting, _ dates: DateFormat?,
    to output: inout [UInt8]
  ) -> SyntaxDetail? {
    if case .duration(let unit) = rewriting { return unit.append(range, in: bytes, to: &output) ? nil : .notADuration }
    guard case .number(let form) = rewriting else {
      _ = dates?.append(range, in: bytes, to: &output)
      return nil
    }
    let isWritten = form.append(range, in: bytes, to: &output)
    return !isWritten && form.hasPoint(range, in: bytes) ? .decimalPoint : nil
  }
}

/// Reads the values of one record at the paths of its profile, and checks the text of all of it.
struct RecordCells: Sendable {
  private let plan: RecordPlan
  /// The values by the columns of the record's profile; `null` and the empty text are absent.
  private(set) var cells: [RawField] = []
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
