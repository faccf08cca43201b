public import HealthModel
import HealthUnits

/// Judges samples by the registry's types: built once from a registry and options, shared by all threads.
///
/// The rules are bound to each type when the validator is made, so judging looks nothing up but the type's name. Work
/// happens in a `SampleJudge`, one for each thread.
public struct Validator: Sendable {
  /// The types.
  public let registry: Registry
  /// The other options of the rules.
  public private(set) var options: ValidationOptions
  let plans: [TypePlan]
  /// The parts of plans that every sample needs, by type.
  let limits: [TypeLimits]
  let metadataPlans: [MetadataPlan]
  /// The parts of plans that most values need, by metadata key.
  let metadataForms: [MetadataChecks]
  let isMemberType: [Bool]
  let unitNames: UnitNames
  let messages: MessageTables

  /// Creates a validator, binding the rules to each type.
  public init(registry: Registry, options: ValidationOptions) {
    self.registry = registry
    self.options = options
    var tables = EnumTables()
    // Units of fields are remembered under numbers that no type has.
    var numbers = Int32(truncatingIfNeeded: registry.types.count)
    plans = registry.types.map { TypePlan($0, in: registry, &tables, &numbers) }
    limits = plans.map(TypeLimits.init)
    metadataPlans = registry.metadataKeys.map(MetadataPlan.init)
    metadataForms = metadataPlans.map(MetadataChecks.init)
    var isMember = [Bool](repeating: false, count: plans.count)
    for type in plans.flatMap(\.memberTypes) where type >= 0 { isMember[type] = true }
    isMemberType = isMember
    var names = UnitNames(registry.units)
    for spelling in plans.flatMap(\.units.spellings) { names.insert(Array(spelling.text.utf8)) }
    names.insert(TypePlan.percentOfHundred)
    unitNames = names
    messages = MessageTables(registry, plans, metadataPlans)
  }

  /// The same rules with other options; what is bound to types is shared.
  public func with(_ options: ValidationOptions) -> Validator { Validator(self, options: options) }

  /// Sets the moment that counts as now, which nothing that is bound to types depends on.
  mutating func setNow(_ now: Int64) { options.now = now }

  /// Sets options that nothing depends on that is bound to types.
  mutating func set(now: Int64, subject: String?, normalizes: Bool) {
    options.now = now
    options.subject = subject
    options.normalizes = normalizes
  }

  private init(_ other: Validator, options: ValidationOptions) {
    registry = other.registry
    self.options = options
    plans = other.plans
    limits = other.limits
    metadataPlans = other.metadataPlans
    metadataForms = other.metadataForms
    isMemberType = other.isMemberType
    unitNames = other.unitNames
    messages = other.messages
  }

  /// A judge that works by these rules; each thread needs its own.
  package func makeJudge() -> SampleJudge { SampleJudge(self) }
}

/// The verdict on a run of records.
@usableFromInline package struct Tally: Sendable, Hashable {
  /// Samples read: a correlation and each of its members count one.
  package var read = 0
  /// Samples without an error.
  package var accepted = 0
  package var refused = 0
  package var warnings = 0
  /// Accepted samples whose values a fix changed; see `ValidationOptions.fixes`.
  package var fixed = 0

  @usableFromInline package init() {}

  /// Adds another tally's numbers.
  package static func += (left: inout Tally, right: Tally) {
    left.read += right.read
    left.accepted += right.accepted
    left.refused += right.refused
    left.warnings += right.warnings
    left.fixed += right.fixed
  }
}

/// The checks of most values of a metadata key: plain values next to the key's plan, for the same reason as
/// `TypeLimits`.
enum MetadataChecks: Sendable {
  /// Text up to a number of bytes.
  case text(maximumLength: Int)
  case number
  case integer
  case boolean
  case date
  case quantity
  /// A case of an enum, which most samples name by its raw integer.
  case `enum`(RawCaseSet)
  /// Checks that need the key's plan: a pattern, a unit's dimension, an enum with distant integers.
  case planned

  init(_ plan: MetadataPlan) {
    self =
      switch plan.shape {
      case .string(let limit, nil): .text(maximumLength: limit ?? .max)
      case .number: .number
      case .integer: .integer
      case .boolean: .boolean
      case .date: .date
      case .quantity(nil): .quantity
      case .enum: RawCaseSet(plan.table.raws.keys).map { .enum($0) } ?? .planned
      case .string, .quantity: .planned
      }
  }
}

/// Raw integers of an enum that are within 64 of each other, as a set of bits.
struct RawCaseSet: Sendable {
  private let lowest: Int
  private let bits: UInt64

