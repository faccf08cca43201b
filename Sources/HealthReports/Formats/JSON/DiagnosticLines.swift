public import HealthModel

/// Writes diagnostics as JSON objects, as `JSONReport` does, and keeps the texts around their words and places: they are
/// the same for all findings of a kind.
public final class DiagnosticLines {
  /// What the objects of a kind have in common, cut where an object's own texts stand.
  private final class Frame {
    let code: DiagnosticCode
    let severity: Severity
    let path: String
    let type: String?
    let rule: CatalogMark?
    let isASCII: Bool
    let beginning: [UInt8]
    let behindMessage: [UInt8]
    let behindPointer: [UInt8]
    let behindID: [UInt8]

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      severity = diagnostic.severity
      path = diagnostic.location.path
      type = diagnostic.type
      rule = diagnostic.ruleLocation
      isASCII = [path, type, rule?.path].allSatisfy { $0?.utf8.allSatisfy { $0 < 0x80 } ?? true }
      var json = JSONBuilder()
      json.object { json in
        json.member("code", diagnostic.code.name)
        json.member("severity", diagnostic.severity.name)
        json.key("message")
      }
      beginning = json.bytes.dropLast()
      behindMessage = Self.members { $0.member("path", diagnostic.location.path) }
      behindPointer = Self.members { $0.member("type", diagnostic.type) }
      behindID = Self.members { $0.member("rule_location", diagnostic.ruleLocation?.description) }
    }

    /// Members as they stand behind others.
    private static func members(_ add: (inout JSONBuilder) -> Void) -> [UInt8] {
      var json = JSONBuilder()
      json.object(add)
      return json.bytes.count > 2 ? [UInt8(ascii: ",")] + json.bytes.dropFirst().dropLast() : []
    }

    /// Whether a diagnostic's object has these texts.
    func fits(_ diagnostic: Diagnostic) -> Bool {
      code == diagnostic.code && severity == diagnostic.severity && isSame(path, diagnostic.location.path)
        && isSame(type, diagnostic.type) && rule?.line == diagnostic.ruleLocation?.line
        && rule?.column == diagnostic.ruleLocation?.column && isSame(rule?.path, diagnostic.ruleLocation?.path)
    }

    /// Strings are equal by canonical equivalence, but what is equal to ASCII text and as long has the same bytes.
    private func isSame(_ left: String, _ right: String) -> Bool {
      left == right && left.utf8.count == right.utf8.count && (isASCII || left.utf8.elementsEqual(right.utf8))
    }

    private func isSame(_ left: String?, _ right: String?) -> Bool {
      if let left, let right { return isSame(left, right) }
      return left == nil && right == nil
    }
  }

  private var frames: [Frame] = []
  private var next = 0
  private var line: [UInt8] = []
  private static let capacity = 8

  /// Creates a writer that has written nothing.
  public init() {}

  /// Writes a diagnostic and some text behind it.
  func write(_ diagnostic: Diagnostic, _ end: StaticString = "", to output: ByteOutput) throws(OutputError) {
    line.removeAll(keepingCapacity: true)
    append(diagnostic, to: &line)
    end.withUTF8Buffer { line.append(contentsOf: $0) }
    try output.append(line)
  }

  /// Appends a diagnostic as the next value.
  public func append(_ diagnostic: Diagnostic, to json: inout JSONBuilder) {
    json.written { append(diagnostic, to: &$0) }
  }

  /// Appends a diagnostic's object.
  public func append(_ diagnostic: Diagnostic, to output: inout [UInt8]) {
    guard diagnostic.related.isEmpty else {
      output += JSONReport.object(diagnostic)
      return
    }
    let frame = frame(for: diagnostic)
    output += frame.beginning
    JSONText.appendShown(diagnostic.message, to: &output)
    output += frame.behindMessage
    if diagnostic.location.line > 0 {
      Self.append(",\"line\":", diagnostic.location.line, to: &output)
      Self.append(",\"column\":", diagnostic.location.column, to: &output)
    }
    if let offset = diagnostic.location.byteOffset { Self.append(",\"byte_offset\":", Int(offset), to: &output) }
    if let pointer = diagnostic.pointer { Self.append(",\"pointer\":", pointer, to: &output) }
    output += frame.behindPointer
    if let uuid = diagnostic.uuid { Self.append(",\"uuid\":", uuid, to: &output) }
    output += frame.behindID
    if let hint = diagnostic.hint { Self.append(",\"hint\":", hint, to: &output) }
    output.append(UInt8(ascii: "}"))
  }

  private static func append(_ name: StaticString, _ text: String, to output: inout [UInt8]) {
    name.withUTF8Buffer { output.append(contentsOf: $0) }
    JSONText.appendShown(text, to: &output)
  }

  private static func append(_ name: StaticString, _ number: Int, to output: inout [UInt8]) {
    name.withUTF8Buffer { output.append(contentsOf: $0) }
    DecimalWriter.append(Int64(number), to: &output)
  }

  /// The texts around a diagnostic's own; the oldest make room for new ones.
  private func frame(for diagnostic: Diagnostic) -> Frame {
    for frame in frames where frame.fits(diagnostic) { return frame }
    let frame = Frame(diagnostic)
    if frames.count < Self.capacity { frames.append(frame) } else { frames[next] = frame }
    next = (next + 1) % Self.capacity
    return frame
  }
}
