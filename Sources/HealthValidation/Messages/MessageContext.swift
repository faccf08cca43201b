import HealthModel

/// The input of a message: the finding, and the texts it points at, decoded.
struct MessageContext {
  let finding: Finding
  let tables: MessageTables
  let hints: HintBudget
  /// The name of the zone that times without an offset are read in.
  let zone: String?
  /// The rules of the type, when the sample's is known.
  let plan: TypePlan?
  /// The text at fault as written, for lookups: valid UTF-8.
  let text: [UInt8]
  /// The steps from the field to the place: keys as written, numbers of elements.
  let path: [[UInt8]]
  /// The unit that the number at fault is written in; empty when it is the type's own, or when nothing is shown.
  let unit: [UInt8]
  /// The attribute or element that the text at fault is in, of points of an export; empty for others.
  let enclosing: [UInt8]
  private let hasQuote: Bool
  private let syntax: RawSyntax
  /// The pointer to a fault that the reader found, followed through the text.
  let trail: String?
  /// Whether nothing that is in the input is shown.
  let redacts: Bool
  /// How the input writes times, if its layout says so.
  var dateFormat: String?
  /// The names in a table's header, if it lacks one.
  var columnNames: [String] = []
  /// Whether records have a place for the name of their time zone.
  var hasZones = false
  var namesOptions = true
  /// Whether the input is of a published form, whose layout no configuration changes.
  var isPublished = false
  /// Whether the text at fault is a cell of a table.
  var isCell = false
  static let redacted = "(redacted)"
  private static let redactedText = MessageText.Foreign(Array(redacted.utf8), limit: 60)

  init(
    _ finding: Finding, _ tables: MessageTables, _ hints: HintBudget, zone: String?, _ syntax: RawSyntax,
    _ bytes: RawSpan, redacts: Bool = false
  ) {
    self.finding = finding
    self.redacts = redacts
    self.tables = tables
    self.hints = hints
    self.zone = zone
    self.syntax = syntax
    plan = finding.type >= 0 ? tables.plans[Int(finding.type)] : nil
    text = Self.decoded(finding.span, syntax, bytes)
    let start = finding.span.indices.lowerBound
    hasQuote = start > 0 && bytes.unsafeLoad(fromByteOffset: start - 1, as: UInt8.self) == UInt8(ascii: "\"")
    path = Self.path(of: finding.place, syntax, bytes)
    enclosing = syntax == .appleHealth && finding.place.section == .points ? EnclosingName.before(start, in: bytes) : []
    unit = redacts ? [] : Self.decoded(finding.unit, syntax, bytes)
    switch finding.code {
    case .jsonDuplicateKey, .stringTooLong, .objectTooLarge, .fieldKind:
      trail =
        finding.detail.isSyntax && syntax == .json
        ? PointerPath.pointer(to: Int(finding.span.start), from: Int(finding.record.start), in: bytes) : nil
    default: trail = nil
    }
  }

  /// The name and the bundle of the sample's source, when the finding says where they are.
  static func source(of finding: Finding, _ syntax: RawSyntax, _ bytes: RawSpan) -> (name: String?, bundle: String?) {
    let places = finding.source
    return (
      places.name.isEmpty ? nil : String(decoding: decoded(places.name, syntax, bytes), as: UTF8.self),
      places.bundle.isEmpty ? nil : String(decoding: decoded(places.bundle, syntax, bytes), as: UTF8.self)
    )
  }

  private static func path(of place: FindingPlace, _ syntax: RawSyntax, _ bytes: RawSpan) -> [[UInt8]] {
    guard place.count > 0 else { return [] }
    return (0..<place.count).map { index in
      switch place[index] {
      case .key(let range): decoded(range, syntax, bytes)
      case .element(let number): Array(String(number).utf8)
      }
    }
  }

