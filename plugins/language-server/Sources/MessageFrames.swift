/// Finds messages in a stream of bytes by their `Content-Length` headers, as the Language Server Protocol frames them.
///
/// Any other stream takes bounded memory: a header has 4 KiB, a message 64 MiB.
struct MessageFrames: Sendable {
  enum Frame: Sendable, Hashable {
    /// The content of a message, which need not be JSON.
    case message([UInt8])
    /// A message of this many bytes, which is longer than the limit and was passed over.
    case tooLong(Int)
    /// Headers that do not say a length, or have no end: where the next message begins is not known.
    case broken
  }

  static let maximumLength = 64 << 20
  static let maximumHeader = 4096

  private var bytes: [UInt8] = []
  /// What of `bytes` was handed on.
  private var start = 0
  /// How many bytes of a message are still to be passed over.
  private var passing = 0
  private var isBroken = false
  private let limit: Int

  init(limit: Int = MessageFrames.maximumLength) { self.limit = limit }

  mutating func take(_ piece: [UInt8]) {
    guard !isBroken else { return }
    let passed = min(passing, piece.count)
    passing -= passed
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += piece[passed...]
  }

  /// The next frame; `nil` until more bytes come, and for ever after `broken`.
  mutating func next() -> Frame? {
    guard !isBroken, passing == 0 else { return nil }
    guard let end = headerEnd() else {
      guard bytes.count - start >= Self.maximumHeader else { return nil }
      return fail()
    }
    guard let length = Self.length(in: bytes[start..<end]) else { return fail() }
    let content = end + 4
    if length > limit {
      let held = min(length, bytes.count - content)
      start = content + held
      passing = length - held
      return .tooLong(length)
    }
    guard bytes.count - content >= length else { return nil }
    start = content + length
    return .message(Array(bytes[content..<start]))
  }

  static func framed(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }

  private mutating func fail() -> Frame {
    isBroken = true
    bytes = []
    start = 0
    return .broken
  }

  /// Where the blank line after the headers begins.
  private func headerEnd() -> Int? {
    let last = min(bytes.count, start + Self.maximumHeader)
    guard last - start >= 4 else { return nil }
    return (start...last - 4).first { place in
      bytes[place] == 0x0D && bytes[place + 1] == 0x0A && bytes[place + 2] == 0x0D && bytes[place + 3] == 0x0A
    }
  }

  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].filter { $0 != " " && $0 != "\t" }
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(digits)
    }
    return nil
  }
}
