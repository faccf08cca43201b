import HealthModel

/// What a message is made from: the finding, and the texts it points at, decoded and safe to show.
struct MessageContext {
  let finding: Finding
  let tables: MessageTables
  let options: ValidationOptions
  /// The text at fault as written, for lookups.
  let text: String
  /// The text at fault, safe to show.
  let shown: String
  /// Whether the text at fault stands in quotes.
  let isText: Bool
  /// The metadata key's or unknown field's name, as written.
  let key: String
  /// The unit that the number at fault is written in, safe to show; `nil` when it is the type's own.
  let writtenUnit: String?
  /// The pointer to a fault that the reader found, followed through the text.
  let trail: String?
  /// Whether the text at fault is a string of JSON, shown or not.
  let isQuoted: Bool
  /// The name and the bundle of the sample's source, when the finding says where they stand.
  let source: (name: String?, bundle: String?)
  /// Whether nothing that stands in the input is shown.
  let redacts: Bool
  /// How the input writes times, if its layout says so.
  var dateFormat: String?
  /// Whether the text at fault is a cell of a table.
  var isCell = false
  /// What stands for text that is not shown.
  static let redacted = "(redacted)"

  init(
    _ finding: Finding, _ tables: MessageTables, _ options: ValidationOptions, _ syntax: RawSyntax, _ bytes: RawSpan,
    redacts: Bool = false
  ) {
    self.finding = finding
    self.redacts = redacts
    self.tables = tables
    self.options = options
    text = Self.decoded(finding.span, syntax, bytes)
    shown = redacts ? Self.redacted : TextEscaping.escaped(text, limit: 60)
    let start = finding.span.indices.lowerBound
    let hasQuote = start > 0 && bytes.unsafeLoad(fromByteOffset: start - 1, as: UInt8.self) == UInt8(ascii: "\"")
    isText = !redacts && hasQuote
    isQuoted = hasQuote && syntax == .json
    let places = finding.source
    source = (
      places.name.isEmpty ? nil : Self.decoded(places.name, syntax, bytes),
      places.bundle.isEmpty ? nil : Self.decoded(places.bundle, syntax, bytes)
    )
    key = Self.decoded(finding.key, syntax, bytes)
    writtenUnit =
      finding.unit.isEmpty || redacts
      ? nil : TextEscaping.escaped(Self.decoded(finding.unit, syntax, bytes), limit: 60)
    switch finding.code {
    case .jsonDuplicateKey, .stringTooLong, .objectTooLarge, .fieldKind:
      trail =
        finding.detail != nil && syntax == .json
        ? PointerTrail.pointer(to: Int(finding.span.start), from: Int(finding.record.start), in: bytes) : nil
    default: trail = nil
    }
  }

  private static func decoded(_ range: ByteRange, _ syntax: RawSyntax, _ bytes: RawSpan) -> String {
    if range.isEmpty { return "" }
    let range = range.indices.lowerBound..<min(range.indices.upperBound, range.indices.lowerBound + 4096)
    let hasEscapes = range.contains {
      let byte = bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self)
      return byte == escape(syntax)
    }
    let isString =
      hasEscapes && !range.isEmpty
      && bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self) != UInt8(ascii: "{")
    guard isString else { return bytes.extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    let field = RawField(kind: .string, isEscaped: true, start: range.lowerBound, end: range.upperBound)
    return String(decoding: CanonicalText.decoded(field, syntax, bytes), as: UTF8.self)
  }

  /// The byte that escapes begin with.
  private static func escape(_ syntax: RawSyntax) -> UInt8 {
    switch syntax {
    case .json: UInt8(ascii: "\\")
    case .appleHealth: UInt8(ascii: "&")
    case .csv: UInt8(ascii: "\"")
    }
  }

  /// A number of the input, for a message.
  func number(_ value: Double) -> String { redacts ? Self.redacted : DecimalWriter.string(value) }

  /// The unit at fault, safe to show: a unit that some grammar has is no one's data.
  var shownUnit: String {
    guard redacts else { return shown }
    let unit = FindingClass.evidence(of: self)
    return unit == "other" ? Self.redacted : unit
  }

  /// The id of the sample, for a message.
  var uuid: String { redacts ? Self.redacted : finding.uuid.description }

  /// The type, when the sample's is known.
  var type: TypeDefinition? { finding.type >= 0 ? tables.registry.types[Int(finding.type)] : nil }

  /// The type's id, as diagnostics carry it.
  var typeName: String? { finding.type >= 0 ? tables.registry.types[Int(finding.type)].id : nil }

  /// The type's id as a message's subject.
  var subject: String { typeName ?? "the sample" }

  /// The field's name as a message's subject.
  var field: String { finding.field?.label ?? "the sample" }

  /// The metadata key, safe to show.
  var shownKey: String {
    redacts && metadataKey == nil ? Self.redacted : TextEscaping.escaped(key, limit: 60)
  }

  /// The definition of the metadata key at fault.
  var metadataKey: MetadataKeyDefinition? {
    finding.index >= 0 && Int(finding.index) < tables.registry.metadataKeys.count
      ? tables.registry.metadataKeys[Int(finding.index)] : nil
  }

  /// The metadata key that a sample lacks.
  var missingKey: String? {
    guard finding.code == .metadataMissing else { return nil }
    var keys = type?.metadata.required ?? []
    if finding.found > 0, let cases = type?.shape.enumeration?.cases, Int(finding.found) <= cases.count {
      keys = cases[Int(finding.found) - 1].requires
    }
    return finding.index >= 0 && Int(finding.index) < keys.count ? keys[Int(finding.index)] : nil
  }

  /// JSON Pointer (RFC 6901) into the sample.
  var pointer: String {
    if redacts { return FindingClass.field(of: self) }
    if let trail { return trail }
    let key = missingKey ?? key
    let member = finding.member >= 0 ? "/members/\(finding.member)" : ""
    guard !key.isEmpty else { return member + (finding.field?.pointer ?? "") }
    let name = TextEscaping.escaped(PointerTrail.escaped(key))
    return member + (finding.field?.pointer ?? "") + "/" + name
  }
}
