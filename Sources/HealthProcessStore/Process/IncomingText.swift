import HealthPluginKit

/// Cuts what a plugin writes into messages and the sample lines they announce.
struct IncomingText {
  /// The most rows of a message: those of a full page and of one more group.
  static let maximumRows = 120_000
  /// The most bytes that a message may announce: a full page and one more group.
  static let maximumBytes = 64 << 20
  /// How much of a line that is not a message is kept.
  private static let shownBytes = 8192

  private var buffer: [UInt8] = []
  /// How many bytes of the buffer have been cut off.
  private var taken = 0
  /// The position up to which the text contains no line feed.
  private var searched = 0
  /// Sample lines that were announced and have not come whole.
  private var announced: (message: PluginMessage, bytes: Int)?
  /// Whether something came after which nothing is read.
  private(set) var isSpoiled = false
  /// Whether a message has come.
  private(set) var hasBegun = false

  /// Adds bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if taken > 0, taken == buffer.count || taken > 1 << 20 {
      buffer.removeSubrange(..<taken)
      searched -= taken
      taken = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next thing that has come whole.
  ///
  /// - Parameters:
  ///   - limit: the longest line.
  ///   - asked: the question that may be answered with rows.
  /// - Returns: what has come; `nil` when it has not come whole.
  mutating func next(limit: Int, asked: Int64?) -> Arrival? {
    guard !isSpoiled else { return nil }
    if let block = announced {
      guard buffer.count - taken >= block.bytes else { return nil }
      let text = Array(buffer[taken..<taken + block.bytes])
      taken += block.bytes
      searched = taken
      announced = nil
      return Arrival(block.message, text)
    }
    guard let end = buffer[max(searched, taken)...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      return buffer.count - taken > limit ? spoil("a line of more than \(limit) bytes") : nil
    }
    guard end - taken <= limit else { return spoil("a line of \(end - taken) bytes; the limit is \(limit)") }
    let line = Array(buffer[taken..<end])
    taken = end + 1
    searched = taken
    return message(line, asked: asked)
  }

  /// The rest at the end of the input: the beginning of a line.
  mutating func rest() -> Arrival? {
    guard !isSpoiled, announced == nil, taken < buffer.count else { return nil }
    let line = Array(buffer[taken...].prefix(Self.shownBytes))
    taken = buffer.count
    return .unreadable(line, MessageFault(.noObject))
  }

  private mutating func message(_ line: [UInt8], asked: Int64?) -> Arrival? {
    let message: PluginMessage
    do throws(MessageFault) {
      message = try PluginMessage(parsing: line)
    } catch {
      isSpoiled = true
      return .unreadable(Array(line.prefix(Self.shownBytes)), error)
    }
    hasBegun = true
    let (ask, count, bytes): (Int64, Int, Int)
    switch message {
    case .rows(let number, let lines, let size): (ask, count, bytes) = (number, lines, size)
    case .columns(let number, let lines, let size, _): (ask, count, bytes) = (number, lines, size)
    default: return .message(message)
    }
    guard ask == asked else { return spoil("\(count) rows that were not requested") }
    guard count <= Self.maximumRows, bytes <= Self.maximumBytes else {
      return spoil("\(count) rows of \(bytes) bytes at a time")
    }
    announced = (message, bytes)
    return next(limit: Int.max, asked: asked)
  }

  /// Reads nothing more: what came is more than the protocol allows.
  mutating func spoil(_ words: String) -> Arrival {
    isSpoiled = true
    return .flood(words)
  }
}
