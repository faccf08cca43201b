import HealthPlugins
import HealthStorage

/// Keeps nothing: what the protocol alone costs.
final class Sink: LineStore {
  private let takesColumns: Bool

  init(takesColumns: Bool) { self.takesColumns = takesColumns }

  func open(_ hello: HostHello) throws(PluginError) -> PluginHello {
    PluginHello(
      name: "sink", version: "1", levels: [], maximumBatch: 5000, credits: 4, commitSize: 50_000,
      takesColumns: takesColumns)
  }

  func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement { BatchAcknowledgement() }

  func append(_ lines: SampleLines) throws(PluginError) -> BatchAcknowledgement { BatchAcknowledgement() }
  func commit(notes: [(key: String, text: String)]) throws(PluginError) -> Int64 { 1 }
  func rollback() throws(PluginError) {}
  func notes(prefix: String) throws(PluginError) -> [(key: String, text: String)] { [] }
  func query(_ query: SampleQuery, _ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {}
  func counts() throws(PluginError) -> [StoredTypeCount] { [] }

  func changes(
    _ query: ChangeQuery, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> ChangeAnchor { .beginning }

  func delete(_ query: SampleQuery) throws(PluginError) -> DeletionReceipt {
    DeletionReceipt(deleted: 0, anchor: .beginning)
  }

  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics { SampleStatistics() }
  func information() throws(PluginError) -> StoreInformation { StoreInformation(format: "sink") }
  func verify() throws(PluginError) -> [StoreFault] { [] }

  func compact() throws(PluginError) -> CompactionReceipt {
    throw PluginError(.configuration, "not measured", code: .unsupported)
  }

  func close() {}
}
