import HealthDigest
import HealthModel

/// A place as other tools know it: a file they can open, and apart from it the member of an archive.
struct ReportedLocation {
  /// The file's path; of a place in an archive the archive's.
  let file: String
  /// The name of the archive's member, as it came.
  let member: String?
  /// 1-based line of the file; 0 when there is none to point at, as in an archive.
  let line: Int
  /// 1-based column in Unicode scalars, or 0.
  let column: Int
  /// Offset in bytes from the start of the file.
  let byteOffset: Int64?

  init(_ location: SourceLocation) {
    let parts = Self.parts(of: location.path)
    file = Self.plain(parts.file)
    member = parts.member
    let hasLine = location.line > 0 && parts.member == nil
    line = hasLine ? location.line : 0
    column = hasLine ? location.column : 0
    byteOffset = parts.member == nil ? location.byteOffset : nil
  }

  /// The file as a URI reference: relative when the path is, else with the scheme `file`.
  var uri: String {
    (file.utf8.first == UInt8(ascii: "/") ? "file://" : "")
      + PercentText.encoded(file) { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"), UInt8(ascii: "/"):
          false
        default: true
        }
      }
  }

  /// Divides `export.zip!folder/export.xml`; a `!` that does not follow `.zip` belongs to the name.
  private static func parts(of path: String) -> (file: String, member: String?) {
    let bytes = Array(path.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "!") && index + 1 < bytes.count {
      let name = String(decoding: bytes[..<index], as: UTF8.self)
      guard name.lowercased().hasSuffix(".zip") else { continue }
      return (name, String(decoding: bytes[(index + 1)...], as: UTF8.self))
    }
    return (path, nil)
  }

  /// The path without `./` before it, which other tools do not take for the same file.
  private static func plain(_ path: String) -> String {
    var bytes = Array(path.utf8)[...]
    while bytes.starts(with: "./".utf8) { bytes = bytes.dropFirst(2).drop { $0 == UInt8(ascii: "/") } }
    return bytes.isEmpty ? path : String(decoding: bytes, as: UTF8.self)
  }
}

/// Text in which some bytes are a percent sign and two digits.
package enum PercentText {
  package static func encoded(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      bytes += isEncoded(byte) ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]] : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Diagnostic {
  /// The message, with the field of the sample that a plugin's rule is about: its place is that of the whole sample.
  var placedMessage: String {
    guard rule != nil, let pointer, !pointer.isEmpty else { return message }
    return "\(message) (at \(pointer))"
  }

  /// The message with what to do, and with the place in an archive's member, which other tools cannot point at.
  func sentence(at place: ReportedLocation) -> String {
    var text = placedMessage
    if let hint { text += " (\(hint))" }
    if let member = place.member {
      text += "; in " + TextEscaping.escaped(member, limit: 1000)
      text += location.inFile
    } else if let name = location.place {
      text += "; at " + name
    }
    return text
  }
}

extension SourceLocation {
  /// The text after the path that says where in the file it is: `:3:1`, or the name of the place in an input that is not
  /// lines of text; empty for a whole file.
  var inFile: String { line > 0 ? ":\(line):\(column)" : place.map { ": " + $0 } ?? "" }
}

/// Names findings so that a later run knows them again, even when lines have moved.
///
/// A fingerprint is made of the code, the type, the path, the field and the evidence, and of how often the same came
/// before in this report, so no two are equal. It holds no value of a sample.
struct FingerprintCounter {
  /// The maximum number of different findings counted; later ones are identified by their place.
  static let limit = 100_000

  private let limit: Int
  private var counts: [String: Int] = [:]

  init(limit: Int = FingerprintCounter.limit) { self.limit = limit }

  /// The fingerprint of the next finding: 32 hexadecimal digits.
  mutating func fingerprint(of diagnostic: Diagnostic) -> String {
    let separator = "\u{1F}"
    let key = [
      diagnostic.code.name, diagnostic.type ?? "", diagnostic.location.path, diagnostic.field ?? "",
      diagnostic.evidence ?? "",
    ].joined(separator: separator)
    let count = counts[key, default: 0] + 1
    guard count > 1 || counts.count < limit else {
      let place = diagnostic.location.place ?? "\(diagnostic.location.line):\(diagnostic.location.column)"
      return Self.digits([key, place, diagnostic.pointer ?? ""].joined(separator: separator))
    }
    counts[key] = count
    return Self.digits(key + separator + String(count))
  }

  private static func digits(_ text: String) -> String {
    String(SHA256Digest(of: Array(text.utf8)).hexadecimal.prefix(32))
  }
}
