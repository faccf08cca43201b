import Crypto
import HealthModel
import HealthReports

/// Keeps what was not stored, byte for byte with the reasons: NDJSON, readable by its owner only.
///
/// Refused records and conflicts go to one file, elements without a type to another beside it. A record larger than
/// 512 KiB is written in parts. A line's `id` is the SHA-256 of the record, so that a replay knows it again.
final class Quarantine {
  private let catalogHash: String
  private let records: ByteOutput
  private let unsupported: ByteOutput
  private static let part = 512 * 1024

  /// Why a record is in quarantine.
  enum Reason: String {
    case refused, conflict, unsupported
  }

  /// Makes the files, or goes on in them at the lengths of an interrupted run, or of an earlier input of the same run.
  init(
    _ file: QuarantineFile, catalogHash: String, at lengths: (records: Int64, unsupported: Int64)
  ) throws(OutputError) {
    self.catalogHash = catalogHash
    records = try ByteOutput.file(file.path, resumingAt: lengths.records, mode: 0o600)
    unsupported = try ByteOutput.file(file.unsupportedPath, resumingAt: lengths.unsupported, mode: 0o600)
  }

  /// How long the files are, once synchronized.
  var lengths: (records: Int64, unsupported: Int64) { (records.length, unsupported.length) }

  /// Brings what was added to the disk.
  func synchronize() throws(OutputError) {
    try records.synchronize()
    try unsupported.synchronize()
  }

  /// Adds a record.
  ///
  /// - Parameters:
  ///   - raw: the record's bytes.
  ///   - reason: why it is not stored.
  ///   - location: where it stands.
  ///   - format: the name of the input's format.
  ///   - origin: the origin of its samples, when the input has one.
  ///   - parent: the id of the sample an element belongs to.
  ///   - diagnostics: the findings about it.
  /// - Throws: `OutputError` when the file cannot be written.
  func add(
    _ raw: [UInt8], reason: Reason, at location: SourceLocation, format: String, origin: String?,
    parent: SampleID? = nil, diagnostics: [Diagnostic]
  ) throws(OutputError) {
    let id =
      "sha256 " + SHA256.hash(data: raw).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    let parts = max(1, (raw.count + Self.part - 1) / Self.part)
    for index in 0..<parts {
      let piece = Array(raw[(index * Self.part)..<min(raw.count, (index + 1) * Self.part)])
      var json = JSONBuilder()
      json.object { json in
        json.member("schema", 1)
        json.member("id", id)
        json.member("reason", reason.rawValue)
        if parts > 1 {
          json.member("part", index + 1)
          json.member("parts", parts)
        }
        json.key("source")
        json.object { source in
          source.member("path", location.path)
          source.member("line", location.line)
          source.member("column", location.column)
          source.member("byte_offset", Int(location.byteOffset ?? 0))
          source.member("format", format)
        }
        json.key("context")
        json.object { context in
          context.member("origin", origin)
          context.member("parent", parent?.description)
        }
        if let text = String(validating: piece, as: UTF8.self) {
          json.member("raw", text)
        } else {
          json.member("raw_base64", Base64.encode(piece))
        }
        json.key("diagnostics")
        json.array { list in
          for diagnostic in index == 0 ? diagnostics : [] { JSONReport.append(diagnostic, to: &list) }
        }
        json.member("catalog", catalogHash)
      }
      let output = reason == .unsupported ? unsupported : records
      try output.append(json.bytes)
      try output.append("\n")
    }
  }
}

/// Base 64 (RFC 4648, section 4) of bytes that are not text.
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var word = 0
      for offset in 0..<3 { word = word << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
      for offset in 0..<4 {
        output.append(offset <= count ? digits[word >> (18 - 6 * offset) & 63] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: output, as: UTF8.self)
  }
}
