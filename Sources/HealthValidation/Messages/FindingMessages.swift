import HealthModel
import HealthUnits

/// The words for each code: what was found, what was wanted, lower case, no blame.
enum FindingMessages {
  /// The words for a finding.
  static func words(_ context: MessageContext) -> FindingWords {
    if let detail = context.finding.detail { return syntax(detail, context) }
    return switch context.finding.code.family {
    case "type": type(context)
    case "unit": unit(context)
    case "value": value(context)
    case "time": time(context)
    case "metadata": metadata(context)
    case "correlation": correlation(context)
    default: shape(context)
    }
  }

  /// Whether the words for a fault of the text show what stands there.
  static func shows(_ detail: SyntaxDetail) -> Bool {
    switch detail {
    case .duplicateKey, .duplicateAttribute, .duplicateMetadata, .columnMissing, .columnTwice, .columnTooBroad: true
    default: false
    }
  }

  private static func syntax(_ detail: SyntaxDetail, _ context: MessageContext) -> FindingWords {
    switch detail {
    case _ where shows(detail):
      FindingWords("\(detail.text): `\(context.shown)`")
    case .lineTooLong: FindingWords(detail.text, hint: "write one sample a line, or split the line")
    case .lineFeedExpected: FindingWords(detail.text, hint: "convert the line ends, for example with `tr '\\r' '\\n'`")
    case .unterminated: FindingWords(detail.text, hint: "what came before counts; get the whole file and run again")
    case .typeColumnMissing:
      FindingWords(
        detail.text,
        hint: "name the columns under `columns` and the type under `constants` in assay.yaml, see Documentation/csv.md")
    default: FindingWords(detail.text)
    }
  }

  private static let fieldNames = SuggestionList(SampleField.topLevelNames)

  private static func shape(_ context: MessageContext) -> FindingWords {
    let finding = context.finding
    switch finding.code {
    case .fieldMissing:
      return FindingWords("\(context.subject) has no `\(context.field)`")
    case .fieldUnknown:
      let near = fieldNames.nearest(to: context.key)
      return FindingWords(
        "samples have no field `\(context.shownKey)`; it is kept as it is",
        hint: near.map { "did you mean `\($0)`?" })
    case .fieldKind:
      return FindingWords(
        "`\(context.field)` is of the wrong JSON kind: \(context.shown)",
        hint: kindHint(finding.field).map { "write \($0)" })
    case .stringTooLong:
      return FindingWords("`\(context.field)` is longer than \(DecimalWriter.string(finding.limit)) bytes")
    case .uuidInvalid:
      return FindingWords(
        "`\(context.shown)` is not a UUID", hint: "36 characters as 8-4-4-4-12 hexadecimal digits, not all zero")
    case .uuidConflict where finding.index == 1:
      return FindingWords("another sample of this correlation has the id \(context.uuid) too")
    case .uuidConflict:
      return FindingWords(
        "\(context.subject) \(context.uuid) is stored already with other content; the stored one stays",
        hint: "the record is kept in the quarantine file" + (context.type?.shape.hasTime == false ? otherPerson : ""))
    case .subjectMissing: return FindingWords("the sample names no subject", hint: "give one with `--subject`")
    case .storeRefused:
      return FindingWords("the store refuses \(context.subject)", hint: "the record is kept in the quarantine file")
    default: return FindingWords(finding.code.name)
    }
  }

  /// A characteristic has one value for each subject, so its conflict nearly always means the exports of two people.
  private static let otherPerson =
    "; if the inputs are of different people, import each with a `--subject` of its own"

  private static func kindHint(_ field: SampleField?) -> String? {
    switch field {
    case .source, .device, .metadata, .original: "an object"
    case .members: "a list of objects"
    case .value: "a number, a name or a date, as the type says"
    case nil: nil
    default: "text in double quotes"
    }
  }

  private static func type(_ context: MessageContext) -> FindingWords {
    switch context.finding.code {
    case .typeUnknown:
      let near = context.tables.type(near: context.text)
      return FindingWords(
        "no type is called `\(context.shown)`",
        hint: near.map { "did you mean `\($0)`?" }
          ?? "add a definition with `--catalog DIR`, or see `assay catalog list`")
    case .typeDeprecated:
      let use = context.type?.deprecation?.replacement
      return FindingWords(
        "\(context.subject) is deprecated", hint: use.map { "use `\($0)`" }, rule: "deprecated")
    case .typeKind:
      return FindingWords(
        "\(context.subject) is a \(context.type?.kind.rawValue ?? "type") and takes no `\(context.field)`",
        rule: "kind")
    default: return FindingWords("\(context.subject) is read-only", rule: "writable")
    }
  }

  private static func metadata(_ context: MessageContext) -> FindingWords {
    let finding = context.finding
    switch finding.code {
    case .metadataMissing:
      let key = context.missingKey ?? "a key"
      return FindingWords("\(context.subject) needs the metadata `\(key)`", rule: "metadata.required")
    case .metadataUnknown:
      let near = context.tables.metadataKey(near: context.key, of: finding.type)
      return FindingWords(
        "\(context.subject) takes no metadata `\(context.shownKey)`",
        hint: near.map { "did you mean `\($0)`?" },
        rule: "metadata.closed")
    case .metadataNotInEnum:
      var hint: String?
      if case .enum(let values)? = context.metadataKey?.value {
        let near =
          context.redacts
          ? nil : context.tables.enumCase(near: context.text, ofMetadata: finding.index, values.cases)
        hint = near.map { "did you mean `\($0)`?" } ?? context.tables.list(of: values.cases, ofMetadata: finding.index)
      }
      return FindingWords("`\(context.shownKey)` has no case `\(context.shown)`", hint: hint)
    default:
      return FindingWords(
        "`\(context.shownKey)` is not \(wanted(context.metadataKey)): \(context.shown)")
    }
  }

  /// The first cases with their numbers: files may write either.
  static func list(of cases: [EnumCase]) -> String {
    let names = cases.prefix(12).map { item in item.raw.map { "\(item.name) (\($0))" } ?? item.name }
    return "one of " + names.joined(separator: ", ")
  }

  private static func wanted(_ key: MetadataKeyDefinition?) -> String {
    switch key?.value {
    case .string: "text of the form the key takes"
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .date: "a date with an offset"
    case .quantity(let unit?): "a quantity in a unit like \(unit.unitString)"
    case .quantity(nil): "a quantity such as {\"value\": 1, \"unit\": \"m\"}"
    case .enum: "a case's number or name"
    case nil: "text, a number, a boolean or a quantity"
    }
  }

  private static func correlation(_ context: MessageContext) -> FindingWords {
    let finding = context.finding
    var role = "a member"
    if let members = context.type?.shape.members, finding.index >= 0, Int(finding.index) < members.count {
      role = "`\(members[Int(finding.index)].role)`"
    }
    switch finding.code {
    case .memberMissing:
      return FindingWords(
        "\(context.subject) needs \(role)" + (finding.limit > 1 ? " \(Int(finding.limit)) times" : ""),
        rule: "members")
    case .memberTooMany:
      return FindingWords(
        "\(context.subject) takes \(role) at most " + (finding.limit == 1 ? "once" : "\(Int(finding.limit)) times"),
        rule: "members")
    case .memberOutside:
      return FindingWords("\(context.subject) lies outside its correlation's time")
    default: return FindingWords("\(context.subject) is no member of this correlation")
    }
  }
}
