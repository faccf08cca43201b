import HealthUnits

extension ConditionBinder {
  /// The names that every condition may begin with.
  var plain: [String] { ["value", "start", "end"] + (use == .question ? ["source", "subject"] : ["duration"]) }

  var names: String {
    guard use == .question else {
      return "conditions are on "
        + (own.prefix(12) + ["start", "end", "duration"] + (use == .rule ? ["metadata.KEY"] : [])).joined(
          separator: ", ")
    }
    let question = "value, start, end, source, subject, metadata.KEY, device.PROPERTY and members.ROLE"
    guard let structure else { return "conditions are on \(question)" }
    let fields = (structure.fields.map(\.name) + expressions.map(\.name)).prefix(12)
    var seen: Set<String> = []
    let all = (fields + ["start", "end", "duration", "source", "subject", "metadata.KEY"]).filter {
      seen.insert($0).inserted
    }
    return "conditions are on \(all.joined(separator: ", "))"
  }

  var own: [String] {
    (structure?.fields.map(\.name) ?? []) + (structure?.lists.map(\.name) ?? []) + expressions.map(\.name)
      + (types.count == 1 ? types[0].shape.members?.map(\.role) ?? [] : [])
      + (structure == nil && types.first?.shape.column != .absent ? ["value"] : [])
  }

  /// The fields, lists and points of the one type that is asked for; `nil` when it has none, or several are.
  var structure: StructureShape? { types.count == 1 ? types[0].shape.structure : nil }

  var expressions: ArraySlice<TypeExpression> { types.count == 1 ? types[0].expressions.prefix(expressionCount) : [] }

  func lookUp(_ name: ConditionName, _ scope: ElementScope?, at place: Int) throws(SyntaxError) -> BoundPart? {
    if let scope {
      guard name.head == "sample", let rest = name.part, !rest.isEmpty else { return try scope.lookUp(name, at: place) }
      return try lookUp(ConditionName(rest), at: place)
    }
    return try lookUp(name, at: place)
  }

  private func lookUp(_ name: ConditionName, at place: Int) throws(SyntaxError) -> BoundPart? {
    if let field = try field(name, at: place) { return field }
    switch (name.head, name.part) {
    case ("value", nil): return try value(name, at: place)
    case ("start", nil): return BoundPart(expression: .sample(.start), kind: .time, shown: "`start`")
    case ("end", nil): return BoundPart(expression: .sample(.end), kind: .time, shown: "`end`")
    case ("duration", nil): return length
    case ("parent", nil) where structure?.parent != nil:
      return BoundPart(expression: .sample(.parent), kind: .text(.uuid), shown: "`parent`")
    case ("metadata", let key?) where !key.isEmpty && use != .definition:
      if use == .rule { try checkKey(key, at: place) }
      let meaning = MetadataMeaning(key, in: registry)
      return BoundPart(expression: .sample(.metadata(meaning.key)), kind: .metadata(meaning), shown: name.shown)
    case ("metadata", _) where use != .definition:
      throw SyntaxError(place, "the key is missing", instead: "write metadata.KEY")
    case (let head, .some) where plain.contains(head):
      throw SyntaxError(place, "`\(head)` has no parts", instead: "write \(head) alone")
    default: break
    }
    return use == .question ? try attribution(name, at: place) : nil
  }

  /// Refuses a key that samples of the type cannot have: a rule on it would never be broken.
  private func checkKey(_ key: String, at place: Int) throws(SyntaxError) {
    let shown = "`\(TextEscaping.escaped(key, limit: 80))`"
    guard let index = registry.metadataKeyIndex(named: key) else {
      let near = Suggestion.nearest(to: key, among: registry.metadataKeys.map(\.key))
      throw SyntaxError(
        place, "the catalog has no metadata key \(shown)",
        instead: near.map { "did you mean `metadata.\($0)`?" } ?? "define it in catalog/metadata")
    }
    for type in types where type.metadata.isClosed {
      let keys = type.metadata.required + type.metadata.known
      guard !keys.contains(where: { registry.metadataKeyIndex(named: $0) == index }) else { continue }
      throw SyntaxError(
        place, "\(type.id) takes no metadata \(shown)",
        instead: "its keys are " + keys.prefix(12).joined(separator: ", "))
    }
  }

