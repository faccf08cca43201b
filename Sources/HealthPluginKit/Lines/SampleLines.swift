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
    var parser = SampleLineParser(end: text.count)
    self.text = text
    lines = []
    lines.reserveCapacity(min(max(0, count), text.count / SampleLineParser.shortestLine + 1))
    var head = 0
    while parser.position < text.count {
      guard lines.count < count else { throw Self.fault("there are more than the \(count) lines that were announced") }
      let line: SampleLine
      do throws(SampleLineFault) {
        line = try parser.line(&self.text)
      } catch {
        throw Self.fault("line \(lines.count + 1) of \(count): \(error.reason)")
      }
      if let correlation = line.correlation {
        guard !lines.isEmpty, correlation == head else {
          throw Self.fault("line \(lines.count + 1) of \(count) does not follow its correlation")
        }
      } else {
        head = lines.count
      }
      lines.append(line)
    }
    guard lines.count == count else { throw Self.fault("there are \(lines.count) lines of the \(count) announced") }
  }

  private static func fault(_ message: String) -> PluginError {
    PluginError(.data, "sample lines cannot be read: \(message)")
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
