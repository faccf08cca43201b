import CLibYAML
package import HealthModel

/// One event of libyaml as a Swift value; lines and columns count from 1, columns in Unicode scalars.
struct YAMLEvent {
  enum Kind {
    case documentStart(hasDirectives: Bool)
    case documentEnd
    case alias
    case scalar(text: String, isQuoted: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    /// The start of the stream.
    case other
  }

  enum Style { case plain, quoted, block, flow }

  var kind: Kind
  var style = Style.plain
  var hasAnchor: Bool
  var hasTag: Bool
  var line: Int
  var column: Int
  /// Where it begins and ends in the text, in characters from 0.
  var start: Int
  var end: Int
}

/// Why libyaml stopped, in its own words.
struct YAMLFailure {
  var problem: String
  var context: String
  var line: Int
  var column: Int
  /// Where the key, text or list begins that is broken; 0 if libyaml names none.
  var contextLine = 0
  var contextColumn = 0
}

/// libyaml's event stream: the only code that touches its memory.
enum YAMLEvents {
  /// Hands over the events of a text until it ends or `accept` returns false; returns why libyaml stopped, if it did.
  ///
  /// The text is not empty, and UTF-8 without a byte order mark.
  static func scan(_ bytes: [UInt8], _ accept: (YAMLEvent) -> Bool) -> YAMLFailure? {
    bytes.withUnsafeBufferPointer { (input: UnsafeBufferPointer<UInt8>) -> YAMLFailure? in
      // libyaml keeps a pointer to the parser inside the parser: its address must not change.
      var storage = yaml_parser_t()
      return withUnsafeMutablePointer(to: &storage) { (parser: UnsafeMutablePointer<yaml_parser_t>) -> YAMLFailure? in
        guard yaml_parser_initialize(parser) == 1 else {
          return YAMLFailure(problem: "out of memory", context: "", line: 0, column: 0)
        }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        return run(parser, accept)
      }
    }
  }

  private static func run(
    _ parser: UnsafeMutablePointer<yaml_parser_t>, _ accept: (YAMLEvent) -> Bool
  ) -> YAMLFailure? {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { return failure(of: parser) }
      let isEnd = event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT
      let goesOn = isEnd ? false : accept(value(of: event))
      yaml_event_delete(&event)
      if !goesOn { return nil }
    }
  }

  private static func failure(of parser: UnsafeMutablePointer<yaml_parser_t>) -> YAMLFailure {
    let problem: UnsafePointer<CChar>? = parser.pointee.problem
    let context: UnsafePointer<CChar>? = parser.pointee.context
    var failure = YAMLFailure(
      problem: problem.map { String(cString: $0) } ?? "out of memory",
      context: context.map { String(cString: $0) } ?? "",
      line: Int(parser.pointee.problem_mark.line) + 1, column: Int(parser.pointee.problem_mark.column) + 1)
    if context != nil {
      failure.contextLine = Int(parser.pointee.context_mark.line) + 1
      failure.contextColumn = Int(parser.pointee.context_mark.column) + 1
    }
    return failure
  }

