import HealthModel
import HealthStorage

/// A connection and what the numbers in its rows mean: what every question to a store is answered from.
struct ReadScope {
  let db: Database
  let registry: Registry
  let plans: [TypeCoding]
  let stored: TypeMapping

  /// The indexes of the types to read, in the order of their ids.
  ///
  /// - Throws: `StorageError.incompatible` if all types are requested and the registry lacks one that has samples:
  ///   without it the answer would look complete.
  func types(named names: [String]) throws -> [Int] {
    let held = stored.numbers.indices.filter { stored.numbers[$0] != 0 }
    guard names.isEmpty else {
      let asked = Set(names.compactMap { registry.typeIndex(named: $0) })
      return held.filter { asked.contains($0) }
    }
    for stranger in stored.strangers {
      let statement = try PreparedStatement("SELECT 1 FROM assay_samples WHERE type = ?1 LIMIT 1", in: db)
      statement.bind(1, stranger.number)
      guard try statement.step() else { continue }
      throw StorageError(
        .incompatible, "the store has samples of \(TextEscaping.escaped(stranger.name)), which the catalog lacks",
        remedy: .addTypes)
    }
    return held
  }

  /// Whether samples of a type, by its index in the registry, are members of correlations.
  func hasMembers(of type: Int) throws -> Bool {
    let statement = try PreparedStatement("SELECT 1 FROM assay_members WHERE member_type = ?1 LIMIT 1", in: db)
    statement.bind(1, stored.numbers[type])
    return try statement.step()
  }
}
