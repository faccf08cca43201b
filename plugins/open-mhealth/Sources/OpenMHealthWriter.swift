import HealthFormats
import HealthModel
import HealthUnits

/// Writes normalized samples as data points of Open mHealth or IEEE 1752.1, with the schemas that the `codes` of types
/// name.
///
/// A type without a schema is written in the form of Granola's generic schemas, in a namespace of this project. What schemas have no member for is in the header's member `assay`.
struct OpenMHealthWriter: InterchangeRecords {
  struct TypeText: Sendable {
    let schema: OpenMHealthSchema
    let id: [UInt8]
    let name: [UInt8]
    let unit: [UInt8]
    let isCount: Bool
    let cases: [[UInt8]]
    let column: ValueColumn
    /// The member of a body that a member of a correlation becomes, by the index of its type.
    let members: [Int: (name: [UInt8], unit: [UInt8], shift: Int)]
  }

  let types: [TypeText]
  private let hasOpenMHealthHeader: Bool

  init(registry: Registry, hasOpenMHealthHeader: Bool) {
    self.hasOpenMHealthHeader = hasOpenMHealthHeader
    var grouped: Set<String> = []
    for type in registry.types where type.shape.members != nil {
      grouped.formUnion(InterchangeUnits.codes(of: type, in: "open_mhealth"))
    }
    types = registry.types.map { type in
      let schema = OpenMHealthSchema(type, grouped: grouped)
      return TypeText(
        schema: schema, id: Array(type.id.utf8), name: Array(type.identityName.utf8),
        unit: Array((type.shape.quantity?.unit.sampleText ?? "").utf8),
        isCount: type.shape.quantity?.unit.sampleText == "count",
        cases: type.shape.enumeration?.cases.map { Self.capitalized($0.name) } ?? [], column: type.shape.column,
        members: schema.body == .members ? Self.members(of: type, schema, registry) : [:])
    }
  }

  private static func capitalized(_ name: String) -> [UInt8] {
    var bytes = Array(name.utf8)
    if let first = bytes.first, (0x61...0x7A).contains(first) { bytes[0] = first - 0x20 }
    return bytes
  }

  /// The members of a body: a type that has the same schema with a remark is the part that the remark names.
  private static func members(
    of type: TypeDefinition, _ schema: OpenMHealthSchema, _ registry: Registry
  ) -> [Int: (name: [UInt8], unit: [UInt8], shift: Int)] {
    var members: [Int: (name: [UInt8], unit: [UInt8], shift: Int)] = [:]
    let wanted = "\(schema.namespace):\(schema.name):\(schema.version)"
    for member in type.shape.members ?? [] {
      guard let index = registry.typeIndex(named: member.type), let own = registry.types[index].shape.quantity?.unit,
        let unit = OpenMHealthSchema.unit(of: schema.name, own: own)
      else { continue }
      for text in registry.types[index].codes["open_mhealth"] ?? [] {
        let code = CodeInSystem(text)
        guard code.code == wanted, let part = code.difference else { continue }
        let name = part + "_" + OpenMHealthSchema.member(of: schema.name)
        members[index] = (Array(name.utf8), Array(unit.text.utf8), unit.shift)
      }
    }
    return members
  }

  /// Why a sample is left out: a fact about a person has no time, which headers demand, and a body with several values
  /// has one time; `nil` for those that are written.
  private func omission(_ group: Range<Int>, of batch: SampleBatch) -> InterchangeOmission? {
    let row = group.lowerBound
    let type = types[Int(batch.type[row])]
    if type.schema.body == .members, batch.hasMemberTime(group) {
      return .memberTime(String(decoding: type.id, as: UTF8.self))
    }
    guard batch.start[row] == SampleBatch.noTime, batch.created[row] == SampleBatch.noTime else { return nil }
    return .type(String(decoding: type.id, as: UTF8.self))
  }

  func append(_ group: Range<Int>, of batch: SampleBatch, to text: inout InterchangeText) -> InterchangeOmission? {
    if let omission = omission(group, of: batch) { return omission }
    text.append { append(group, of: batch, to: &$0) }
    return nil
  }

