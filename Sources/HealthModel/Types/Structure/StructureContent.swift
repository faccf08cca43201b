public import HealthUnits

/// The content of a structured sample: its fields, lists and points, and the sample that it belongs to.
///
/// ```swift
/// if let workout = sample.structure, case .enumeration("running")? = workout["activity"] {
///   for event in workout.list("events") { print(event["start"] as Any) }
/// }
/// ```
public struct StructureContent: Sendable, Hashable {
  /// The fields of the sample.
  public var fields: GroupContent
  /// The elements of each list, in the order of the definition.
  public var lists: [[GroupContent]]
  /// The points of a series; `nil` when the sample has none.
  public var points: PointsContent?
  /// The id of the sample that it belongs to.
  public var parent: SampleID?
  package let shape: StructureShape

  package init(shape: StructureShape) {
    self.shape = shape
    fields = GroupContent(shape.fields)
    lists = Array(repeating: [], count: shape.lists.count)
  }

  /// The value of a field; `nil` when the sample does not have it.
  public subscript(field: String) -> FieldContent? { fields[field] }

  /// The elements of a list; of a list of values, each has the one field `value`.
  public func list(_ name: String) -> [GroupContent] {
    shape.lists.firstIndex { $0.name == name }.map { lists[$0] } ?? []
  }
}

/// The fields of a sample, or of an element of a list.
public struct GroupContent: Sendable, Hashable {
  /// The values in the order of the definition; `nil` for a field that is not there.
  package var values: [FieldContent?]
  package let definitions: [FieldDefinition]

  package init(_ definitions: [FieldDefinition]) {
    self.definitions = definitions
    values = Array(repeating: nil, count: definitions.count)
  }

  /// The value of a field; `nil` when it is not there.
  public subscript(field: String) -> FieldContent? {
    definitions.firstIndex { $0.name == field }.flatMap { values[$0] }
  }
}

/// The value of a field.
public enum FieldContent: Sendable, Hashable {
  /// A number with its unit: the canonical one of the field or, of a quantity whose type a field names, that type's.
  case quantity(Double, UnitOfMeasure)
  /// A number without unit.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// The case of an enum, by name.
  case enumeration(String)
  /// Text; a date, a UUID and the id of a type are texts, too.
  case text(String)
  /// Microseconds since 1970 UTC.
  case time(Int64)
  /// An object of metadata, as canonical JSON.
  case metadata(String)
  /// A document and its SHA-256 in hexadecimal digits.
  case document(String, sha256: String)
}

/// The points of a series.
public struct PointsContent: Sendable, Hashable {
  /// The rate in its canonical unit; `nil` for points with times, or none.
  public var rate: Double?
  /// Seconds after the sample's start; empty for points with a rate, or none.
  public var times: [Double]
  /// The numbers of each column in the order of the definition, in its canonical unit; NaN for a missing one, 1 and 0
  /// for `true` and `false`.
  ///
  /// Empty for a column that is not there.
  public var columns: [[Double]]

  package init(rate: Double? = nil, times: [Double] = [], columns: [[Double]]) {
    self.rate = rate
    self.times = times
    self.columns = columns
  }

  /// How many points there are.
  public var count: Int { columns.map(\.count).max().map { max($0, times.count) } ?? times.count }
}

extension StructureContent {
  /// What a name of the sample says, as far as its content knows it.
  package func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .field(let index): fields.value(at: index)
    case .parent: parent.map { .text($0.description) } ?? .missing
    case .rate: points?.rate.map { .number($0) } ?? .missing
    case .value, .start, .end, .member, .metadata, .isSource, .subject, .device, .original: .missing
    }
  }

  package func count(of list: ListName) -> Int {
    switch list {
    case .list(let index): lists.indices.contains(index) ? lists[index].count : 0
    case .points: points?.count ?? 0
    case .members: 0
    }
  }

  package func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    switch (list, name) {
    case (.list(let index), .field(let field)):
      guard lists.indices.contains(index), lists[index].indices.contains(element) else { return .missing }
      return lists[index][element].value(at: field)
    case (.points, .column(let column)):
      guard let points, points.columns.indices.contains(column),
        points.columns[column].indices.contains(element)
      else { return .missing }
      let number = points.columns[column][element]
      if case .boolean? = shape.points?.columns[column].value { return number.isNaN ? .missing : .boolean(number != 0) }
      return .finite(number)
    case (.points, .time):
      guard let points, points.times.indices.contains(element) else { return .missing }
      return .finite(points.times[element])
    default: return .missing
    }
  }
}

extension GroupContent {
  fileprivate func value(at index: Int) -> ConditionValue {
    guard values.indices.contains(index), let value = values[index] else { return .missing }
    return switch value {
    case .quantity(let number, _), .number(let number): .finite(number)
    case .boolean(let value): .boolean(value)
    case .enumeration(let text), .text(let text): .text(text)
    case .time(let moment): .time(moment)
    // They are there or not; what is in them is not compared.
    case .metadata, .document: .boolean(true)
    }
  }
}

