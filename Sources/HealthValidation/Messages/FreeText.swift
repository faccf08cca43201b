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
  }

  private(set) var place = Place.none
  /// The properties of a text, besides the text itself, that the words depend on.
  private(set) var shape: UInt8 = 0
  /// Where the text is in the chunk.
  private(set) var range = 0..<0

  /// None.
  init() {}

  /// The free text of a finding; none if the words depend on the text, or show it otherwise than it is written.
  ///
  /// - Parameters:
  ///   - finding: the finding.
  ///   - bytes: the chunk.
  ///   - syntax: how the chunk is written.
  ///   - hints: the hints of the input.
  ///   - hasDateFormat: whether the input says how it writes times.
  init(of finding: Finding, in bytes: RawSpan, _ syntax: RawSyntax, _ hints: HintBudget, hasDateFormat: Bool) {
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
      shape = TimeShape(time).rawValue << 1 | (TimeShape.beginsLikeInstant(time) ? 1 : 0)
    default: break
    }
    self.place = place
    self.range = range
  }

  private static func place(
    of finding: Finding, _ hints: HintBudget, in bytes: RawSpan, hasDateFormat: Bool
  ) -> Place {
    switch finding.code {
    case .timeNoOffset, .timeInFuture, .uuidInvalid: .span
    case .timeInvalid: hasDateFormat || finding.detail == .skippedHour ? .none : .span
    case .jsonDuplicateKey: finding.detail == .syntax(.duplicateKey) ? .span : .none
    case .typeUnknown, .unitUnknown, .valueNotInEnum, .metadataNotInEnum:
      hints.hasNone(for: finding.span.indices, of: bytes) ? .span : .none
    case .fieldUnknown, .metadataUnknown: hints.hasNone(for: finding.place.key.indices, of: bytes) ? .key : .none
    default: .none
    }
  }

  private static func has(_ byte: Unicode.Scalar, _ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    bytes.first(UInt8(ascii: byte), from: range.lowerBound, to: range.upperBound) < range.upperBound
  }
}
