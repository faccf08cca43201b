import ArgumentParser
import HealthModel
import HealthQueries
import HealthStorage

/// Which stored samples a reading command wants, and in which order.
struct SampleOptions: ParsableArguments {
  @OptionGroup var selection: SampleSelection
  @OptionGroup var conditions: ConditionOptions

  @Option(parsing: .unconditional, help: "The maximum number of samples.")
  var limit: Int?

  @Option(
    help: "The order by time: ascending, descending, end-ascending or end-descending.",
    completion: .list(SampleQuery.Sort.allCases.map(\.rawValue)))
  var sort = SampleQuery.Sort.ascending.rawValue

  /// The question, checked against the registry.
  func query(_ registry: Registry) throws -> SampleQuery {
    var query = try conditions.query(selection, registry)
    if let limit, limit < 0 { throw Failure.usage("--limit takes 0 or more") }
    query.limit = limit
    guard let sort = SampleQuery.Sort(rawValue: sort) else {
      throw Failure.usage("--sort takes ascending, descending, end-ascending or end-descending")
    }
    query.sort = sort
    return query
  }
}
