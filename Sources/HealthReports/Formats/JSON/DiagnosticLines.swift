package import HealthModel

/// Writes findings as JSON objects, as `JSONReport` writes diagnostics.
///
/// A finding's words are bytes that are copied; no string is made of them.
package struct DiagnosticLines {
  /// The path that came last, and its member.
  private var path = ""
  private var member: [UInt8] = []
  private var isASCII = false

  package init() {}

  /// Appends a finding as the next value.
  package mutating func append(_ finding: WordedFinding, to json: inout JSONBuilder) {
    json.written { append(finding, to: &$0) }
  }

  /// Appends a finding's object.
  package mutating func append(_ finding: WordedFinding, to output: inout [UInt8]) {
    finding.appendBeginning(to: &output)
    appendPath(finding.location.path, to: &output)
    PlaceMembers(finding.location).append(to: &output)
    finding.appendMiddle(to: &output)
    if finding.uuid != .none {
      output.append(contentsOf: ",\"uuid\":\"".utf8)
      finding.uuid.append(to: &output)
      output.append(UInt8(ascii: "\""))
    }
    finding.appendEnd(to: &output)
    finding.lookup?.append(to: &output)
  }

  /// Appends the path's member.
  ///
  /// Strings are equal by canonical equivalence, but what is equal to ASCII text and as long has the same bytes.
  private mutating func appendPath(_ path: String, to output: inout [UInt8]) {
    if !isASCII || path != self.path || path.utf8.count != self.path.utf8.count {
      self.path = path
      isASCII = path.utf8.allSatisfy { $0 < 0x80 }
      member = Array(",\"path\":".utf8)
      JSONText.appendShown(path, to: &member)
    }
    member.withUnsafeBytes { output.append(contentsOf: $0) }
  }
}
