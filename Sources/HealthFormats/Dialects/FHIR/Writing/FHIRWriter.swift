import HealthModel

/// Writes normalized samples as observations of FHIR R4: one resource a sample, a correlation with its members as
/// components.
///
/// Which codes, units and profiles follow from the `codes` of the registry's types, so a team's own types are written the
/// same way. The Observation says what any reader of FHIR understands, and one extension holds all else, so that the
/// sample can be read back byte for byte.
struct FHIRWriter: Sendable {
  private let types: [FHIRTypeText]
  private let hasExtensions: Bool
  private let subject: [UInt8]

  init(registry: Registry, subject: String? = nil, hasExtensions: Bool = true) {
    types = registry.types.map { FHIRTypeText($0) }
    self.hasExtensions = hasExtensions
    self.subject = subject.map { Self.subject($0) } ?? []
  }

  private static func subject(_ text: String) -> [UInt8] {
    var json = JSONText.Object()
    if text.hasPrefix("urn:") || text.contains("/") {
      json.member("reference", text)
    } else {
      json.member("identifier", json: identifier(Array(text.utf8)))
    }
    return json.finished
  }

  private static func identifier(_ text: [UInt8]) -> [UInt8] {
    var json = #"{"system":"\#(FHIRNames.subjectSystem)","value":"#.utf8.map(\.self)
    JSONText.appendQuoted(text, to: &json)
    return json + [UInt8(ascii: "}")]
  }

