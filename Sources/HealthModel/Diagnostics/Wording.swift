/// The words of a finding, besides its place and the sample's id; a class, since it is kept and handed on.
package final class Wording: Sendable {
  package let code: DiagnosticCode
  package let severity: Severity
  package let message: MessageText
  package let hint: MessageText?
  package let pointer: MessageText
  /// The id of the sample's type, when known.
  package let type: String?
  package let rule: CatalogMark?
  /// The class by which baselines and fingerprints identify the finding, if a report needs it.
  package let classes: (field: String, evidence: String)?
  package let lookup: HintLookup?
  /// Its JSON, when the same words come again and again; empty otherwise.
  private let json: [UInt8]
  /// Where the members after the place and those after the id begin in it.
  private let places: (middle: Int, end: Int)

  /// Creates the words of a finding; `isKept` says whether other findings share them.
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
    if isKept {
      Self.appendBeginning(code, severity, message, to: &json)
      places.middle = json.count
      Self.appendMiddle(pointer, type, to: &json)
      places.end = json.count
      Self.appendEnd(rule, hint, to: &json)
    }
    self.json = json
    self.places = places
  }
}

extension Wording {
  /// Appends the beginning of the object: code, severity and message.
  fileprivate func appendBeginning(to output: inout [UInt8]) {
    if !json.isEmpty { return append(0..<places.middle, to: &output) }
    Self.appendBeginning(code, severity, message, to: &output)
  }

  /// Appends the members after the place: pointer and type.
  fileprivate func appendMiddle(to output: inout [UInt8]) {
    if !json.isEmpty { return append(places.middle..<places.end, to: &output) }
    Self.appendMiddle(pointer, type, to: &output)
  }

  /// Appends the members after the id, and the object's end.
  fileprivate func appendEnd(to output: inout [UInt8]) {
    if !json.isEmpty { return append(places.end..<json.count, to: &output) }
    Self.appendEnd(rule, hint, to: &output)
  }

  private func append(_ part: Range<Int>, to output: inout [UInt8]) {
    json.withUnsafeBytes { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[part])) }
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
  /// The lookup that the hint depends on, for reports of a range.
  package var lookup: HintLookup?

  package init(_ wording: Wording, at location: SourceLocation, uuid: SampleID = .none) {
    self.wording = wording
    self.location = location
    self.uuid = uuid
  }

  /// Appends the beginning of its object: code, severity and message.
  package func appendBeginning(to output: inout [UInt8]) { wording.appendBeginning(to: &output) }

  /// Appends the members after the place: pointer and type.
  package func appendMiddle(to output: inout [UInt8]) { wording.appendMiddle(to: &output) }

  /// Appends the members after the id, and the object's end.
  package func appendEnd(to output: inout [UInt8]) { wording.appendEnd(to: &output) }

  /// The same with more text after the message.
  package func saying(_ more: String) -> WordedFinding {
    let words = Wording(
      wording.code, wording.severity, message: "\(wording.message)\(more)",
      hint: wording.hint, pointer: wording.pointer, type: wording.type,
      rule: wording.rule, classes: wording.classes, lookup: wording.lookup, isKept: false)
    var finding = WordedFinding(words, at: location, uuid: uuid)
    finding.lookup = lookup
    return finding
  }

  /// The same with another pointer, from the beginning of the document that the sample's record is a part of.
  package func pointing(to pointer: String) -> WordedFinding {
    let words = Wording(
      wording.code, wording.severity, message: wording.message, hint: wording.hint, pointer: MessageText(pointer),
      type: wording.type, rule: wording.rule, classes: wording.classes, lookup: wording.lookup, isKept: false)
    var finding = WordedFinding(words, at: location, uuid: uuid)
    finding.lookup = lookup
    return finding
  }
}