  /// `nil` if they are further apart, or there are none.
  init?(_ raws: some Collection<Int>) {
    guard let lowest = raws.min(), let highest = raws.max(), lowest > Int.min / 2, highest < lowest + 64 else {
      return nil
    }
    self.lowest = lowest
    bits = raws.reduce(0) { $0 | 1 << UInt64($1 - lowest) }
  }

  func contains(_ raw: Int) -> Bool {
    let place = raw.subtractingReportingOverflow(lowest)
    return !place.overflow && place.partialValue >= 0 && place.partialValue < 64
      && bits >> UInt64(place.partialValue) & 1 == 1
  }
}

/// Severities that differ from the codes' own: by code, and for some types or sources.
public struct SeverityPolicy: Sendable, Hashable {
  /// One setting; of several that fit a finding, the last one holds.
  public struct Setting: Sendable, Hashable {
    /// The code it is about.
    package var code: DiagnosticCode
    /// The severity; `nil` turns the rule off.
    package var severity: Severity?
    /// The rule of a plugin, `NAME/rule`, when the code is `plugin-rule`; `nil` for all findings of the code.
    package var rule: String?
    /// Globs of type ids; empty means all.
    package var types: [GlobPattern]
    /// Globs of source names or bundles; empty means all.
    package var sources: [GlobPattern]

    /// Creates a setting; without globs it holds for every sample.
    public init(code: DiagnosticCode, severity: Severity?, types: [GlobPattern] = [], sources: [GlobPattern] = []) {
      self.code = code
      self.severity = severity
      self.types = types
      self.sources = sources
    }
  }

  /// The settings of a code, in order.
  private struct Group: Sendable, Hashable {
    var severities: [Severity?]
    var scopes: ScopeIndex
    /// Whether the last setting holds for every sample.
    var isForAll: Bool

    init(_ settings: [Setting]) {
      severities = settings.map(\.severity)
      scopes = ScopeIndex(settings.map { GlobScope(types: $0.types, sources: $0.sources) })
      isForAll = settings.last.map { $0.types.isEmpty && $0.sources.isEmpty } ?? false
    }
  }

  private var byCode: [DiagnosticCode: Group] = [:]
  /// The settings of rules of plugins that have some of their own, with those of the code in their places.
  private var byRule: [String: Group] = [:]
  /// Whether a setting asks for the sample's source.
  package private(set) var usesSources = false

  /// Creates a policy of settings in order; codes that are fixed keep their severity.
  public init(_ settings: [Setting] = []) {
    let changeable = settings.filter { !$0.code.isFixed }
    byCode = Dictionary(grouping: changeable.filter { $0.rule == nil }, by: \.code).mapValues { Group($0) }
    for rule in Set(changeable.compactMap(\.rule)) {
      byRule[rule] = Group(changeable.filter { $0.code == .pluginRule && ($0.rule == nil || $0.rule == rule) })
    }
    usesSources = changeable.contains { !$0.sources.isEmpty }
  }

  package var isEmpty: Bool { byCode.isEmpty && byRule.isEmpty }

  package func names(_ code: DiagnosticCode) -> Bool { byCode[code] != nil }

  /// The severity of a finding; `nil` when its rule is off.
  package func severity(
    of code: DiagnosticCode, _ severity: Severity, rule: String? = nil, type: String? = nil, source: String? = nil,
    bundle: String? = nil
  ) -> Severity? {
    guard let group = rule.flatMap({ byRule[$0] }) ?? byCode[code] else { return severity }
    if group.isForAll { return group.severities.last ?? severity }
    let place = ScopeLocation(type: type, source: source, bundle: bundle)
    return group.scopes.last(at: place).map { group.severities[$0] } ?? severity
  }
}

/// The checks of every sample of a type: plain values next to the type's plan.
///
/// Reading the plan retains it, and two threads contend for the reference count.
struct TypeLimits: Sendable {
  let column: ValueColumn
  let hasTime: Bool
  let hasMembers: Bool
  let minimumDuration: Int64
  let maximumDuration: Int64
  let usualDuration: Int64
  let maximumRate: Double
  let allowed: ValueBounds
  let plausible: ValueBounds
  /// The canonical unit's text, which most samples write.
  let unit: ShortText
  /// The conversion of stored values to SI base units, for content ids.
  let baseConversion: UnitConversion?
  let isDeprecated: Bool
  /// Whether the type, or one of its cases, asks for metadata keys or takes only some.
  let restrictsMetadata: Bool

  let hasRules: Bool

