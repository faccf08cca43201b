import AssayPlatform
import HealthModel

/// Writes the beginning of a sample line, up to the value of `sample`.
enum SampleEnvelope {
  /// Appends the envelope; the sample and a closing brace are to follow.
  static func append(
    id: SampleID, digest: UInt64, type: String, start: Int64?, end: Int64?, correlation: Int?, role: String?,
    to output: inout [UInt8]
  ) {
    output.append(contentsOf: "{\"id\":\"".utf8)
    id.append(to: &output)
    output.append(contentsOf: "\",\"digest\":\"".utf8)
    Hexadecimal.append(digest, to: &output)
    output.append(contentsOf: "\",\"type\":".utf8)
    JSONText.appendQuoted(type.utf8, to: &output)
    if let start {
      output.append(contentsOf: ",\"start\":".utf8)
      DecimalWriter.append(start, to: &output)
    }
    if let end {
      output.append(contentsOf: ",\"end\":".utf8)
      DecimalWriter.append(end, to: &output)
    }
    if let correlation {
      output.append(contentsOf: ",\"correlation\":".utf8)
      DecimalWriter.append(Int64(correlation), to: &output)
    }
    if let role {
      output.append(contentsOf: ",\"role\":".utf8)
      JSONText.appendQuoted(role.utf8, to: &output)
    }
    output.append(contentsOf: ",\"sample\":".utf8)
  }
}
