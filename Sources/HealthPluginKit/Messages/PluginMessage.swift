import HealthModel
package import HealthStorage

/// A message of the plugin; sample lines follow `rows` and are not messages.
package enum PluginMessage: Sendable, Hashable {
  /// The plugin's identity and capabilities.
  case hello(PluginHello)
  /// The outcome of a batch: its number and how many lines were accepted besides those that are named.
  case acknowledgement(batch: Int64, accepted: Int, BatchAcknowledgement)
  /// A commit is stored: its number, its number in the store's history, whether the bytes are synced.
  case committed(Int64, anchor: Int64?, isDurable: Bool)
  /// Uncommitted samples are dropped.
  case rolledBack
  /// Notes, in answer to a query.
  case notes(ask: Int64, [StoreNote])
  /// Announces sample lines and their bytes together.
  case rows(ask: Int64, count: Int, bytes: Int)
  /// Announces lines of columns and their bytes together, with the names that are new in them.
  case columns(ask: Int64, count: Int, bytes: Int, ColumnNames)
  /// The end of an answer; that of changes has the anchor after them.
  case end(ask: Int64, anchor: Int64?)
  /// How many samples of each type there are.
  case counts(ask: Int64, [StoredTypeCount])
  /// The store's information about itself.
  case information(ask: Int64, StoreInformation)
  /// A fault of the store.
  case faults(ask: Int64, [StoreFault])
  /// Among changes: samples that were deleted.
  case deletions(ask: Int64, [DeletedSample])
  /// Among changes: the end of the commit with this number.
  case mark(ask: Int64, commit: Int64)
  /// The result of a deletion.
  case deleted(ask: Int64, DeletionReceipt)
  /// Statistics, in answer to a query.
  case statistics(ask: Int64, SampleStatistics)
  /// The result of compacting.
  case compacted(ask: Int64, CompactionReceipt)
  /// How many notes were removed.
  case forgotten(ask: Int64, count: Int)
  /// The plugin cannot do what the host requested; identifies the query or the batch.
  case error(ask: Int64?, batch: Int64?, PluginError)
  /// A word for the operator.
  case log(level: String, message: String)
  /// The plugin is still at it.
  case working
  /// How many batches may be on their way from now on.
  case credit(Int)
  /// Everything committed is on the disk.
  case flushed
}