  private var length: BoundPart {
    let unit = try? UnitOfMeasure("s", table: registry.units)
    return BoundPart(
      expression: .arithmetic(.sample(.end), .minus, .sample(.start)),
      kind: .number(MeasuredNumber(unit: unit, name: "`duration`")), shown: "`duration`")
  }

  /// What conditions may ask of the original of a normalized sample; the unit that a correction took is `read_as`.
  private static let originals: Set<String> = ["unit", "read_as", "type"]

  /// Who measured, of whom, what was written before normalizing, and the members of a correlation.
  private func attribution(_ name: ConditionName, at place: Int) throws(SyntaxError) -> BoundPart? {
    switch (name.head, name.part) {
    case ("source", nil): return BoundPart(expression: .sample(.isSource("")), kind: .source, shown: "`source`")
    case ("subject", nil): return BoundPart(expression: .sample(.subject), kind: .subject, shown: "`subject`")
    case ("device", let property?) where !property.isEmpty:
      let known = try DeviceProperty(named: property, at: place)
      return BoundPart(expression: .sample(.device(known.rawValue)), kind: .device, shown: name.shown)
    case ("device", _):
      throw SyntaxError(place, "the property is missing", instead: "write device.PROPERTY: \(DeviceProperty.list)")
    case ("original", let property):
      guard let property, Self.originals.contains(property) else {
        throw SyntaxError(
          place,
          property.map { "originals have no property `\(TextEscaping.escaped($0, limit: 80))`" }
            ?? "the property is missing", instead: "write original.unit, original.read_as or original.type")
      }
      return BoundPart(expression: .sample(.original(property)), kind: .device, shown: name.shown)
    case ("members", _):
      _ = try members(name, at: place)
      throw SyntaxError(place, "\(name.shown) is compared with a number or a text", instead: "write members.ROLE > 3")
    default: return nil
    }
  }

  /// A field, an expression, the only member of a role, or the rate of points.
  private func field(_ name: ConditionName, at place: Int) throws(SyntaxError) -> BoundPart? {
    guard types.count == 1 else { return nil }
    let isExplicit = name.head == "fields" && name.part?.isEmpty == false
    let text = isExplicit ? name.part ?? "" : name.whole
    if isExplicit || !Self.reserved.contains(text), let shape = types[0].shape.structure {
      if let index = shape.fields.firstIndex(where: { $0.name == text }) {
        let field = shape.fields[index]
        guard let kind = field.value.kind(named: name.shown) else {
          throw SyntaxError(
            place, "the unit of \(name.shown) is that of a type which each sample names",
            instead: "compare another field")
        }
        return BoundPart(expression: .sample(.field(index)), kind: kind, shown: name.shown)
      }
      if name.whole == "points.rate", let points = shape.points, case .rate(let quantity) = points.timing {
        let number = MeasuredNumber(unit: quantity.unit, name: name.shown)
        return BoundPart(expression: .sample(.rate), kind: .number(number), shown: name.shown)
      }
    }
    if !Self.reserved.contains(text), let index = expressions.firstIndex(where: { $0.name == text }) {
      return try expression(expressions[index], index, name, at: place)
    }
    guard let members = types[0].shape.members, let index = members.firstIndex(where: { $0.role == name.whole }) else {
      return nil
    }
    guard members[index].maximum == 1, let type = registry.type(named: members[index].type) else {
      throw SyntaxError(
        place, "there may be several members \(name.shown)", instead: "write any(\(name.whole), value > 3) or all(…)")
    }
    return BoundPart(
      expression: .sample(.member(index)), kind: try kind(ofValuesOf: [type], name, at: place), shown: name.shown)
  }

  private static let reserved: Set<String> = [
    "start", "end", "source", "subject", "metadata", "device", "members", "sample", "fields", "parent",
  ]

