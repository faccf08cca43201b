import HealthModel
import HealthQueries
import HealthUnits

/// The values of `--unit`: a unit for all types, units of single types as `TYPE=UNIT`, or both.
struct UnitWords {
  /// The unit of all types that have none of their own.
  private(set) var common: String?
  /// The types that are named with their units, by id, in the order they were named.
  private(set) var own: [(type: TypeDefinition, unit: String)] = []

  /// Reads the values of the option.
  ///
  /// - Throws: `CommandFailure` for an unknown type, one that is named twice, and two units for all types.
  init(_ texts: [String], _ registry: Registry) throws {
    for text in texts {
      // No unit of HealthKit or UCUM has an equals sign.
      guard let equals = text.firstIndex(of: "=") else {
        guard common == nil else {
          throw CommandFailure.usage(
            "--unit is given twice for all types; name the types as in --unit bodyMass=lb --unit height=cm")
        }
        common = text
        continue
      }
      let type: TypeDefinition
      do throws(QueryError) {
        type = try registry.type(asked: String(text[..<equals]))
      } catch {
        throw CommandFailure.usage("--unit: \(error)")
      }
      guard !own.contains(where: { $0.type.id == type.id }) else {
        throw CommandFailure.usage("--unit names \(type.id) twice")
      }
      own.append((type, String(text[text.index(after: equals)...])))
    }
  }

  /// Refuses units of types that are not in the answer.
  ///
  /// - Throws: `CommandFailure` that names the first of them.
  func check(_ ids: Set<String>?) throws {
    guard let ids, let other = own.first(where: { !ids.contains($0.type.id) }) else { return }
    throw CommandFailure.usage("--unit names \(other.type.id), which --type does not; add --type \(other.type.id)")
  }

  /// The unit named for a type; `nil` for its own.
  func unit(for type: TypeDefinition) -> String? {
    own.first { $0.type.id == type.id }?.unit ?? common
  }
}
