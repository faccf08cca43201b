public import HealthModel

/// Writes samples in their normal form as lines of JSON, and reads such lines back.
///
/// Backends that keep text get it with `StorageContext`, so that they need neither a JSON reader nor the rules of types.
/// What is read back equals what was written: `append` then `samples` is the identity, ids and digests included.
public protocol SampleLineCoding: Sendable {
  /// The registry whose types the lines are of; `nil` for a coding that neither writes nor reads.
  var registry: RegistrySignature? { get }

  /// Appends one sample as a JSON object in its normal form, without its members and without a line feed.
  ///
  /// A member has its role under `role` where its type does not say it.
  func append(_ row: Int, of batch: SampleBatch, to output: inout [UInt8])

  /// Reads samples back.
  ///
  /// - Parameters:
  ///   - lines: JSON objects as `append` wrote them, a line feed after each.
  ///   - groups: how many lines each group takes, in order: 1 for a sample by itself, more for a correlation that is
  ///     followed by its members. The sum is the number of lines.
  /// - Returns: a batch with a row for each line; members point to their correlation.
  /// - Throws: `StorageError`: `incompatible` when the types no longer allow a sample, `corrupt` when a line is none.
  func samples(_ lines: [UInt8], groups: [Int]) throws(StorageError) -> SampleBatch
}
