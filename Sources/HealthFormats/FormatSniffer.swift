import HealthJSON
import HealthModel

/// Detects a file's format by its first bytes; the extension decides only if the content is ambiguous.
@usableFromInline package enum FormatSniffer {
  /// The format of a file.
  @usableFromInline package enum Outcome: Sendable, Hashable {
    /// A format that is read.
    case format(InputFormat)
    /// A zip archive, in which an export may be.
    case zip
    /// Something else: what it looks like, and what to do.
    case unknown(reason: String)
  }

  /// How many bytes are enough.
  package static let prefixLength = 64 * 1024

  /// The format of an empty file by its name: only lines may be none, and a name that promises something else is that
  /// of a file which was cut short.
  static func promised(by path: String) -> InputFormat {
    if let format = InputFormat(named: path) { return format }
    let name = path.lowercased()
    if name.hasSuffix(".zip") { return .appleHealth }
    return name.hasSuffix(".gz") || name.hasSuffix(".zst") ? .json : .jsonLines
  }

  /// The format of a file that begins with these bytes.
  package static func sniff(prefix: [UInt8], path: String) -> Outcome {
    if prefix.isEmpty { return .format(.jsonLines) }
    if prefix.starts(with: [0x50, 0x4B, 0x03, 0x04]) || prefix.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return .zip }
    let hint = InputFormat(named: path)
    if let name = knownBinary(prefix) { return .unknown(reason: name) }
    let bytes = prefix.span.bytes
    if let encoding = ByteOrderMark.name(bytes, end: prefix.count) {
      // A file that says what it is gets a finding of its reader, with its place.
      if let hint { return .format(hint) }
      return .unknown(
        reason: "it is \(encoding); convert it to UTF-8, for example with `iconv -f \(encoding) -t UTF-8`")
    }
    var start = ByteOrderMark.length(bytes, end: prefix.count)
    while start < prefix.count, XMLMarkup.isSpace(prefix[start]) { start += 1 }
    // Only lines may be none: of a table, an array or an export with nothing in it the reader says what is missing.
    guard start < prefix.count else { return .format(hint ?? .jsonLines) }
    switch prefix[start] {
    case UInt8(ascii: "["): return .format(.json)
    case UInt8(ascii: "{"): return .format(objects(from: start, prefix, hint))
    case UInt8(ascii: "<"): return markup(prefix)
    default: break
    }
    // Malformed first lines of a sample file are findings, not another format.
    if let hint, hint != .appleHealth { return .format(hint) }
    if TableHeader.isTable(prefix: prefix) { return .format(.csv) }
    if prefix.contains(0) { return .unknown(reason: "it is a binary file of no format that is read") }
    return .unknown(
      reason: "it is text, but neither JSON nor an Apple Health export nor a table with a column `type`; "
        + "if it is one of these, say so with --format; "
        + "for a table whose columns have other names, see `columns` and `constants` in Documentation/csv.md")
  }

  private static func markup(_ prefix: [UInt8]) -> Outcome {
    if AppleHealthFormat.isExport(prefix: prefix) { return .format(.appleHealth) }
    return .unknown(
      reason: "it is markup, but not an Apple Health export: neither its DOCTYPE nor its root is HealthData")
  }

  /// Formats that are recognized by a few bytes, and what to do with such files.
  private static func knownBinary(_ prefix: [UInt8]) -> String? {
    func begins(_ bytes: [UInt8]) -> Bool { prefix.starts(with: bytes) }
    func unpack(_ name: String, _ program: String) -> String {
      "it is compressed with \(name); unpack it first, for example with `\(program) -dc FILE | assay validate -`"
    }
    if begins([0x1F, 0x8B]) { return unpack("gzip", "gzip") }
    if begins([0x28, 0xB5, 0x2F, 0xFD]) { return unpack("Zstandard", "zstd") }
    if begins([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) { return unpack("xz", "xz") }
    if begins([0x42, 0x5A, 0x68]) { return unpack("bzip2", "bzip2") }
    if begins([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) { return "it is a 7-Zip archive; unpack it first" }
    if begins(Array("SQLite format 3\0".utf8)) { return "it is a SQLite database, not a file of samples" }
    if begins(Array("%PDF-".utf8)) { return "it is a PDF document" }
    if begins(Array("PAR1".utf8)) { return "it is a Parquet file; write its rows as NDJSON first" }
    if prefix.count > 262, prefix[257..<262].elementsEqual("ustar".utf8) {
      return "it is a tar archive; unpack it first and name the files in it"
    }
    return nil
  }

  /// Whether a text that begins with an object has one object a line or one value over several lines.
  private static func objects(from start: Int, _ prefix: [UInt8], _ hint: InputFormat?) -> InputFormat {
    if hint == .jsonLines { return .jsonLines }
    switch FirstObject.shape(from: start, prefix) {
    case .several, .cutLine: return .jsonLines
    case .oneLine: return hint == .json ? .json : .jsonLines
    default: return .json
    }
  }
}

/// How the first object of a text is laid out.
private enum FirstObject {
  /// `several`: another object is after it; `oneLine`: it ends on its line; `lines`: it goes over several;
  /// `cutLine`: its line ends inside it and the next begins another one.
  case several, oneLine, lines, cutLine

  static func shape(from start: Int, _ text: [UInt8]) -> FirstObject {
    var depth = 0
    var quotes = JSONQuotes()
    var isOnOneLine = true
    var last: UInt8 = 0
    for index in start..<text.count {
      let byte = text[index]
      let isEscaped = quotes.isEscaped
      if quotes.take(byte) {
        if byte == UInt8(ascii: "\n"), !isEscaped { return .cutLine }
        last = byte
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // An object right after the line of one that did not end is the next sample.
        if depth == 1, !isOnOneLine, last != UInt8(ascii: ":"), byte == UInt8(ascii: "{") { return .cutLine }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 {
          let next = text[(index + 1)...].first { !XMLMarkup.isSpace($0) }
          if next == UInt8(ascii: "{") { return .several }
          return isOnOneLine ? .oneLine : .lines
        }
      case UInt8(ascii: "\n"): isOnOneLine = false
      default: break
      }
      if !XMLMarkup.isSpace(byte) { last = byte }
    }
    return isOnOneLine ? .oneLine : .lines
  }
}