  private static func value(of event: yaml_event_t) -> YAMLEvent {
    var result = YAMLEvent(
      kind: .other, hasAnchor: false, hasTag: false, line: Int(event.start_mark.line) + 1,
      column: Int(event.start_mark.column) + 1, start: Int(event.start_mark.index), end: Int(event.end_mark.index))
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      let start = event.data.document_start
      let hasTagDirectives = start.tag_directives.start != start.tag_directives.end
      result.kind = .documentStart(hasDirectives: start.version_directive != nil || hasTagDirectives)
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_ALIAS_EVENT: result.kind = .alias
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      result.kind = .scalar(
        text: text(at: scalar.value, count: Int(scalar.length)), isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
      switch scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: result.style = .quoted
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: result.style = .block
      default: break
      }
      result.hasAnchor = scalar.anchor != nil
      result.hasTag = scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      if event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE { result.style = .flow }
      result.hasAnchor = event.data.sequence_start.anchor != nil
      result.hasTag = event.data.sequence_start.tag != nil
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      if event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE { result.style = .flow }
      result.hasAnchor = event.data.mapping_start.anchor != nil
      result.hasTag = event.data.mapping_start.tag != nil
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    default: break
    }
    return result
  }

  private static func text(at start: UnsafeMutablePointer<UInt8>?, count: Int) -> String {
    guard let start else { return "" }
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension YAMLFailure {
  /// libyaml's complaint in Assay's words.
  ///
  /// It distinguishes YAML outside the subset from text that is not YAML, and advises quoting text that YAML
  /// would read as something else.
  func diagnostic(path: String, text: [UInt8]) -> Diagnostic {
    let mark = CatalogMark(path: path, line: line, column: column)
    let words = context + " " + problem
    if words.contains("directive") { return Diagnostic(.yamlSubset, "directives are not allowed", at: mark) }
    if problem.contains("document start") {
      return Diagnostic(.yamlSyntax, "text after the end of the document", at: mark)
    }
    if words.contains("anchor") || words.contains("alias") {
      return Diagnostic(
        .yamlSubset, "anchors and aliases are not allowed", at: mark, hint: "put text with `&` or `*` in quotes")
    }
    if words.contains("tag") {
      return Diagnostic(.yamlSubset, "tags are not allowed", at: mark, hint: "put text with `!` in quotes")
    }
    if problem.contains("cannot start any token") { return unstartable(mark, text: text) }
    if let words = YAMLFailureMessage.all.first(where: { problem.contains($0.problem) }) {
      let isAtBeginning = contextLine > 0 && (words.place == .beginning || isAtEnd(of: text))
      let beginning = CatalogMark(path: path, line: contextLine, column: contextColumn)
      return Diagnostic(.yamlSyntax, words.message, at: isAtBeginning ? beginning : mark, hint: words.hint)
    }
    let quoted = TextEscaping.escaped(context.isEmpty ? problem : "\(problem) \(context)")
    return Diagnostic(.yamlSyntax, "the text is not valid YAML; the YAML parser reports \"\(quoted)\"", at: mark)
  }

  /// Whether nothing but blanks is after the place of the problem: then it is not near the mistake.
  private func isAtEnd(of text: [UInt8]) -> Bool {
    let lines = text.split(separator: 0x0A, maxSplits: max(0, line - 1), omittingEmptySubsequences: false)
    return lines.count < line || (lines.last?.allSatisfy { $0 <= 0x20 } ?? true)
  }

  /// A character that cannot begin a value: `%`, `@`, a backtick, or a tab.
  private func unstartable(_ mark: CatalogMark, text: [UInt8]) -> Diagnostic {
    let rest = scalars(from: mark, in: text)
    guard let first = rest.first else { return Diagnostic(.yamlSyntax, problem, at: mark) }
    if first == "\t" {
      return Diagnostic(.yamlSyntax, "a tab where YAML expects spaces", at: mark, hint: "indent with spaces")
    }
    var word = String.UnicodeScalarView()
    for (index, scalar) in rest.enumerated() {
      if scalar == "," || scalar == "]" || scalar == "}" { break }
      if scalar == "#", index > 0, rest[index - 1] == " " { break }
      word.append(scalar)
    }
    while let last = word.last, last == " " || last == "\t" || last == "\r" { word.removeLast() }
    let shown = TextEscaping.escaped(String(word), limit: 60)
    return Diagnostic(
      .yamlQuote, "`\(TextEscaping.escaped(String(first)))` begins no value in YAML", at: mark,
      hint: "put it in quotes: \"\(shown)\"")
  }

  private func scalars(from mark: CatalogMark, in text: [UInt8]) -> [Unicode.Scalar] {
    let lines = text.split(separator: 0x0A, maxSplits: mark.line, omittingEmptySubsequences: false)
    guard mark.line >= 1, mark.line <= lines.count else { return [] }
    return Array(String(decoding: lines[mark.line - 1], as: UTF8.self).unicodeScalars.dropFirst(mark.column - 1))
  }
}

extension Diagnostic {
  package init(
    _ code: DiagnosticCode, _ message: String, at mark: CatalogMark, severity: Severity? = nil, type: String? = nil,
    hint: String? = nil
  ) {
    self.init(
      code: code, severity: severity, message: message,
      location: SourceLocation(path: mark.path, line: mark.line, column: mark.column), type: type, hint: hint)
  }
}

/// A problem that libyaml reports, in plain words with advice.
struct YAMLFailureMessage {
  enum Place {
    /// Where libyaml noticed the problem; where the broken part begins if that is only at the end of the file.
    case problem
    /// Where the key, text or list begins that is broken.
    case beginning
  }

  let problem: String
  var place = Place.problem
  let message: String
  let hint: String

  /// The problems that people meet, the more specific ones first.
  static let all = [
    YAMLFailureMessage(
      problem: "mapping values are not allowed", message: "a `:` where no key is allowed",
      hint: "put text with `: ` in quotes, and check the indentation"),
    YAMLFailureMessage(
      problem: "could not find expected ':'", place: .beginning, message: "a key without `:`",
      hint: "write it as `key: value`; indent the further lines of a text"),
    YAMLFailureMessage(
      problem: "expected key", message: "neither a key of the map above nor a part of its last value",
      hint: "begin all keys of a map in the same column; put quotes around a whole value"),
    YAMLFailureMessage(
      problem: "expected '-' indicator", message: "not an item of the list above",
      hint: "begin each item of a list with `- ` in the same column"),
    YAMLFailureMessage(
      problem: "expected ',' or ']'", message: "a list in brackets lacks a comma or its `]`",
      hint: "write it as [a, b]; put text with a comma, a quote or a bracket in quotes"),
    YAMLFailureMessage(
      problem: "expected ',' or '}'", message: "a map in braces lacks a comma or its `}`",
      hint: "write it as {key: value, other: value}; put text with a comma, a quote or a brace in quotes"),
    YAMLFailureMessage(
      problem: "expected node content", message: "a value is missing",
      hint: "remove the comma or bracket, or put text that begins with it in quotes"),
    YAMLFailureMessage(
      problem: "block sequence entries are not allowed", message: "a list item where no list can begin",
      hint: "begin the list on the line after its key, or write it as [a, b]; put text that begins with `- ` in quotes"),
    YAMLFailureMessage(
      problem: "mapping keys are not allowed", message: "a `?` where no value can begin with it",
      hint: "put text that begins with `? ` in quotes"),
    YAMLFailureMessage(
      problem: "unexpected end of stream", place: .beginning, message: "the quote that begins here is never closed",
      hint: "end the text with the same quote; write `''` for a single quote in single quotes"),
    YAMLFailureMessage(
      problem: "unexpected document indicator", place: .beginning,
      message: "the quote that begins here is never closed",
      hint: "end the text with the same quote; write `''` for a single quote in single quotes"),
    YAMLFailureMessage(
      problem: "found unexpected ':'", message: "a `:` in text without quotes, between brackets or braces",
      hint: "put a blank after the `:` of a key, and text with `:` in quotes"),
    YAMLFailureMessage(
      problem: "unknown escape character", message: "an unknown escape sequence in double quotes",
      hint: "write `\\\\` for a backslash, or put the text in single quotes"),
    YAMLFailureMessage(
      problem: "hexdecimal number", message: "an escape sequence lacks hexadecimal digits",
      hint: "write `\\xNN`, `\\uNNNN` or `\\UNNNNNNNN`, or put the text in single quotes"),
    YAMLFailureMessage(
      problem: "invalid Unicode character escape", message: "an escape sequence names no character of Unicode",
      hint: "write the character itself"),
    YAMLFailureMessage(
      problem: "found a tab character", message: "a tab where YAML expects spaces", hint: "indent with spaces"),
    YAMLFailureMessage(
      problem: "comment or line break", message: "text on the line of `|` or `>`",
      hint: "begin the text on the next line; put text that begins with `|` or `>` in quotes"),
    YAMLFailureMessage(
      problem: "indentation indicator equal to 0", message: "an indentation of 0 after `|` or `>`",
      hint: "leave the number out, or write one from 1 to 9"),
  ]
}

/// The C library that YAML is read with.
package enum YAMLLibrary {
  /// Its version, such as `0.2.5`.
  package static var version: String { yaml_get_version_string().map { String(cString: $0) } ?? "unknown" }
}
