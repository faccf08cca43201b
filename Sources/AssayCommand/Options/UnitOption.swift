import ArgumentParser
import HealthFormats
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

struct UnitOption: ParsableArguments {
  @Option(
    name: .customLong("unit"),
    help: """
      Show values in this unit, which all types of --type must accept; or those of one type, as in bodyMass=lb. \
      Repeatable.
      """,
    completion: .custom { _, _, _ in CompletionCandidates.units })
  var texts: [String] = []

  /// The units of the types of a question; of a correlation those of the members that accept the unit.
  ///
  /// - Throws: `Failure` when a type does not accept its unit, or a unit is for all types and none is named.
  func shown(_ query: SampleQuery, _ registry: Registry) throws -> ShownUnits {
    var units = ShownUnits()
    guard !texts.isEmpty else { return units }
    let words = try UnitSuggestions(texts, registry)
    let types = query.types.compactMap { registry.typeIndex(named: $0) }
    guard words.common == nil || !types.isEmpty else {
      throw Failure.usage(
        "--unit needs --type: not all types can be shown in one unit; or name the type, as in --unit bodyMass=lb")
    }
    let members = types.flatMap { registry.types[$0].shape.members ?? [] }.map(\.type)
    try words.check(types.isEmpty ? nil : Set(query.types).union(members))
    if let common = words.common {
      let named = Set(words.own.map(\.type.id))
      for index in types where !named.contains(registry.types[index].id) {
        try Self.show(common, of: registry.types[index], in: registry, &units)
      }
    }
    // After the unit for all, so that a member can have a unit that its correlation's other members do not accept.
    for item in words.own { try Self.show(item.unit, of: item.type, in: registry, &units) }
    return units
  }

  private static func show(
    _ unit: String, of type: TypeDefinition, in registry: Registry, _ units: inout ShownUnits
  ) throws {
    if let members = type.shape.members {
      return try show(unit, ofMembers: members, of: type.id, in: registry, &units)
    }
    guard let index = registry.typeIndex(named: type.id) else { return }
    do {
      try units.show(try registry.unit(unit, for: type), ofType: index, in: registry)
    } catch {
      throw Failure.usage("--unit: \(error)")
    }
  }

  private static func show(
    _ unit: String, ofMembers members: [CorrelationMember], of type: String, in registry: Registry,
    _ units: inout ShownUnits
  ) throws {
    var isTaken = false
    for index in members.compactMap({ registry.typeIndex(named: $0.type) }) {
      guard let parsed = try? registry.unit(unit, for: registry.types[index]) else { continue }
      do {
        try units.show(parsed, ofType: index, in: registry)
      } catch {
        throw Failure.usage("--unit: \(error)")
      }
      isTaken = true
    }
    guard isTaken else {
      let shown = TextEscaping.escaped(unit, limit: 64)
      throw Failure.usage("--unit: no member of \(type) has values that convert to `\(shown)`")
    }
  }
}

/// The values of `--unit`: a unit for all types, units of single types as `TYPE=UNIT`, or both.
struct UnitSuggestions {
  /// The unit of all types that have none of their own.
  private(set) var common: String?
  /// The types that are named with their units, by id, in the order they were named.
  private(set) var own: [(type: TypeDefinition, unit: String)] = []

  /// Reads the values of the option.
  ///
  /// - Throws: `Failure` for an unknown type, one that is named twice, and two units for all types.
  init(_ texts: [String], _ registry: Registry) throws {
    for text in texts {
      // No unit of HealthKit or UCUM has an equals sign.
      guard let equals = text.firstIndex(of: "=") else {
        guard common == nil else {
          throw Failure.usage(
            "--unit is given twice for all types; name the types as in --unit bodyMass=lb --unit height=cm")
        }
        common = text
        continue
      }
      let type: TypeDefinition
      do throws(QueryError) {
        type = try registry.type(asked: String(text[..<equals]))
      } catch {
        throw Failure.usage("--unit: \(error)")
      }
      guard !own.contains(where: { $0.type.id == type.id }) else {
        throw Failure.usage("--unit names \(type.id) twice")
      }
      own.append((type, String(text[text.index(after: equals)...])))
    }
  }

  /// Refuses units of types that are not in the answer.
  ///
  /// - Throws: `Failure` that names the first of them.
  func check(_ ids: Set<String>?) throws {
    guard let ids, let other = own.first(where: { !ids.contains($0.type.id) }) else { return }
    throw Failure.usage("--unit names \(other.type.id), which --type does not; add --type \(other.type.id)")
  }

  /// The unit named for a type; `nil` for its own.
  func unit(for type: TypeDefinition) -> String? {
    own.first { $0.type.id == type.id }?.unit ?? common
  }
}
