import HealthModel
import HealthPluginKit

/// The parts that samples are kept in: one for each year from 1900 to 2199, made when its first sample comes, one for
/// what is earlier or has no time, and one for what is later.
struct Partitions {
  private static let years = 1900...2199

  /// Years whose part is known to be there.
  private var present: Set<Int> = []

  /// The part before the first year.
  static var early: String {
    "CREATE TABLE assay_samples_early PARTITION OF assay_samples FOR VALUES FROM (MINVALUE) TO "
      + "(\(start(of: years.lowerBound)))"
  }

  /// The part after the last year.
  static var late: String {
    "CREATE TABLE assay_samples_late PARTITION OF assay_samples FOR VALUES FROM "
      + "(\(start(of: years.upperBound + 1))) TO (MAXVALUE)"
  }

  /// Midnight UTC of a year's first day, in microseconds since 1970.
  static func start(of year: Int) -> Int64 {
    Int64(CivilDate(year: year, month: 1, day: 1).daysSince1970) * 86_400_000_000
  }

  /// Makes the parts that samples with these starts need, within the open transaction.
  ///
  /// The part is made by itself and then attached: that keeps out other writers only, while `PARTITION OF` would wait
  /// for every reader.
  mutating func prepare(for starts: some Sequence<Int64>, _ connection: ServerConnection) throws(PluginError) {
    var wanted: Set<Int> = []
    for start in starts where start >= Self.start(of: Self.years.lowerBound) {
      let year = CivilDate(start).year
      if Self.years.contains(year), !present.contains(year) { wanted.insert(year) }
    }
    for year in wanted.sorted() {
      let name = "assay_samples_\(year)"
      let found = try connection.run("SELECT to_regclass($1) IS NOT NULL", [.text(name)])
      if !found.flag(0, 0) {
        try connection.run("CREATE TABLE \(name) (LIKE assay_samples INCLUDING ALL)")
        try connection.run(
          "ALTER TABLE assay_samples ATTACH PARTITION \(name) FOR VALUES FROM (\(Self.start(of: year))) TO "
            + "(\(Self.start(of: year + 1)))")
      }
      present.insert(year)
    }
  }
}
