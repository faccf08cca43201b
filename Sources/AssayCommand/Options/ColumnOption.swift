import ArgumentParser
import HealthFormats
import HealthModel

/// Which columns a table has that is written as CSV.
struct ColumnOption: ParsableArguments {
  @Option(
    name: .customLong("columns"),
    help: """
      The columns of CSV, in this order: start,value,source.name. Without it, query has the columns that the first \
      10,000 samples need, and export those of all samples, which it reads twice.
      """)
  var names: String?

  /// The columns that are named; `nil` when none are.
  ///
  /// - Throws: `Failure` when another format than CSV is written.
  func list(as format: SampleFormat) throws -> [String]? {
    guard let names else { return nil }
    guard format == .csv else { throw Failure.usage("--columns goes with --output-format csv") }
    return names.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }

  /// A writer of a table, of the columns that are named or those that samples need.
  func writer(_ registry: Registry, _ units: ShownUnits = ShownUnits(), as format: SampleFormat) throws
    -> SampleCSVWriter
  {
    guard let columns = try list(as: format) else { return SampleCSVWriter(registry: registry, units: units) }
    do {
      return try SampleCSVWriter(columns: columns, registry: registry, units: units)
    } catch {
      throw Failure.usage("--columns \(error)")
    }
  }
}
