import HealthFormats
import HealthModel

/// Writes normalized samples as observations of FHIR R4: one resource a sample, a correlation with its members as
/// components.
///
/// Which codes, units and profiles follow from the `codes` of the registry's types, so a team's own types are written the
/// same way. The Observation says what any reader of FHIR understands, and one extension holds all else, so that the
/// sample can be read back byte for byte.
struct FHIRWriter: InterchangeRecords {
  private let types: [FHIRTypeText]
  private let hasExtensions: Bool
  private let isBundle: Bool
  private let subject: [UInt8]

  init(registry: Registry, _ options: InterchangeOptions) {
    types = registry.types.map { FHIRTypeText($0) }
    hasExtensions = options.hasExtensions
    isBundle = options.isDocument
    subject = options.subject.map { Self.subject($0) } ?? []
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

  func append(_ group: Range<Int>, of batch: SampleBatch, to text: inout InterchangeText) -> InterchangeOmission? {
    text.append { output in
      if isBundle {
        output += #"{"fullUrl":"urn:uuid:"#.utf8
        batch.id[group.lowerBound].appendLowercased(to: &output)
        output += #"","resource":"#.utf8
      }
      append(group, of: batch, to: &output)
      if isBundle { output.append(UInt8(ascii: "}")) }
    }
    return nil
  }

  /// Appends one sample with its members as a resource.
  private func append(_ group: Range<Int>, of batch: SampleBatch, to output: inout [UInt8]) {
    let row = group.lowerBound
    let type = types[Int(batch.type[row])]
    let members = group.dropFirst()
    var extras = FHIRExtras(isExtension: hasExtensions)
    var components: [UInt8] = []
    var value: [UInt8] = []
    appendValue(row, type, of: batch, to: &value, &components, &extras)
    var memberExtras: [UInt8] = []
    for member in members { appendMember(member, of: row, batch, to: &components, &memberExtras) }
    appendAttribution(row, of: batch, isMember: false, to: &extras)
    if !hasExtensions, !members.isEmpty {
      extras.add("members", json: [UInt8(ascii: "[")] + memberExtras + [UInt8(ascii: "]")])
    }
    output += #"{"resourceType":"Observation","id":""#.utf8
    batch.id[row].appendLowercased(to: &output)
    output += #"","meta":{"tag":[{"system":"\#(FHIRNames.dialectSystem)","code":"\#(FHIRNames.dialectCode)"}]}"#.utf8
    if hasExtensions {
      appendExtension(extras, to: &output)
    } else if !extras.isEmpty {
      appendSampleComponent(extras.members, to: &components)
    }
    output += #","identifier":[{"system":"\#(FHIRNames.uris)","value":"urn:uuid:"#.utf8
    batch.id[row].appendLowercased(to: &output)
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
    batch.id[row].appendLowercased(to: &id)
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
      extras.add("start", text: SampleBatch.text(batch.start[row], batch.startOffset[row]))
      extras.add("end", text: SampleBatch.text(batch.end[row], batch.endOffset[row]))
    }
    if batch.created[row] != SampleBatch.noTime {
      extras.add("created", text: SampleBatch.text(batch.created[row], batch.createdOffset[row]))
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
      output += SampleBatch.text(batch.start[row], batch.startOffset[row])
      if !isInstant {
        output += #"","end":""#.utf8
        output += SampleBatch.text(batch.end[row], batch.endOffset[row])
      }
      output += isInstant ? #"""#.utf8 : #""}"#.utf8
    }
    if batch.created[row] != SampleBatch.noTime {
      output += #","issued":""#.utf8
      output += SampleBatch.text(batch.created[row], batch.createdOffset[row])
      output.append(UInt8(ascii: "\""))
    }
  }

}

/// What a sample has that an Observation has no place for: gathered while the Observation is written, then written as
/// one extension or as the text of one component.
struct FHIRExtras {
  /// The longest text that is written as one string: FHIR bounds strings at 1 MiB.
  static let longestText = 1_000_000

  /// Whether the parts become members of an extension; otherwise they become members of one JSON object.
  let isExtension: Bool
  private(set) var children: [UInt8] = []
  /// The members of the JSON object, with commas between.
  private(set) var members: [UInt8] = []

  init(isExtension: Bool) { self.isExtension = isExtension }

  var isEmpty: Bool { children.isEmpty && members.isEmpty }

