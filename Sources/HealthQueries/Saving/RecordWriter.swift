import HealthModel
import HealthUnits

/// Lays samples out as a reader of JSON would leave them: the texts of their fields in one buffer, and slices of it.
///
/// No JSON is made and read again: only what rules read as text is text. A number is written as the shortest text that
/// is the same double, so that what comes of a sample is to the byte what comes of its line of NDJSON.
struct RecordWriter: ~Copyable {
  var bytes: [UInt8] = []
  var record = RawSampleBuffer(syntax: .json)
  private let source: SourceRevision?
  private var sourceFields: (run: FieldRun, start: Int)?

  static var maximumMembers: Int { 10_000 }

  init(source: SourceRevision?) { self.source = source }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    sourceFields = nil
  }

  mutating func write(_ sample: NewSample) -> Range<Int> {
    record.removeAll()
    let start = bytes.count
    let place = append(sample, takesSource: true)
    if !sample.members.isEmpty {
      let list = bytes.count
      bytes.append(UInt8(ascii: "["))
      if sample.members.count > Self.maximumMembers {
        record.problems.append(RawProblem(.objectTooLarge, .tooManyMembers, at: list..<list + 1))
      }
      for member in sample.members.prefix(Self.maximumMembers) {
        let first = bytes.count
        let number = append(member, takesSource: false)
        // A member has none itself: they would be lost.
        if !member.members.isEmpty {
          record.problems.append(RawProblem(.memberNotAllowed, .tooManyMembers, at: first..<bytes.count))
        }
        record.samples[number].span = Int32(clamping: first)..<Int32(clamping: bytes.count)
      }
      bytes.append(UInt8(ascii: "]"))
      set(.members, RawField(kind: .array, start: list, end: bytes.count), of: place)
    }
    record.samples[place].span = Int32(clamping: start)..<Int32(clamping: bytes.count)
    return start..<bytes.count
  }

  private mutating func append(_ sample: NewSample, takesSource: Bool) -> Int {
    let place = record.samples.count
    let first = record.tape.count
    record.samples.append(RawSample())
    set(.type, text(sample.type), of: place)
    append(sample.value, to: place)
    append(.start, sample.start, to: place)
    append(.end, sample.end, to: place)
    if let id = sample.id { set(.uuid, text(id), of: place) }
    if sample.hasOrigin { appendOrigin(of: sample, to: place) }
    if takesSource, !record.samples[place].present[.source] { appendOwnSource(to: place) }
    if !sample.metadata.isEmpty {
      let start = bytes.count
      entries(sample.metadata)
      set(.metadata, RawField(kind: .object, start: start, end: bytes.count), of: place)
    }
    if case .structure(let content) = sample.value { append(content) }
    record.samples[place].takeEntries(from: first, of: record.tape)
    return place
  }

  private mutating func appendOrigin(of sample: NewSample, to place: Int) {
    append(.created, sample.created, to: place)
    append(.subject, sample.subject, to: place)
    append(.role, sample.role, to: place)
    if let source = sample.source { append(source, to: place) }
    if let device = sample.device { append(device, to: place) }
  }

  private mutating func appendOwnSource(to place: Int) {
    if let sourceFields {
      record.samples[place].take(sourceFields.run, at: sourceFields.start)
    } else if let source {
      let start = bytes.count
      append(source, to: place)
      sourceFields = (FieldRun(of: record.samples[place], .source, at: start), start)
    }
  }

  private mutating func append(_ value: NewSampleValue, to place: Int) {
    switch value {
    case .quantity(let number, let unit):
      set(.value, self.number(number, mayBeInvalid: true), of: place)
      set(.unit, text(unit.unitString), of: place)
    case .text(let text): set(.value, self.text(text), of: place)
    case .rawCase(let raw):
      let start = bytes.count
      DecimalWriter.append(Int64(raw), to: &bytes)
      set(.value, RawField(kind: .number, start: start, end: bytes.count), of: place)
    case .structure, .absent: break
    }
  }

  private mutating func append(_ field: SampleField, _ instant: Instant?, to place: Int) {
    if let instant { set(field, text(instant), of: place) }
  }

  private mutating func append(_ field: SampleField, _ text: String?, to place: Int) {
    if let text { set(field, self.text(text), of: place) }
  }

  private mutating func append(_ source: SourceRevision, to place: Int) {
    let start = bytes.count
    append(.sourceName, source.name, to: place)
    append(.sourceBundle, source.bundle, to: place)
    append(.sourceVersion, source.version, to: place)
    append(.sourceProduct, source.product, to: place)
    append(.sourceOS, source.os, to: place)
    set(.source, RawField(kind: .object, start: start, end: bytes.count), of: place)
  }

  private mutating func append(_ device: Device, to place: Int) {
    let start = bytes.count
    append(.deviceName, device.name, to: place)
    append(.deviceManufacturer, device.manufacturer, to: place)
    append(.deviceModel, device.model, to: place)
    append(.deviceHardware, device.hardware, to: place)
    append(.deviceFirmware, device.firmware, to: place)
    append(.deviceSoftware, device.software, to: place)
    append(.deviceLocal, device.local, to: place)
    append(.deviceUDI, device.udi, to: place)
    set(.device, RawField(kind: .object, start: start, end: bytes.count), of: place)
  }

  private mutating func set(_ field: SampleField, _ value: RawField, of place: Int) {
    record.samples[place][field] = value
  }
}

