import ArgumentParser
import HealthModel
import HealthStorage

/// Whose names and columns an answer has.
struct ProfileOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: "Write what another program keeps of such samples: running-days, of workouts.",
    completion: .list(SampleProfile.all.map(\.name)))
  var name: String?

  /// The profile that is named, for a query for samples of its type; `nil` when none is named.
  func profile(_ query: SampleQuery) throws -> SampleProfile? {
    guard let name else { return nil }
    guard let profile = SampleProfile.all.first(where: { $0.name == name }) else {
      let names = SampleProfile.all.map(\.name)
      let near = Suggestion.nearest(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
      throw CommandFailure.usage(
        "--as takes \(Suggestion.alternatives(names)), got `\(TextEscaping.escaped(name, limit: 80))`\(near)")
    }
    guard query.types == [profile.type] else {
      throw CommandFailure.usage("--as \(profile.name) goes with --type \(profile.type)")
    }
    return profile
  }
}
