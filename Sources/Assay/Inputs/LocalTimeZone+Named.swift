import HealthModel
public import HealthQueries
public import HealthValidation

extension LocalTimeZone {
  /// The zone of a name of the IANA database.
  ///
  /// - Throws: `QueryError` with the nearest name if there is no such zone, or no database.
  public static func zone(named name: String) throws(QueryError) -> LocalTimeZone {
    let rules = try TimeZoneRules(name)
    return LocalTimeZone(name: name) { meaning(ofLocal: $0, in: rules) }
  }

  /// A local time means each instant at which the zone's offset leads to it; a day to either side has all offsets.
  private static func meaning(ofLocal microseconds: Int64, in rules: TimeZoneRules) -> LocalTimeZone.Meaning {
    let before = rules.offset(at: microseconds - Instant.day)
    let after = rules.offset(at: microseconds + Instant.day)
    // No set and no closure: this runs for each time without an offset, and a closure would copy the rules.
    let isBefore = rules.offset(at: microseconds - before) == before
    let isAfter = after != before && rules.offset(at: microseconds - after) == after
    guard isBefore || isAfter else { return .never }
    let isTwice = isBefore && isAfter
    let offset = isTwice ? max(before, after) : isBefore ? before : after
    let minutes = Int16(truncatingIfNeeded: offset / 60_000_000)
    return isTwice ? .twice(earlier: minutes) : .once(minutes)
  }
}
