import HealthModel

/// Writes normalized samples as data points of Open mHealth or IEEE 1752.1, with the schemas that the `codes` of types
/// name.
///
/// A type without a schema is written in the form of Granola's generic schemas, in a namespace of this project. What schemas have no member for is in the header's member `assay`.
struct OpenMHealthWriter: Sendable {
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
      grouped.formUnion(FHIRUnit.codes(of: type, in: "open_mhealth"))
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
  func omission(_ group: Range<Int>, of batch: SampleBatch) -> InterchangeOmission? {
    let row = group.lowerBound
    let type = types[Int(batch.type[row])]
    if type.schema.body == .members, batch.hasMemberTime(group) {
      return .memberTime(String(decoding: type.id, as: UTF8.self))
    }
    guard batch.start[row] == SampleBatch.noTime, batch.created[row] == SampleBatch.noTime else { return nil }
    return .type(String(decoding: type.id, as: UTF8.self))
  }

  /// Appends one sample with its members as a data point, without a line feed.
  func append(_ group: Range<Int>, of batch: SampleBatch, to output: inout [UInt8]) {
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
      ? Self.time(batch.created[row], batch.createdOffset[row]) : Self.time(batch.start[row], batch.startOffset[row])
    let modality = isEntered(row, of: batch) ? "self-reported" : "sensed"
    output += (hasOpenMHealthHeader ? #""id":""# : #""uuid":""#).utf8
    FHIRWriter.appendID(batch.id[row], to: &output)
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
      FHIRWriter.appendID(batch.id[row], to: &output)
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

  /// Appends what schemas have no member for.
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
    var cursor = JSONCursor(position: metadata.lowerBound, end: metadata.upperBound, longestString: Int.max)
    var isEntered = false
    try? cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
      let value = try cursor.value(bytes, depth: 1)
      if bytes.equals(key.range, "HKWasUserEntered") { isEntered = value.kind == .boolean && value.range.count == 4 }
    }
    return isEntered
  }

  private func sourceName(_ row: Int, of batch: SampleBatch) -> [UInt8] {
    guard batch.source[row] >= 0 else { return Array("unknown".utf8) }
    let source = batch.sources.ranges[Int(batch.source[row])].indices
    let bytes = batch.arena.span.bytes
    let object = RawField(kind: .object, start: source.lowerBound, end: source.upperBound)
    let name = FHIRText.member("name", of: object, bytes)
    let text = name.kind == .string ? name : FHIRText.member("bundle", of: object, bytes)
    return text.kind == .string ? JSONText.decoded(text.range, in: bytes) : Array("unknown".utf8)
  }

  static func time(_ time: Int64, _ offset: Int16) -> [UInt8] {
    var text: [UInt8] = []
    let minutes = offset == SampleBatch.noOffset ? 0 : offset
    TimestampWriter.append(Instant(microseconds: time, offset: minutes), to: &text)
    return text
  }
}
