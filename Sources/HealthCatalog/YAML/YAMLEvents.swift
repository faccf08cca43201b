import CLibYAML

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

  /// How a text or collection is written.
  enum Style {
    case plain, quoted, block, flow
  }

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
    case YAML_DOCUMENT_END_EVENT:
      result.kind = .documentEnd
    case YAML_ALIAS_EVENT:
      result.kind = .alias
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
    case YAML_SEQUENCE_END_EVENT:
      result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      if event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE { result.style = .flow }
      result.hasAnchor = event.data.mapping_start.anchor != nil
      result.hasTag = event.data.mapping_start.tag != nil
    case YAML_MAPPING_END_EVENT:
      result.kind = .mappingEnd
    default: break
    }
    return result
  }

  private static func text(at start: UnsafeMutablePointer<UInt8>?, count: Int) -> String {
    guard let start else { return "" }
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
