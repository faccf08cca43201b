public import HealthModel

/// Writes normalized samples as a stream of the Arrow format (IPC): a row for each sample, members of correlations
/// included, after their correlation.
///
/// Documentation/arrow.md has the columns. The bytes depend on the samples and their order alone, not on how they are
/// divided into batches. What waits for a record batch to be full is at most 16,384 rows, and not many more than 8 MiB
/// of text.
///
/// ```swift
/// import HealthFormats
///
/// func write(_ batches: [SampleBatch], of registry: Registry, to file: inout [UInt8]) {
///   var stream = ArrowSampleStream(registry: registry)
///   stream.begin(&file)
///   for batch in batches { stream.append(batch, to: &file) }
///   stream.end(&file)
/// }
/// ```
public struct ArrowSampleStream: Sendable {
  private let writer: SampleArrowWriter
  private var stream: ArrowStream

  /// Creates a stream of samples of the types of a registry, which must be the one the samples were judged by.
  public init(registry: Registry) {
    writer = SampleArrowWriter(registry: registry)
    stream = ArrowStream(writer.schema)
  }

  /// Appends the beginning of the stream, its schema.
  public func begin(_ output: inout [UInt8]) { stream.begin(&output) }

  /// Takes samples, and appends the record batches that are full.
  ///
  /// - Parameters:
  ///   - batch: the samples; members of a correlation follow it, as they do in each batch of this package.
  ///   - output: where the bytes go.
  public mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    for table in writer.tables(of: batch) { stream.append(table, to: &output) }
  }

  /// Appends the samples that wait, and the mark of the end; readers see by it that nothing is missing.
  public mutating func end(_ output: inout [UInt8]) {
    stream.flush(&output)
    stream.end(&output)
  }
}
