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
  let metadataForms: [MetadataForm]
  let isMemberType: [Bool]
  /// The names of units and the types' own spellings of them.
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
    metadataForms = metadataPlans.map(MetadataForm.init)
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
  /// Samples with an error, or in a correlation with one.
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