  init(_ plan: TypePlan) {
    hasRules = !plan.rules.isEmpty
    column = plan.column
    hasTime = plan.hasTime
    hasMembers = plan.hasMembers
    minimumDuration = plan.minimumDuration
    maximumDuration = plan.maximumDuration
    usualDuration = plan.usualDuration
    maximumRate = plan.maximumRate
    allowed = plan.allowed
    plausible = plan.plausible
    unit = ShortText(plan.canonicalUnit)
    baseConversion = plan.unit?.baseConversion
    isDeprecated = plan.isDeprecated
    restrictsMetadata = !plan.required.isEmpty || plan.closedKeys != nil || plan.cases.contains { !$0.requires.isEmpty }
  }
}

/// What becomes of samples whose type no definition has.
package enum UnknownTypePolicy: String, Sendable, Hashable, CaseIterable {
  case refuse
  /// They are passed over: counted, not kept.
  case skip
  /// The same, with a note for each.
  case note
}

/// The options of the rules, besides the registry.
public struct ValidationOptions: Sendable {
  /// The moment that counts as now, in microseconds since 1970 UTC: later times are `time-in-future`.
  public var now: Int64
  /// Whose samples these are when a sample does not say.
  public var subject: String?
  /// Whether a sample without a subject is refused.
  public var requiresSubject: Bool
  /// The origin samples get when they name none, `apple-health` for an export.
  package var origin: String?
  /// Which unit spellings are taken beside HealthKit's.
  public var units: UnitPolicy
  /// What becomes of samples whose type is not known; members of correlations are refused.
  package var unknownTypes = UnknownTypePolicy.refuse
  /// The zone for times without an offset; without one they are refused.
  public var timeZone: TimeZoneRules?
  /// Looks up the zone that a record names for its own times without an offset; `nil` when there is none of the name.
  public var zoneNamed: @Sendable (String) -> TimeZoneRules? = { _ in nil }
  /// Whether normalized columns are wanted.
  ///
  /// Judging alone is cheaper: no ids, no text.
  public var normalizes: Bool
  /// The types whose samples are normalized when `normalizes` is set, and correlations that have a member of them; `nil`
  /// for all.
  package var normalizedTypes: TypeSelection?
  /// Whether a member of a correlation has the time, source, device, subject and origin of its correlation where it
  /// does not say its own; stored samples say all that they have.
  package var inheritsFromCorrelation = true
  /// Which likely mistakes are corrected instead of reported as such; none unless a person says so.
  public var fixes: ValueFixes = []
  /// Whether a sample that by itself comes to more than its type does in its time is reported.
  ///
  /// The rules over several samples report it as well, so it is off where they are on.
  package var checksRates = true
  /// Severities that differ from the codes' own.
  public var severities = SeverityPolicy()
  /// Whether findings say where the sample's source is, for suppressions by source.
  package var locatesSources = false
  /// Groups of samples that are counted apart; `nil` counts none.
  package var scopes: SampleScopes?
  /// Whether samples are counted by type and day, for pictures.
  package var countsDays = false

  /// Creates options; only the moment that counts as now has no default.
  public init(
    now: Int64, subject: String? = nil, requiresSubject: Bool = false, origin: String? = nil,
    units: UnitPolicy = .strict, timeZone: TimeZoneRules? = nil, normalizes: Bool = false
  ) {
    self.now = now
    self.subject = subject
    self.requiresSubject = requiresSubject
    self.origin = origin
    self.units = units
    self.timeZone = timeZone
    self.normalizes = normalizes
  }
}

/// Corrections of likely mistakes, which a judge makes on request.
///
/// A corrected sample keeps what was written in its `original`, and has a note in place of the error or the warning.
public struct ValueFixes: OptionSet, Sendable, Hashable {
  /// A bit for each correction.
  public let rawValue: UInt8

  /// Creates a set of its raw value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A number out of bounds that would be usual in exactly one other unit is read in that unit: 5.4 mg/dL of glucose as
  /// 5.4 mmol/L.
  public static let likelyUnit = ValueFixes(rawValue: 1)
}

/// A metadata key's definition made ready for judging; a class for the reason that `TypePlan` is one.
final class MetadataPlan: Sendable {
  /// The kind of the value; an enum's cases are in `cases`.
  let shape: MetadataValueShape
  let table: EnumTable
  let cases: [EnumCase]
  let key: [UInt8]

  init(_ key: MetadataKeyDefinition) {
    shape = key.value
    self.key = Array(key.key.utf8)
    if case .enum(let values) = key.value {
      table = EnumTable(values)
      cases = values.cases
    } else {
      table = EnumTable(nil)
      cases = []
    }
  }
}
