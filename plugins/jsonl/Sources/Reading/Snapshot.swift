import HealthModel
import HealthStorage

/// A store as of one commit.
///
/// Nothing holds later commits up: lines only come after those a snapshot knows. A deletion overwrites lines, and
/// compacting moves them; whoever reads one that is not there any more finds out by its sum, see `SnapshotMoved`.
struct Snapshot: Sendable {
  let place: StoreFolder
  let state: StoreState
  var index: SampleIndex
  let types: TypeTable

  /// The id by which the registry knows a type of the store; the store's own where the registry lacks it.
  func id(of number: Int, in registry: Registry) -> String {
    types.indexes[number].map { registry.types[$0].id } ?? state.types[number].id
  }

  /// Opens the committed part of the file of a month; `nil` if the snapshot has none.
  ///
  /// - Throws: `SnapshotMoved` when it is not there any more.
  func open(_ number: Int, _ month: SampleMonth) throws -> OpenFile? {
    guard number < state.types.count, let name = state.types[number].file(month) else { return nil }
    guard let file = try OpenFile.existing(place.path(name), name: place.shown(name)) else {
      throw SnapshotMoved(message: "\(place.shown(name)) is missing")
    }
    return file
  }
}