  private static func decoded(_ range: ByteRange, _ syntax: RawSyntax, _ bytes: RawSpan) -> [UInt8] {
    if range.isEmpty { return [] }
    let range = range.indices.lowerBound..<min(range.indices.upperBound, range.indices.lowerBound + 4096)
    let hasEscapes = bytes.first(escape(syntax), from: range.lowerBound, to: range.upperBound) < range.upperBound
    let isString = hasEscapes && bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self) != UInt8(ascii: "{")
    let field = RawField(kind: .string, isEscaped: isString, start: range.lowerBound, end: range.upperBound)
    let text = CanonicalText.decoded(field, syntax, bytes)
    guard UTF8Check.firstFault(in: 0..<text.count, of: text.span.bytes) != nil else { return text }
    return Array(String(decoding: text, as: UTF8.self).utf8)
  }

  /// The byte that escapes begin with.
  private static func escape(_ syntax: RawSyntax) -> UInt8 {
    switch syntax {
    case .json, .foreignJSON: UInt8(ascii: "\\")
    case .appleHealth: UInt8(ascii: "&")
    case .csv: UInt8(ascii: "\"")
    }
  }

  /// The text at fault, safe to show, and its blanks as they are.
  var shown: MessageText.Foreign {
    redacts ? Self.redactedText : MessageText.Foreign(text, limit: 60, showsBlanks: true)
  }

  /// Whether the text at fault is in quotes, and may be shown so.
  var isText: Bool { !redacts && hasQuote }

  /// Whether the text at fault is a string of JSON, shown or not.
  var isQuoted: Bool { hasQuote && syntax == .json }

  /// The unit that the number at fault is written in, safe to show; `nil` when it is the type's own.
  var writtenUnit: MessageText.Foreign? { unit.isEmpty ? nil : MessageText.Foreign(unit, limit: 60) }

  func number(_ value: Double) -> MessageText { redacts ? MessageText(Self.redacted) : "\(value)" }

  /// The unit at fault, safe to show: a unit that some grammar has is not personal data.
  var shownUnit: MessageText.Foreign {
    guard redacts else { return shown }
    let unit = FindingClass.evidence(of: self)
    return unit == "other" ? Self.redactedText : MessageText.Foreign(Array(unit.utf8), limit: 60)
  }

  /// The id of the sample, for a message.
  var uuid: String { redacts ? Self.redacted : finding.uuid.description }

  var typeName: String? { finding.type >= 0 ? tables.registry.types[Int(finding.type)].id : nil }

  /// The type's id as a message's subject.
  var subject: String { typeName ?? "the sample" }

  var kind: String { finding.type >= 0 ? tables.registry.types[Int(finding.type)].kind.rawValue : "type" }

  /// The type to use instead of a deprecated one.
  var replacement: String? {
    finding.type >= 0 ? tables.registry.types[Int(finding.type)].deprecation?.replacement : nil
  }

  func mark(of rule: String) -> CatalogMark? {
    finding.type >= 0 ? tables.registry.types[Int(finding.type)].origins[rule] : nil
  }

  /// The field's name as a message's subject.
  var field: String { finding.field?.label ?? "the sample" }

  /// The metadata key's or unknown field's name, as written; empty when the place is none.
  var key: [UInt8] { finding.place.key.isEmpty ? [] : path.last ?? [] }

  /// The metadata key, safe to show.
  var shownKey: MessageText.Foreign {
    redacts && metadataPlan == nil ? Self.redactedText : MessageText.Foreign(key, limit: 60)
  }

  var metadataPlan: MetadataPlan? {
    let found: Int32? =
      switch finding.detail {
      case .metadataKey(let index), .impossibleDay(let index): index
      default: nil
      }
    guard let index = found, tables.metadataPlans.indices.contains(Int(index)) else { return nil }
    return tables.metadataPlans[Int(index)]
  }

  var missingKey: String? {
    guard case .requiredKey(let place, let enumCase) = finding.detail, let plan else { return nil }
    var keys = tables.registry.types[Int(finding.type)].metadata.required
    if let enumCase {
      guard plan.cases.indices.contains(Int(enumCase)) else { return nil }
      keys = plan.cases[Int(enumCase)].requires
    }
    return keys.indices.contains(Int(place)) ? keys[Int(place)] : nil
  }

  /// JSON Pointer (RFC 6901) into the sample.
  var pointer: MessageText {
    if redacts { return MessageText(FindingClass.field(of: self)) }
    if let trail { return MessageText(trail) }
    let steps = missingKey.map { path + [Array($0.utf8)] } ?? path
    if let section = finding.place.section { return pointer(in: section, steps) }
    if steps.isEmpty, finding.member < 0 { return finding.field.map { Self.pointers[Int($0.rawValue)] } ?? "" }
    let member: MessageText = finding.member >= 0 ? "/members/\(Int(finding.member))" : ""
    let field = finding.field?.pointer ?? ""
    return steps.reduce("\(member)\(field)") { pointer, step in
      "\(pointer)/\(MessageText.Foreign(PointerPath.escaped(step), limit: 200))"
    }
  }

  private func pointer(in section: StructureSection, _ steps: [[UInt8]]) -> MessageText {
    let member: MessageText = finding.member >= 0 ? "/members/\(Int(finding.member))" : ""
    let missing = missingPart.map { [Array($0.utf8)] } ?? []
    return (steps + missing).reduce("\(member)/\(section.name)") { pointer, step in
      "\(pointer)/\(MessageText.Foreign(PointerPath.escaped(step), limit: 200))"
    }
  }

  private static let pointers = SampleField.allCases.map { MessageText($0.pointer) }
}

