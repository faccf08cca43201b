import HealthModel

extension CatalogDecoder {
  /// `valid` and `invalid` lists of samples; an invalid one names the code it raises.
  mutating func examples(_ field: Field, type: String) -> [TypeExample]? {
    guard var fields = self.fields(field) else { return nil }
    let valid = fields.take("valid").flatMap { self.items($0) } ?? []
    let invalid = fields.take("invalid").flatMap { self.items($0) } ?? []
    finish(fields)
    var examples: [TypeExample] = []
    for item in valid {
      if let example = validExample(item, type: type) { examples.append(example) }
    }
    for item in invalid {
      if let example = invalidExample(item, type: type) { examples.append(example) }
    }
    return examples
  }

  private mutating func validExample(_ field: Field, type: String) -> TypeExample? {
    guard let fields = self.fields(field) else { return nil }
    if let code = field.node.entry("code") {
      report(.catalogKeyUnknown, "a valid example raises no `code`", at: code.keyMark)
    }
    let json = ExampleJSON.line(of: fields.entries, type: type, mark: fields.mark)
    return TypeExample(json: json, expectedCode: nil, mark: field.node.mark)
  }

  private mutating func invalidExample(_ field: Field, type: String) -> TypeExample? {
    guard var fields = self.fields(field) else { return nil }
    let code = need("code", in: &fields) { $0.diagnosticCode($1) }
    let sample = fields.entries.filter { $0.key != "code" }
    let json = ExampleJSON.line(of: sample, type: type, mark: fields.mark)
    return code.map { TypeExample(json: json, expectedCode: $0, mark: field.node.mark) }
  }

  private mutating func diagnosticCode(_ field: Field) -> DiagnosticCode? {
    guard let text = self.text(field) else { return nil }
    guard let code = DiagnosticCode(name: text) else {
      report(
        .catalogKeyKind, "there is no code \(CatalogText.shown(text))", at: field.node.mark,
        hint: CatalogText.suggestion(for: text, among: DiagnosticCode.allCases.map(\.name)))
      return nil
    }
    return code
  }
}

/// An example as one line of JSON.
///
/// Only here does the form of a scalar decide: a sample has no schema. Unquoted numbers by JSON's grammar, `true`,
/// `false` and `null` are what they say; all else is text.
enum ExampleJSON {
  /// Writes entries as an object; `type` is first when the example does not name its type.
  static func line(of entries: [YAMLEntry], type: String, mark: CatalogMark) -> String {
    var output: [UInt8] = []
    var entries = entries
    if !entries.contains(where: { $0.key == "type" }) {
      let node = YAMLNode(.scalar(text: type, isQuoted: true), mark: mark)
      entries.insert(YAMLEntry(key: "type", keyMark: mark, value: node), at: 0)
    }
    appendObject(entries, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func appendObject(_ entries: [YAMLEntry], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for (index, entry) in entries.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONText.appendQuoted(entry.key.utf8, to: &output)
      output.append(UInt8(ascii: ":"))
      append(entry.value, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func append(_ node: YAMLNode, to output: inout [UInt8]) {
    switch node.content {
    case .mapping(let entries): appendObject(entries, to: &output)
    case .sequence(let items):
      output.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        append(item, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .scalar(let text, let isQuoted):
      if !isQuoted, isLiteral(text) {
        output.append(contentsOf: text.utf8)
      } else {
        JSONText.appendQuoted(text.utf8, to: &output)
      }
    }
  }

  /// Whether an unquoted scalar is a number, `true`, `false` or `null` in JSON.
  ///
  /// A number too large for a double still is one by the grammar, so that an example can show that it is refused.
  private static func isLiteral(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var cursor = JSONCursor(end: bytes.count)
    guard let value = try? cursor.scalar(bytes.span.bytes), value.kind != .string else { return false }
    return cursor.position == cursor.end
  }
}
