import ArgumentParser
import HealthFormats
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

/// The unit in which values are shown.
struct UnitOption: ParsableArguments {
  @Option(
    help: "Show values in this unit; all types must take it, and --type must name them.",
    completion: .custom { _, _, _ in CompletionWords.units })
  var unit: String?

  /// The units of the types of a question; of a correlation those of the members that take the unit.
  ///
  /// - Throws: `CommandFailure` when a type does not take the unit, or no type is named.
  func shown(_ query: SampleQuery, _ registry: Registry) throws -> ShownUnits {
    var units = ShownUnits()
    guard let unit else { return units }
    guard !query.types.isEmpty else {
      throw CommandFailure.usage("--unit needs --type: not all types can be shown in one unit")
    }
    do {
      for index in query.types.compactMap({ registry.typeIndex(named: $0) }) {
        if let members = registry.types[index].shape.members {
          try Self.show(unit, ofMembers: members, of: registry.types[index].id, in: registry, &units)
        } else {
          let parsed = try registry.unit(unit, for: registry.types[index])
          try units.show(parsed, ofType: index, in: registry)
        }
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure.usage("--unit: \(error)")
    }
    return units
  }

  private static func show(
    _ unit: String, ofMembers members: [CorrelationMember], of type: String, in registry: Registry,
    _ units: inout ShownUnits
  ) throws {
    var isTaken = false
    for index in members.compactMap({ registry.typeIndex(named: $0.type) }) {
      guard let parsed = try? registry.unit(unit, for: registry.types[index]) else { continue }
      try units.show(parsed, ofType: index, in: registry)
      isTaken = true
    }
    guard isTaken else {
      let shown = TextEscaping.escaped(unit, limit: 64)
      throw CommandFailure.usage("--unit: no member of \(type) has values that convert to `\(shown)`")
    }
  }
}