extension RecordWriter {
  /// A text between quotes, with the escapes that JSON demands.
  mutating func text(_ text: String, limit: Int = JSONCursor.maximumString) -> RawField {
    let start = bytes.count + 1
    JSONText.append(text, .required, to: &bytes)
    let end = bytes.count - 1
    if end - start > limit { record.problems.append(RawProblem(.stringTooLong, .stringTooLong, at: start..<end)) }
    // Escapes alone make the text longer.
    return RawField(kind: .string, isEscaped: end - start != text.utf8.count, start: start, end: end)
  }

  mutating func text(_ id: SampleID) -> RawField { quoted { id.append(to: &$0) } }

  /// A moment; one beyond the years 1 to 9999 is written as a number, which the rules refuse.
  mutating func text(_ instant: Instant) -> RawField {
    quoted {
      if instant.microseconds >= Instant.earliest, instant.microseconds <= Instant.latest {
        TimestampWriter.append(instant, to: &$0)
      } else {
        DecimalWriter.append(instant.microseconds, to: &$0)
      }
    }
  }

  private mutating func quoted(_ write: (inout [UInt8]) -> Void) -> RawField {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    write(&bytes)
    let end = bytes.count
    bytes.append(UInt8(ascii: "\""))
    return RawField(kind: .string, start: start, end: end)
  }

  mutating func number(_ number: Double, mayBeInvalid: Bool = false) -> RawField {
    let start = bytes.count
    if number.isFinite {
      DecimalWriter.append(number, to: &bytes)
    } else {
      bytes.append(contentsOf: number.description.utf8)
      if !mayBeInvalid { record.problems.append(RawProblem(.jsonSyntax, .badNumber, at: start..<bytes.count)) }
    }
    return RawField(kind: .number, start: start, end: bytes.count)
  }

  mutating func boolean(_ flag: Bool) -> RawField { raw(flag ? "true" : "false", .boolean) }

  mutating func raw(_ text: StaticString, _ kind: RawField.Kind) -> RawField {
    let start = bytes.count
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    return RawField(kind: kind, start: start, end: bytes.count)
  }

  mutating func append(_ byte: Unicode.Scalar) { bytes.append(UInt8(ascii: byte)) }
}

/// Metadata: entries of the record's tape, and the JSON that they are slices of.
extension RecordWriter {
  mutating func entries(_ metadata: [String: MetadataValue]) {
    append("{")
    for (index, (name, value)) in Self.sorted(metadata).enumerated() {
      let key = self.key(name, isFirst: index == 0)
      let place = record.tape.count
      record.tape.append(TapeEntry(.metadata, key: key, value: .absent))
      record.tape.setValue(self.value(value, at: place), at: place)
    }
    append("}")
    checkCount(metadata.count)
  }

  /// The object of a field whose value is metadata; its pairs are parts of the entry at a place.
  mutating func object(_ metadata: [String: MetadataValue], at place: Int) -> RawField {
    let start = bytes.count
    append("{")
    for (index, (name, value)) in Self.sorted(metadata).enumerated() {
      let key = self.key(name, isFirst: index == 0)
      let part = record.tape.count
      record.tape.append(.absent, for: key, partOf: place)
      record.tape.setValue(self.value(value, at: part), at: part)
    }
    append("}")
    checkCount(metadata.count)
    return RawField(kind: .object, start: start, end: bytes.count)
  }

