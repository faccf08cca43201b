import HealthModel

/// The words for a finding: what was found, what was wanted, lower case, no blame; each rule's are at its foot.
struct FindingMessage {
  /// One sentence.
  var message: MessageText
  /// The suggested fix.
  var hint: MessageText?
  /// The key of the definition that set the rule.
  var rule: String?

  init(_ message: MessageText, hint: MessageText? = nil, rule: String? = nil) {
    self.message = message
    self.hint = hint
    self.rule = rule
  }

  /// Whether the words for a fault of the text show the text.
  static func shows(_ detail: SyntaxDetail) -> Bool {
    switch detail {
    case .duplicateKey, .duplicateAttribute, .duplicateMetadata, .columnMissing, .columnTwice, .columnTooBroad,
      .fileMissing, .pathUnusable, .notADuration, .constantTwice:
      true
    default: false
    }
  }

  /// The column that was probably meant by a name that the header lacks.
  private static func column(near context: MessageContext) -> MessageText? {
    guard !context.redacts,
      let near = Suggestion.nearest(
        to: String(decoding: context.text, as: UTF8.self), among: context.columnNames.filter { !$0.isEmpty })
    else { return nil }
    return "did you mean `\(MessageText.Foreign(Array(near.utf8), limit: 60))`?"
  }

  /// The words for a fault that the reader found.
  static func syntax(_ detail: SyntaxDetail, _ context: MessageContext) -> FindingMessage {
    switch detail {
    case .lineTooLong, .sampleTooLong:
      FindingMessage(MessageText(detail.text), hint: "write one sample a line, or split the line")
    case .badUTF8:
      FindingMessage(MessageText(detail.text), hint: "if it is Latin-1, convert it with `iconv -f latin1 -t utf8`")
    case .lineFeedExpected:
      FindingMessage(MessageText(detail.text), hint: "convert the line ends, for example with `tr '\\r' '\\n'`")
    case .unterminated:
      FindingMessage(MessageText(detail.text), hint: "what came before counts; get the whole file and run again")
    case .fileMissing:
      FindingMessage(
        "\(detail.text): `\(context.shown)`",
        hint: "name the whole export, its zip or its folder; a file that was taken out of it cannot be read")
    case .converted:
      // The words are those of what reads the input, and may hold values.
      context.redacts
        ? FindingMessage(MessageText(detail.text)) : FindingMessage("\(MessageText.Foreign(context.text, limit: 1000))")
    case .pathUnusable:
      // The words are the layout's, not the input's.
      FindingMessage("\(detail.text): \(MessageText.Foreign(context.text, limit: 200))")
    case .parentTooLate:
      FindingMessage(
        MessageText(detail.text),
        hint: "write the value before the list of records, see Documentation/json-profiles.md")
    case .typeColumnMissing:
      FindingMessage(
        MessageText(detail.text),
        hint: "name the columns under `columns` and the type under `constants` in assay.yaml, see Documentation/csv.md")
    case .columnMissing:
      FindingMessage("\(detail.text): `\(context.shown)`", hint: column(near: context))
    case _ where shows(detail): FindingMessage("\(detail.text): `\(context.shown)`")
    default: FindingMessage(MessageText(detail.text))
    }
  }
}
