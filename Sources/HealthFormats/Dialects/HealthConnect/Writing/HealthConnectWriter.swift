import HealthModel
import HealthUnits

/// Writes normalized samples as records of Health Connect, in the form in which an app inserts them.
///
/// Health Connect refuses values outside of its ranges, and instants where it wants a span: such samples are left out,
/// with the reason, and not changed to fit.
struct HealthConnectWriter: Sendable {
  /// A writer without types, which holds the place of another one.
  static let empty = HealthConnectWriter(types: [])

  private struct TypeText: Sendable {
    let id: String
    let code: HealthConnectCode?
    let caseNames: [String]
    /// The field of a structured sample that the record has.
    let field: [UInt8]
  }

  private let types: [TypeText]
  /// The session whose stages are still coming.
  private var session: HealthConnectSession?
  /// How many numbers were rounded to whole ones.
  private(set) var rounded = 0

  private init(types: [TypeText]) { self.types = types }

  init(registry: Registry) {
    types = registry.types.map { type in
      let field = HealthConnectCode.field(of: type)
      let list = type.shape.enumeration ?? field?.list
      return TypeText(
        id: type.id, code: HealthConnectCode(type), caseNames: list?.cases.map(\.name) ?? [],
        field: Array((field?.name ?? "").utf8))
    }
  }

  /// Writes one sample with its members as a record; a stage of a session is written with its session.
  ///
  /// - Returns: why the sample is left out; `nil` if it is not.
  mutating func append(
    _ group: Range<Int>, of batch: SampleBatch, _ write: ([UInt8]) -> Void
  ) -> InterchangeOmission? {
    let row = group.lowerBound
    let type = types[Int(batch.type[row])]
    guard let code = type.code, batch.start[row] != SampleBatch.noTime else { return .type(type.id) }
    if case .span = code.time, batch.start[row] >= batch.end[row] { return .instant(type.id) }
    if code.path.first == "stages[]", case .cases(let numbers) = code.value {
      return appendStage(row, type, code, numbers, of: batch, write)
    }
    var fields: [UInt8] = []
    let before = rounded
    if let omission = appendFields(group, type, code, of: batch, to: &fields) {
      // What is left out is not rounded.
      rounded = before
      return omission
    }
    var record = Self.beginning(code, row, of: batch)
    if case .instant = code.time {} else { Self.appendEnd(batch.end[row], batch.endOffset[row], to: &record) }
    record += fields
    Self.appendMetadata(row, of: batch, to: &record)
    record.append(UInt8(ascii: "}"))
    write(record)
    return nil
  }

  mutating func finish(_ write: ([UInt8]) -> Void) {
    session?.finish(write)
    session = nil
  }

  // MARK: Fields

