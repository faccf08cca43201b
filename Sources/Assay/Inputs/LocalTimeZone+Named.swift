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
    let offsets = Set([rules.offset(at: microseconds - Instant.day), rules.offset(at: microseconds + Instant.day)])
    let valid = offsets.filter { rules.offset(at: microseconds - $0) == $0 }.sorted(by: >)
    guard let first = valid.first else { return .never }
    let minutes = Int16(truncatingIfNeeded: first / 60_000_000)
    return valid.count > 1 ? .twice(earlier: minutes) : .once(minutes)
  }
}
