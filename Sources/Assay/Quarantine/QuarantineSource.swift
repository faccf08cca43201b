import HealthModel

/// Where a record of a quarantine file came from, and how the run that kept it read its input: what the options of its
/// replay are made of.
package struct QuarantineSource: Sendable, Hashable {
  /// The input's path, as that run was given it.
  package var path: String
  /// The `origin` its samples have; `nil` when the input gives none.
  package var origin: String?
  /// Whose samples those are that do not say.
  package var subject: String?
  /// The name of the zone of times without an offset.
  package var timeZone: String?
  /// Which unit spellings were taken; `nil` for HealthKit's alone.
  package var units: String?
  /// The profile that the input was read by, `fitbit/steps`; `nil` for none.
  package var profile: String?
  /// Whether the zone is the profile's, so that no option is about these times.
  package var hasZoneOfProfile = false

  /// Creates a source from what a quarantine file says, which may be anything.
  package init(
    path: String, origin: String? = nil, subject: String? = nil, timeZone: String? = nil, units: String? = nil
  ) {
    self.path = path
    self.origin = origin
    self.subject = subject
    self.timeZone = timeZone
    self.units = units
  }
}

extension QuarantineEntry {
  /// Where the record came from.
  var source: QuarantineSource {
    var source = QuarantineSource(
      path: location.path, origin: context.origin, subject: context.subject, timeZone: context.timeZone,
      units: context.units)
    source.profile = context.profile
    source.hasZoneOfProfile = context.hasZoneOfProfile
    return source
  }
}
