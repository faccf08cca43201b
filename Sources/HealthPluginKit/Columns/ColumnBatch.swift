import HealthModel

/// Samples that came as columns of numbers, for stores that keep columns of their own.
///
/// A store gets them if its hello requests them; see Documentation/plugin-protocol.md, section 4.
///
/// ```swift
/// func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement {
///   try keep(columns.samples(of: registry))
/// }
/// ```
public struct ColumnBatch: Sendable {
  /// How many samples there are.
  public let count: Int
  let bytes: [UInt8]
  let layout: ColumnLayout
  let names: ColumnBatchNames

  /// Reads the bytes that a message announced.
  ///
  /// - Parameters:
  ///   - bytes: columns, texts and names.
  ///   - count: how many samples were announced.
  /// - Throws: `PluginError` of the kind `data` when the bytes are not such columns.
  package init(reading bytes: [UInt8], count: Int) throws(PluginError) {
    do throws(ColumnFault) {
      guard count >= 0, count <= bytes.count, bytes.count <= Int32.max / 4 else {
        throw ColumnFault("\(bytes.count) bytes cannot be \(count) samples")
      }
      layout = ColumnLayout(count: count)
      guard layout.end <= bytes.count else {
        throw ColumnFault("the columns need \(layout.end) bytes, and the batch has \(bytes.count)")
      }
      self.bytes = bytes
      self.count = count
      var end = layout.end
      for column in ColumnLayout.textLengths {
        for length in Self.numbers(column, of: count, layout, bytes, as: Int32.self) {
          guard length >= 0 else { throw ColumnFault("a text has a length below 0") }
          end += Int(length)
        }
      }
      guard end <= bytes.count else {
        throw ColumnFault("columns and texts need \(end) bytes, and the batch has \(bytes.count)")
      }
      guard UTF8Check.firstFault(in: layout.end..<bytes.count, of: bytes.span.bytes) == nil else {
        throw ColumnFault("the texts are not UTF-8")
      }
      names = try ColumnBatchNames(at: end..<bytes.count, in: bytes)
    } catch {
      throw Self.error(error)
    }
  }

  static func error(_ fault: ColumnFault) -> PluginError {
    PluginError(.data, "columns of samples cannot be read: \(fault.reason)")
  }

  /// A column of numbers of these samples.
  func numbers<Number: BitwiseCopyable>(_ column: ColumnLayout.Column, as type: Number.Type) -> [Number] {
    Self.numbers(column, of: count, layout, bytes, as: type)
  }

  private static func numbers<Number: BitwiseCopyable>(
    _ column: ColumnLayout.Column, of count: Int, _ layout: ColumnLayout, _ bytes: [UInt8], as: Number.Type
  ) -> [Number] {
    let width = MemoryLayout<Number>.stride
    precondition(width == column.width && layout.end <= bytes.count, "a column of another width")
    return Array(unsafeUninitializedCapacity: count) { numbers, initialized in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(numbers).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[layout[column]..<layout[column] + width * count]))
      }
      initialized = count
    }
  }
}
