import AssayPlatform
import HealthDigest
import HealthFormats
import HealthModel

/// A participant's name, or a digest of it, searched for in text of which nothing else can be read.
struct SubjectSearch: Sendable, Hashable {
  private let length: Int
  /// The name; `nil` if only its digest is known.
  private let name: [UInt8]?
  private let digest: String

  init(_ name: String) {
    let bytes = Array(name.utf8)
    self.name = bytes
    (length, digest) = (bytes.count, Self.digest(of: bytes))
  }

  init(digest: String, length: Int) { (name, self.digest, self.length) = (nil, digest, length) }

  /// What a store keeps in place of a name; whoever guesses the name can compare it.
  static func digest(of name: [UInt8]) -> String {
    String(SHA256Digest(of: Array("assay subject ".utf8) + name).hexadecimal.prefix(32))
  }

  func isName(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == length else { return false }
    return name.map { text.elementsEqual($0) } ?? (Self.digest(of: Array(text)) == digest)
  }

  func isSame(as text: String) -> Bool { isName(Array(text.utf8)[...]) }

  /// The subjects that a record names, and whether everything in it could be read; a mistake is read as it was meant.
  static func subjects(
    of buffer: borrowing RawSampleBuffer, in bytes: RawSpan
  ) -> (names: [[UInt8]], isReadable: Bool) {
    var (names, isReadable) = ([[UInt8]](), buffer.problems.allSatisfy { $0.code == .dialectMistake })
    for sample in buffer.samples {
      let field = sample[.subject]
      guard field.isPresent else { continue }
      isReadable = isReadable && field.kind != .object && field.kind != .array
      var text: [UInt8] = []
      if buffer.syntax == .json || buffer.syntax == .foreignJSON {
        JSONText.appendDecoded(field.range, in: bytes, to: &text)
      } else {
        CSVText.appendDecoded(field.range, in: bytes, to: &text)
      }
      names.append(text)
    }
    return (names, isReadable)
  }

  private static let extensions = [
    "ndjson", "jsonl", "json", "csv", "tsv", "txt", "xml", "zip", "gz", "zst",
  ].map { Array($0.utf8) }

  /// Whether a file is named for the participant: `P-10.csv.gz` for `P-10`, but neither for `P-1` nor for `10`.
  func isName(ofFile path: String) -> Bool {
    var name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0)[...] } ?? []
    while !isName(name) {
      guard let dot = name.lastIndex(of: UInt8(ascii: ".")),
        Self.extensions.contains(where: { $0.elementsEqual(name[(dot + 1)...].map { $0 | 0x20 }) })
      else { return false }
      name = name[..<dot]
    }
    return true
  }

  /// Whether a text holds the name as a whole word: as it is, or with characters escaped as in JSON.
  ///
  /// A damaged line of a quarantine holds records of JSON as JSON text, so that they are escaped twice.
  func isHeld(in text: [UInt8]) -> Bool {
    guard length > 0 else { return false }
    if isWord(of: text) { return true }
    guard text.contains(Self.backslash) else { return false }
    let once = Self.unescaped(text)
    return isWord(of: once) || (once.contains(Self.backslash) && isWord(of: Self.unescaped(once)))
  }

  private static let backslash = UInt8(ascii: "\\")

  private func isWord(of text: [UInt8]) -> Bool {
    guard text.count >= length else { return false }
    for start in 0...text.count - length where name.map({ text[start] == $0[0] }) ?? true {
      let end = start + length
      if name != nil, !isName(text[start..<end]) { continue }
      if !Self.endsInWord(text[..<start]), !Self.beginsWithWord(text[end...]), isName(text[start..<end]) {
        return true
      }
    }
    return false
  }

  private static func endsInWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard let last = text.last, last >= 0x80 else { return text.last.map { isWord(Unicode.Scalar($0)) } ?? false }
    // A byte that is not UTF-8 may be a letter of another encoding.
    return String(validating: text[(text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.startIndex)...], as: UTF8.self)
      .flatMap(\.unicodeScalars.last).map(isWord) ?? true
  }

  private static func beginsWithWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    if first == backslash {
      // An escaped letter may follow; without its escape it is seen.
      return text.first { $0 != backslash } == UInt8(ascii: "u")
    }
    if first < 0x80 { return isWord(Unicode.Scalar(first)) }
    let end = text.dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? text.endIndex
    return String(validating: text[..<end], as: UTF8.self).flatMap(\.unicodeScalars.first).map(isWord) ?? true
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// The text without the escapes of JSON; what is none stays.
  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      guard text[place] == backslash, place + 1 < text.count else {
        output.append(text[place])
        place += 1
        continue
      }
      let letter = text[place + 1]
      place += 2
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "/"), backslash: output.append(letter)
      case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        output.append(0x20)
      case UInt8(ascii: "u"):
        if let (scalar, end) = scalar(at: place, in: text) {
          output += Array(String(Character(scalar)).utf8)
          place = end
        } else {
          output += [backslash, letter]
        }
      default: output += [backslash, letter]
      }
    }
    return output
  }

  private static func scalar(at place: Int, in text: [UInt8]) -> (Unicode.Scalar, end: Int)? {
    guard let high = unit(at: place, in: text) else { return nil }
    if let scalar = Unicode.Scalar(high) { return (scalar, place + 4) }
    guard text.dropFirst(place + 4).starts(with: "\\u".utf8), let low = unit(at: place + 6, in: text),
      high < 0xDC00, (0xDC00...0xDFFF).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)).map { ($0, place + 10) }
  }

  private static func unit(at place: Int, in text: [UInt8]) -> UInt32? {
    Hexadecimal.number(place..<place + 4, in: text).map { UInt32(truncatingIfNeeded: $0) }
  }
}
