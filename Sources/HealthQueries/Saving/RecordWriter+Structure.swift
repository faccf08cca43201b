import HealthModel
import HealthUnits

/// Fields, lists and points: entries of the record's tape, and the JSON that they are slices of.
///
/// The whole of each is an entry, and its pairs are entries after it, as a reader of JSON leaves them.
extension RecordWriter {
  /// The content of a sample of a structured type.
  mutating func append(_ content: NewStructure) {
    if !content.fields.isEmpty {
      whole("fields", count: content.fields.count) { writer in
        for (index, (name, field)) in Self.sorted(content.fields).enumerated() {
          writer.entry(.field, name, field, isFirst: index == 0)
        }
      }
    }
    if !content.lists.isEmpty {
      whole("lists", count: content.lists.count) { writer in
        for (index, (name, elements)) in Self.sorted(content.lists).enumerated() {
          writer.list(name, elements, isFirst: index == 0)
        }
      }
    }
    if let parent = content.parent {
      let key = self.key("parent", isFirst: true)
      record.tape.append(TapeEntry(.structure, key: key, value: text(parent)))
    }
    if let points = content.points {
      whole("points", count: points.columns.count) { writer in writer.append(points) }
    }
  }

  private mutating func whole(_ name: String, count: Int, _ pairs: (inout RecordWriter) -> Void) {
    let key = self.key(name, isFirst: true)
    let place = record.tape.count
    record.tape.append(TapeEntry(.structure, key: key, value: .absent))
    let start = bytes.count
    append("{")
    pairs(&self)
    append("}")
    record.tape.setValue(RawField(kind: .object, start: start, end: bytes.count), at: place)
    checkCount(count)
  }

  /// A pair, with its parts after it.
  private mutating func entry(_ kind: TapeEntry.Kind, _ name: String, _ field: NewField, isFirst: Bool) {
    let key = self.key(name, isFirst: isFirst)
    let place = record.tape.count
    record.tape.append(TapeEntry(kind, key: key, value: .absent))
    record.tape.setValue(value(field, at: place), at: place)
  }

  /// A list, with its elements and their parts after it.
  private mutating func list(_ name: String, _ elements: [NewField], isFirst: Bool) {
    let key = self.key(name, isFirst: isFirst)
    let place = record.tape.count
    record.tape.append(TapeEntry(.list, key: key, value: .absent))
    let start = bytes.count
    append("[")
    for (number, element) in elements.enumerated() {
      if number > 0 { append(",") }
      let part = record.tape.count
      record.tape.append(.absent, number: number, partOf: place)
      record.tape.setValue(value(element, at: part), at: part)
    }
    append("]")
    record.tape.setValue(RawField(kind: .array, start: start, end: bytes.count), at: place)
  }

  /// The text of a value; its parts are parts of the entry at a place.
  private mutating func value(_ field: NewField, at place: Int) -> RawField {
    switch field {
    case .quantity(let number, let unit): return quantity(number, unit, at: place)
    case .number(let number): return self.number(number)
    case .boolean(let flag): return boolean(flag)
    case .text(let text): return self.text(text, limit: JSONCursor.maximumFieldString)
    case .id(let id): return text(id)
    case .time(let instant): return text(instant)
    case .metadata(let metadata): return object(metadata, at: place)
    case .group(let fields):
      let start = bytes.count
      append("{")
      for (index, (name, field)) in Self.sorted(fields).enumerated() {
        let key = self.key(name, isFirst: index == 0)
        let part = record.tape.count
        record.tape.append(.absent, for: key, partOf: place)
        record.tape.setValue(value(field, at: part), at: part)
      }
      append("}")
      checkCount(fields.count)
      return RawField(kind: .object, start: start, end: bytes.count)
    }
  }

  // MARK: Points

  private mutating func append(_ points: NewPoints) {
    let columns = Self.sorted(points.columns)
    units(of: columns)
    switch points.timing {
    case .seconds(let seconds): column("time", .numbers(seconds))
    case .rate(let number, let unit): entry(.point, "rate", .quantity(number, unit), isFirst: false)
    case .none: break
    }
    for (name, values) in columns { column(name, values) }
  }

  /// The object `units`, which names the units of the columns.
  private mutating func units(of columns: [(String, NewPoints.Column)]) {
    let key = self.key("units", isFirst: true)
    let place = record.tape.count
    record.tape.append(TapeEntry(.point, key: key, value: .absent))
    let start = bytes.count
    append("{")
    var isFirst = true
    for case (let name, .quantities(_, let unit)) in columns {
      let key = self.key(name, isFirst: isFirst)
      isFirst = false
      let value = text(unit.unitString)
      record.tape.append(value, for: key, partOf: place)
    }
    append("}")
    record.tape.setValue(RawField(kind: .object, start: start, end: bytes.count), at: place)
  }

  /// The text of a column stays whole on the tape: a series has many numbers.
  private mutating func column(_ name: String, _ column: NewPoints.Column) {
    let key = self.key(name, isFirst: false)
    let start = bytes.count
    append("[")
    switch column {
    case .quantities(let numbers, _), .numbers(let numbers):
      for (index, number) in numbers.enumerated() {
        if index > 0 { append(",") }
        if number.isNaN { _ = raw("null", .null) } else { _ = self.number(number) }
      }
    case .booleans(let flags):
      for (index, flag) in flags.enumerated() {
        if index > 0 { append(",") }
        if let flag { _ = boolean(flag) } else { _ = raw("null", .null) }
      }
    }
    append("]")
    record.tape.append(
      TapeEntry(.point, key: key, value: RawField(kind: .array, start: start, end: bytes.count)))
  }
}
