import HealthModel

/// The bytes of a JSON text, value by value.
///
/// Only brackets and strings are looked at; the grammar of a record is checked when it is read.
struct JSONBytes<Source: ByteSource> {
  private var source: Source
  private var buffer: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  /// The line of the next byte, from 1.
  private(set) var line: Int64 = 1
  /// Where the document that is kept begins; -1 if none is.
  private var marked = -1
  private var markedLine: Int64 = 1
  private var markedOffset: Int64 = 0
  /// How many bytes came before the buffer.
  private var passed: Int64 = 0
  /// Whether the text since the mark became too long to keep.
  private(set) var isTooLong = false

  private static var piece: Int { 64 * 1024 }
  /// The longest value that is kept, and the longest document.
  private static var longest: Int { 10 << 20 }
  private static var longestDocument: Int { 4 << 20 }

  init(_ source: Source) { self.source = source }

  /// The next byte that is not a blank; `nil` at the end.
  mutating func peek() throws(JSONPieceOrInput) -> UInt8? {
    while true {
      while place < buffer.count {
        let byte = buffer[place]
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
        // A byte order mark before the text.
        case 0xEF where line == 1 && place == 0, 0xBB where line == 1 && place == 1, 0xBF where line == 1 && place == 2:
          break
        default: return byte
        }
        place += 1
      }
      guard try fill() else { return nil }
    }
  }

  /// How many bytes of the text came before the next one.
  var offset: Int64 { passed + Int64(place) }

  /// Passes over the byte that `peek` showed.
  mutating func skip() { place += 1 }

  func unexpected(_ byte: UInt8) -> JSONPieceOrInput {
    let shown = byte > 0x20 && byte < 0x7F ? "`\(String(UnicodeScalar(byte)))`" : "byte \(byte)"
    return .content("the text is not JSON: \(shown) on line \(line) is not expected")
  }

  /// Keeps the document that begins here.
  mutating func mark() {
    marked = place
    markedLine = line
    markedOffset = offset
    isTooLong = false
  }

  /// The document that was kept, up to here; `nil` if it is too long.
  mutating func takeMarked() -> (bytes: [UInt8], line: Int64, offset: Int64)? {
    guard marked >= 0 else { return nil }
    defer { marked = -1 }
    return (Array(buffer[marked..<place]), markedLine, markedOffset)
  }

  /// Reads a string; returns it decoded.
  mutating func string() throws(JSONPieceOrInput) -> [UInt8] {
    guard try peek() == UInt8(ascii: "\"") else {
      throw .content("the text is not JSON: a key on line \(line) is not a string")
    }
    let bytes = try value()
    do throws(JSONFault) {
      guard case .string(let text) = try JSONValue(reading: bytes) else { return [] }
      return Array(text.utf8)
    } catch {
      throw .content("the text is not JSON: a key on line \(line): \(error.detail.text)")
    }
  }

  mutating func value() throws(JSONPieceOrInput) -> [UInt8] {
    var bytes: [UInt8] = []
    try scan { bytes += $0 }
    return bytes
  }

  /// Passes over a value of any length.
  mutating func pass() throws(JSONPieceOrInput) { try scan(nil) }

  private mutating func scan(_ keep: ((ArraySlice<UInt8>) -> Void)?) throws(JSONPieceOrInput) {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isScalar = false
    var count = 0
    while true {
      let start = place
      var isDone = false
      scanning: while place < buffer.count {
        let byte = buffer[place]
        if byte == UInt8(ascii: "\n") { line += 1 }
        if isInString {
          place += 1
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
            if depth == 0 {
              isDone = true
              break scanning
            }
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""):
          guard !isScalar else {
            isDone = true
            break scanning
          }
          isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          guard !isScalar else {
            isDone = true
            break scanning
          }
          depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard depth > 0 else {
            isDone = true
            break scanning
          }
          depth -= 1
          if depth == 0 {
            place += 1
            isDone = true
            break scanning
          }
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
          UInt8(ascii: "\t"):
          if depth == 0 {
            if byte == UInt8(ascii: "\n") { line -= 1 }
            isDone = true
            break scanning
          }
        default: if depth == 0 { isScalar = true }
        }
        place += 1
      }
      count += place - start
      if let keep {
        guard count <= Self.longest else { throw .content("a value on line \(line) is longer than 10 MiB") }
        keep(buffer[start..<place])
      }
      if isDone {
        guard count > 0 else { throw unexpected(place < buffer.count ? buffer[place] : 0) }
        return
      }
      guard try fill() else {
        guard isScalar, depth == 0 else { throw .content("the text ends in the middle of a document") }
        return
      }
    }
  }

  /// Gets more bytes; `false` at the end.
  private mutating func fill() throws(JSONPieceOrInput) -> Bool {
    guard !isAtEnd else { return false }
    if marked >= 0, buffer.count - marked > Self.longestDocument {
      marked = -1
      isTooLong = true
    }
    let first = marked >= 0 ? marked : place
    if first > 0 {
      buffer.removeFirst(first)
      passed += Int64(first)
      place -= first
      if marked >= 0 { marked = 0 }
    }
    do throws(InputError) {
      isAtEnd = try source.read(into: &buffer, count: Self.piece) == 0
    } catch {
      throw .input(error)
    }
    return !isAtEnd
  }
}
