import HealthStorage

extension OpenedStore {
  /// Deletes samples by the ids of names, and compares the receipt.
  ///
  /// The number of the commit is compared when the store keeps a record of changes.
  func delete(_ names: String, count: Int, anchor: Int64? = nil) async throws {
    let ids = try names.split(separator: " ").map { try samples.id(String($0)) }
    try await delete(SampleQuery { $0.ids = ids }, count: count, anchor: anchor, "deleting `\(names)`")
  }

  /// Deletes what matches, and compares the receipt.
  func delete(
    _ query: SampleQuery, count: Int, anchor: Int64? = nil, _ what: String = "the deletion"
  ) async throws {
    let receipt = try await backend.delete(query)
    try CaseFailure.compare(receipt.deleted, count, "the number of samples that \(what) says are gone")
    guard let anchor, backend.capabilities.contains(.changes) else { return }
    try CaseFailure.compare(receipt.anchor.commit, anchor, "the number of the commit that \(what) reports")
  }

  func expectSound() async throws {
    try CaseFailure.compare(try await backend.verify().map(\.message), [], "the list of faults")
  }
}