extension Diagnostic {
  package init(_ finding: WordedFinding) {
    let wording = finding.wording
    self.init(
      code: wording.code, severity: wording.severity, message: wording.message.string, location: finding.location,
      pointer: wording.pointer.string, type: wording.type, uuid: finding.uuid == .none ? nil : finding.uuid.description,
      ruleLocation: wording.rule, hint: wording.hint?.string)
    field = wording.classes?.field
    evidence = wording.classes?.evidence
  }
}

/// A word that was looked up for a finding's hint, as reports of a range of an input say it.
///
/// An input has so many lookups and no more. Whether one is left where a range begins is known only when the ranges
/// before it are: who puts their reports together decides it by what is here.
package struct HintLookup: Sendable {
  package enum State: String, Sendable, Hashable {
    case found
    /// Nothing is near to the word.
    case none
    case over
  }

  /// The list that the word is compared with, as a number.
  package let list: UInt64
  package var word: UInt64
  package let state: State
  package var otherwise: MessageText?

  package init(list: UInt64, word: UInt64, state: State) {
    self.list = list
    self.word = word
    self.state = state
  }

  /// Appends the lookup as the last member of an object that has ended.
  package func append(to output: inout [UInt8]) {
    guard output.last == UInt8(ascii: "}") else { return }
    output.removeLast()
    output.append(contentsOf: ",\"lookup\":{\"word\":\"".utf8)
    Hexadecimal.append(word ^ (list &* 0x9E37_79B9_7F4A_7C15), to: &output)
    output.append(contentsOf: "\",\"state\":\"\(state.rawValue)\"".utf8)
    if let otherwise {
      output.append(contentsOf: ",\"else\":".utf8)
      otherwise.appendShown(to: &output)
    }
    output.append(contentsOf: "}}".utf8)
  }
}

/// Text of a message, in UTF-8, that is safe to show; written as a string with interpolations.
///
/// A file in which every record is wrong has a message for each of them. Pieces go into one array as they come, and
/// from there into a report: strings would be made, checked and released for every piece. Text without interpolations
/// stays where the program has it.
package struct MessageText: Sendable, ExpressibleByStringInterpolation {
  private enum Storage: Sendable {
    case literal(StaticString)
    case bytes([UInt8])
  }

  private var storage: Storage

  /// Takes bytes that are UTF-8.
  package init(bytes: [UInt8]) { storage = .bytes(bytes) }

  package init(_ text: String) { storage = .bytes(Array(text.utf8)) }

  package init(stringLiteral text: StaticString) { storage = .literal(text) }

  package init(stringInterpolation text: StringInterpolation) { storage = .bytes(text.bytes) }

  package var string: String {
    switch storage {
    case .literal(let text): text.description
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  package func append(to output: inout [UInt8]) {
    switch storage {
    case .literal(let text): text.withUTF8Buffer { output.append(contentsOf: $0) }
    case .bytes(let bytes): output.append(contentsOf: bytes)
    }
  }

  package func appendShown(to output: inout [UInt8]) {
    switch storage {
    case .literal(let text): text.withUTF8Buffer { JSONText.append($0.span.bytes, .shown, to: &output) }
    case .bytes(let bytes): JSONText.append(bytes.span.bytes, .shown, to: &output)
    }
  }

  /// Foreign text, escaped, of which at most `limit` characters are shown.
  package struct Foreign: Sendable {
    package let bytes: [UInt8]
    package let limit: Int

    package init(_ bytes: [UInt8], limit: Int) {
      self.bytes = bytes
      self.limit = limit
    }
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    package mutating func appendLiteral(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    package mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func appendInterpolation(_ text: MessageText) { text.append(to: &bytes) }

    package mutating func appendInterpolation(_ text: Foreign) {
      TextEscaping.append(text.bytes.span.bytes, limit: text.limit, to: &bytes)
    }

    package mutating func appendInterpolation(_ number: Int) { DecimalWriter.append(Int64(number), to: &bytes) }

    package mutating func appendInterpolation(_ number: Double) { DecimalWriter.appendText(number, to: &bytes) }
  }
}
