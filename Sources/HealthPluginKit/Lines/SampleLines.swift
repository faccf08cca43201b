import HealthModel

/// The sample lines that one message announced.
public struct SampleLines: Sendable {
  /// The lines' text, each with its line feed; what was written with escapes is decoded after them.
  public var text: [UInt8]
  /// The parsed lines, in order.
  public var lines: [SampleLine]

  /// Creates lines from a text and what it says.
  @usableFromInline package init(text: [UInt8], lines: [SampleLine]) {
    self.text = text
    self.lines = lines
  }

  /// Reads the bytes that a message announced.
  ///
  /// Members may come in any order; those that are not known are passed over. A member must be after its
  /// correlation, with nothing but members of the same one in between.
  ///
  /// - Parameters:
  ///   - text: all lines, a line feed after each.
  ///   - count: how many lines were announced.
  /// - Throws: `PluginError` of the kind `data` that names the first invalid line.
  public init(parsing text: [UInt8], count: Int) throws(PluginError) {
    var arriving = ArrivingLines(count: count, bytes: text.count)
    arriving.take(text)
    self = try arriving.lines(text)
  }

  /// How many lines there are.
  public var count: Int { lines.count }

  /// The id of a line's type.
  public func type(_ index: Int) -> String { String(decoding: text[lines[index].type], as: UTF8.self) }

  /// A member's part in its correlation; `nil` for others.
  public func role(_ index: Int) -> String? {
    lines[index].role.map { String(decoding: text[$0], as: UTF8.self) }
  }

  /// The normalized sample of a line, a JSON object.
  public func sample(_ index: Int) -> ArraySlice<UInt8> { text[lines[index].sample] }

  /// The lines of the group that begins at a line: a correlation with its members, or a sample by itself.
  public func group(at index: Int) -> Range<Int> {
    var end = index + 1
    while end < lines.count, lines[end].correlation == index { end += 1 }
    return index..<end
  }
}