  /// The text of a value; the pairs of an object are parts of the entry at a place.
  private mutating func value(_ value: MetadataValue, at place: Int) -> RawField {
    switch value {
    case .string(let text): self.text(text)
    case .number(let number): self.number(number)
    case .boolean(let flag): boolean(flag)
    case .date(let instant): date(instant)
    case .quantity(let quantity): self.quantity(quantity.value, quantity.unit, at: place)
    case .other(let text): json(text, at: place)
    }
  }

  /// A moment; one beyond the years 1 to 9999, or with an offset beyond 18 hours, would be a text that is not a date, so
  /// the record of one is refused.
  private mutating func date(_ instant: Instant) -> RawField {
    let field = text(instant)
    if !(Instant.earliest...Instant.latest).contains(instant.microseconds) || !(-1080...1080).contains(instant.offset) {
      record.problems.append(RawProblem(.jsonSyntax, .badNumber, at: field.range))
    }
    return field
  }

  /// `{"value":N,"unit":"U"}`; its two pairs are parts of the entry at a place.
  mutating func quantity(_ number: Double, _ unit: UnitOfMeasure, at place: Int) -> RawField {
    let start = bytes.count
    append("{")
    let valueKey = key("value", isFirst: true)
    let value = self.number(number)
    record.tape.append(value, for: valueKey, partOf: place)
    let unitKey = key("unit", isFirst: false)
    let text = self.text(unit.unitString)
    record.tape.append(text, for: unitKey, partOf: place)
    append("}")
    return RawField(kind: .object, start: start, end: bytes.count)
  }

  /// A text of JSON; what is not JSON is a problem of the record.
  private mutating func json(_ text: String, at place: Int) -> RawField {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    var cursor = JSONCursor(position: start, end: bytes.count)
    do throws(SyntaxError) {
      let value = try cursor.value(bytes.span.bytes, depth: 2)
      try cursor.expectEnd(bytes.span.bytes)
      if value.kind == .object {
        for (key, part) in try pairs(of: value) { record.tape.append(part, for: key, partOf: place) }
      }
      return value
    } catch {
      record.problems.append(RawProblem(error.code, error.detail, at: error.span))
      return .absent
    }
  }

  private func pairs(of object: RawField) throws(SyntaxError) -> [(key: RawField, value: RawField)] {
    var pairs: [(key: RawField, value: RawField)] = []
    var cursor = JSONCursor(position: object.range.lowerBound, end: object.range.upperBound)
    let text = bytes.span.bytes
    try cursor.members(text, depth: 2) { (cursor, key) throws(SyntaxError) in
      pairs.append((key, try cursor.value(text, depth: 3)))
    }
    return pairs
  }

  // MARK: Keys

  /// A key and its colon, after a comma if it is not the first.
  mutating func key(_ name: String, isFirst: Bool) -> RawField {
    if !isFirst { append(",") }
    let key = text(name)
    append(":")
    return key
  }

  mutating func checkCount(_ count: Int) {
    guard count > JSONCursor.maximumKeys else { return }
    record.problems.append(RawProblem(.objectTooLarge, .tooManyKeys, at: max(0, bytes.count - 1)..<bytes.count))
  }

  /// By name, so that findings come in the same order each time.
  static func sorted<Value>(_ values: [String: Value]) -> [(String, Value)] {
    values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }
}

/// Fields, lists and points: entries of the record's tape, and the JSON that they are slices of.
///
/// The whole of each is an entry, and its pairs are entries after it, as a reader of JSON leaves them.
extension RecordWriter {
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
    if let points = content.points { whole("points", count: points.columns.count) { writer in writer.append(points) } }
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

  private mutating func entry(_ kind: TapeEntry.Kind, _ name: String, _ field: NewField, isFirst: Bool) {
    let key = self.key(name, isFirst: isFirst)
    let place = record.tape.count
    record.tape.append(TapeEntry(kind, key: key, value: .absent))
    record.tape.setValue(value(field, at: place), at: place)
  }

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
    record.tape.append(TapeEntry(.point, key: key, value: RawField(kind: .array, start: start, end: bytes.count)))
  }
}
