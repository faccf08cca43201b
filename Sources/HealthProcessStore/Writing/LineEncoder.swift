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
      let line = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      Self.fill(8, of: id.high >> 32, upperCase: true, at: Self.idPlace, in: line)
      Self.fill(4, of: id.high >> 16, upperCase: true, at: Self.idPlace + 9, in: line)
      Self.fill(4, of: id.high, upperCase: true, at: Self.idPlace + 14, in: line)
      Self.fill(4, of: id.low >> 48, upperCase: true, at: Self.idPlace + 19, in: line)
      Self.fill(12, of: id.low, upperCase: true, at: Self.idPlace + 24, in: line)
      Self.fill(16, of: digest, upperCase: false, at: Self.digestPlace, in: line)
    }
    if batch.start[row] != SampleBatch.noTime {
      output.append(contentsOf: ",\"start\":".utf8)
      Self.append(batch.start[row], to: &output)
      output.append(contentsOf: ",\"end\":".utf8)
      Self.append(batch.end[row], to: &output)
    }
    if correlation >= 0 { appendRole(row, of: batch, correlation: correlation, to: &output) }
    if !batch.isGivenID[row] { output.append(contentsOf: ",\"derived\":true".utf8) }
    output.append(contentsOf: ",\"sample\":".utf8)
    lines.append(row, of: batch, to: &output)
    output.append(UInt8(ascii: "}"))
    output.append(0x0A)
  }

  private func appendRole(_ row: Int, of batch: SampleBatch, correlation: Int, to output: inout [UInt8]) {
    output.append(contentsOf: ",\"correlation\":".utf8)
    Self.append(Int64(correlation), to: &output)
    let roles = parts[Int(batch.type[Int(batch.correlation[row])])].roles
    let role = Int(batch.role[row])
    output.append(contentsOf: roles.indices.contains(role) ? roles[role] : parts[Int(batch.type[row])].ownRole)
  }

  /// Writes the given number of low hexadecimal digits of a number.
  @inline(__always) private static func fill(
    _ count: Int, of value: UInt64, upperCase: Bool, at place: Int, in line: UnsafeMutableRawBufferPointer
  ) {
    var rest = value
    var index = place + count - 1
    while index >= place {
      line[index] = Hexadecimal.digit(rest, upperCase: upperCase)
      rest >>= 4
      index -= 1
    }
  }

  /// Appends a whole number.
  private static func append(_ value: Int64, to output: inout [UInt8]) {
    var digits = Fixed20<UInt8>(repeating: 0)
    var index = 20
    var rest = value.magnitude
    repeat {
      index -= 1
      digits[index] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    } while rest > 0
    if value < 0 { output.append(UInt8(ascii: "-")) }
    while index < 20 {
      output.append(digits[index])
      index += 1
    }
  }
}
