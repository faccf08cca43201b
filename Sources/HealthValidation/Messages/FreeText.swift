import HealthModel

/// The text of a finding that its words show and hardly depend on: the time that cannot be read, the word that is not
/// known and resembles no other.
///
/// Such a text is another one in every sample. Words are made once for all of them, with a placeholder.
struct FreeText {
  /// Where it is.
  enum Place: UInt8 {
    case none
    /// The text at fault.
    case span
    /// The name of the key or field, which is the text at fault as well.
    case key
    /// The number at fault, which is the text at fault as well.
    case number
  }

  private(set) var place = Place.none
  /// The properties of a text, besides the text itself, that the words depend on.
  private(set) var shape: UInt16 = 0
  /// Where the text is in the chunk.
  private(set) var range = 0..<0
  /// The numbers that words show beside one out of bounds, and in its hint.
  private var beside: Double?
  private var hinted: Double?

  /// None.
  init() {}

  /// The free text of a finding; none if the words depend on the text, or show it otherwise than it is written.
  ///
  /// - Parameters:
  ///   - finding: the finding.
  ///   - bytes: the chunk.
  ///   - syntax: how the chunk is written.
  ///   - tables: what messages look up.
  ///   - hints: the hints of the input.
  ///   - hasDateFormat: whether the input says how it writes times.
  init(
    of finding: Finding, in bytes: RawSpan, _ syntax: RawSyntax, _ tables: MessageTables, _ hints: HintBudget,
    hasDateFormat: Bool
  ) {
    let place = Self.place(of: finding, hints, in: bytes, hasDateFormat: hasDateFormat)
    let range = place == .key ? finding.place.key.indices : finding.span.indices
    guard place != .none, ShownText.isFit(range, of: bytes) else { return }
    // The text in a pointer, and its meaning in XML.
    if place == .key || finding.code == .jsonDuplicateKey, Self.has("~", range, bytes) || Self.has("/", range, bytes) {
      return
    }
    if syntax == .appleHealth, Self.has("&", range, bytes) { return }
    switch finding.code {
    case .jsonDuplicateKey:
      guard syntax == .json, PointerTrail.isTopLevelKey(range, from: Int(finding.record.start), in: bytes) else {
        return
      }
    case .timeInvalid:
      let time = bytes.extracting(range)
      shape = UInt16(TimeShape(time).rawValue) << 1 | (TimeShape.beginsLikeInstant(time) ? 1 : 0)
    case .valueNotANumber:
      guard Self.isWord(range, bytes) else { return }
      shape = bytes.unsafeLoad(fromByteOffset: range.lowerBound - 1, as: UInt8.self) == UInt8(ascii: "\"") ? 1 : 0
    case .valueNotAllowed, .valueImplausible:
      guard let numbers = FreeNumbers(finding, at: range, in: bytes, syntax, tables),
        ShownText.canHold(range, beside: numbers.beside, hint: numbers.hinted)
      else { return }
      (shape, beside, hinted) = (numbers.shape, numbers.beside, numbers.hinted)
    default: break
    }
    self.place = place
    self.range = range
  }

  /// The texts that replace the placeholders.
  ///
  /// - Parameters:
  ///   - bytes: the chunk.
  ///   - scratch: an array that is used again.
  /// - Returns: the text, and the numbers beside it.
  func shown(of bytes: RawSpan, _ scratch: inout [UInt8]) -> ShownText {
    var text = ShownText(range, of: bytes)
    if let beside { text.add(beside, at: .beside, &scratch) }
    if let hinted { text.add(hinted, at: .hint, &scratch) }
    return text
  }

  /// Whether a finding is about the whole value of a sample.
  private static func isValue(_ finding: Finding) -> Bool {
    finding.field == .value && finding.place.count == 0 && finding.place.section == nil
  }

  private static func place(
    of finding: Finding, _ hints: HintBudget, in bytes: RawSpan, hasDateFormat: Bool
  ) -> Place {
    switch finding.code {
    case .timeNoOffset, .timeInFuture, .uuidInvalid: .span
    // The words about a part of a value are others.
    case .valueNotAnInteger, .valuePrecision: isValue(finding) ? .span : .none
    case .valueNotANumber: finding.detail == .none && isValue(finding) ? .span : .none
    case .valueNotAllowed, .valueImplausible: isValue(finding) ? .number : .none
    case .unitIncompatible: finding.place.section == nil ? .span : .none
    case .metadataKind: finding.detail.isSyntax || finding.place.section != nil ? .none : .span
    case .timeInvalid:
      hasDateFormat || finding.detail == .skippedHour || finding.detail == .unknownZone ? .none : .span
    case .jsonDuplicateKey: finding.detail == .syntax(.duplicateKey) ? .span : .none
    case .typeUnknown, .unitUnknown, .valueNotInEnum, .metadataNotInEnum:
      hints.hasNone(for: finding.span.indices, of: bytes) ? .span : .none
    case .fieldUnknown, .metadataUnknown: hints.hasNone(for: finding.place.key.indices, of: bytes) ? .key : .none
    default: .none
    }
  }

  /// Whether a text begins like no number, not even one with a comma: words say more about those.
  private static func isWord(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    range.lowerBound > 0 && bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self) >= UInt8(ascii: "A")
  }

  private static func has(_ byte: Unicode.Scalar, _ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    bytes.first(UInt8(ascii: byte), from: range.lowerBound, to: range.upperBound) < range.upperBound
  }
}
