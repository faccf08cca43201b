/// The words of a finding, besides its place and the sample's id; a class, since it is kept and handed on.
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
  /// The class by which baselines and fingerprints identify the finding, if a report needs it.
  package let classes: (field: String, evidence: String)?
  /// The lookup that the hint depends on, when it is kept.
  package let lookup: HintLookup?
  /// Its JSON, when the same words come again and again; empty otherwise.
  private let json: [UInt8]
  /// Where the members after the place and those after the id begin in it.
  private let places: (middle: Int, end: Int)
  /// Where the findings' own text goes.
  private let placeholders: [MessageText.Placeholder]

  /// Creates the words of a finding; `isKept` says whether other findings share them, with other texts at the
  /// placeholders.
  package init(
    _ code: DiagnosticCode, _ severity: Severity, message: MessageText, hint: MessageText?, pointer: MessageText,
    type: String?, rule: CatalogMark?, classes: (field: String, evidence: String)?, lookup: HintLookup? = nil,
    isKept: Bool
  ) {
    self.lookup = lookup
    self.code = code
    self.severity = severity
    self.message = message
    self.hint = hint
    self.pointer = pointer
    self.type = type
    self.rule = rule
    self.classes = classes
    var json: [UInt8] = []
    var places = (middle: 0, end: 0)
    var placeholders: [MessageText.Placeholder]? = []
    if isKept {
      Self.appendBeginning(code, severity, message, to: &json, &placeholders)
      places.middle = json.count
      Self.appendMiddle(pointer, type, to: &json, &placeholders)
      places.end = json.count
      Self.appendEnd(rule, hint, to: &json, &placeholders)
    }
    self.json = json
    self.places = places
    self.placeholders = placeholders ?? []
  }
}

// MARK: JSON

extension Wording {
  /// Appends the beginning of the object: code, severity and message.
  fileprivate func appendBeginning(_ shown: ShownText, to output: inout [UInt8]) {
    if !json.isEmpty { return append(0..<places.middle, shown, to: &output) }
    var none: [MessageText.Placeholder]?
    Self.appendBeginning(code, severity, message, to: &output, &none)
  }

  /// Appends the members after the place: pointer and type.
  fileprivate func appendMiddle(_ shown: ShownText, to output: inout [UInt8]) {
    if !json.isEmpty { return append(places.middle..<places.end, shown, to: &output) }
    var none: [MessageText.Placeholder]?
    Self.appendMiddle(pointer, type, to: &output, &none)
  }

  /// Appends the members after the id, and the object's end.
  fileprivate func appendEnd(_ shown: ShownText, to output: inout [UInt8]) {
    if !json.isEmpty { return append(places.end..<json.count, shown, to: &output) }
    var none: [MessageText.Placeholder]?
    Self.appendEnd(rule, hint, to: &output, &none)
  }

  /// Appends a part of the JSON that is kept, with a finding's own text at its placeholders.
  private func append(_ part: Range<Int>, _ shown: ShownText, to output: inout [UInt8]) {
    json.withUnsafeBytes { json in
      var start = part.lowerBound
      if !shown.isEmpty {
        for placeholder in placeholders where part.contains(placeholder.offset) {
          output.append(contentsOf: UnsafeRawBufferPointer(rebasing: json[start..<placeholder.offset]))
          shown.append(placeholder.place, to: &output)
          start = placeholder.offset
        }
      }
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: json[start..<part.upperBound]))
    }
  }

  private static func appendBeginning(
    _ code: DiagnosticCode, _ severity: Severity, _ message: MessageText, to output: inout [UInt8],
    _ placeholders: inout [MessageText.Placeholder]?
  ) {
    output += beginnings[Int(code.rawValue) * Severity.allCases.count + Int(severity.rawValue) - 1]
    message.appendShown(to: &output, placeholders: &placeholders)
  }

  private static func appendMiddle(
    _ pointer: MessageText, _ type: String?, to output: inout [UInt8], _ placeholders: inout [MessageText.Placeholder]?
  ) {
    append(",\"pointer\":", to: &output)
    pointer.appendShown(to: &output, placeholders: &placeholders)
    guard let type else { return }
    append(",\"type\":", to: &output)
    JSONText.appendShown(type, to: &output)
  }

  private static func appendEnd(
    _ rule: CatalogMark?, _ hint: MessageText?, to output: inout [UInt8],
    _ placeholders: inout [MessageText.Placeholder]?
  ) {
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
      hint.appendShown(to: &output, placeholders: &placeholders)
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func append(_ text: StaticString, to output: inout [UInt8]) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// The beginning of the objects of every code and severity.
  private static let beginnings: [[UInt8]] = DiagnosticCode.allCases.flatMap { code in
    Severity.allCases.map { severity in
      Array("{\"code\":\"\(code.name)\",\"severity\":\"\(severity.name)\",\"message\":".utf8)
    }
  }
}

/// A finding with its words, its place and the sample's id: a diagnostic whose texts are not strings yet.
package struct WordedFinding: Sendable {
  package let wording: Wording
  /// The texts that replace the placeholders.
  package let shown: ShownText
  package var location: SourceLocation
  /// The sample's id; `.none` if it has no id or ids are not shown.
  package let uuid: SampleID
  /// The lookup that the hint depends on, for reports of a range.
  package var lookup: HintLookup?

  package init(
    _ wording: Wording, _ shown: ShownText = ShownText(), at location: SourceLocation, uuid: SampleID = .none
  ) {
    self.wording = wording
    self.shown = shown
    self.location = location
    self.uuid = uuid
  }

  /// Appends the beginning of its object: code, severity and message.
  package func appendBeginning(to output: inout [UInt8]) { wording.appendBeginning(shown, to: &output) }

  /// Appends the members after the place: pointer and type.
  package func appendMiddle(to output: inout [UInt8]) { wording.appendMiddle(shown, to: &output) }

  /// Appends the members after the id, and the object's end.
  package func appendEnd(to output: inout [UInt8]) { wording.appendEnd(shown, to: &output) }

  /// The same with more text after the message.
  package func saying(_ more: String) -> WordedFinding {
    let words = Wording(
      wording.code, wording.severity, message: "\(wording.message.filled(with: shown))\(more)",
      hint: wording.hint?.filled(with: shown), pointer: wording.pointer.filled(with: shown), type: wording.type,
      rule: wording.rule, classes: wording.classes, lookup: wording.lookup, isKept: false)
    var finding = WordedFinding(words, at: location, uuid: uuid)
    finding.lookup = lookup
    return finding
  }

  /// The same with another pointer, from the beginning of the document that the sample's record is a part of.
  package func pointing(to pointer: String) -> WordedFinding {
    let words = Wording(
      wording.code, wording.severity, message: wording.message.filled(with: shown),
      hint: wording.hint?.filled(with: shown), pointer: MessageText(pointer), type: wording.type, rule: wording.rule,
      classes: wording.classes, lookup: wording.lookup, isKept: false)
    var finding = WordedFinding(words, at: location, uuid: uuid)
    finding.lookup = lookup
    return finding
  }
}

extension Diagnostic {
  /// The finding with strings.
  package init(_ finding: WordedFinding) {
    let wording = finding.wording
    func string(_ text: MessageText) -> String { text.filled(with: finding.shown).string }
    self.init(
      code: wording.code, severity: wording.severity, message: string(wording.message), location: finding.location,
      pointer: string(wording.pointer), type: wording.type,
      uuid: finding.uuid == .none ? nil : finding.uuid.description, ruleLocation: wording.rule,
      hint: wording.hint.map(string))
    field = wording.classes?.field
    evidence = wording.classes?.evidence
  }
}
