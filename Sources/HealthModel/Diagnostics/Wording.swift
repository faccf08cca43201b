/// The words of a finding, besides its place and the sample's id; a class, since findings that say the same share it.
package final class Wording: Sendable, Hashable {
  /// What a finding says, as a value.
  struct Words: Sendable, Hashable {
    var code: DiagnosticCode
    var severity: Severity
    var message: MessageText
    var hint: MessageText?
    var pointer: MessageText?
    var type: String?
    var ruleLocation: CatalogMark?
    var field: String?
    var evidence: String?
    var lookup: HintLookup?
    /// An id that is not a UUID, or is written in another way than samples have it.
    var uuid: String?
    var excerpt: SourceExcerpt?
    var rule: String?
    var failure: String?
    var once: Diagnostic.Once?
    var related: [RelatedLocation] = []
  }

  let words: Words
  /// Its JSON, when the same words come again and again; empty otherwise.
  private let json: [UInt8]
  /// Where the members after the place and those after the id begin in it.
  private let places: (middle: Int, end: Int)

  init(_ words: Words, isKept: Bool = false) {
    self.words = words
    var json: [UInt8] = []
    var places = (middle: 0, end: 0)
    if isKept {
      words.appendBeginning(to: &json)
      places.middle = json.count
      words.appendMiddle(to: &json)
      places.end = json.count
      words.appendEnd(to: &json)
    }
    self.json = json
    self.places = places
  }

  /// Creates the words of a finding; `isKept` says whether other findings share them, `classes` are what baselines and
  /// fingerprints identify it by.
  package convenience init(
    _ code: DiagnosticCode, _ severity: Severity, message: MessageText, hint: MessageText?, pointer: MessageText,
    type: String?, rule: CatalogMark?, classes: (field: String, evidence: String)?, lookup: HintLookup? = nil,
    isKept: Bool
  ) {
    self.init(
      Words(
        code: code, severity: severity, message: message, hint: hint, pointer: pointer, type: type, ruleLocation: rule,
        field: classes?.field, evidence: classes?.evidence, lookup: lookup), isKept: isKept)
  }

  package static func == (left: Wording, right: Wording) -> Bool { left === right || left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words) }

  /// Appends the beginning of the object: code, severity and message.
  func appendBeginning(to output: inout [UInt8]) {
    json.isEmpty ? words.appendBeginning(to: &output) : append(0..<places.middle, to: &output)
  }

  /// Appends the members after the place: pointer and type.
  func appendMiddle(to output: inout [UInt8]) {
    json.isEmpty ? words.appendMiddle(to: &output) : append(places.middle..<places.end, to: &output)
  }

  /// Appends the members after the id: the rule's place and the hint.
  func appendEnd(to output: inout [UInt8]) {
    json.isEmpty ? words.appendEnd(to: &output) : append(places.end..<json.count, to: &output)
  }

  private func append(_ part: Range<Int>, to output: inout [UInt8]) {
    json.withUnsafeBytes { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[part])) }
  }
}

extension Wording.Words {
  fileprivate func appendBeginning(to output: inout [UInt8]) {
    if let name = rule ?? failure {
      append("{\"code\":", to: &output)
      JSONText.appendShown(name, to: &output)
      output += ",\"severity\":\"\(severity.name)\",\"message\":".utf8
    } else {
      output += Self.beginnings[Int(code.rawValue) * Severity.allCases.count + Int(severity.rawValue) - 1]
    }
    message.appendShown(to: &output)
  }

  fileprivate func appendMiddle(to output: inout [UInt8]) {
    if let pointer {
      append(",\"pointer\":", to: &output)
      pointer.appendShown(to: &output)
    }
    guard let type else { return }
    append(",\"type\":", to: &output)
    JSONText.appendShown(type, to: &output)
  }

  fileprivate func appendEnd(to output: inout [UInt8]) {
    if let ruleLocation {
      append(",\"rule_location\":", to: &output)
      JSONText.appendShown(ruleLocation.path, to: &output)
      output[output.count - 1] = UInt8(ascii: ":")
      DecimalWriter.append(Int64(ruleLocation.line), to: &output)
      output.append(UInt8(ascii: ":"))
      DecimalWriter.append(Int64(ruleLocation.column), to: &output)
      output.append(UInt8(ascii: "\""))
    }
    if let hint {
      append(",\"hint\":", to: &output)
      hint.appendShown(to: &output)
    }
  }

  private func append(_ text: StaticString, to output: inout [UInt8]) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  private static let beginnings: [[UInt8]] = DiagnosticCode.allCases.flatMap { code in
    Severity.allCases.map { severity in
      Array("{\"code\":\"\(code.name)\",\"severity\":\"\(severity.name)\",\"message\":".utf8)
    }
  }
}

/// A word that was looked up for a finding's hint, as reports of a range of an input say it.
///
/// An input has so many lookups and no more. Whether one is left where a range begins is known only when the ranges
/// before it are: who puts their reports together decides it by what is here.
package struct HintLookup: Sendable, Hashable {
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

  /// Appends the lookup as the last member of an object.
  func append(to output: inout [UInt8]) {
    output.append(contentsOf: ",\"lookup\":{\"word\":\"".utf8)
    Hexadecimal.append(word ^ (list &* 0x9E37_79B9_7F4A_7C15), to: &output)
    output.append(contentsOf: "\",\"state\":\"\(state.rawValue)\"".utf8)
    if let otherwise {
      output.append(contentsOf: ",\"else\":".utf8)
      otherwise.appendShown(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}

/// Text of a message, in UTF-8, that is safe to show; written as a string with interpolations.
///
/// A file in which every record is wrong has a message for each of them. Pieces go into one array as they come, and
/// from there into a report: strings would be made, checked and released for every piece. Text without interpolations
/// stays where the program has it.
package struct MessageText: Sendable, Hashable, ExpressibleByStringInterpolation {
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

  package static func == (left: MessageText, right: MessageText) -> Bool { left.string == right.string }

  package func hash(into hasher: inout Hasher) { hasher.combine(string) }

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
    /// Whether blanks beyond ASCII are escaped.
    package let showsBlanks: Bool

    package init(_ bytes: [UInt8], limit: Int, showsBlanks: Bool = false) {
      (self.bytes, self.limit, self.showsBlanks) = (bytes, limit, showsBlanks)
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
      TextEscaping.append(text.bytes.span.bytes, limit: text.limit, showsBlanks: text.showsBlanks, to: &bytes)
    }

    package mutating func appendInterpolation(_ number: Int) { DecimalWriter.append(Int64(number), to: &bytes) }

    package mutating func appendInterpolation(_ number: Double) { DecimalWriter.appendText(number, to: &bytes) }
  }
}
