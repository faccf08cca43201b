import HealthModel
import HealthStorage

/// Takes every sample and keeps none.
final class NullStore: StorageBackend {
  let registry: Registry
  let line = WriterQueue()

  init(registry: Registry) { self.registry = registry }

  var capabilities: StorageCapabilities { [] }

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    AppendReceipt(outcomes: Array(repeating: .accepted, count: batch.count))
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {}
  func rollback(in turn: borrowing WriteTurn) async {}
  func progress(of input: String) async throws(StorageError) -> ImportProgress? { nil }
  func imports() async throws(StorageError) -> [ImportProgress] { [] }
  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {}
  func counts() async throws(StorageError) -> [StoredTypeCount] { [] }
  func information() async throws(StorageError) -> StoreInformation { StoreInformation(format: "null") }
  func verify() async throws(StorageError) -> [StoreFault] { [] }
  func close() async throws(StorageError) {}
}