  private mutating func appendFields(
    _ group: Range<Int>, _ type: TypeText, _ code: HealthConnectCode, of batch: SampleBatch, to output: inout [UInt8]
  ) -> InterchangeOmission? {
    let row = group.lowerBound
    switch code.value {
    case .presence:
      if let name = code.path.last { output += #","\#(name)":0"#.utf8 }
    case .flag(let key):
      let value = Self.metadata(key, row, of: batch)
      let number = value.kind == .boolean ? (value.range.count == 4 ? 1 : 2) : 0
      output += #","\#(code.path.last ?? "")":\#(number)"#.utf8
    case .cases(let numbers):
      let item = caseIndex(row, type, of: batch)
      guard numbers.indices.contains(item), numbers[item] >= 0 else {
        return .enumCase(type.id, type.caseNames.indices.contains(item) ? type.caseNames[item] : "?")
      }
      output += #","\#(code.path.last ?? "")":\#(numbers[item])"#.utf8
    case .number(let field, let form):
      var number: [UInt8] = []
      guard append(row, field, form, of: batch, to: &number) else { return .range(type.id) }
      appendNumber(number, row, code, of: batch, to: &output)
    case .members:
      if batch.hasMemberTime(group) { return .memberTime(type.id) }
      for member in group.dropFirst() {
        let part = types[Int(batch.type[member])]
        guard let own = part.code, own.record == code.record, case .number(let field, let form) = own.value else {
          return .type(part.id)
        }
        var number: [UInt8] = []
        guard append(member, field, form, of: batch, to: &number) else { return .range(part.id) }
        appendNumber(number, member, own, of: batch, to: &output)
      }
    }
    // A nutrient by itself is a record with one field; a pressure by itself is none.
    if case .number = code.value, code.record == "BloodPressureRecord" { return .type(type.id) }
    return nil
  }

  private func appendNumber(
    _ number: [UInt8], _ row: Int, _ code: HealthConnectCode, of batch: SampleBatch, to output: inout [UInt8]
  ) {
    guard let name = code.path.last else { return }
    if code.path.count > 1 {
      output += #","\#(code.path[0].dropLast(2))":[{"time":""#.utf8
      TimestampWriter.append(batch.start[row], to: &output)
      output += #"","\#(name)":"#.utf8
      output += number
      output += "}]".utf8
    } else {
      output += #","\#(name)":"#.utf8
      output += number
    }
  }

  /// Appends a number in the field's unit; says whether Health Connect accepts it.
  private mutating func append(
    _ row: Int, _ field: HealthConnectField, _ form: HealthConnectCode.NumberForm, of batch: SampleBatch,
    to output: inout [UInt8]
  ) -> Bool {
    var text: [UInt8] = []
    switch form {
    case .shift(let places):
      var own: [UInt8] = []
      DecimalWriter.append(batch.value[row], to: &own)
      DecimalShift.append(0..<own.count, in: own.span.bytes, by: places, to: &text)
    case .conversion(let conversion): DecimalWriter.append(conversion(batch.value[row]), to: &text)
    }
    guard var value = DecimalParser.parse(0..<text.count, in: text.span.bytes)?.value else { return false }
    if field.isWhole, value != value.rounded() {
      value = value.rounded()
      text.removeAll()
      DecimalWriter.append(value, to: &text)
      rounded += 1
    }
    guard field.range.contains(value) else { return false }
    if let unit = field.unit {
      output += #"{"value":"#.utf8
      output += text
      output += #","unit":"\#(unit.name)"}"#.utf8
    } else {
      output += text
    }
    return true
  }

  /// The index of the case of a category, or of a field of a structured sample.
  private func caseIndex(_ row: Int, _ type: TypeText, of batch: SampleBatch) -> Int {
    if type.field.isEmpty { return Int(batch.enumCase[row]) }
    let range = batch.text[row].indices
    guard range.count > 2 else { return -1 }
    let bytes = batch.arena.span.bytes
    let object = RawField(kind: .object, start: range.lowerBound, end: range.upperBound)
    var found = -1
    FHIRText.members(of: FHIRText.member("fields", of: object, bytes), bytes) { key, value in
      guard bytes.equals(key.range, type.field), value.kind == .string else { return }
      found = type.caseNames.firstIndex(of: FHIRText.string(value, bytes)) ?? -1
    }
    return found
  }

  // MARK: Sessions

  private mutating func appendStage(
    _ row: Int, _ type: TypeText, _ code: HealthConnectCode, _ numbers: [Int], of batch: SampleBatch,
    _ write: ([UInt8]) -> Void
  ) -> InterchangeOmission? {
    let item = Int(batch.enumCase[row])
    // A case that is not a stage, such as the time in bed, makes the session as long as it is.
    let stage = numbers.indices.contains(item) ? numbers[item] : -1
    if session?.take(row, stage: stage, of: batch) == true { return nil }
    session?.finish(write)
    session = HealthConnectSession(row, stage: stage, code, of: batch)
    return nil
  }
}

// MARK: - Parts of a record

extension HealthConnectWriter {
  /// The beginning of a record: its name and its first time.
  static func beginning(_ code: HealthConnectCode, _ row: Int, of batch: SampleBatch) -> [UInt8] {
    var output = Array(#"{"recordType":"\#(code.name)""#.utf8)
    if case .instant = code.time {
      appendTime("time", batch.start[row], "zoneOffset", batch.startOffset[row], to: &output)
    } else {
      appendTime("startTime", batch.start[row], "startZoneOffset", batch.startOffset[row], to: &output)
    }
    return output
  }

  static func appendEnd(_ end: Int64, _ offset: Int16, to output: inout [UInt8]) {
    appendTime("endTime", end, "endZoneOffset", offset, to: &output)
  }

  private static func appendTime(
    _ name: String, _ time: Int64, _ offsetName: String, _ offset: Int16, to output: inout [UInt8]
  ) {
    output += #","\#(name)":""#.utf8
    TimestampWriter.append(time, to: &output)
    output.append(UInt8(ascii: "\""))
    if offset != SampleBatch.noOffset { output += #","\#(offsetName)":{"totalSeconds":\#(Int(offset) * 60)}"#.utf8 }
  }

  static func appendMetadata(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    output += #","metadata":{"clientRecordId":""#.utf8
    FHIRWriter.appendID(batch.id[row], to: &output)
    let entered = metadata("HKWasUserEntered", row, of: batch)
    output += #"","recordingMethod":\#(entered.kind == .boolean && entered.range.count == 4 ? 3 : 0)"#.utf8
    if batch.device[row] >= 0 {
      let range = batch.devices.ranges[Int(batch.device[row])].indices
      let bytes = batch.arena.span.bytes
      let device = RawField(kind: .object, start: range.lowerBound, end: range.upperBound)
      output += #","device":{"type":0"#.utf8
      for (name, value) in [
        ("manufacturer", FHIRText.member("manufacturer", of: device, bytes)),
        ("model", FHIRText.member("model", of: device, bytes)),
      ] where value.kind == .string {
        output += #","\#(name)":""#.utf8
        output += batch.arena[value.range]
        output.append(UInt8(ascii: "\""))
      }
      output.append(UInt8(ascii: "}"))
    }
    output.append(UInt8(ascii: "}"))
  }

  /// The value of a metadata key; absent for none.
  static func metadata(_ name: String, _ row: Int, of batch: SampleBatch) -> RawField {
    let range = batch.metadata[row].indices
    guard !range.isEmpty else { return .absent }
    let bytes = batch.arena.span.bytes
    let object = RawField(kind: .object, start: range.lowerBound, end: range.upperBound)
    let wanted = Array(name.utf8)
    var found = RawField.absent
    FHIRText.members(of: object, bytes) { key, value in if bytes.equals(key.range, wanted) { found = value } }
    return found
  }
}
