package import HealthModel

/// All findings as one object: `schema`, `diagnostics`, one a line, and `summary`.
struct JSONReportWriter: ReportWriter {
  private var hasBegun = false
  private var lines = DiagnosticLines()

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    try output.append(hasBegun ? ",\n" : "{\"schema\":1,\"diagnostics\":[\n")
    hasBegun = true
    try output.append(writing: { lines.append(diagnostic, to: &$0) })
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    if !hasBegun { try output.append("{\"schema\":1,\"diagnostics\":[") }
    var json = JSONBuilder()
    ending.summary.append(to: &json) { ending.outcome.append(to: &$0) }
    try output.append((hasBegun ? "\n" : "") + "],\"summary\":")
    try output.append(json.bytes)
    try output.append("}\n")
  }
}

/// All findings, one object a line, then the summary on a separate line.
struct JSONLinesReportWriter: ReportWriter {
  private var lines = DiagnosticLines()

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    try output.append(writing: {
      lines.append(diagnostic, to: &$0)
      $0.append(UInt8(ascii: "\n"))
    })
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    var json = JSONBuilder()
    json.object { json in
      json.key("summary")
      ending.summary.append(to: &json) { ending.outcome.append(to: &$0) }
    }
    try output.append(json.bytes)
    try output.append("\n")
  }
}

/// Writes diagnostics as JSON objects; absent members are left out.
///
/// The words are bytes that are copied; no string is made of them.
package struct DiagnosticLines {
  /// The path that came last, and its member.
  private var path = ""
  private var member: [UInt8] = []
  private var isASCII = false

  package init() {}

  /// The object of one diagnostic.
  package static func object(_ diagnostic: Diagnostic) -> [UInt8] {
    var lines = DiagnosticLines()
    var output: [UInt8] = []
    lines.append(diagnostic, to: &output)
    return output
  }

  package mutating func append(_ finding: Diagnostic, to json: inout JSONBuilder) {
    json.written { append(finding, to: &$0) }
  }

  package mutating func append(_ finding: Diagnostic, to output: inout [UInt8]) {
    finding.appendBeginning(to: &output)
    appendPath(finding.location.path, to: &output)
    LocationMembers(finding.location).append(to: &output)
    finding.appendWords(to: &output)
    let related = finding.related
    if !related.isEmpty { Self.append(related, to: &output) }
    if let once = finding.once {
      output += ",\"once\":".utf8
      var json = JSONBuilder()
      json.object { mark in
        mark.member("key", once.key)
        mark.member("times", once.times)
        if once.isOver { mark.member("over", true) }
      }
      output += json.bytes
    }
    finding.appendLookup(to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private static func append(_ related: [RelatedLocation], to output: inout [UInt8]) {
    output += ",\"related\":".utf8
    var json = JSONBuilder()
    json.array { list in
      for place in related {
        list.object { item in
          item.member("path", place.location.path)
          if place.location.line > 0 {
            item.member("line", place.location.line)
            item.member("column", place.location.column)
          }
          item.member("place", place.location.place)
          item.member("message", place.message)
        }
      }
    }
    output += json.bytes
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

/// The members that say where in its input a finding is, as text that is appended at once: names and numbers one by one
/// are six times as much work for every finding.
struct LocationMembers {
  // The last byte first: numbers are written from their last digit to the first. Three numbers have 60 bytes, and their
  // names 33.
  private var bytes = Fixed96<UInt8>(repeating: 0)
  private var first = 96
  private let isLineOfRange: Bool
  /// The place in an input that is not lines of text.
  private let place: String?

  /// The members of a place: line and column if it has a line, and its offset if it is known.
  init(_ location: SourceLocation) {
    isLineOfRange = location.isLineOfRange
    place = location.place
    if let offset = location.byteOffset { add(",\"byte_offset\":", Int64(offset)) }
    if location.line > 0 {
      add(",\"column\":", Int64(location.column))
      add(",\"line\":", Int64(location.line))
    }
  }

  func append(to output: inout [UInt8]) {
    withUnsafeBytes(of: bytes) { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[first...])) }
    if let place {
      output.append(contentsOf: ",\"place\":".utf8)
      JSONText.appendShown(place, to: &output)
    }
    if isLineOfRange { output.append(contentsOf: ",\"line_base\":\"range\"".utf8) }
  }

  private mutating func add(_ name: StaticString, _ number: Int64) {
    var rest = number.magnitude
    repeat {
      let tenth = rest / 10
      first &-= 1
      bytes[first] = UInt8(truncatingIfNeeded: 0x30 &+ rest &- tenth &* 10)
      rest = tenth
    } while rest > 0
    if number < 0 {
      first &-= 1
      bytes[first] = UInt8(ascii: "-")
    }
    let count = name.utf8CodeUnitCount
    for index in 0..<count {
      first &-= 1
      bytes[first] = name.utf8Start[count &- 1 &- index]
    }
  }
}