extension StructureContent {
  /// Reads the normal form of a structured sample: the text of a batch.
  ///
  /// Keys that the definition does not have are left out.
  package init(
    _ shape: StructureShape, at range: Range<Int>, in bytes: RawSpan, units: UnitTable = .standard,
    readsPoints: Bool = true
  ) throws(SyntaxError) {
    self.init(shape: shape)
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    let lists = shape.lists
    guard cursor.take(UInt8(ascii: "{"), bytes), !cursor.take(UInt8(ascii: "}"), bytes) else { return }
    repeat {
      let key = try cursor.key(bytes)
      if bytes.equals(key.range, "fields") {
        fields = try GroupContent(shape.fields, &cursor, bytes, units)
      } else if bytes.equals(key.range, "lists") {
        try cursor.members(bytes, depth: 1) { (cursor, key) throws(SyntaxError) in
          guard let index = lists.firstIndex(where: { key.isName($0.name, in: bytes) }) else {
            _ = try cursor.value(bytes, depth: 2)
            return
          }
          self.lists[index] = try Self.elements(lists[index], &cursor, bytes, units)
        }
      } else if bytes.equals(key.range, "parent") {
        let text = try cursor.value(bytes, depth: 1)
        parent = SampleID(at: text.range, in: bytes)
      } else if !readsPoints, bytes.equals(key.range, "points") {
        // They come last, and a route has ten thousands of them.
        return
      } else if bytes.equals(key.range, "points"), let definition = shape.points {
        points = try PointsContent(definition, &cursor, bytes)
      } else {
        _ = try cursor.value(bytes, depth: 1)
      }
    } while try !cursor.isObjectAtEnd(bytes)
  }

  /// How many points the object of a sample has: the numbers of the first column are counted, not read.
  package static func pointCount(at range: Range<Int>, in bytes: RawSpan) -> Int {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    do {
      guard try cursor.move(to: "points", bytes), cursor.take(UInt8(ascii: "{"), bytes) else { return 0 }
      repeat {
        _ = try cursor.key(bytes)
        guard cursor.peek(bytes) == UInt8(ascii: "[") else {
          _ = try cursor.value(bytes, depth: 2)
          continue
        }
        let start = cursor.position
        _ = try cursor.value(bytes, depth: 2)
        let end = cursor.position
        guard end - start > 2 else { return 0 }
        return (start..<end).reduce(1) { $0 + (bytes.unsafeLoad(fromByteOffset: $1, as: UInt8.self) == 0x2C ? 1 : 0) }
      } while try !cursor.isObjectAtEnd(bytes)
      return 0
    } catch {
      return 0
    }
  }

  /// The sample that the object of a sample names as its parent; points are not looked at.
  package static func parent(at range: Range<Int>, in bytes: RawSpan) -> SampleID? {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    do {
      guard try cursor.move(to: "parent", bytes) else { return nil }
      return SampleID(at: try cursor.value(bytes, depth: 1).range, in: bytes)
    } catch {
      return nil
    }
  }

  private static func elements(
    _ list: ListDefinition, _ cursor: inout JSONCursor, _ bytes: RawSpan, _ units: UnitTable
  ) throws(SyntaxError) -> [GroupContent] {
    var elements: [GroupContent] = []
    try cursor.elements(bytes, depth: 2) { (cursor) throws(SyntaxError) in
      switch list.element {
      case .group(let fields): elements.append(try GroupContent(fields, &cursor, bytes, units))
      case .value(let field):
        var group = GroupContent([field])
        group.values[0] = try FieldContent(field.value, &cursor, bytes, units)
        elements.append(group)
      }
    }
    return elements
  }
}

extension GroupContent {
  fileprivate init(
    _ fields: [FieldDefinition], _ cursor: inout JSONCursor, _ bytes: RawSpan, _ units: UnitTable
  ) throws(SyntaxError) {
    self.init(fields)
    try cursor.members(bytes, depth: 2) { (cursor, key) throws(SyntaxError) in
      guard let index = fields.firstIndex(where: { key.isName($0.name, in: bytes) }) else {
        _ = try cursor.value(bytes, depth: 3)
        return
      }
      values[index] = try FieldContent(fields[index].value, &cursor, bytes, units)
    }
  }
}

