public import HealthModel

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
  /// The zone for times without an offset; without one they are refused.
  public var timeZone: TimeZoneRules?
  /// Looks up the zone that a record names for its own times without an offset; `nil` when there is none of the name.
  public var zoneNamed: @Sendable (String) -> TimeZoneRules? = { _ in nil }
  /// Whether the data's own configuration names the zone, so that its use need not be reported; a local time that
  /// exists twice is reported all the same.
  package var isTimeZoneConfigured = false
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
