import Foundation
import HealthValidation

/// IANA time zones, from the system's database through Foundation.
enum TimeZoneRules {
  /// The zone of a name; `nil` when the database has none.
  static func zone(named name: String) -> LocalTimeZone? {
    guard TimeZone.knownTimeZoneIdentifiers.contains(name) || name == "UTC", let zone = TimeZone(identifier: name)
    else { return nil }
    return LocalTimeZone(name: name) { meaning(ofLocal: $0, in: zone) }
  }

  /// A local time means each instant at which the zone's offset leads to it; a day to either side has all offsets.
  private static func meaning(ofLocal microseconds: Int64, in zone: TimeZone) -> LocalTimeZone.Meaning {
    let local = Double(microseconds) / 1_000_000
    func offset(at seconds: Double) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)) }
    let candidates = Set([offset(at: local - 86_400), offset(at: local + 86_400)])
    let valid = candidates.filter { offset(at: local - Double($0)) == $0 }.sorted(by: >)
    guard let first = valid.first else { return .never }
    let minutes = Int16(truncatingIfNeeded: first / 60)
    return valid.count > 1 ? .twice(earlier: minutes) : .once(minutes)
  }
}
