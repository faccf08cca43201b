import HealthModel
import HealthStorage

/// The types of a store, matched with those of the registry.
struct TypeTable: Sendable {
  /// For each type of the store its place in the registry; `nil` where the registry lacks it.
  private(set) var indexes: [Int?] = []
  private var numbers: [Int: Int] = [:]

  /// Matches the types that a store has met.
  ///
  /// - Throws: `StorageError.incompatible` when the registry would make stored samples mean something else.
  init(_ types: [LoggedType], registry: Registry) throws {
    for (number, type) in types.enumerated() {
      guard let index = registry.typeIndex(named: type.id) else {
        indexes.append(nil)
        continue
      }
      if let change = type.signature.change(to: registry.types[index]) { throw Self.incompatible(type.id, change) }
      guard numbers.updateValue(number, forKey: index) == nil else {
        throw Self.incompatible(type.id, "it is now the same type as another one in the store")
      }
      indexes.append(index)
    }
  }

  /// The store's number of a type of the registry; a new one when the store has not met it.
  mutating func number(of index: Int) -> Int {
    if let number = numbers[index] { return number }
    numbers[index] = indexes.count
    indexes.append(index)
    return indexes.count - 1
  }

  private static func incompatible(_ name: String, _ change: String) -> StorageError {
    StorageError(
      .incompatible, "the store has samples of \(TextEscaping.escaped(name)), and \(TextEscaping.escaped(change))",
      hint: "give the changed type a new id, or use a new store")
  }
}
