import HealthModel

/// The requirements on a file before libyaml reads it: UTF-8, of bounded length, without characters YAML does not
/// allow.
enum YAMLTextCheck {
  /// The text without its byte order mark.
  static func checked(_ bytes: [UInt8], path: String) throws(YAMLRefusal) -> [UInt8] {
    if bytes.count > YAMLLimits.fileBytes {
      let mark = CatalogMark(path: path, line: 0, column: 0)
      throw YAMLRefusal(.objectTooLarge, "the file is larger than 1 MiB", mark)
    }
    if let encoding = foreignEncoding(bytes) {
      let mark = CatalogMark(path: path, line: 1, column: 1)
      throw YAMLRefusal(.encoding, "the file is \(encoding); a definition is UTF-8", mark)
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let place = UTF8Check.firstFault(in: 0..<text.count, of: text.span.bytes) {
      throw YAMLRefusal(.encoding, "bytes that are not UTF-8", Self.mark(of: place, in: text, path: path))
    }
    if let place = text.firstIndex(of: 0) {
      throw YAMLRefusal(.encoding, "a NUL character", Self.mark(of: place, in: text, path: path))
    }
    if let place = firstControlCharacter(in: text) {
      let message = "a control character; write it as an escape in double quotes"
      throw YAMLRefusal(.yamlSyntax, message, Self.mark(of: place, in: text, path: path))
    }
    return text
  }

  private static func foreignEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "compressed with gzip" }
    return nil
  }

  /// The first character that YAML does not allow in a file, in well-formed UTF-8.
  ///
  /// These are C0 and C1 controls, DEL, a byte order mark inside, U+FFFE and U+FFFF.
  private static func firstControlCharacter(in text: [UInt8]) -> Int? {
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E: continue
      case 0x00...0x1F, 0x7F: return index
      case 0xC2 where text[index + 1] < 0xA0 && text[index + 1] != 0x85: return index
      case 0xEF:
        let isMark = text[index + 1] == 0xBB && text[index + 2] == 0xBF
        let isNotACharacter = text[index + 1] == 0xBF && text[index + 2] >= 0xBE
        if isMark || isNotACharacter { return index }
      default: continue
      }
    }
    return nil
  }

  static func mark(of offset: Int, in text: [UInt8], path: String) -> CatalogMark {
    var mark = CatalogMark(path: path, line: 1, column: 1)
    for byte in text[..<offset] {
      if byte == 0x0A {
        mark.line += 1
        mark.column = 1
      } else if byte & 0xC0 != 0x80 {
        mark.column += 1
      }
    }
    return mark
  }
}

/// Why a file is not read any further.
struct YAMLRefusal: Error {
  var code: DiagnosticCode
  var message: String
  var mark: CatalogMark

  init(_ code: DiagnosticCode, _ message: String, _ mark: CatalogMark) {
    self.code = code
    self.message = message
    self.mark = mark
  }
}
