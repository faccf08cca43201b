/// Where the values are that conditions use of a structured sample: places in its normal form, and the numbers of
/// columns.
///
/// It makes no objects for fields and elements, and its buffers serve one sample after the other: a rule that is kept
/// allocates nothing.
package struct StructureIndex: Sendable {
  /// The elements of a list: the places of their fields, one element after the other.
  struct ListLocations: Sendable {
    var count = 0
    var values: [RawField] = []
  }

  private(set) var fields: [RawField] = []
  private(set) var lists: [ListLocations] = []
  private(set) var parent = RawField.absent
  private(set) var rate = RawField.absent
  private(set) var times: [Double] = []
  private(set) var columns: [[Double]] = []
  private(set) var pointCount = 0
  /// How many samples were read so far, and how many numbers of their points.
  package private(set) var work = (samples: 0, numbers: 0)

  package init() {}

  /// Reads a sample in its normal form; of a text that is not one, nothing.
  package mutating func read(_ reading: ParsedContent, at range: Range<Int>, in bytes: RawSpan) {
    work.samples += 1
    removeAll(reading)
    do {
      // The writer of the normal form has checked strings and keys.
      var cursor = JSONCursor(
        position: range.lowerBound, end: range.upperBound, longestString: Int.max, isLenient: true)
      try readParts(reading, &cursor, bytes)
    } catch {
      removeAll(reading)
    }
  }

  private mutating func removeAll(_ reading: ParsedContent) {
    fields.removeAll(keepingCapacity: true)
    fields.append(contentsOf: repeatElement(.absent, count: reading.fields.names.count))
    for index in lists.indices where lists[index].count > 0 {
      lists[index].count = 0
      lists[index].values.removeAll(keepingCapacity: true)
    }
    while lists.count < reading.lists.count { lists.append(ListLocations()) }
    (parent, rate, pointCount) = (.absent, .absent, 0)
    times.removeAll(keepingCapacity: true)
    for index in columns.indices { columns[index].removeAll(keepingCapacity: true) }
    while columns.count < reading.columns.count { columns.append([]) }
  }

  private mutating func readParts(
    _ reading: ParsedContent, _ cursor: inout JSONCursor, _ bytes: RawSpan
  ) throws(SyntaxError) {
    guard cursor.take(UInt8(ascii: "{"), bytes), !cursor.take(UInt8(ascii: "}"), bytes) else { return }
    repeat {
      let key = try cursor.key(bytes)
      let isObject = cursor.peek(bytes) == UInt8(ascii: "{")
      if isObject, !reading.names.fields.isEmpty, bytes.equals(key.range, "fields") {
        try Self.readGroup(reading.fields, into: &fields, at: 0, &cursor, bytes)
      } else if isObject, !reading.names.lists.isEmpty, bytes.equals(key.range, "lists") {
        try readLists(reading, &cursor, bytes)
      } else if bytes.equals(key.range, "parent") {
        parent = try cursor.value(bytes, depth: 1)
      } else if isObject, bytes.equals(key.range, "points") {
        // They come last, and a route has ten thousands of them.
        guard reading.readsPoints else { return }
        try readPoints(reading, &cursor, bytes)
      } else {
        _ = try cursor.value(bytes, depth: 1)
      }
    } while try !cursor.isObjectAtEnd(bytes)
  }

  private mutating func readLists(
    _ reading: ParsedContent, _ cursor: inout JSONCursor, _ bytes: RawSpan
  ) throws(SyntaxError) {
    try cursor.members(bytes, depth: 1) { (cursor, key) throws(SyntaxError) in
      let found = reading.lists.firstIndex { $0.isNamed && bytes.equals(key.range, $0.name) }
      guard let index = found, cursor.peek(bytes) == UInt8(ascii: "[") else {
        _ = try cursor.value(bytes, depth: 2)
        return
      }
      try Self.readElements(reading.lists[index], into: &lists[index], &cursor, bytes)
    }
  }

  private static func readElements(
    _ list: ParsedList, into places: inout ListLocations, _ cursor: inout JSONCursor, _ bytes: RawSpan
  ) throws(SyntaxError) {
    let width = list.element.names.count
    try cursor.elements(bytes, depth: 2) { (cursor) throws(SyntaxError) in
      cursor.skipSpace(bytes)
      let base = places.values.count
      places.values.append(contentsOf: repeatElement(.absent, count: width))
      places.count += 1
      let isObject = cursor.peek(bytes) == UInt8(ascii: "{")
      if list.isGroup, isObject {
        try readGroup(list.element, into: &places.values, at: base, &cursor, bytes)
      } else if list.isGroup || width == 0 {
        _ = try cursor.value(bytes, depth: 3)
      } else {
        places.values[base] = try value(list.element.forms[0], &cursor, bytes)
      }
    }
  }

  private static func readGroup(
    _ group: ParsedGroup, into places: inout [RawField], at base: Int, _ cursor: inout JSONCursor, _ bytes: RawSpan
  ) throws(SyntaxError) {
    var next = 0
    try cursor.members(bytes, depth: 2) { (cursor, key) throws(SyntaxError) in
      let found = group.index(of: key.range, from: next, in: bytes)
      if let found { next = found + 1 }
      guard let field = found, group.isNamed[field] else {
        _ = try cursor.value(bytes, depth: 3)
        return
      }
      places[base + field] = try value(group.forms[field], &cursor, bytes)
    }
  }

  /// The place of a value; of a quantity that of its number, since binding has settled the units.
  private static func value(
    _ form: FieldFormat, _ cursor: inout JSONCursor, _ bytes: RawSpan
  ) throws(SyntaxError) -> RawField {
    guard case .number = form, cursor.peek(bytes) == UInt8(ascii: "{") else { return try cursor.value(bytes, depth: 3) }
    var number = RawField.absent
    try cursor.members(bytes, depth: 3) { (cursor, key) throws(SyntaxError) in
      let field = try cursor.value(bytes, depth: 4)
      if bytes.equals(key.range, "value") { number = field }
    }
    return number
  }

  private mutating func readPoints(
    _ reading: ParsedContent, _ cursor: inout JSONCursor, _ bytes: RawSpan
  ) throws(SyntaxError) {
    try cursor.members(bytes, depth: 1) { (cursor, key) throws(SyntaxError) in
      guard cursor.peek(bytes) == UInt8(ascii: "[") else {
        let value = try Self.value(.number, &cursor, bytes)
        if bytes.equals(key.range, "rate") { rate = value }
        return
      }
      if bytes.equals(key.range, "time") {
        let isNamed = reading.names.hasTimes
        count(try Self.readNumbers(isNamed, into: &times, &cursor, bytes), isRead: isNamed)
      } else if let column = reading.columns.firstIndex(where: { bytes.equals(key.range, $0.name) }) {
        let isNamed = reading.columns[column].isNamed
        count(try Self.readNumbers(isNamed, into: &columns[column], &cursor, bytes), isRead: isNamed)
      } else {
        // A column that the definition does not have may hold anything.
        _ = try cursor.value(bytes, depth: 2)
      }
    }
  }

  private mutating func count(_ numbers: Int, isRead: Bool) {
    pointCount = max(pointCount, numbers)
    if isRead { work.numbers += numbers }
  }

  /// Moves over an array of numbers and says how many they are; reads those that conditions use, NaN for what is not a
  /// number, 1 and 0 for truth values.
  private static func readNumbers(
    _ isNamed: Bool, into numbers: inout [Double], _ cursor: inout JSONCursor, _ bytes: RawSpan
  ) throws(SyntaxError) -> Int {
    guard isNamed else { return skipNumbers(&cursor, bytes) }
    try cursor.elements(bytes, depth: 2) { (cursor) throws(SyntaxError) in
      let field = try cursor.value(bytes, depth: 3)
      switch field.kind {
      case .number: numbers.append(DecimalParser.parse(field.range, in: bytes)?.value ?? .nan)
      case .boolean: numbers.append(field.range.count == 4 ? 1 : 0)
      default: numbers.append(.nan)
      }
    }
    return numbers.count
  }

  /// Moves over an array of numbers, in which no bracket is, and counts them.
  private static func skipNumbers(_ cursor: inout JSONCursor, _ bytes: RawSpan) -> Int {
    let start = cursor.position + 1
    var commas = 0
    var position = start
    while position < cursor.end {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      if byte == UInt8(ascii: "]") { break }
      if byte == UInt8(ascii: ",") { commas += 1 }
      position += 1
    }
    cursor.position = min(position + 1, cursor.end)
    return position > start ? commas + 1 : 0
  }
}