extension FieldContent {
  fileprivate init?(
    _ value: FieldValue, _ cursor: inout JSONCursor, _ bytes: RawSpan, _ units: UnitTable
  ) throws(SyntaxError) {
    cursor.skipSpace(bytes)
    let start = cursor.position
    let field = try cursor.value(bytes, depth: 3)
    func text() -> String { JSONText.string(start + 1..<cursor.position - 1, in: bytes) }
    switch (value, field.kind) {
    case (.quantity(let quantity), .object):
      guard let parts = try Self.quantity(start, cursor.position, bytes) else { return nil }
      self = .quantity(parts.value, quantity.unit)
    case (.quantityOf, .object):
      guard let parts = try Self.quantity(start, cursor.position, bytes),
        let unit = try? UnitOfMeasure(parts.unit, table: units)
      else { return nil }
      self = .quantity(parts.value, unit)
    case (.number, .number), (.integer, .number):
      guard let number = DecimalParser.parse(field.range, in: bytes) else { return nil }
      self = .number(number.value)
    case (.boolean, .boolean): self = .boolean(field.range.count == 4)
    case (.enumeration, .string): self = .enumeration(text())
    case (.time, .string):
      guard let reading = TimestampParser.parse(field.range, in: bytes, syntax: .json) else { return nil }
      self = .time(reading.instant.microseconds)
    case (.metadata, .object):
      self = .metadata(
        bytes.extracting(start..<cursor.position).withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    case (.document, .object):
      var (content, digest) = ("", "")
      var inner = JSONCursor(position: start, end: cursor.position, longestString: Int.max)
      try inner.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        cursor.skipSpace(bytes)
        let start = cursor.position
        _ = try cursor.value(bytes, depth: 1)
        let text = JSONText.string(start + 1..<max(start + 1, cursor.position - 1), in: bytes)
        if bytes.equals(key.range, "text") { content = text } else { digest = text }
      }
      self = .document(content, sha256: digest)
    case (.text, .string), (.date, .string), (.uuid, .string), (.quantityType, .string): self = .text(text())
    default: return nil
    }
  }

  private static func quantity(
    _ start: Int, _ end: Int, _ bytes: RawSpan
  ) throws(SyntaxError) -> (value: Double, unit: String)? {
    var value: Double?
    var unit = ""
    var cursor = JSONCursor(position: start, end: end)
    try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
      let field = try cursor.value(bytes, depth: 1)
      if bytes.equals(key.range, "value") {
        value = DecimalParser.parse(field.range, in: bytes)?.value
      } else {
        unit = JSONText.string(field.range, in: bytes)
      }
    }
    return value.map { ($0, unit) }
  }
}

extension PointsContent {
  fileprivate init(_ points: PointsDefinition, _ cursor: inout JSONCursor, _ bytes: RawSpan) throws(SyntaxError) {
    self.init(columns: Array(repeating: [], count: points.columns.count))
    try cursor.members(bytes, depth: 1) { (cursor, key) throws(SyntaxError) in
      cursor.skipSpace(bytes)
      if cursor.peek(bytes) == UInt8(ascii: "[") {
        let numbers = try Self.numbers(&cursor, bytes)
        if bytes.equals(key.range, "time") {
          times = numbers
        } else if let index = points.columns.firstIndex(where: { key.isName($0.name, in: bytes) }) {
          columns[index] = numbers
        }
      } else if bytes.equals(key.range, "rate"), cursor.peek(bytes) == UInt8(ascii: "{") {
        try cursor.members(bytes, depth: 2) { (cursor, key) throws(SyntaxError) in
          let field = try cursor.value(bytes, depth: 3)
          if bytes.equals(key.range, "value") { rate = DecimalParser.parse(field.range, in: bytes)?.value }
        }
      } else {
        _ = try cursor.value(bytes, depth: 2)
      }
    }
  }

  /// The numbers of an array; NaN for what is none, 1 and 0 for truth values.
  private static func numbers(_ cursor: inout JSONCursor, _ bytes: RawSpan) throws(SyntaxError) -> [Double] {
    var numbers: [Double] = []
    try cursor.elements(bytes, depth: 2) { (cursor) throws(SyntaxError) in
      let field = try cursor.value(bytes, depth: 3)
      switch field.kind {
      case .number: numbers.append(DecimalParser.parse(field.range, in: bytes)?.value ?? .nan)
      case .boolean: numbers.append(field.range.count == 4 ? 1 : 0)
      default: numbers.append(.nan)
      }
    }
    return numbers
  }
}

extension RawField {
  /// Whether a key is this name; names of definitions need no escapes.
  fileprivate func isName(_ name: String, in bytes: RawSpan) -> Bool {
    range.count == name.utf8.count
      && zip(range, name.utf8).allSatisfy { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) == $1 }
  }
}

extension JSONCursor {
  /// Moves to the value of a key of a canonical object, of which `points` is the last; `false` when it lacks the key.
  fileprivate mutating func move(to wanted: StaticString, _ bytes: RawSpan) throws(SyntaxError) -> Bool {
    guard take(UInt8(ascii: "{"), bytes), !take(UInt8(ascii: "}"), bytes) else { return false }
    repeat {
      let key = try key(bytes)
      if bytes.equals(key.range, wanted) { return true }
      if bytes.equals(key.range, "points") { return false }
      _ = try value(bytes, depth: 1)
    } while try !isObjectAtEnd(bytes)
    return false
  }
}

extension PointsContent {
  /// Whether two have the same numbers; a missing one, which is NaN, equals a missing one.
  public static func == (left: PointsContent, right: PointsContent) -> Bool {
    left.rate == right.rate && left.times == right.times
      && left.columns.elementsEqual(right.columns) { one, other in
        one.elementsEqual(other) { $0 == $1 || $0.isNaN && $1.isNaN }
      }
  }

  /// Hashes what equal points have in common.
  public func hash(into hasher: inout Hasher) {
    rate.hash(into: &hasher)
    times.hash(into: &hasher)
    for column in columns { column.count.hash(into: &hasher) }
  }
}