  private func expression(
    _ item: TypeExpression, _ index: Int, _ name: ConditionName, at place: Int
  ) throws(SyntaxError) -> BoundPart {
    var inner = self
    inner.expressionCount = index
    do {
      let bound = try inner.boundValue(of: item)
      return BoundPart(
        expression: bound, kind: .number(MeasuredNumber(unit: item.unit, name: name.shown)), shown: name.shown)
    } catch {
      throw SyntaxError(place, "\(name.shown) has no meaning here: \(error.message)", instead: error.instead)
    }
  }

  /// How many bytes of the texts of computed numbers a text may take in: four times the longest condition.
  private static let maximumExpansion = 4 * ConditionReading.maximumLength

  /// Refuses a text that takes in too much: each mention of a computed number is bound anew, and those in it, so that
  /// without a limit a kilobyte of definitions takes hours.
  func checkExpansion(of text: some StringProtocol) throws(SyntaxError) {
    var sizes: [String: Int] = [:]
    for item in types.count == 1 ? expressions.prefix(expressionCount) : [] {
      let size = mentions(in: item.text, of: sizes).reduce(item.text.utf8.count) { min($0 + $1.size, Int.max >> 1) }
      sizes[item.name] = size
    }
    var left = Self.maximumExpansion
    for mention in mentions(in: text, of: sizes) {
      left -= min(mention.size, Self.maximumExpansion + 1)
      guard left < 0 else { continue }
      throw SyntaxError(
        mention.place,
        "the computed numbers that it names have more than \(Self.maximumExpansion) bytes, each mention counted",
        instead: "make it of fewer parts")
    }
  }

  private func mentions(in text: some StringProtocol, of sizes: [String: Int]) -> [(place: Int, size: Int)] {
    guard !sizes.isEmpty else { return [] }
    let bytes = Array(text.utf8)
    var found: [(place: Int, size: Int)] = []
    var start = 0
    for end in 0...bytes.count where end == bytes.count || !Self.isOfName(bytes[end]) {
      if let size = sizes[String(decoding: bytes[start..<end], as: UTF8.self)] { found.append((start, size)) }
      start = end + 1
    }
    return found
  }

  /// Whether a byte is a part of a name; `fields.NAME` and `sample.NAME` mean a computed number as well.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: byte == UInt8(ascii: "_")
    }
  }
}

extension DeviceProperty {
  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  package init(named name: String, at place: Int) throws(SyntaxError) {
    if let property = DeviceProperty(anyName: name) {
      self = property
      return
    }
    let near = Suggestion.nearest(to: name, among: Self.allCases.map(\.rawValue))
    throw SyntaxError(
      place, "devices have no property `\(TextEscaping.escaped(name, limit: 80))`",
      instead: near.map { "did you mean `\($0)`?" } ?? "one of \(Self.list)")
  }
}

extension FieldValue {
  func kind(named name: String) -> ConditionKind? {
    switch self {
    case .quantity(let quantity): .number(MeasuredNumber(unit: quantity.unit, name: name))
    case .number, .integer: .number(MeasuredNumber(name: name))
    case .boolean: .boolean
    case .enumeration(let list): .cases(list)
    case .text: .text(.free)
    case .time: .time
    case .date: .text(.date)
    case .uuid: .text(.uuid)
    case .quantityType: .typeName
    case .quantityOf: nil
    case .metadata: .whole("metadata")
    case .document: .whole("a document")
    }
  }
}

/// The properties of a device, as a sample's `device` object names them.
public enum DeviceProperty: String, Sendable, Hashable, CaseIterable {
  case name, manufacturer, model, hardware, firmware, software, local, udi
}

extension DeviceProperty {
  private static let others: [String: DeviceProperty] = [
    "hardwareVersion": .hardware, "firmwareVersion": .firmware, "softwareVersion": .software,
    "localIdentifier": .local, "udiDeviceIdentifier": .udi, "UDIDeviceIdentifier": .udi,
  ]

  /// The property of a name, this project's or HealthKit's; `nil` when devices have no such property.
  package init?(anyName name: String) {
    guard let property = DeviceProperty(rawValue: name) ?? Self.others[name] else { return nil }
    self = property
  }
}
