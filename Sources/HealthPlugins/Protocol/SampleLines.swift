public import HealthModel

/// The sample lines that one message announced.
public struct SampleLines: Sendable {
  /// The lines' text, each with its line feed; what was written with escapes is decoded after them.
  public var text: [UInt8]
  /// The parsed lines, in order.
  public var lines: [SampleLine]

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
  public func role(_ index: Int) -> String? { lines[index].role.map { String(decoding: text[$0], as: UTF8.self) } }

  /// The normalized sample of a line, a JSON object.
  public func sample(_ index: Int) -> ArraySlice<UInt8> { text[lines[index].sample] }

  /// The lines of the group that begins at a line: a correlation with its members, or a sample by itself.
  public func group(at index: Int) -> Range<Int> {
    var end = index + 1
    while end < lines.count, lines[end].correlation == index { end += 1 }
    return index..<end
  }
}

/// The envelope of a sample line, read: what a store needs to know of a sample without looking into it.
///
/// Ranges are places in `SampleLines.text`.
public struct SampleLine: Sendable, Hashable {
  /// The sample's id.
  public var id: SampleID
  /// 64 bits over the content that makes the sample what it is: equal for a duplicate, other for a conflict.
  public var digest: UInt64
  /// The type's id, without quotes.
  public var type: Range<Int>
  /// Start in microseconds since 1970 UTC; `nil` for a sample without a time.
  public var start: Int64?
  /// End in microseconds since 1970 UTC; `nil` for a sample without a time.
  public var end: Int64?
  /// For a member: the place of its correlation's line among the lines, from 0.
  package var correlation: Int?
  /// For a member: its part in the correlation, without quotes.
  public var role: Range<Int>?
  /// Whether the host derived the id from the content: a line with the same id has the same content then, so that a
  /// store need not keep ids of such samples elsewhere than in their rows.
  public var isDerived = false
  /// The normalized sample, a JSON object.
  public var sample: Range<Int>
}

/// Reads announced lines while they arrive, so that the reading does not begin when all are there.
struct ArrivingLines {
  private let count: Int
  private var parser: SampleLineParser
  private var lines: [SampleLine] = []
  private var head = 0
  private var fault: PluginError?

  init(count: Int, bytes: Int) {
    self.count = count
    parser = SampleLineParser(end: bytes)
    lines.reserveCapacity(min(max(0, count), max(0, bytes) / SampleLineParser.shortestLine + 1))
  }

  /// Reads the lines that are complete; after a fault nothing more.
  mutating func take(_ text: [UInt8]) {
    guard fault == nil else { return }
    do throws(PluginError) {
      while let line = try next(text) {
        guard lines.count < count else { throw tooMany }
        if let correlation = line.correlation {
          guard !lines.isEmpty, correlation == head else {
            throw Self.fault("line \(lines.count + 1) of \(count) does not follow its correlation")
          }
        } else {
          head = lines.count
        }
        lines.append(line)
      }
    } catch {
      fault = error
    }
  }

  private mutating func next(_ text: [UInt8]) throws(PluginError) -> SampleLine? {
    do throws(PluginError) { return try parser.line(text) } catch {
      throw lines.count < count ? Self.fault("line \(lines.count + 1) of \(count): \(error.message)") : tooMany
    }
  }

  /// The lines, when all bytes have arrived.
  func lines(_ text: [UInt8]) throws(PluginError) -> SampleLines {
    if let fault { throw fault }
    guard parser.position == text.count else {
      throw lines.count < count ? Self.fault("line \(lines.count + 1) of \(count): it does not end") : tooMany
    }
    guard lines.count == count else { throw Self.fault("there are \(lines.count) lines of the \(count) announced") }
    guard !parser.decoded.isEmpty else { return SampleLines(text: text, lines: lines) }
    return SampleLines(text: text + parser.decoded, lines: lines)
  }

  private var tooMany: PluginError { Self.fault("there are more than the \(count) lines that were announced") }

  private static func fault(_ message: String) -> PluginError {
    PluginError(.data, "sample lines cannot be read: \(message)")
  }
}
