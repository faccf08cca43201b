import ArgumentParser
import HealthModel
import HealthStorage

/// Whether the elements of a list or the points of samples are written, a row each, in place of the samples.
struct PartOption: ParsableArguments {
  @Option(
    help: """
      Write the elements of this list of the samples, or their points, a row each: events, statistics, points. It goes \
      with one --type.
      """)
  var list: String?

  /// The list that is named; `nil` when none is.
  ///
  /// - Throws: `CommandFailure` when the query is not for one type, or other options name columns and units.
  func list(of query: SampleQuery, isAlone: Bool) throws -> String? {
    guard let list else { return nil }
    guard query.types.count == 1 else {
      throw CommandFailure.usage("--list goes with one --type: lists are of a type, as events of workout")
    }
    guard isAlone else {
      throw CommandFailure.usage("--list has its own columns and units: leave --unit and --columns out")
    }
    return list
  }
}
