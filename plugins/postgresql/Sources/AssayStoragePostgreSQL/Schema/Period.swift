import HealthModel
import HealthPlugins

/// A part of the time that samples are kept by: a year from 1900 to 2199, what is earlier or has no time, and what is
/// later.
///
/// Years, since the index of a leaf finds a subject's month by itself: finer parts would only multiply the tables that a
/// query without a subject opens (16 for each period), and coarser ones would be too large to write anew.
struct Period: Hashable, Comparable {
  /// The year; 1899 for what is earlier, 2200 for what is later.
  let year: Int

  private static let years = 1900...2199

  /// The period of a moment, in microseconds since 1970 UTC.
  init(of moment: Int64) {
    if moment < Self.start(of: Self.years.lowerBound) {
      year = Self.years.lowerBound - 1
    } else {
      year = min(CivilDate(moment).year, Self.years.upperBound + 1)
    }
  }

  /// The period with a name; `nil` if there is no such period.
  init?(name: Substring) {
    switch name {
    case "early": year = Self.years.lowerBound - 1
    case "late": year = Self.years.upperBound + 1
    default:
      guard let number = Int(name), Self.years.contains(number) else { return nil }
      year = number
    }
  }

  static func < (left: Period, right: Period) -> Bool { left.year < right.year }

  /// The last part of its tables' names.
  var name: String {
    if year < Self.years.lowerBound { return "early" }
    return year > Self.years.upperBound ? "late" : String(year)
  }

  /// Its first moment; `nil` when it has none.
  var start: Int64? { year < Self.years.lowerBound ? nil : Self.start(of: year) }

  /// The moment after its last one; `nil` when it has none.
  var end: Int64? { year > Self.years.upperBound ? nil : Self.start(of: year + 1) }

  var bounds: String {
    "FROM (\(start.map { String($0) } ?? "MINVALUE")) TO (\(end.map { String($0) } ?? "MAXVALUE"))"
  }

  /// Midnight UTC of a year's first day.
  static func start(of year: Int) -> Int64 {
    Int64(CivilDate(year: year, month: 1, day: 1).daysSince1970) * 86_400_000_000
  }

  /// The periods of which a store has tables, in order.
  static func present(_ connection: ServerConnection) throws(PluginError) -> [Period] {
    let found = try connection.run(
      """
      SELECT DISTINCT substr(l.relname, \(SampleTables.bucket(0).utf8.count + 2))
      FROM pg_inherits b JOIN pg_inherits i ON i.inhparent = b.inhrelid JOIN pg_class l ON l.oid = i.inhrelid
      WHERE b.inhparent = 'assay_samples'::regclass
      """)
    return (0..<found.count).compactMap { Period(name: found.text($0, 0)[...]) }.sorted()
  }
}
