package import HealthModel

/// Files in memory, for the text around findings in them.
package struct TextExcerpts: Sendable {
  private var files: [String: [UInt8]] = [:]
  private var lines: [String: [Int]] = [:]

  package init() {}

  package mutating func add(_ bytes: [UInt8], path: String) {
    files[path] = bytes
    lines[path] = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  package func adding(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.location.line > 0, diagnostic.excerpt == nil, let file = files[diagnostic.location.path] else {
      return diagnostic
    }
    let bytes = file.span.bytes
    guard let starts = lines[diagnostic.location.path], diagnostic.location.line <= starts.count else {
      return diagnostic
    }
    var offset = starts[diagnostic.location.line - 1]
    var column = 1
    while column < diagnostic.location.column, offset < file.count, file[offset] != UInt8(ascii: "\n") {
      offset += 1
      while offset < file.count, file[offset] & 0xC0 == 0x80 { offset += 1 }
      column += 1
    }
    var end = offset
    while end < file.count, Self.isWord(file[end]) { end += 1 }
    var result = diagnostic
    let place = offset..<max(end, min(offset + 1, file.count))
    result.excerpt = SourceExcerpt(around: place, in: bytes, limits: 0..<file.count)
    return result
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: ":") && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "#")
      && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "}")
  }
}
