import HealthModel
import HealthUnits

/// What the words for a number out of bounds show beside the number as it is written, and what else they depend on.
///
/// A number is another one in every sample, and so are those that are computed of it: the number in the type's unit,
/// the percentage, the number with another decimal point.
struct FreeNumbers {
  /// The number beside the one that is written; see `ShownNumbers`.
  private(set) var beside: Double?
  /// The number in the hint.
  private(set) var hinted: Double?
  /// The bound, and the units that the number would fit in or the kind of its hint.
  private(set) var shape: UInt16

  /// The kinds of hints that name no unit, in the place of the second unit.
  private static let (slip, fraction): (UInt16, UInt16) = (1, 2)

  /// The numbers of a finding's words; `nil` if the words show the number otherwise than it is written.
  ///
  /// - Parameters:
  ///   - finding: the finding, about the whole value of a sample.
  ///   - range: where the number is.
  ///   - bytes: the chunk.
  ///   - syntax: how the chunk is written.
  ///   - tables: what messages look up.
  init?(_ finding: Finding, at range: Range<Int>, in bytes: RawSpan, _ syntax: RawSyntax, _ tables: MessageTables) {
    let found: Double
    var isFixed = false
    switch finding.detail {
    case .number(let number): found = number
    // The unit is in the detail.
    case .readAs(let number, _): (found, isFixed) = (number, true)
    default: return nil
    }
    guard finding.type >= 0, let written = DecimalParser.parse(range, in: bytes)?.value else { return nil }
    let plan = tables.plans[Int(finding.type)]
    guard plan.hasUnit else { return nil }
    let bounds = finding.code == .valueNotAllowed ? plan.allowed : plan.plausible
    shape = UInt16(BrokenBound(found, bounds).rawValue)
    let unit = finding.unit.indices
    if unit.isEmpty {
      guard PlainNumber.isWritten(at: range, in: bytes), written == found else { return nil }
      if plan.isPercent { beside = ShownNumbers.percentage(of: found) }
    } else {
      guard ShownText.isFit(unit, of: bytes), syntax != .appleHealth || !Self.hasAmpersand(unit, bytes) else {
        return nil
      }
      beside = ShownNumbers.rounded(found, bounds)
    }
    if isFixed { return }
    let candidates = tables.likelyUnits(of: finding.type)
    if let hundredth = ScaleHint.fraction(of: found, hasUnit: !unit.isEmpty, plan, candidates) {
      hinted = hundredth
      shape |= Self.fraction << 8
      return
    }
    let conversion = Self.conversion(of: unit, bytes, plan, candidates, tables)
    let likely = LikelyUnits(of: written, found: found, conversion, plan, candidates)
    guard let first = likely.first else {
      guard !unit.isEmpty, let slip = ScaleHint.slip(of: written, found: found, conversion, plan) else { return }
      hinted = slip
      shape |= Self.slip << 8
      return
    }
    let second = likely.second.map { $0 + 1 } ?? 0
    guard first < 31, second < 256 else { return nil }
    shape |= UInt16(second) << 8 | UInt16(first + 1) << 3
  }

  private static func conversion(
    of unit: Range<Int>, _ bytes: RawSpan, _ plan: TypePlan, _ candidates: [LikelyUnits.Candidate],
    _ tables: MessageTables
  ) -> UnitConversion? {
    if unit.isEmpty { return .identity }
    let text = bytes.extracting(unit).withUnsafeBytes { Array($0) }
    return ScaleHint.conversion(of: text, plan, candidates, tables)
  }

  private static func hasAmpersand(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    bytes.first(UInt8(ascii: "&"), from: range.lowerBound, to: range.upperBound) < range.upperBound
  }
}
