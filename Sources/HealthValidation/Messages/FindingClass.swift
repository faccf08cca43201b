import HealthModel

/// A finding by classes: what baselines and suppressions know it by, without values, lines or words of the input.
public struct FindingClass: Sendable, Hashable {
  /// The field at fault as a class of places, `/members/*/value`.
  public var field: String
  /// What was found as a class: the unit's text when it is a unit, `above-max`.
  public var evidence: String
  /// The name of the sample's source, when the options ask for it.
  public var sourceName: String?
  /// The bundle of the sample's source, when the options ask for it.
  public var sourceBundle: String?

  init(_ context: MessageContext) {
    field = Self.field(of: context)
    evidence = Self.evidence(of: context)
    sourceName = context.source.name.map(SourceName.plain)
    sourceBundle = context.source.bundle
  }

  /// The pointer with indexes as `*`, and `*` for names that the catalog does not know.
  static func field(of context: MessageContext) -> String {
    let finding = context.finding
    if finding.detail != nil { return "" }
    let member = finding.member >= 0 ? "/members/*" : ""
    let pointer = member + (finding.field?.pointer ?? "")
    if let missing = context.missingKey { return pointer + "/" + PointerTrail.escaped(missing) }
    if let key = context.metadataKey, finding.code.family == "metadata" {
      return pointer + "/" + PointerTrail.escaped(key.key)
    }
    return context.key.isEmpty ? pointer : pointer + "/*"
  }

  /// What was found as a class.
  static func evidence(of context: MessageContext) -> String {
    let finding = context.finding
    if let detail = finding.detail { return detail.word }
    switch finding.code {
    case .unitUnknown, .unitIncompatible, .unitNotAllowed, .unitAlias: return unit(context)
    case .valueNotAllowed, .valueImplausible: return bound(context)
    case .durationTooLong: return "above-max"
    case .durationTooShort: return "below-min"
    case .timeInvalid: return finding.index == 1 ? "offset-differs" : finding.index == 2 ? "skipped-hour" : "malformed"
    case .memberMissing, .memberTooMany: return role(context)
    case .valueNotInEnum, .metadataNotInEnum, .valueNotANumber, .metadataKind, .fieldKind: return kind(context)
    default: return ""
    }
  }

  /// The unit's text, when some grammar or list of spellings has it; other text is not repeated, nor are the free
  /// parts of units: UCUM's annotations, numbers.
  private static func unit(_ context: MessageContext) -> String {
    let text = context.text
    guard text.utf8.count <= 32, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "{") }) else {
      return "other"
    }
    let digits = text.utf8.count { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard digits <= 3 else { return "other" }
    return context.tables.isKnownUnit(text) ? text : "other"
  }

  private static func bound(_ context: MessageContext) -> String {
    guard let shape = context.type?.shape.quantity else { return "" }
    if context.finding.index == 1 { return "off-step" }
    let bounds = context.finding.code == .valueNotAllowed ? shape.allowed : shape.plausible
    let found = context.finding.found
    if let least = bounds.minimum, found < least { return "below-min" }
    if let above = bounds.above, found <= above { return "below-min" }
    return "above-max"
  }

  private static func role(_ context: MessageContext) -> String {
    guard let members = context.type?.shape.members, context.finding.index >= 0,
      Int(context.finding.index) < members.count
    else { return "" }
    return members[Int(context.finding.index)].role
  }

  private static func kind(_ context: MessageContext) -> String {
    if context.isQuoted { return "text" }
    switch context.text {
    case "true", "false": return "boolean"
    case "null": return "null"
    default: break
    }
    switch context.text.utf8.first ?? 0 {
    case UInt8(ascii: "{"): return "object"
    case UInt8(ascii: "["): return "array"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return "number"
    default: return "text"
    }
  }
}
