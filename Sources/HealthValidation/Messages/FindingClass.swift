import HealthModel

/// A finding by classes: what baselines and suppressions know it by, without values, lines or words of the input.
@usableFromInline package struct FindingClass: Sendable, Hashable {
  /// The field at fault as a class of places, `/members/*/value`.
  package var field: String
  /// The class of the finding: the unit's text when it is a unit, `above-max`.
  package var evidence: String
  /// The name of the sample's source, when the options ask for it.
  package var sourceName: String?
  /// The bundle of the sample's source, when the options ask for it.
  package var sourceBundle: String?

  init(field: String, evidence: String, source: (name: String?, bundle: String?)) {
    self.field = field
    self.evidence = evidence
    sourceName = source.name.map(SourceName.plain)
    sourceBundle = source.bundle
  }

  /// The pointer with indexes as `*`, and `*` for names that the catalog does not know.
  static func field(of context: MessageContext) -> String {
    let finding = context.finding
    if case .syntax = finding.detail { return "" }
    let member = finding.member >= 0 ? "/members/*" : ""
    if let place = context.definedPlace { return member + place }
    let pointer = member + (finding.field?.pointer ?? "")
    if let missing = context.missingKey { return pointer + "/" + PointerPath.escaped(missing) }
    if let key = context.metadataPlan {
      return pointer + "/" + String(decoding: PointerPath.escaped(key.key), as: UTF8.self)
    }
    return pointer + String(repeating: "/*", count: context.path.count)
  }

  static func evidence(of context: MessageContext) -> String {
    let finding = context.finding
    switch finding.detail {
    case .syntax(let detail): return detail.word
    case .offStep: return "off-step"
    case .otherOffset: return "offset-differs"
    case .skippedHour: return "skipped-hour"
    case .unknownZone: return "unknown-zone"
    case .role(let index, _): return role(index, context)
    case .rule(let index): return rule(index, context)
    default: break
    }
    switch finding.code {
    case .unitUnknown, .unitIncompatible, .unitNotAllowed, .unitAlias: return unit(context)
    case .valueNotAllowed, .valueImplausible: return bound(context)
    case .durationTooLong, .durationImplausible: return "above-max"
    case .rateImpossible: return "rate-above-max"
    case .durationTooShort: return "below-min"
    case .timeInvalid: return "malformed"
    case .valueNotInEnum, .metadataNotInEnum, .valueNotANumber, .metadataKind, .fieldKind: return kind(context)
    default: return ""
    }
  }

  /// The unit's text, when some grammar or list of spellings has it; other text is not repeated, nor are the free
  /// parts of units: UCUM's annotations, numbers.
  private static func unit(_ context: MessageContext) -> String {
    guard context.text.count <= 32, context.text.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "{") })
    else { return "other" }
    let digits = context.text.count { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard digits <= 3 else { return "other" }
    let text = String(decoding: context.text, as: UTF8.self)
    return context.tables.isKnownUnit(text) ? text : "other"
  }

  private static func bound(_ context: MessageContext) -> String {
    let field = context.structureField
    guard let plan = context.plan, plan.hasUnit || field != nil else { return "" }
    let isError = context.finding.code == .valueNotAllowed
    let bounds = isError ? field?.allowed ?? plan.allowed : field?.plausible ?? plan.plausible
    let found = context.finding.detail.number
    if let least = bounds.minimum, found < least { return "below-min" }
    if let above = bounds.above, found <= above { return "below-min" }
    return "above-max"
  }

  private static func role(_ index: Int32, _ context: MessageContext) -> String {
    guard let plan = context.plan, plan.members.indices.contains(Int(index)) else { return "" }
    return plan.members[Int(index)].role
  }

  /// The name of a rule, so that a baseline with one rule of a type does not accept another.
  private static func rule(_ index: Int32, _ context: MessageContext) -> String {
    guard let rules = context.plan?.rules, rules.indices.contains(Int(index)) else { return "" }
    return rules[Int(index)].name
  }

  private static func kind(_ context: MessageContext) -> String {
    if context.isQuoted { return "text" }
    switch String(decoding: context.text.prefix(16), as: UTF8.self) {
    case "true", "false": return "boolean"
    case "null": return "null"
    default: break
    }
    switch context.text.first ?? 0 {
    case UInt8(ascii: "{"): return "object"
    case UInt8(ascii: "["): return "array"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return "number"
    default: return "text"
    }
  }
}
