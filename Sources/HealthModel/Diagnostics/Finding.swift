/// One finding about one sample, compact: a code and places in the chunk.
///
/// The words are made only for what is printed.
@usableFromInline package struct Finding: Sendable, Hashable {
  package var code: DiagnosticCode
  package var severity: Severity
  /// The details of the finding, besides code and places, for its words.
  package var detail: FindingDetail
  package var place: FindingPlace
  package var span: ByteRange
  package var record: ByteRange
  /// The sample's type, as index into the registry; -1 when unknown.
  package var type: Int32
  /// The sample's UUID, when it carries one.
  package var uuid: SampleID
  @usableFromInline package var field: SampleField? { place.field }
  /// The member at fault, counted from 0; -1 for the sample itself.
  @usableFromInline package var member: Int32 { place.member }
  /// Where the unit is, for findings about a number whose unit is not the type's own; empty for others.
  package var unit = ByteRange.empty
  /// Where the name and the bundle of the sample's source are, when the options ask for them; empty otherwise.
  @usableFromInline package var source: (name: ByteRange, bundle: ByteRange) {
    get { (sourceName, sourceBundle) }
    set { (sourceName, sourceBundle) = newValue }
  }
  private var sourceName = ByteRange.empty
  private var sourceBundle = ByteRange.empty

  /// Creates a finding; what is left out is absent.
  package init(
    _ code: DiagnosticCode, severity: Severity, detail: FindingDetail = .none, at place: FindingPlace = FindingPlace(),
    span: ByteRange, record: ByteRange, type: Int32 = -1, uuid: SampleID = .none
  ) {
    self.code = code
    self.severity = severity
    self.detail = detail
    self.place = place
    self.span = span
    self.record = record
    self.type = type
    self.uuid = uuid
  }
}

/// The details of a finding, besides its code and its places, for its words; plain values, so that a finding is copied
/// without reference counting.
@usableFromInline package enum FindingDetail: Sendable, Hashable {
  /// Nothing: code and places say all.
  case none
  case syntax(SyntaxDetail)
  /// A text with more bytes than the limit.
  case longer(than: Int32)
  /// A number, in the type's unit.
  case number(Double)
  /// A number, in the type's unit, that a fix read in another unit: the unit as index into the likely ones of its type.
  case readAs(Double, unit: Int32)
  /// A number, in the type's unit, that is not a multiple of the type's step.
  case offStep(Double)
  /// How many seconds a sample lasts, and how many its type allows; it ends before it starts when it lasts less than
  /// none.
  case lasts(seconds: Double, limit: Double)
  /// How much a value comes to in a second, in the type's unit.
  case rate(Double)
  /// A time whose own offset is not the one that is written beside it.
  case otherOffset
  /// A local time that clocks leave out when they are set forward.
  case skippedHour
  /// The name of a time zone that does not exist.
  case unknownZone
  /// A metadata key that the catalog has, as index into the registry.
  case metadataKey(Int32)
  /// A metadata key of dates, as index into the registry, whose value is a day that does not exist.
  case impossibleDay(Int32)
  /// A metadata key that the type, or the case of its enum, requires: its place in the list.
  case requiredKey(place: Int32, enumCase: Int32?)
  /// A field that a structured sample, or an element of one of its lists, lacks: its place in the definition.
  case requiredField(Int32)
  /// A list as index into the type's, -1 for the points of a series; how many elements it has, and how many there may
  /// be or must be.
  case list(Int32, count: Int32, limit: Int32)
  /// A role of a correlation's members, as index into the type's, and how many members of it there may or must be.
  case role(Int32, count: Int32)
  /// An id that another sample of the same correlation has.
  case sameCorrelation
  /// A rule of the type, as index into its rules.
  case rule(Int32)

  package var isSyntax: Bool { if case .syntax = self { true } else { false } }

  /// The number that was found; a finding without one has 0.
  package var number: Double {
    switch self {
    case .number(let value), .readAs(let value, _), .offStep(let value), .rate(let value), .lasts(let value, _): value
    case .list(_, let count, _): Double(count)
    default: 0
    }
  }

  /// The number that there may be at most or must be at least; a finding without one has 0.
  package var limit: Double {
    switch self {
    case .longer(let limit): Double(limit)
    case .lasts(_, let limit): limit
    case .list(_, _, let limit): Double(limit)
    default: 0
    }
  }

  /// The case and what it carries as numbers: equal for equal details, NaN included.
  package var words: (kind: UInt64, first: UInt64, second: UInt64) {
    switch self {
    case .none: (0, 0, 0)
    case .syntax(let detail): (1, UInt64(detail.rawValue), 0)
    case .longer(let limit): (2, Self.word(limit), 0)
    case .number(let value): (3, value.bitPattern, 0)
    case .offStep(let value): (4, value.bitPattern, 0)
    case .lasts(let seconds, let limit): (5, seconds.bitPattern, limit.bitPattern)
    case .otherOffset: (6, 0, 0)
    case .skippedHour: (7, 0, 0)
    case .metadataKey(let index): (8, Self.word(index), 0)
    case .impossibleDay(let index): (18, Self.word(index), 0)
    case .requiredKey(let place, let enumCase): (9, Self.word(place), enumCase.map(Self.word) ?? .max)
    case .role(let index, let count): (10, Self.word(index), Self.word(count))
    case .sameCorrelation: (11, 0, 0)
    case .requiredField(let index): (12, Self.word(index), 0)
    case .list(let index, let count, let limit): (13, Self.word(index) << 32 | Self.word(count), Self.word(limit))
    case .rule(let index): (14, Self.word(index), 0)
    case .unknownZone: (15, 0, 0)
    case .readAs(let value, let unit): (16, value.bitPattern, Self.word(unit))
    case .rate(let value): (17, value.bitPattern, 0)
    }
  }

  private static func word(_ number: Int32) -> UInt64 { UInt64(UInt32(bitPattern: number)) }
}
