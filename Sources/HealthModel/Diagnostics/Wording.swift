/// What a finding says beside its place and the sample's id; a class, since it is kept and handed on.
package final class Wording: Sendable {
  package let code: DiagnosticCode
  package let severity: Severity
  package let message: MessageText
  package let hint: MessageText?
  package let pointer: MessageText
  /// The id of the sample's type, when known.
  package let type: String?
  /// The place in the catalog that set the rule.
  package let rule: CatalogMark?
  /// What baselines and fingerprints know the finding by, when a report asks for it.
  package let classes: (field: String, evidence: String)?
  /// Its JSON, when the same words come again and again.
  private let json: Parts?

  /// Creates the words of a finding; `isKept` says whether other findings will have the same ones.
  package init(
    _ code: DiagnosticCode, _ severity: Severity, message: MessageText, hint: MessageText?, pointer: MessageText,
    type: String?, rule: CatalogMark?, classes: (field: String, evidence: String)?, isKept: Bool
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.hint = hint
    self.pointer = pointer
    self.type = type
    self.rule = rule
    self.classes = classes
    var parts = Parts()
    if isKept {
      Self.appendBeginning(code, severity, message, to: &parts.beginning)
      Self.appendMiddle(pointer, type, to: &parts.middle)
      Self.appendEnd(rule, hint, to: &parts.end)
    }
    json = isKept ? parts : nil
  }

  /// The same words with more text after the message.
  package func saying(_ more: String) -> Wording {
    Wording(
      code, severity, message: "\(message)\(more)", hint: hint, pointer: pointer, type: type, rule: rule,
      classes: classes, isKept: false)
  }
}

// MARK: JSON

extension Wording {
  /// The members of an object, divided where a finding's own members are: its place and its id.
  private struct Parts: Sendable {
    var beginning: [UInt8] = []
    var middle: [UInt8] = []
    var end: [UInt8] = []
  }

  /// Appends the beginning of the object: code, severity and message.
  package func appendBeginning(to output: inout [UInt8]) {
    if let json { output += json.beginning } else { Self.appendBeginning(code, severity, message, to: &output) }
  }

  /// Appends the members after the place: pointer and type.
  package func appendMiddle(to output: inout [UInt8]) {
    if let json { output += json.middle } else { Self.appendMiddle(pointer, type, to: &output) }
  }

  /// Appends the members after the id, and the object's end.
  package func appendEnd(to output: inout [UInt8]) {
    if let json { output += json.end } else { Self.appendEnd(rule, hint, to: &output) }
  }

  private static func appendBeginning(
    _ code: DiagnosticCode, _ severity: Severity, _ message: MessageText, to output: inout [UInt8]
  ) {
    output += beginnings[Int(code.rawValue) * Severity.allCases.count + Int(severity.rawValue) - 1]
    message.appendShown(to: &output)
  }

  private static func appendMiddle(_ pointer: MessageText, _ type: String?, to output: inout [UInt8]) {
    append(",\"pointer\":", to: &output)
    pointer.appendShown(to: &output)
    guard let type else { return }
    append(",\"type\":", to: &output)
    JSONText.appendShown(type, to: &output)
  }

  private static func appendEnd(_ rule: CatalogMark?, _ hint: MessageText?, to output: inout [UInt8]) {
    if let rule {
      append(",\"rule_location\":", to: &output)
      JSONText.appendShown(rule.path, to: &output)
      output[output.count - 1] = UInt8(ascii: ":")
      DecimalWriter.append(Int64(rule.line), to: &output)
      output.append(UInt8(ascii: ":"))
      DecimalWriter.append(Int64(rule.column), to: &output)
      output.append(UInt8(ascii: "\""))
    }
    if let hint {
      append(",\"hint\":", to: &output)
      hint.appendShown(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func append(_ text: StaticString, to output: inout [UInt8]) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// What the objects of every code and severity begin with.
  private static let beginnings: [[UInt8]] = DiagnosticCode.allCases.flatMap { code in
    Severity.allCases.map { severity in
      Array("{\"code\":\"\(code.name)\",\"severity\":\"\(severity.name)\",\"message\":".utf8)
    }
  }
}

/// A finding with its words, its place and the sample's id: a diagnostic whose texts are not strings yet.
package struct WordedFinding: Sendable {
  package let wording: Wording
  package var location: SourceLocation
  /// The sample's id; `.none` if it has no id or ids are not shown.
  package let uuid: SampleID

  package init(_ wording: Wording, at location: SourceLocation, uuid: SampleID = .none) {
    self.wording = wording
    self.location = location
    self.uuid = uuid
  }
}

extension Diagnostic {
  /// The finding with strings.
  package init(_ finding: WordedFinding) {
    let wording = finding.wording
    self.init(
      code: wording.code, severity: wording.severity, message: wording.message.string, location: finding.location,
      pointer: wording.pointer.string, type: wording.type,
      uuid: finding.uuid == .none ? nil : finding.uuid.description, ruleLocation: wording.rule,
      hint: wording.hint?.string)
    field = wording.classes?.field
    evidence = wording.classes?.evidence
  }
}