  mutating func add(_ name: StaticString, text: some Collection<UInt8>) {
    guard isExtension, Self.isText(text) else {
      key(name)
      JSONText.appendQuoted(text, to: &members)
      return
    }
    beginChild(name)
    children += #","valueString":"#.utf8
    JSONText.appendQuoted(text, to: &children)
    children.append(UInt8(ascii: "}"))
  }

  /// Adds an object of the sample, such as its metadata: each member becomes a child with its key and its value.
  mutating func add(_ name: StaticString, object range: Range<Int>, of arena: [UInt8]) {
    if isExtension {
      let start = children.count
      if appendMembers(name, range, of: arena.span.bytes) { return }
      children.removeSubrange(start...)
    }
    key(name)
    members += arena[range]
  }

  mutating func add(_ name: StaticString, json: some Sequence<UInt8>) {
    key(name)
    members += json
  }

  /// Adds members as they are in the sample, with their keys.
  mutating func add(pairs: some Sequence<UInt8>) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    members += pairs
  }

  /// The members as one object, which is written as text.
  mutating func finishedChildren() -> [UInt8] {
    if isExtension, !members.isEmpty { appendText("rest", [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")]) }
    return children
  }

  /// Adds a long text of JSON, in pieces.
  mutating func appendText(_ name: StaticString, _ text: some RandomAccessCollection<UInt8>) {
    for piece in Self.pieces(of: text) {
      beginChild(name)
      children += #","valueString":"#.utf8
      JSONText.appendQuoted(piece, to: &children)
      children.append(UInt8(ascii: "}"))
    }
  }

  /// The pieces of a text, none of which is longer than a string of FHIR may be or ends within a character.
  static func pieces<Text: RandomAccessCollection<UInt8>>(of text: Text) -> [Text.SubSequence] {
    var pieces: [Text.SubSequence] = []
    var rest = text[...]
    while rest.count > longestText {
      var end = rest.index(rest.startIndex, offsetBy: longestText)
      while rest[end] & 0xC0 == 0x80, end > rest.startIndex { end = rest.index(before: end) }
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    pieces.append(rest)
    return pieces
  }

  private mutating func key(_ name: StaticString) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    members.append(UInt8(ascii: "\""))
    Self.append(name, to: &members)
    members += "\":".utf8
  }

  private mutating func beginChild(_ name: StaticString) {
    if !children.isEmpty { children.append(UInt8(ascii: ",")) }
    children += #"{"url":""#.utf8
    Self.append(name, to: &children)
    children.append(UInt8(ascii: "\""))
  }

  private static func append(_ text: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  // MARK: Members

  /// Appends a child for each member of an object.
  ///
  /// - Returns: whether each of them has a form in FHIR, and there is one.
  private mutating func appendMembers(_ name: StaticString, _ range: Range<Int>, of bytes: RawSpan) -> Bool {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    var isFirst = true
    do throws(SyntaxError) {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        guard Self.isText(JSONText.decoded(key.range, in: bytes)) else { throw SyntaxError(.badLiteral, at: 0) }
        isFirst = false
        beginChild(name)
        children += #","extension":[{"url":"key","valueString":""#.utf8
        for place in key.range { children.append(bytes.byte(at: place)) }
        children += #""},{"url":""#.utf8
        cursor.skipSpace(bytes)
        let start = cursor.position
        let value = try cursor.value(bytes, depth: 1)
        appendValue(value, start..<cursor.position, bytes)
        children += "}]}".utf8
      }
    } catch {
      return false
    }
    return !isFirst
  }

  /// Appends the URL of a child, without its first quote, and its value.
  private mutating func appendValue(_ value: RawField, _ whole: Range<Int>, _ bytes: RawSpan) {
    switch value.kind {
    case .string where Self.isText(JSONText.decoded(value.range, in: bytes)): children += #"value","valueString":"#.utf8
    case .boolean: children += #"value","valueBoolean":"#.utf8
    case .number: children += #"value","valueDecimal":"#.utf8
    case .object where Self.isQuantity(whole, bytes): children += #"value","valueQuantity":"#.utf8
    default:
      children += #"json","valueString":"#.utf8
      JSONText.appendQuoted(whole.map { bytes.byte(at: $0) }, to: &children)
      return
    }
    for place in whole { children.append(bytes.byte(at: place)) }
  }

  /// Whether an object is a number and a unit in words, in this order.
  private static func isQuantity(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound)
    var count = 0
    var isQuantity = true
    do {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        let value = try cursor.value(bytes, depth: 1)
        switch count {
        case 0: isQuantity = isQuantity && bytes.equals(key.range, "value") && value.kind == .number
        case 1:
          isQuantity = isQuantity && bytes.equals(key.range, "unit") && value.kind == .string && !value.range.isEmpty
        default: isQuantity = false
        }
        count += 1
      }
    } catch {
      return false
    }
    return isQuantity && count == 2
  }

  /// Whether a text is one in FHIR: not empty, not too long, and without control characters.
  static func isText(_ text: some Collection<UInt8>) -> Bool {
    guard !text.isEmpty, text.count <= longestText else { return false }
    return text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      && text.contains { $0 > 0x20 }
  }
}

