import HealthModel

/// The text of an open document, and where its lines begin.
struct EditorDocument {
  enum Encoding: String {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
  }

  /// A place as editors name it: line and column from 0.
  struct Position: Hashable {
    var line: Int
    var character: Int
  }

  let uri: String
  let path: String?
  let version: Int64?
  let bytes: [UInt8]
  /// Where each line begins, as editors divide text: after LF, CR LF and CR.
  private let lines: [Int]
  /// The same as findings in YAML count lines: also after NEL, LS and PS.
  private let yamlLines: [Int]

  init(uri: String, path: String?, version: Int64?, bytes: [UInt8]) {
    self.uri = uri
    self.path = path
    self.version = version
    self.bytes = bytes
    lines = Self.lineStarts(bytes, isYAML: false)
    yamlLines = path.map(Self.isYAML) ?? false ? Self.lineStarts(bytes, isYAML: true) : lines
  }

  static func isYAML(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

  private static func lineStarts(_ bytes: [UInt8], isYAML: Bool) -> [Int] {
    var starts = [0]
    for index in bytes.indices {
      switch bytes[index] {
      case 0x0A: starts.append(index + 1)
      case 0x0D where index + 1 == bytes.count || bytes[index + 1] != 0x0A: starts.append(index + 1)
      case 0x85 where isYAML && index > 0 && bytes[index - 1] == 0xC2: starts.append(index + 1)
      case 0xA8...0xA9 where isYAML && index > 1 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xE2:
        starts.append(index + 1)
      default: continue
      }
    }
    return starts
  }

  func line(at offset: Int) -> Range<Int> {
    let index = lineIndex(of: offset)
    return lines[index]..<lineEnd(index)
  }

  /// The lines above the one of an offset, the nearest first.
  func linesAbove(_ offset: Int) -> some Sequence<Range<Int>> {
    (0..<lineIndex(of: offset)).reversed().lazy.map { lines[$0]..<lineEnd($0) }
  }

  private func lineEnd(_ index: Int) -> Int {
    guard index + 1 < lines.count else { return bytes.count }
    let end = lines[index + 1] - 1
    return end > lines[index] && bytes[end] == 0x0A && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The offset of a place; one beyond a line is its end, one beyond the text is the text's.
  func offset(of position: Position, _ encoding: Encoding) -> Int {
    guard position.line >= 0, position.line < lines.count else { return position.line < 0 ? 0 : bytes.count }
    let end = lineEnd(position.line)
    var offset = lines[position.line]
    if encoding == .utf8 { return min(offset + max(0, min(position.character, bytes.count)), end) }
    var units = 0
    while offset < end {
      let width = Self.units(of: bytes[offset])
      // A position between two surrogates is invalid.
      if units + width > position.character { break }
      units += width
      offset += 1
      while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  func position(of offset: Int, _ encoding: Encoding) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = lineIndex(of: offset)
    let text = bytes[lines[line]..<min(offset, lineEnd(line))]
    let count = encoding == .utf8 ? text.count : text.reduce(0) { $0 + Self.units(of: $1) }
    return Position(line: line, character: count)
  }

  /// The range of the bytes that a finding is about; empty at the beginning if it is about all of the text.
  func range(of location: SourceLocation) -> Range<Int> {
    guard location.line > 0 else { return 0..<0 }
    if let place = location.byteOffset.flatMap({ Int(exactly: $0) }) {
      let start = min(max(0, place), bytes.count)
      return start..<wordEnd(from: start)
    }
    guard location.line <= yamlLines.count else { return bytes.count..<bytes.count }
    var start = yamlLines[location.line - 1]
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    let end = line(at: start).upperBound
    var left = location.column - 1
    while left > 0, start < end {
      left -= 1
      start += 1
      while start < end, bytes[start] & 0xC0 == 0x80 { start += 1 }
    }
    return start..<wordEnd(from: start)
  }

  private static let delimiters = Array(":,#]}".utf8)

  /// Where the text that begins at an offset ends: a string with its quotes, or a word.
  private func wordEnd(from start: Int) -> Int {
    let end = line(at: start).upperBound
    guard start < end else { return start }
    let quote = UInt8(ascii: "\"")
    // Findings in samples point at the text within the quotes.
    let isInside = start > 0 && bytes[start - 1] == quote && !Self.delimiters.contains(bytes[start])
    if isInside, bytes[start] != quote { return JSONText.closingQuote(from: start, to: end, in: bytes.span.bytes) }
    switch bytes[start] {
    case quote where isInside: return start + 1
    case quote:
      return min(JSONText.closingQuote(from: start + 1, to: end, in: bytes.span.bytes) + 1, end)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return start + 1
    default:
      let stop = bytes[start..<end].firstIndex { $0 <= 0x20 || Self.delimiters.contains($0) }
      return max(stop ?? end, min(start + 1, end))
    }
  }

  /// How many UTF-16 code units the scalar has that begins with a byte; 0 for a byte that begins none.
  private static func units(of byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1 }
}
