public import HealthModel

// Findings with the keys that reports in JSON have.

extension Diagnostic: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, severity, message, pointer, type, uuid, hint, field, evidence, excerpt, related
    case ruleLocation = "rule_location"
  }

  /// Reads the object that `encode` writes.
  ///
  /// - Throws: `DecodingError` when a part is missing, or the code or severity is unknown.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    let code = try parts.decode(String.self, forKey: .code)
    let severity = try parts.decode(String.self, forKey: .severity)
    let rule = code.contains("/") ? code : nil
    var known = rule == nil ? DiagnosticCode(name: code) : .pluginRule
    // How a plugin failed is a code of failures.
    let failure = known == nil && code.hasPrefix("plugin-") ? code : nil
    if failure != nil { known = .notChecked }
    guard let known else {
      throw DecodingError.dataCorruptedError(
        forKey: .code, in: parts, debugDescription: "the code \(TextEscaping.escaped(code, limit: 80)) is unknown")
    }
    guard let grade = Severity.allCases.first(where: { $0.name == severity }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .severity, in: parts,
        debugDescription: "the severity \(TextEscaping.escaped(severity, limit: 80)) is unknown")
    }
    self.init(
      code: known, severity: grade, message: try parts.decode(String.self, forKey: .message),
      location: try SourceLocation(from: decoder), pointer: try parts.decodeIfPresent(String.self, forKey: .pointer),
      type: try parts.decodeIfPresent(String.self, forKey: .type),
      uuid: try parts.decodeIfPresent(String.self, forKey: .uuid),
      ruleLocation: try parts.decodeIfPresent(CatalogMark.self, forKey: .ruleLocation),
      hint: try parts.decodeIfPresent(String.self, forKey: .hint))
    self.rule = rule
    self.failure = failure
    field = try parts.decodeIfPresent(String.self, forKey: .field)
    evidence = try parts.decodeIfPresent(String.self, forKey: .evidence)
    excerpt = try parts.decodeIfPresent(SourceExcerpt.self, forKey: .excerpt)
    related = try parts.decodeIfPresent([RelatedLocation].self, forKey: .related) ?? []
  }

  /// Writes one object: code and severity by their names, the place beside them.
  ///
  /// The code of a rule that is not the catalog's is `NAME/rule`.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(ruleName, forKey: .code)
    try parts.encode(severity.name, forKey: .severity)
    try parts.encode(message, forKey: .message)
    try location.encode(to: encoder)
    try parts.encodeIfPresent(pointer, forKey: .pointer)
    try parts.encodeIfPresent(type, forKey: .type)
    try parts.encodeIfPresent(uuid, forKey: .uuid)
    try parts.encodeIfPresent(ruleLocation, forKey: .ruleLocation)
    try parts.encodeIfPresent(hint, forKey: .hint)
    try parts.encodeIfPresent(field, forKey: .field)
    try parts.encodeIfPresent(evidence, forKey: .evidence)
    try parts.encodeIfPresent(excerpt, forKey: .excerpt)
    if !related.isEmpty { try parts.encode(related, forKey: .related) }
  }
}

extension SourceLocation: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, line, column, place
    case byteOffset = "byte_offset"
  }

  /// Reads path, line, column and offset.
  ///
  /// - Throws: `DecodingError` when a part is missing.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      path: try parts.decode(String.self, forKey: .path), line: try parts.decode(Int.self, forKey: .line),
      column: try parts.decode(Int.self, forKey: .column),
      byteOffset: try parts.decodeIfPresent(Int64.self, forKey: .byteOffset))
    place = try parts.decodeIfPresent(String.self, forKey: .place)
  }

  /// Writes path, line, column and, if it is known, the offset.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(path, forKey: .path)
    try parts.encode(line, forKey: .line)
    try parts.encode(column, forKey: .column)
    try parts.encodeIfPresent(byteOffset, forKey: .byteOffset)
    try parts.encodeIfPresent(place, forKey: .place)
  }
}

extension RelatedLocation: Codable {
  private enum CodingKeys: String, CodingKey { case message }

  /// Reads a place and its words.
  ///
  /// - Throws: `DecodingError` when a part is missing.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(location: try SourceLocation(from: decoder), message: try parts.decode(String.self, forKey: .message))
  }

  /// Writes a place and its words into one object.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(message, forKey: .message)
    try location.encode(to: encoder)
  }
}

extension SourceExcerpt: Codable {
  private enum CodingKeys: String, CodingKey { case text, caret, length }

  /// Reads a text and the place in it.
  ///
  /// - Throws: `DecodingError` when a part is missing.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      text: try parts.decode(String.self, forKey: .text), caret: try parts.decode(Int.self, forKey: .caret),
      length: try parts.decode(Int.self, forKey: .length))
  }

  /// Writes a text and the place in it.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(text, forKey: .text)
    try parts.encode(caret, forKey: .caret)
    try parts.encode(length, forKey: .length)
  }
}

extension CatalogMark: Codable {
  /// Reads `PATH:LINE:COLUMN`.
  ///
  /// - Throws: `DecodingError` for another text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 2, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(TextEscaping.escaped(text, limit: 200)) is not PATH:LINE:COLUMN")
    }
    self.init(path: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
  }

  /// Writes `PATH:LINE:COLUMN`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(path):\(line):\(column)")
  }
}
