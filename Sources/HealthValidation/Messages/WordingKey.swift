import HealthModel

/// Everything that the wording of a finding depends on, so that a fault in every sample is worded once.
struct WordingKey: Sendable, Equatable {
  private let numbers: SIMD8<UInt64>
  /// The text at fault, the key and the unit, as they are written, each packed into a separate word.
  private let text: SIMD8<UInt64>
  /// For tables only: two keys may have the same.
  let hash: UInt64

  init() {
    numbers = SIMD8()
    text = SIMD8()
    hash = 0
  }

  /// The key of a finding.
  ///
  /// `nil` when its wording depends on more: the sample's id, the record before the fault, the zone or the format of
  /// times, a long text.
  init?(_ finding: Finding, in bytes: RawSpan, _ syntax: RawSyntax, redacts: Bool, makesClasses: Bool) {
    guard Self.isEnough(for: finding, syntax) else { return nil }
    // What encloses a point's number is before the fault.
    guard syntax != .appleHealth || finding.place.section != .points else { return nil }
    let span = Self.shows(finding) ? finding.span.indices : 0..<0
    // The numbers in a longer path seldom come again.
    guard finding.place.count == (finding.place.key.isEmpty ? 0 : 1) else { return nil }
    let key = finding.place.key.indices
    let unit = finding.unit.indices
    guard span.count + key.count + unit.count <= 40 else { return nil }
    var text = SIMD8<UInt64>()
    var count = 0
    // Three words are lost at most, where the texts end.
    for range in [span, key, unit] { Self.append(range, of: bytes, to: &text, &count) }
    let hasQuote =
      !span.isEmpty && span.lowerBound > 0
      && bytes.unsafeLoad(fromByteOffset: span.lowerBound - 1, as: UInt8.self) == UInt8(ascii: "\"")
    let flags = (hasQuote ? 1 : 0) | (redacts ? 2 : 0) | (makesClasses ? 4 : 0) | UInt64(syntax.rawValue) << 3
    let kind =
      UInt64(finding.code.rawValue) | UInt64(finding.severity.rawValue) << 8
      | UInt64(finding.place.section?.rawValue ?? 15) << 16 | UInt64(finding.field?.rawValue ?? .max) << 24
    var detail = finding.detail.words
    // A duration is shown rounded: a file with a new one in every sample has few different words.
    if case .lasts(let seconds, _) = finding.detail {
      let shown = ShownDuration(seconds)
      detail.kind |= UInt64(shown.unit.rawValue) << 8
      detail.first = shown.count.bitPattern
    }
    let numbers = SIMD8<UInt64>(
      kind | flags << 32, UInt64(UInt32(bitPattern: finding.member)) << 32 | UInt64(UInt32(bitPattern: finding.type)),
      detail.kind, detail.first, detail.second, UInt64(span.count), UInt64(key.count), UInt64(unit.count))
    self.numbers = numbers
    self.text = text
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in 0..<8 {
      hash = (hash ^ numbers[index]) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    for index in 0..<count {
      hash = (hash ^ text[index]) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    self.hash = hash
  }

  private static func append(_ range: Range<Int>, of bytes: RawSpan, to text: inout SIMD8<UInt64>, _ count: inout Int) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      text[count] = bytes.word(from: offset, count: min(8, range.upperBound - offset))
      count += 1
      offset += 8
    }
  }

  /// Whether a finding's wording depends on nothing that a key lacks.
  private static func isEnough(for finding: Finding, _ syntax: RawSyntax) -> Bool {
    switch finding.code {
    case .uuidConflict, .timeZoneAssumed: false
    case .timeInvalid: finding.detail == .otherOffset
    case .jsonDuplicateKey, .stringTooLong, .objectTooLarge, .fieldKind: !finding.detail.isSyntax || syntax != .json
    default: true
    }
  }

  /// Whether the wording shows or weighs the text at fault.
  private static func shows(_ finding: Finding) -> Bool {
    if case .syntax(let detail) = finding.detail { return FindingMessage.shows(detail) }
    return switch finding.code {
    case .fieldMissing, .subjectMissing, .unitMissing, .metadataMissing, .memberMissing, .memberTooMany,
      .memberOutside, .typeDeprecated, .typeKind, .typeReadOnly, .endBeforeStart, .durationTooLong, .durationTooShort,
      .durationImplausible, .rateImpossible, .timePrecision, .stringTooLong, .storeRefused, .listTooLong, .listTooShort,
      .listNotUnique, .pointsLength, .pointsTooMany, .digestMismatch, .ruleBroken:
      false
    default: true
    }
  }
}