  /// Appends one sample with its members as a resource, without a line feed.
  func append(_ group: Range<Int>, of batch: SampleBatch, to output: inout [UInt8]) {
    let row = group.lowerBound
    let type = types[Int(batch.type[row])]
    let members = group.dropFirst()
    var extras = FHIRExtras(isExtension: hasExtensions)
    var components: [UInt8] = []
    var value: [UInt8] = []
    appendValue(row, type, of: batch, to: &value, &components, &extras)
    var memberExtras: [UInt8] = []
    for member in members {
      appendMember(member, of: row, batch, to: &components, &memberExtras)
    }
    appendAttribution(row, of: batch, isMember: false, to: &extras)
    if !hasExtensions, !members.isEmpty {
      extras.add("members", json: [UInt8(ascii: "[")] + memberExtras + [UInt8(ascii: "]")])
    }
    output += #"{"resourceType":"Observation","id":""#.utf8
    Self.appendID(batch.id[row], to: &output)
    output += #"","meta":{"tag":[{"system":"\#(FHIRNames.dialectSystem)","code":"\#(FHIRNames.dialectCode)"}]}"#.utf8
    if hasExtensions {
      appendExtension(extras, to: &output)
    } else if !extras.isEmpty {
      appendSampleComponent(extras.members, to: &components)
    }
    output += #","identifier":[{"system":"\#(FHIRNames.uris)","value":"urn:uuid:"#.utf8
    Self.appendID(batch.id[row], to: &output)
    output += #""}],"status":"final""#.utf8
    output += type.members
    appendSubject(row, type, of: batch, to: &output)
    appendTimes(row, of: batch, to: &output)
    output += value
    if !components.isEmpty {
      output += #","component":["#.utf8
      output += components
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "}"))
  }

  // MARK: Values

  private func appendValue(
    _ row: Int, _ type: FHIRTypeText, of batch: SampleBatch, to output: inout [UInt8], _ components: inout [UInt8],
    _ extras: inout FHIRExtras
  ) {
    switch type.column {
    case .number:
      output += #","valueQuantity":{"value":"#.utf8
      var number: [UInt8] = []
      DecimalWriter.append(batch.value[row], to: &number)
      DecimalShift.append(0..<number.count, in: number.span.bytes, by: type.unit?.shift ?? 0, to: &output)
      output += type.quantityEnd
    case .enumCase, .text:
      let item = Int(batch.enumCase[row])
      if type.cases.indices.contains(item) {
        output += #","valueCodeableConcept":"#.utf8
        output += type.cases[item]
        return
      }
      let text = batch.arena[batch.text[row].indices]
      if FHIRExtras.isText(text) {
        output += #","valueString":"#.utf8
        JSONText.appendQuoted(text, to: &output)
      } else {
        var quoted: [UInt8] = []
        JSONText.appendQuoted(text, to: &quoted)
        extras.add("value", json: quoted)
      }
    case .parts: appendParts(batch.text[row].indices, type, of: batch.arena, to: &components, &extras)
    case .absent: break
    }
  }

  /// Appends the fields, lists and points of a structured sample: columns at an even rate as SampledData, all else as text.
  private func appendParts(
    _ range: Range<Int>, _ type: FHIRTypeText, of arena: [UInt8], to components: inout [UInt8],
    _ extras: inout FHIRExtras
  ) {
    guard range.count > 2 else { return }
    let parts = FHIRParts(range, waves: type.waves, in: arena.span.bytes)
    for wave in parts.waves {
      for piece in wave.pieces {
        if !components.isEmpty { components.append(UInt8(ascii: ",")) }
        components += #"{"code":"#.utf8
        components += type.waves[wave.index].code
        components += #","valueSampledData":{"origin":"#.utf8
        components += type.waves[wave.index].origin
        components += #","period":"#.utf8
        components += parts.period
        components += #","dimensions":1,"data":""#.utf8
        components += piece
        components += #""}}"#.utf8
      }
    }
    if hasExtensions {
      extras.appendText("parts", parts.text)
    } else {
      extras.add("parts", json: parts.text)
    }
  }

  // MARK: Members

  private func appendMember(
    _ row: Int, of parent: Int, _ batch: SampleBatch, to components: inout [UInt8], _ texts: inout [UInt8]
  ) {
    let type = types[Int(batch.type[row])]
    var extras = FHIRExtras(isExtension: hasExtensions)
    var (value, parts): ([UInt8], [UInt8]) = ([], [])
    appendValue(row, type, of: batch, to: &value, &parts, &extras)
    var id: [UInt8] = []
    Self.appendID(batch.id[row], to: &id)
    extras.add("uuid", text: id)
    let roles = types[Int(batch.type[parent])].roles
    let role = Int(batch.role[row])
    if roles.indices.contains(role), !roles[role].isEmpty { extras.add("role", text: roles[role]) }
    appendMemberTimes(row, of: parent, batch, to: &extras)
    appendAttribution(row, of: batch, isMember: true, to: &extras)
    if !components.isEmpty { components.append(UInt8(ascii: ",")) }
    components.append(UInt8(ascii: "{"))
    if hasExtensions {
      var text: [UInt8] = []
      appendExtension(extras, to: &text)
      components += text.dropFirst()
      components.append(UInt8(ascii: ","))
    } else {
      if !texts.isEmpty { texts.append(UInt8(ascii: ",")) }
      texts.append(UInt8(ascii: "{"))
      texts += extras.members
      texts.append(UInt8(ascii: "}"))
    }
    components += #""code":"#.utf8
    components += type.code
    components += value
    components.append(UInt8(ascii: "}"))
  }

  /// A component has no times of its own: those that are not its correlation's are extras.
  private func appendMemberTimes(_ row: Int, of parent: Int, _ batch: SampleBatch, to extras: inout FHIRExtras) {
    let isSame =
      batch.start[row] == batch.start[parent] && batch.end[row] == batch.end[parent]
      && batch.startOffset[row] == batch.startOffset[parent] && batch.endOffset[row] == batch.endOffset[parent]
    if !isSame, batch.start[row] != SampleBatch.noTime {
      extras.add("start", text: Self.time(batch.start[row], batch.startOffset[row]))
      extras.add("end", text: Self.time(batch.end[row], batch.endOffset[row]))
    }
    if batch.created[row] != SampleBatch.noTime {
      extras.add("created", text: Self.time(batch.created[row], batch.createdOffset[row]))
    }
  }
}

// MARK: - Parts of a resource