/// The object of a structured sample, with its columns of points at an even rate taken out.
struct FHIRParts {
  /// A column as the data of one or more SampledData.
  struct Wave {
    /// The column's number among those of its type.
    var index: Int
    /// Numbers with spaces between them, `E` for a value that is not there.
    var pieces: [[UInt8]]
  }

  /// The object without the columns.
  private(set) var text: [UInt8]
  private(set) var waves: [Wave] = []
  /// The milliseconds between two points, as a number.
  private(set) var period: [UInt8] = []

  init(_ range: Range<Int>, waves columns: [FHIRWave], in bytes: RawSpan) {
    text = range.map { bytes.byte(at: $0) }
    guard !columns.isEmpty else { return }
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    var taken: [Range<Int>] = []
    do {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        guard bytes.equals(key.range, "points"), cursor.peek(bytes) == UInt8(ascii: "{") else {
          _ = try cursor.value(bytes, depth: 1)
          return
        }
        try cursor.members(bytes, depth: 1) { (cursor, key) throws(SyntaxError) in
          let keyStart = Int(key.start) - 1
          if bytes.equals(key.range, "rate") {
            let rate = try cursor.value(bytes, depth: 2)
            period = try Self.period(rate.range, bytes)
            return
          }
          let start = cursor.position
          let value = try cursor.value(bytes, depth: 2)
          guard value.kind == .array, cursor.position - start > 2,
            let index = columns.firstIndex(where: { bytes.equals(key.range, $0.name) })
          else { return }
          waves.append(Wave(index: index, pieces: Self.pieces(start..<cursor.position, bytes)))
          // With the comma before it: units come first.
          taken.append(keyStart - 1..<cursor.position)
        }
      }
    } catch {
      waves = []
      return
    }
    guard !period.isEmpty, taken.allSatisfy({ bytes.byte(at: $0.lowerBound) == UInt8(ascii: ",") }) else {
      waves = []
      return
    }
    for place in taken.reversed() {
      text.removeSubrange(place.lowerBound - range.lowerBound..<place.upperBound - range.lowerBound)
    }
  }

  /// The milliseconds between two points at a rate in hertz; empty for a rate that is none.
  private static func period(_ range: Range<Int>, _ bytes: RawSpan) throws(SyntaxError) -> [UInt8] {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound)
    var (value, isHertz) = (0.0, false)
    try cursor.members(bytes, depth: 2) { (cursor, key) throws(SyntaxError) in
      let field = try cursor.value(bytes, depth: 3)
      if bytes.equals(key.range, "value"), let number = DecimalParser.parse(field.range, in: bytes) {
        value = number.value
      } else if bytes.equals(key.range, "unit") {
        isHertz = bytes.equals(field.range, "Hz")
      }
    }
    let period = 1000 / value
    guard isHertz, value > 0, period.isFinite, period > 0 else { return [] }
    var text: [UInt8] = []
    DecimalWriter.append(period, to: &text)
    return text
  }

  /// The numbers of an array, in pieces that are not longer than a string of FHIR may be.
  private static func pieces(_ range: Range<Int>, _ bytes: RawSpan) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    var isNull = false
    for place in range.lowerBound + 1..<range.upperBound - 1 {
      let byte = bytes.byte(at: place)
      if byte == UInt8(ascii: ",") {
        isNull = false
        if piece.count >= FHIRExtras.longestText {
          pieces.append(piece)
          piece = []
        } else {
          piece.append(UInt8(ascii: " "))
        }
      } else if byte == UInt8(ascii: "n") {
        isNull = true
        piece.append(UInt8(ascii: "E"))
      } else if !isNull {
        piece.append(byte)
      }
    }
    pieces.append(piece)
    return pieces
  }
}