/// The name of the attribute or element whose text begins at a place of XML: a point of an export is found as a whole,
/// and which of its numbers is at fault only the text before it says.
enum EnclosingName {
  /// The most bytes that are searched: names are shorter, and a finding is made in bounded time.
  private static let limit = 64

  /// The name; empty when the text before the place is neither `name="` nor `<name>`.
  ///
  /// The names that GPX has for the numbers of a place are those of a `Location`.
  static func before(_ place: Int, in bytes: RawSpan) -> [UInt8] {
    func byte(_ index: Int) -> UInt8 { bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self) }
    guard place <= bytes.byteCount else { return [] }
    let least = max(0, place - limit)
    var end = place - 1
    guard end > least else { return [] }
    switch byte(end) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      end -= 1
      while end > least, byte(end) == UInt8(ascii: " ") { end -= 1 }
      guard byte(end) == UInt8(ascii: "=") else { return [] }
      while end > least, byte(end - 1) == UInt8(ascii: " ") { end -= 1 }
    case UInt8(ascii: ">"): break
    default: return []
    }
    var start = end
    while start > least, isLetter(byte(start - 1)) { start -= 1 }
    guard start < end, start > least else { return [] }
    return location(String(decoding: (start..<end).map(byte), as: UTF8.self))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  private static func location(_ name: String) -> [UInt8] {
    let meant =
      switch name {
      case "lat": "latitude"
      case "lon": "longitude"
      case "ele": "altitude"
      case "time": "date"
      case "hAcc": "horizontalAccuracy"
      case "vAcc": "verticalAccuracy"
      default: name
      }
    return Array(meant.utf8)
  }
}

extension Finding {
  /// Whether every range is inside a text of a number of bytes.
  func isInside(_ count: Int) -> Bool {
    let count = Int32(clamping: count)
    for index in 0..<place.count {
      if case .key(let range) = place[index], !range.isInside(count) { return false }
    }
    return span.isInside(count) && record.isInside(count) && unit.isInside(count) && source.name.isInside(count)
      && source.bundle.isInside(count)
  }

  /// The finding with every range cut to a text of a number of bytes.
  ///
  /// Loads of a message are not checked against the text's end, and slices of it trap. A reader that reports a place
  /// past its chunk must cost no more than a message without an excerpt.
  func bounded(by count: Int) -> Finding {
    var finding = self
    finding.span = span.bounded(by: count)
    finding.record = record.bounded(by: count)
    finding.place = place.mapKeys { $0.bounded(by: count) }
    finding.unit = unit.bounded(by: count)
    finding.source = (source.name.bounded(by: count), source.bundle.bounded(by: count))
    return finding
  }
}

extension ByteRange {
  fileprivate func isInside(_ count: Int32) -> Bool { start >= 0 && start <= end && end <= count }

  fileprivate func bounded(by count: Int) -> ByteRange {
    let lower = min(max(0, Int(start)), count)
    return ByteRange(lower..<min(max(lower, Int(end)), count))
  }
}

extension Registry {
  /// Where structured samples hold a list that a sample has at its top level: the hint for a field that no sample has.
  ///
  /// Their fields are not looked for: `name` or `status` may be anything in a sample of another type.
  ///
  /// - Returns: what to do; `nil` if no structured type has such a list.
  func place(ofPart name: String) -> String? {
    let shapes = types.lazy.compactMap { type in type.shape.structure.map { (type: type, shape: $0) } }
    for (type, shape) in shapes {
      if shape.lists.contains(where: { $0.name == name }) { return "write it in `lists`, as for \(type.id)" }
    }
    // Several of a kind: laps are events of the kind `lap`.
    guard name.last == "s" else { return nil }
    let one = String(name.dropLast())
    for (type, shape) in shapes {
      for list in shape.lists {
        for field in list.element.fields {
          guard case .enumeration(let kinds) = field.value, kinds.cases.contains(where: { $0.name == one }) else {
            continue
          }
          return "\(type.id) has them in the list `\(list.name)`, each with `\(field.name)` `\(one)`"
        }
      }
    }
    return nil
  }
}
