import HealthFormats
import HealthModel
import HealthUnits

/// Writes normalized samples as records of Health Connect, in the form in which an app inserts them.
///
/// Health Connect refuses values outside of its ranges, and instants where it wants a span: such samples are left out,
/// with the reason, and not changed to fit.
struct HealthConnectWriter: InterchangeRecords {
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
  mutating func append(_ group: Range<Int>, of batch: SampleBatch, to text: inout InterchangeText)
    -> InterchangeOmission?
  {
    let row = group.lowerBound
    let type = types[Int(batch.type[row])]
    guard let code = type.code, batch.start[row] != SampleBatch.noTime else { return .type(type.id) }
    if case .span = code.time, batch.start[row] >= batch.end[row] { return .instant(type.id) }
    if code.path.first == "stages[]", case .cases(let numbers) = code.value {
      return appendStage(row, type, code, numbers, of: batch, to: &text)
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
    text.append { $0 += record }
    return nil
  }

  mutating func finish(to text: inout InterchangeText) {
    session?.finish(to: &text)
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
    _ row: Int, _ field: HealthConnectField, _ form: HealthConnectCode.NumberFormat, of batch: SampleBatch,
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
    CheckedJSON.members(of: CheckedJSON.member("fields", of: object, bytes), bytes) { key, value in
      guard bytes.equals(key.range, type.field), value.kind == .string else { return }
      found = type.caseNames.firstIndex(of: CheckedJSON.string(value, bytes)) ?? -1
    }
    return found
  }

  // MARK: Sessions

  private mutating func appendStage(
    _ row: Int, _ type: TypeText, _ code: HealthConnectCode, _ numbers: [Int], of batch: SampleBatch,
    to text: inout InterchangeText
  ) -> InterchangeOmission? {
    let item = Int(batch.enumCase[row])
    // A case that is not a stage, such as the time in bed, makes the session as long as it is.
    let stage = numbers.indices.contains(item) ? numbers[item] : -1
    if session?.take(row, stage: stage, of: batch) == true { return nil }
    session?.finish(to: &text)
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
    batch.id[row].appendLowercased(to: &output)
    let entered = metadata("HKWasUserEntered", row, of: batch)
    output += #"","recordingMethod":\#(entered.kind == .boolean && entered.range.count == 4 ? 3 : 0)"#.utf8
    if batch.device[row] >= 0 {
      let range = batch.devices.ranges[Int(batch.device[row])].indices
      let bytes = batch.arena.span.bytes
      let device = RawField(kind: .object, start: range.lowerBound, end: range.upperBound)
      output += #","device":{"type":0"#.utf8
      for (name, value) in [
        ("manufacturer", CheckedJSON.member("manufacturer", of: device, bytes)),
        ("model", CheckedJSON.member("model", of: device, bytes)),
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
    CheckedJSON.members(of: object, bytes) { key, value in if bytes.equals(key.range, wanted) { found = value } }
    return found
  }
}

/// The record of Health Connect that samples of a type become, by the `codes` of its definition.
struct HealthConnectCode: Sendable {
  enum Value: Sendable {
    /// A number, brought into the field's unit.
    case number(HealthConnectField, NumberFormat)
    /// A whole number for each case; -1 for a case without one.
    case cases([Int])
    /// 1 or 2 for a metadata key that is true or false, 0 without it.
    case flag(String)
    /// Nothing: the record says that something was.
    case presence
    /// The fields of the members, by the index of their type.
    case members
  }

  enum NumberFormat: Sendable {
    /// By its point, so that nothing is rounded.
    case shift(Int)
    case conversion(UnitConversion)
  }

  let record: String
  /// The path of the field: `samples[]`, `beatsPerMinute`.
  let path: [String]
  let value: Value
  let time: HealthConnectTime

  /// The name that apps have for the record: `HeartRate` of `HeartRateRecord`.
  var name: String { record.hasSuffix("Record") ? String(record.dropLast(6)) : record }

  init?(_ type: TypeDefinition) {
    let codes = (type.codes["health_connect"] ?? []).map { CodeInSystem($0) }
    // A code with a value is that of a case.
    guard let main = codes.first(where: { !$0.code.contains("=") }) else { return nil }
    let parts = main.code.split(separator: ".").map(String.init)
    guard let record = parts.first else { return nil }
    let path = Array(parts.dropFirst())
    (self.record, self.path, time) = (record, path, HealthConnectTime(of: record))
    let shape = type.shape
    if shape.members != nil {
      value = .members
    } else if let quantity = shape.quantity {
      let name = path.joined(separator: ".")
      guard let field = HealthConnectField.named(name, of: record),
        let form = Self.form(from: quantity.unit, to: field.ucum)
      else { return nil }
      value = .number(field, form)
    } else if let cases = Self.cases(of: type, codes, main.code) {
      value = .cases(cases)
    } else if path.isEmpty || shape.enumeration?.isValueOptional == true {
      value = main.difference.map { $0.hasPrefix("HK") } == true ? .flag(main.difference ?? "") : .presence
    } else {
      return nil
    }
  }

  private static func form(from own: UnitOfMeasure, to code: String) -> NumberFormat? {
    if let shift = InterchangeUnits.shift(from: own, to: code) { return .shift(shift) }
    guard let unit = try? UnitOfMeasure(code, grammar: .ucum), let conversion = try? own.conversion(to: unit) else {
      return nil
    }
    return .conversion(conversion)
  }

  /// The numbers of cases: `SleepSessionRecord.stages[].stage=5 (partial: asleepDeep)`.
  private static func cases(of type: TypeDefinition, _ codes: [CodeInSystem], _ field: String) -> [Int]? {
    let prefix = field + "="
    var numbers: [String: Int] = [:]
    for code in codes where code.code.hasPrefix(prefix) {
      guard let name = code.difference, let number = Int(code.code.dropFirst(prefix.count)) else { continue }
      // Of several numbers that mean one case, the first is written.
      if numbers[name] == nil { numbers[name] = number }
    }
    guard !numbers.isEmpty else { return nil }
    if let list = type.shape.enumeration { return list.cases.map { numbers[$0.name] ?? -1 } }
    // A structured type has the cases of its first field that has some.
    return Self.list(of: type)?.cases.map { numbers[$0.name] ?? -1 }
  }

  /// The cases of the first field of a structured type that has some.
  static func list(of type: TypeDefinition) -> EnumDefinition? { field(of: type)?.list }

  /// The first field of a structured type with cases, and its name.
  static func field(of type: TypeDefinition) -> (name: String, list: EnumDefinition)? {
    for field in type.shape.structure?.fields ?? [] {
      if case .enumeration(let list) = field.value { return (field.name, list) }
    }
    return nil
  }
}

/// A field of Health Connect's records with a number: its unit, and the range outside of which Health Connect refuses it.
///
/// Source: AOSP HealthFitness and androidx.health.connect, 2025.
struct HealthConnectField: Sendable, Hashable {
  /// The unit as apps write it, and as UCUM does; `nil` for a number without one.
  var unit: (name: String, ucum: String)?
  var ucum: String
  var isWhole = false
  var range: ClosedRange<Double>

  private init(_ range: ClosedRange<Double>, _ unit: String? = nil, in ucum: String = "1", isWhole: Bool = false) {
    self.range = range
    self.unit = unit.map { ($0, ucum) }
    self.ucum = ucum
    self.isWhole = isWhole
  }

  static func == (left: HealthConnectField, right: HealthConnectField) -> Bool {
    left.unit?.name == right.unit?.name && left.ucum == right.ucum && left.isWhole == right.isWhole
      && left.range == right.range
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ucum)
    hasher.combine(range)
  }

  /// The field of a record; `nil` for one that is not known, or has no number.
  static func named(_ field: String, of record: String) -> HealthConnectField? {
    if record == "NutritionRecord" { return nutrient(field) }
    return fields["\(record).\(field)"]
  }

  private static let fields: [String: HealthConnectField] = [
    "StepsRecord.count": .init(1...1_000_000, isWhole: true),
    "WheelchairPushesRecord.count": .init(1...1_000_000, isWhole: true),
    "FloorsClimbedRecord.floors": .init(0...1_000_000),
    "ActiveCaloriesBurnedRecord.energy": .init(0...1_000_000, "kilocalories", in: "kcal"),
    "TotalCaloriesBurnedRecord.energy": .init(0...1_000_000, "kilocalories", in: "kcal"),
    "DistanceRecord.distance": .init(0...1_000_000, "meters", in: "m"),
    "ElevationGainedRecord.elevation": .init(-1_000_000...1_000_000, "meters", in: "m"),
    "HydrationRecord.volume": .init(0...100, "liters", in: "L"),
    "HeartRateRecord.samples[].beatsPerMinute": .init(1...300, in: "/min", isWhole: true),
    "CyclingPedalingCadenceRecord.samples[].revolutionsPerMinute": .init(0...10_000, in: "/min"),
    "StepsCadenceRecord.samples[].rate": .init(0...10_000, in: "/min"),
    "PowerRecord.samples[].power": .init(0...100_000, "watts", in: "W"),
    "SpeedRecord.samples[].speed": .init(0...1_000_000, "metersPerSecond", in: "m/s"),
    "BasalMetabolicRateRecord.basalMetabolicRate": .init(0...484.259, "watts", in: "W"),
    "BodyFatRecord.percentage": .init(0...100, in: "%"), "OxygenSaturationRecord.percentage": .init(0...100, in: "%"),
    "Vo2MaxRecord.vo2MillilitersPerMinuteKilogram": .init(0...100, in: "mL/kg/min"),
    "BasalBodyTemperatureRecord.temperature": .init(0...100, "celsius", in: "Cel"),
    "BodyTemperatureRecord.temperature": .init(0...100, "celsius", in: "Cel"),
    "BloodPressureRecord.systolic": .init(20...200, "millimetersOfMercury", in: "mm[Hg]"),
    "BloodPressureRecord.diastolic": .init(10...180, "millimetersOfMercury", in: "mm[Hg]"),
    // 50 mmol/L.
    "BloodGlucoseRecord.level": .init(0...900.78, "milligramsPerDeciliter", in: "mg/dL"),
    "HeightRecord.height": .init(0...3, "meters", in: "m"),
    "WeightRecord.weight": .init(0...1000, "kilograms", in: "kg"),
    "LeanBodyMassRecord.mass": .init(0...1000, "kilograms", in: "kg"),
    "BoneMassRecord.mass": .init(0...1000, "kilograms", in: "kg"),
    "BodyWaterMassRecord.mass": .init(0...1000, "kilograms", in: "kg"),
    "RespiratoryRateRecord.rate": .init(0...1000, in: "/min"),
    "RestingHeartRateRecord.beatsPerMinute": .init(1...300, in: "/min", isWhole: true),
    "HeartRateVariabilityRmssdRecord.heartRateVariabilityMillis": .init(1...200, in: "ms"),
  ]

  /// Nutrients of which a meal may have more than 100 g.
  private static let bulk: Set<String> = [
    "protein", "totalCarbohydrate", "totalFat", "saturatedFat", "unsaturatedFat", "monounsaturatedFat",
    "polyunsaturatedFat", "transFat", "sugar", "dietaryFiber",
  ]

  private static func nutrient(_ name: String) -> HealthConnectField? {
    if name.isEmpty { return nil }
    if name == "energy" || name == "energyFromFat" { return .init(0...100_000, "kilocalories", in: "kcal") }
    return .init(0...(bulk.contains(name) ? 100_000 : 100), "grams", in: "g")
  }
}

enum HealthConnectTime: Sendable {
  case instant
  /// From a start to a later end.
  case span
  /// From a start to an end that may be the same, with samples at times in it.
  case series

  init(of record: String) {
    self = Self.seriesRecords.contains(record) ? .series : Self.spanRecords.contains(record) ? .span : .instant
  }

  private static let seriesRecords: Set<String> = [
    "HeartRateRecord", "CyclingPedalingCadenceRecord", "StepsCadenceRecord", "PowerRecord", "SpeedRecord",
  ]
  private static let spanRecords: Set<String> = [
    "StepsRecord", "WheelchairPushesRecord", "FloorsClimbedRecord", "ActiveCaloriesBurnedRecord",
    "TotalCaloriesBurnedRecord", "DistanceRecord", "ElevationGainedRecord", "HydrationRecord", "NutritionRecord",
    "ExerciseSessionRecord", "SleepSessionRecord", "MindfulnessSessionRecord", "MenstruationPeriodRecord",
  ]
}

/// A session whose samples come one by one, such as the stages of a night.
struct HealthConnectSession: Sendable {
  /// The record up to the time of its end, which is not known yet.
  private let beginning: [UInt8]
  private var stages: [UInt8] = []
  private var metadata: [UInt8] = []
  private let source: [UInt8]
  private let start: Int64
  private var end: Int64
  private var endOffset: Int16
  /// Where the last stage ends: stages do not overlap.
  private var lastStage = Int64.min

  init(_ row: Int, stage: Int, _ code: HealthConnectCode, of batch: SampleBatch) {
    (start, end, endOffset) = (batch.start[row], batch.end[row], batch.endOffset[row])
    source = Self.source(row, of: batch)
    beginning = HealthConnectWriter.beginning(code, row, of: batch)
    HealthConnectWriter.appendMetadata(row, of: batch, to: &metadata)
    append(row, stage, of: batch)
  }

  /// Takes a sample that touches the session and is of the same source; says whether it did.
  mutating func take(_ row: Int, stage: Int, of batch: SampleBatch) -> Bool {
    guard batch.start[row] >= start, batch.start[row] <= end, Self.source(row, of: batch) == source,
      stage < 0 || batch.start[row] >= lastStage
    else { return false }
    if batch.end[row] > end { (end, endOffset) = (batch.end[row], batch.endOffset[row]) }
    append(row, stage, of: batch)
    return true
  }

  private mutating func append(_ row: Int, _ stage: Int, of batch: SampleBatch) {
    guard stage >= 0 else { return }
    lastStage = batch.end[row]
    if !stages.isEmpty { stages.append(UInt8(ascii: ",")) }
    stages += #"{"startTime":""#.utf8
    TimestampWriter.append(batch.start[row], to: &stages)
    stages += #"","endTime":""#.utf8
    TimestampWriter.append(batch.end[row], to: &stages)
    stages += #"","stage":\#(stage)}"#.utf8
  }

  private static func source(_ row: Int, of batch: SampleBatch) -> [UInt8] {
    batch.source[row] < 0 ? [] : Array(batch.arena[batch.sources.ranges[Int(batch.source[row])].indices])
  }

  func finish(to text: inout InterchangeText) {
    var record = beginning
    HealthConnectWriter.appendEnd(end, endOffset, to: &record)
    record += #","stages":["#.utf8
    record += stages
    record.append(UInt8(ascii: "]"))
    record += metadata
    record.append(UInt8(ascii: "}"))
    text.append { $0 += record }
  }
}
