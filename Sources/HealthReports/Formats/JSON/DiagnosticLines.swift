public import HealthModel

/// Writes diagnostics as JSON objects, and keeps the text of the last ones: a fault that stands in every sample differs
/// in place and id alone.
public struct DiagnosticLines {
  /// An object without place and id, and where they belong.
  private struct Frame {
    let diagnostic: Diagnostic
    let text: [UInt8]
    let place: Int
    let id: Int
    let isASCII: Bool
  }

  private var frames: [Frame] = []
  private var next = 0
  private var last: Diagnostic?
  private static var capacity: Int { 4 }

  /// Creates a writer that has written nothing.
  public init() {}

  /// Appends a diagnostic as the next value.
  public mutating func append(_ diagnostic: Diagnostic, to json: inout JSONBuilder) {
    json.written { append(diagnostic, to: &$0) }
  }

  /// Appends a diagnostic's object, which is that of `JSONReport`.
  public mutating func append(_ diagnostic: Diagnostic, to output: inout [UInt8]) {
    for index in frames.indices where Self.isAlike(frames[index].diagnostic, diagnostic, isASCII: frames[index].isASCII)
    {
      return Self.append(diagnostic, in: frames[index], to: &output)
    }
    // The second of its kind is kept: in a file where each has another text, none is worth it.
    if let last, Self.isAlike(last, diagnostic, isASCII: false) { keep(diagnostic) }
    last = diagnostic
    var text: [UInt8] = []
    swap(&text, &output)
    var json = JSONBuilder(continuing: text)
    JSONReport.append(diagnostic, to: &json)
    output = json.bytes
  }

  private static func append(_ diagnostic: Diagnostic, in frame: Frame, to output: inout [UInt8]) {
    output.append(contentsOf: frame.text[..<frame.place])
    if diagnostic.location.line > 0 {
      output.append(contentsOf: ",\"line\":".utf8)
      DecimalWriter.append(Int64(diagnostic.location.line), to: &output)
      output.append(contentsOf: ",\"column\":".utf8)
      DecimalWriter.append(Int64(diagnostic.location.column), to: &output)
    }
    if let offset = diagnostic.location.byteOffset {
      output.append(contentsOf: ",\"byte_offset\":".utf8)
      DecimalWriter.append(offset, to: &output)
    }
    output.append(contentsOf: frame.text[frame.place..<frame.id])
    if let uuid = diagnostic.uuid {
      output.append(contentsOf: ",\"uuid\":".utf8)
      JSONText.appendShown(uuid, to: &output)
    }
    output.append(contentsOf: frame.text[frame.id...])
  }

  /// Whether two diagnostics have the same object but for line, column, offset and id.
  private static func isAlike(_ left: Diagnostic, _ right: Diagnostic, isASCII: Bool) -> Bool {
    func isSame(_ left: String, _ right: String) -> Bool {
      // Strings are equal by canonical equivalence, but what is equal to ASCII text and as long has the same bytes.
      left == right && left.utf8.count == right.utf8.count && (isASCII || left.utf8.elementsEqual(right.utf8))
    }
    func isSame(_ left: String?, _ right: String?) -> Bool {
      if let left, let right { return isSame(left, right) }
      return left == nil && right == nil
    }
    return left.code == right.code && left.severity == right.severity && isSame(left.message, right.message)
      && isSame(left.pointer, right.pointer) && isSame(left.type, right.type) && isSame(left.hint, right.hint)
      && left.ruleLocation?.line == right.ruleLocation?.line && left.ruleLocation?.column == right.ruleLocation?.column
      && isSame(left.ruleLocation?.path, right.ruleLocation?.path) && isSame(left.location.path, right.location.path)
      && left.related.isEmpty && right.related.isEmpty
  }

  private static func isASCII(_ diagnostic: Diagnostic) -> Bool {
    [
      diagnostic.message, diagnostic.pointer, diagnostic.type, diagnostic.hint, diagnostic.ruleLocation?.path,
      diagnostic.location.path,
    ].allSatisfy { $0?.utf8.allSatisfy { $0 < 0x80 } ?? true }
  }

  /// Keeps a diagnostic's text in the place of the oldest one.
  private mutating func keep(_ diagnostic: Diagnostic) {
    var alike = diagnostic
    alike.location = SourceLocation(path: diagnostic.location.path)
    alike.uuid = nil
    var json = JSONBuilder(capacity: 768)
    let marks = JSONReport.appendMarked(alike, to: &json)
    let frame = Frame(
      diagnostic: alike, text: json.bytes, place: marks.place, id: marks.id, isASCII: Self.isASCII(alike))
    if frames.count < Self.capacity { frames.append(frame) } else { frames[next] = frame }
    next = (next + 1) % Self.capacity
  }
}