extension FHIRWriter {
  private func appendAttribution(_ row: Int, of batch: SampleBatch, isMember: Bool, to extras: inout FHIRExtras) {
    // The subject of an Observation is its own; a component has none, and another one is that of all.
    if batch.subject[row] >= 0, isMember || !subject.isEmpty {
      extras.add("subject", text: batch.arena[batch.subjects.ranges[Int(batch.subject[row])].indices])
    }
    if batch.origin[row] >= 0 {
      extras.add("origin", text: batch.arena[batch.origins.ranges[Int(batch.origin[row])].indices])
    }
    if batch.source[row] >= 0 {
      extras.add("source", object: batch.sources.ranges[Int(batch.source[row])].indices, of: batch.arena)
    }
    if batch.device[row] >= 0 {
      extras.add("device", object: batch.devices.ranges[Int(batch.device[row])].indices, of: batch.arena)
    }
    if !batch.metadata[row].isEmpty { extras.add("metadata", object: batch.metadata[row].indices, of: batch.arena) }
    if !batch.original[row].isEmpty { extras.add("original", json: batch.arena[batch.original[row].indices]) }
    if !batch.unknown[row].isEmpty { extras.add(pairs: batch.arena[batch.unknown[row].indices]) }
  }

  /// Appends the member `extension`, with a comma before it; nothing if there is nothing to say.
  private func appendExtension(_ extras: FHIRExtras, to output: inout [UInt8]) {
    var extras = extras
    let children = extras.finishedChildren()
    guard !children.isEmpty else { return }
    output += #","extension":[{"url":"\#(FHIRNames.sampleExtension)","extension":["#.utf8
    output += children
    output += "]}]".utf8
  }

  private func appendSampleComponent(_ members: [UInt8], to components: inout [UInt8]) {
    for piece in FHIRExtras.pieces(of: [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")]) {
      if !components.isEmpty { components.append(UInt8(ascii: ",")) }
      components += #"{"code":{"coding":["#.utf8
      components += FHIRTypeText.coding(FHIRNames.partSystem, FHIRNames.samplePart)
      components += #"]},"valueString":"#.utf8
      JSONText.appendQuoted(piece, to: &components)
      components.append(UInt8(ascii: "}"))
    }
  }

  private func appendSubject(_ row: Int, _ type: FHIRTypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    if !subject.isEmpty {
      output += #","subject":"#.utf8
      output += subject
    } else if batch.subject[row] >= 0 {
      let text = batch.arena[batch.subjects.ranges[Int(batch.subject[row])].indices]
      output += #","subject":{"identifier":"#.utf8
      output += Self.identifier(Array(text))
      output.append(UInt8(ascii: "}"))
    } else if type.isVitalSign {
      // The profiles demand a subject, and one that is not known says so.
      output += #","subject":{"extension":[{"url":"\#(FHIRNames.dataAbsent)","valueCode":"unknown"}]}"#.utf8
    }
  }

  private func appendTimes(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    if batch.start[row] != SampleBatch.noTime {
      let isInstant = batch.start[row] == batch.end[row] && batch.startOffset[row] == batch.endOffset[row]
      output += isInstant ? #","effectiveDateTime":""#.utf8 : #","effectivePeriod":{"start":""#.utf8
      output += Self.time(batch.start[row], batch.startOffset[row])
      if !isInstant {
        output += #"","end":""#.utf8
        output += Self.time(batch.end[row], batch.endOffset[row])
      }
      output += isInstant ? #"""#.utf8 : #""}"#.utf8
    }
    if batch.created[row] != SampleBatch.noTime {
      output += #","issued":""#.utf8
      output += Self.time(batch.created[row], batch.createdOffset[row])
      output.append(UInt8(ascii: "\""))
    }
  }

  /// A time in the clock of its place.
  private static func time(_ time: Int64, _ offset: Int16) -> [UInt8] {
    var text: [UInt8] = []
    let minutes = offset == SampleBatch.noOffset ? 0 : offset
    TimestampWriter.append(Instant(microseconds: time, offset: minutes), to: &text)
    return text
  }

  /// FHIR's ids are in small letters.
  static func appendID(_ id: SampleID, to output: inout [UInt8]) {
    let start = output.count
    id.append(to: &output)
    for place in start..<output.count where (0x41...0x46).contains(output[place]) { output[place] |= 0x20 }
  }
}
