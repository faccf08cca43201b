import AssayPlatform
import HealthModel
import HealthPluginKit
import HealthStorage

/// Writes samples as sample lines.
///
/// An import spends its time here, so the envelope is copied whole from its type's template and filled in: 36 and 16
/// hexadecimal digits and two numbers, no text made for a sample.
struct LineEncoder: Sendable {
  /// The text that all lines of a type share.
  private struct TypePart: Sendable {
    /// The envelope up to the type, with zeros for the digits of id and digest.
    let head: [UInt8]
    /// Of a correlation: `,"role":"…"` for each of its roles.
    let roles: [[UInt8]]
    /// The same for a member without a role.
    let ownRole: [UInt8]
  }

  /// Where the id's and the digest's digits begin in the head.
  private static let idPlace = 7
  private static let digestPlace = 55

  private let parts: [TypePart]
  private let lines: any SampleLineCoding

  init(registry: Registry, lines: any SampleLineCoding) {
    self.lines = lines
    parts = registry.types.map { type in
      var head = Array("{\"id\":\"00000000-0000-0000-0000-000000000000\"".utf8)
      head += Array(",\"digest\":\"0000000000000000\",\"type\":".utf8)
      JSONText.appendQuoted(type.id.utf8, to: &head)
      let roles = type.shape.members?.map { Self.role($0.role) } ?? []
      return TypePart(head: head, roles: roles, ownRole: Self.role(type.id))
    }
  }

  private static func role(_ name: String) -> [UInt8] {
    var text = Array(",\"role\":".utf8)
    JSONText.appendQuoted(name.utf8, to: &text)
    return text
  }

  /// Appends the line of a sample.
  ///
  /// - Parameters:
  ///   - row: the sample.
  ///   - batch: the batch of it.
  ///   - correlation: for a member: the place of its correlation's line; negative for others.
  ///   - output: receives the line.
  func append(_ row: Int, of batch: SampleBatch, correlation: Int, to output: inout [UInt8]) {
    let part = parts[Int(batch.type[row])]
    let start = output.count
    output.append(contentsOf: part.head)
    let id = batch.id[row]
    let digest = batch.digest[row]
    output.withUnsafeMutableBytes { bytes in
      id.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[(start + Self.idPlace)...]))
      let place = start + Self.digestPlace
      let words = (
        Hexadecimal.word(UInt32(truncatingIfNeeded: digest >> 32)), Hexadecimal.word(UInt32(truncatingIfNeeded: digest))
      )
      bytes.storeBytes(of: words.0.bigEndian, toByteOffset: place, as: UInt64.self)
      bytes.storeBytes(of: words.1.bigEndian, toByteOffset: place + 8, as: UInt64.self)
    }
    if batch.start[row] != SampleBatch.noTime {
      Self.append(",\"start\":", to: &output)
      DecimalWriter.append(batch.start[row], to: &output)
      Self.append(",\"end\":", to: &output)
      DecimalWriter.append(batch.end[row], to: &output)
    }
    if correlation >= 0 { appendRole(row, of: batch, correlation: correlation, to: &output) }
    if !batch.isGivenID[row] { Self.append(",\"derived\":true", to: &output) }
    Self.append(",\"sample\":", to: &output)
    lines.append(row, of: batch, to: &output)
    output.append(UInt8(ascii: "}"))
    output.append(0x0A)
  }

  private func appendRole(_ row: Int, of batch: SampleBatch, correlation: Int, to output: inout [UInt8]) {
    Self.append(",\"correlation\":", to: &output)
    DecimalWriter.append(Int64(correlation), to: &output)
    let roles = parts[Int(batch.type[Int(batch.correlation[row])])].roles
    let role = Int(batch.role[row])
    output.append(contentsOf: roles.indices.contains(role) ? roles[role] : parts[Int(batch.type[row])].ownRole)
  }

  /// Appends a text that is known when this is compiled.
  @inline(__always) private static func append(_ text: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