  /// Appends one sample with its members as a data point.
  private func append(_ group: Range<Int>, of batch: SampleBatch, to output: inout [UInt8]) {
    let row = group.lowerBound
    let type = types[Int(batch.type[row])]
    output += #"{"header":{"#.utf8
    appendHeader(row, type, of: batch, to: &output)
    output += #"},"body":"#.utf8
    appendBody(group, type, of: batch, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  // MARK: Header

  private func appendHeader(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    let schema = type.schema
    let isCreated = batch.created[row] != SampleBatch.noTime
    let created =
      isCreated
      ? SampleBatch.text(batch.created[row], batch.createdOffset[row])
      : SampleBatch.text(batch.start[row], batch.startOffset[row])
    let modality = isEntered(row, of: batch) ? "self-reported" : "sensed"
    output += (hasOpenMHealthHeader ? #""id":""# : #""uuid":""#).utf8
    batch.id[row].appendLowercased(to: &output)
    output +=
      #"","schema_id":{"namespace":"\#(schema.namespace)","name":"\#(schema.name)","version":"\#(schema.version)"}"#
      .utf8
    output += (hasOpenMHealthHeader ? #","creation_date_time":""# : #","source_creation_date_time":""#).utf8
    output += created
    output.append(UInt8(ascii: "\""))
    if hasOpenMHealthHeader {
      output += #","acquisition_provenance":{"source_name":"#.utf8
      JSONText.appendQuoted(sourceName(row, of: batch), to: &output)
      output += #","source_data_point_id":""#.utf8
      batch.id[row].appendLowercased(to: &output)
      output += #"","modality":"\#(modality)"}"#.utf8
      if batch.subject[row] >= 0 {
        output += #","user_id":"#.utf8
        JSONText.appendQuoted(batch.arena[batch.subjects.ranges[Int(batch.subject[row])].indices], to: &output)
      }
    } else {
      output += #","modality":"\#(modality)""#.utf8
    }
    appendExtras(row, type, of: batch, to: &output)
  }

  private func appendExtras(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    output += #","assay":{"type":"#.utf8
    JSONText.appendQuoted(type.id, to: &output)
    for (name, index, table) in [
      ("subject", batch.subject[row], batch.subjects), ("origin", batch.origin[row], batch.origins),
    ] where index >= 0 {
      output += #","\#(name)":"#.utf8
      JSONText.appendQuoted(batch.arena[table.ranges[Int(index)].indices], to: &output)
    }
    for (name, index, table) in [
      ("source", batch.source[row], batch.sources), ("device", batch.device[row], batch.devices),
    ] where index >= 0 {
      output += #","\#(name)":"#.utf8
      output += batch.arena[table.ranges[Int(index)].indices]
    }
    for (name, range) in [("metadata", batch.metadata[row]), ("original", batch.original[row])] where !range.isEmpty {
      output += #","\#(name)":"#.utf8
      output += batch.arena[range.indices]
    }
    if !batch.unknown[row].isEmpty {
      output.append(UInt8(ascii: ","))
      output += batch.arena[batch.unknown[row].indices]
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Whether a person wrote the value down.
  private func isEntered(_ row: Int, of batch: SampleBatch) -> Bool {
    let metadata = batch.metadata[row].indices
    guard !metadata.isEmpty else { return false }
    let bytes = batch.arena.span.bytes
    let object = RawField(kind: .object, start: metadata.lowerBound, end: metadata.upperBound)
    let value = CheckedJSON.member("HKWasUserEntered", of: object, bytes)
    return value.kind == .boolean && value.range.count == 4
  }

  private func sourceName(_ row: Int, of batch: SampleBatch) -> [UInt8] {
    guard batch.source[row] >= 0 else { return Array("unknown".utf8) }
    let source = batch.sources.ranges[Int(batch.source[row])].indices
    let bytes = batch.arena.span.bytes
    let object = RawField(kind: .object, start: source.lowerBound, end: source.upperBound)
    let name = CheckedJSON.member("name", of: object, bytes)
    let text = name.kind == .string ? name : CheckedJSON.member("bundle", of: object, bytes)
    return text.kind == .string ? JSONText.decoded(text.range, in: bytes) : Array("unknown".utf8)
  }

}

/// The bodies of data points.
extension OpenMHealthWriter {
  func appendBody(_ group: Range<Int>, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    let row = group.lowerBound
    output.append(UInt8(ascii: "{"))
    switch type.schema.body {
    case .measure(let member, let unit, let shift):
      appendNumber(row, Array(member.utf8), Array(unit.utf8), shift, of: batch, to: &output)
      appendRemark(type.schema, to: &output)
    case .members:
      for member in group.dropFirst() {
        guard let part = type.members[Int(batch.type[member])] else { continue }
        appendNumber(member, part.name, part.unit, part.shift, of: batch, to: &output)
        output.append(UInt8(ascii: ","))
      }
      output.removeLast(output.last == UInt8(ascii: ",") ? 1 : 0)
    case .quantity, .category: appendWrapped(row, type, of: batch, to: &output)
    case .correlation: appendCorrelation(group, type, of: batch, to: &output)
    case .other:
      output += #""type":"#.utf8
      JSONText.appendQuoted(type.name, to: &output)
      appendOther(row, type, of: batch, to: &output)
    }
    appendTimeFrame(row, type, of: batch, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private func appendNumber(
    _ row: Int, _ name: [UInt8], _ unit: [UInt8], _ shift: Int, of batch: SampleBatch, to output: inout [UInt8]
  ) {
    JSONText.appendQuoted(name, to: &output)
    output += #":{"value":"#.utf8
    var number: [UInt8] = []
    DecimalWriter.append(batch.value[row], to: &number)
    DecimalShift.append(0..<number.count, in: number.span.bytes, by: shift, to: &output)
    output += #","unit":"#.utf8
    JSONText.appendQuoted(unit, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  /// A remark that names a temporal relationship is one: `with temporal relationship at rest`.
  private func appendRemark(_ schema: OpenMHealthSchema, to output: inout [UInt8]) {
    let prefix = "with temporal relationship "
    guard let remark = schema.remark, remark.hasPrefix(prefix) else { return }
    output += #","temporal_relationship_to_physical_activity":"#.utf8
    JSONText.appendQuoted(remark.dropFirst(prefix.count).utf8, to: &output)
  }

  private func appendWrapped(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    if type.column == .number {
      output += #""quantity_type":"#.utf8
      JSONText.appendQuoted(type.name, to: &output)
      output += (type.isCount ? #","count":"# : #","unit_value":{"value":"#).utf8
      DecimalWriter.append(batch.value[row], to: &output)
      if type.isCount { return }
      output += #","unit":"#.utf8
      JSONText.appendQuoted(type.unit, to: &output)
      output.append(UInt8(ascii: "}"))
    } else {
      output += #""category_type":"#.utf8
      JSONText.appendQuoted(type.name, to: &output)
      output += #","category_value":"#.utf8
      appendCase(row, type, of: batch, to: &output)
    }
  }

  private func appendCase(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    let item = Int(batch.enumCase[row])
    if type.cases.indices.contains(item) {
      JSONText.appendQuoted(type.cases[item], to: &output)
    } else {
      JSONText.appendQuoted(batch.arena[batch.text[row].indices], to: &output)
    }
  }

  private func appendCorrelation(
    _ group: Range<Int>, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]
  ) {
    output += #""correlation_type":"#.utf8
    JSONText.appendQuoted(type.name, to: &output)
    for (name, isNumber) in [("quantity_samples", true), ("category_samples", false)] {
      let members = group.dropFirst().filter { (types[Int(batch.type[$0])].column == .number) == isNumber }
      if members.isEmpty { continue }
      output += #","\#(name)":["#.utf8
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "{"))
        appendWrapped(member, types[Int(batch.type[member])], of: batch, to: &output)
        appendTimeFrame(member, types[Int(batch.type[member])], of: batch, to: &output)
        output.append(UInt8(ascii: "}"))
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  private func appendOther(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    if type.column == .parts {
      let parts = batch.text[row].indices
      guard parts.count > 2 else { return }
      output.append(UInt8(ascii: ","))
      output += batch.arena[parts.lowerBound + 1..<parts.upperBound - 1]
    } else {
      output += #","value":"#.utf8
      appendCase(row, type, of: batch, to: &output)
    }
  }

  /// Start and end keep both times exactly; a length beside them would fit two forms of an interval, which is invalid.
  private func appendTimeFrame(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    guard batch.start[row] != SampleBatch.noTime else { return }
    let isInstant = batch.start[row] == batch.end[row] && batch.startOffset[row] == batch.endOffset[row]
    output += #","effective_time_frame":{"#.utf8
    if isInstant, !type.schema.needsInterval {
      output += #""date_time":""#.utf8
      output += SampleBatch.text(batch.start[row], batch.startOffset[row])
      output += #""}"#.utf8
      return
    }
    output += #""time_interval":{"start_date_time":""#.utf8
    output += SampleBatch.text(batch.start[row], batch.startOffset[row])
    output += #"","end_date_time":""#.utf8
    output += SampleBatch.text(batch.end[row], batch.endOffset[row])
    output += #""}}"#.utf8
  }
}

/// A schema of Open mHealth or IEEE 1752.1 that samples of a type are written by.
struct OpenMHealthSchema: Sendable, Hashable {
  enum Body: Sendable, Hashable {
    case measure(member: String, unit: String, shift: Int)
    /// A member for each sample that belongs to the correlation.
    case members
    /// A quantity with its type, by Granola's schema or in its form.
    case quantity
    case category
    case correlation
    /// A structured sample, or a fact about the person, with all that it has.
    case other
  }

  let namespace: String
  let name: String
  let version: String
  let body: Body
  /// What the remark of the code says; a member of the body follows from some.
  let remark: String?

  /// The namespace of schemas that nobody else has defined.
  static let own = "assay"

  /// The name of the member with the number; a few are not called as their schema is.
  private static let members = ["calories-burned": "kcal_burned"]

  /// The units that schemas allow: as they write it, and as UCUM does.
  ///
  /// Source: openmhealth/schemas, the enums of units.
  private static let units = [
    "heart-rate": ("beats/min", "/min"), "respiratory-rate": ("breaths/min", "/min"), "step-count": ("steps", "1"),
    "calories-burned": ("kcal", "kcal"), "body-weight": ("kg", "kg"), "body-height": ("m", "m"),
    "body-mass-index": ("kg/m^2", "kg/m2"), "body-fat-percentage": ("%", "%"), "oxygen-saturation": ("%", "%"),
    "blood-glucose": ("mg/dL", "mg/dL"), "body-temperature": ("C", "Cel"), "speed": ("m/s", "m/s"),
    "forced-vital-capacity": ("L", "L"), "forced-expiratory-volume-1-second": ("L", "L"),
    "blood-pressure": ("mmHg", "mm[Hg]"), "rr-interval": ("ms", "ms"),
  ]
  /// Schemas whose time frame must be an interval.
  private static let intervals: Set<String> = ["step-count", "calories-burned", "sleep-duration"]

  /// How Open mHealth writes units of UCUM, for schemas of a team's own.
  private static let spellings = [
    "Cel": "C", "[degF]": "F", "s": "sec", "mo": "Mo", "a": "yr", "[lb_av]": "lb", "[oz_av]": "oz", "[in_i]": "in",
    "[ft_i]": "ft", "mm[Hg]": "mmHg", "kg/m2": "kg/m^2", "1": "count",
  ]

  var needsInterval: Bool { Self.intervals.contains(name) }

  init(_ type: TypeDefinition, grouped: Set<String>) {
    let isGroup = type.shape.members != nil
    for text in type.codes["open_mhealth"] ?? [] {
      let code = CodeInSystem(text)
      let parts = code.code.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, isGroup || !grouped.contains(code.code), let body = Self.body(of: parts[1], for: type)
      else { continue }
      (namespace, name, version, self.body) = (parts[0], parts[1], parts[2], body)
      remark = code.difference
      return
    }
    let (name, body): (String, Body) =
      switch type.shape.column {
      case .number: ("hk-quantity-sample", .quantity)
      case .enumCase where type.shape.hasTime: ("hk-category-sample", .category)
      case .absent: ("hk-correlation", .correlation)
      default: ("sample", .other)
      }
    (namespace, self.name, version, self.body, remark) = (Self.own, name, "1.0", body, nil)
  }

  /// The body by a schema; `nil` if samples of the type do not fit in it.
  private static func body(of schema: String, for type: TypeDefinition) -> Body? {
    let shape = type.shape
    switch schema {
    case "hk-quantity-sample": return shape.quantity == nil ? nil : .quantity
    case "hk-category-sample": return shape.enumeration != nil && shape.hasTime ? .category : nil
    case "hk-correlation": return shape.members == nil ? nil : .correlation
    default: break
    }
    if shape.members != nil { return .members }
    guard let own = shape.quantity?.unit else { return nil }
    let ucum = InterchangeUnits.codes(of: type, in: "ucum").first
    if let (unit, code) = units[schema] {
      return InterchangeUnits.shift(from: own, to: code).map {
        .measure(member: member(of: schema), unit: unit, shift: $0)
      }
    }
    // Of the published schemas the others have more than a number.
    if schema == "physical-activity" || schema.hasPrefix("sleep-") || schema == "time-in-bed" { return nil }
    guard let ucum, let shift = InterchangeUnits.shift(from: own, to: ucum) else {
      return .measure(member: member(of: schema), unit: own.sampleText, shift: 0)
    }
    return .measure(
      member: member(of: schema), unit: InterchangeUnits.annotation(ucum) ?? spellings[ucum] ?? ucum, shift: shift)
  }

  static func member(of schema: String) -> String { members[schema] ?? String(schema.map { $0 == "-" ? "_" : $0 }) }

  /// The unit and shift of a member of a schema that holds several samples.
  static func unit(of schema: String, own: UnitOfMeasure) -> (text: String, shift: Int)? {
    guard let (unit, code) = units[schema] else { return nil }
    return InterchangeUnits.shift(from: own, to: code).map { (unit, $0) }
  }
}
