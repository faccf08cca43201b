/// Samples that came as columns of numbers, for stores that keep columns of their own and would read them from JSON again.
///
/// A store gets them if its hello asks for them; see Documentation/plugin-protocol.md, section 4.
///
/// ```swift
/// func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement {
///   let samples = try columns.samples(of: registry)
///   return BatchAcknowledgement(refused: (0..<samples.count).map { .init(line: $0, reason: "the store is full") })
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
      guard count >= 0, count <= bytes.count else { throw ColumnFault("there are fewer bytes than samples") }
      layout = ColumnLayout(count: count)
      guard layout.end <= bytes.count, bytes.count <= Int32.max else { throw ColumnFault("the columns do not end") }
      self.bytes = bytes
      self.count = count
      var end = layout.end
      for column in ColumnLayout.textLengths {
        for length in Self.numbers(column, of: count, layout, bytes, as: Int32.self) {
          guard length >= 0 else { throw ColumnFault("a text has a length below 0") }
          end += Int(length)
        }
      }
      guard end <= bytes.count else { throw ColumnFault("the texts do not end") }
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
