import HealthModel
import HealthUnits

/// The words for a finding: what was found, what was wanted, lower case, no blame; each rule's are at its foot.
struct FindingMessage {
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
    return "did you mean `\(MessageText.Foreign(Array(near.utf8), limit: 60, showsBlanks: true))`?"
  }

  /// The words for a fault that the reader found.
  static func syntax(_ detail: SyntaxDetail, _ context: MessageContext) -> FindingMessage {
    switch detail {
    case .lineTooLong, .sampleTooLong:
      FindingMessage(MessageText(detail.text), hint: "write one sample a line, or split the line")
    case .badUTF8 where context.isCell:
      FindingMessage(
        MessageText(detail.text),
        hint: "if a program for Windows wrote it, say `encoding: windows-1252` for the file in assay.yaml")
    case .wrongEncoding where context.isCell:
      FindingMessage(
        MessageText(detail.text),
        hint: "if it is UTF-16 of another program, say `encoding: utf-16` for the file in assay.yaml")
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
    case .columnMissing: FindingMessage("\(detail.text): `\(context.shown)`", hint: column(near: context))
    case _ where shows(detail): FindingMessage("\(detail.text): `\(context.shown)`")
    default: FindingMessage(MessageText(detail.text))
    }
  }
}

/// What messages say of places in structured samples.
extension MessageContext {
  var structureField: FieldPlan? {
    guard let structure = plan?.structure, let section = finding.place.section else { return nil }
    let keys = pathKeys
    switch section {
    case .fields: return keys.first.flatMap { structure.fields.field(named: $0) }
    case .points:
      // A unit is at `/points/units/voltage`.
      let name = keys.count > 1 ? keys[1] : keys.first
      return name.flatMap { structure.points?.column(named: $0) } ?? structure.points?.column(named: enclosing)
    case .lists:
      guard let list = structureList else { return nil }
      return list.isGroup ? keys.dropFirst().first.flatMap { list.group.field(named: $0) } : list.group.fields.first
    case .parent: return nil
    }
  }

  var isOfPointTime: Bool {
    guard finding.place.section == .points, let points = plan?.structure?.points else { return false }
    return (pathKeys + [enclosing]).contains { points.isTime($0) }
  }

  var structureList: ListPlan? {
    guard let lists = plan?.structure?.lists, finding.place.section == .lists else { return nil }
    if case .list(let index, _, _) = finding.detail {
      return lists.indices.contains(Int(index)) ? lists[Int(index)] : nil
    }
    guard let name = pathKeys.first.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
    return lists.first { $0.definition.name == name || $0.definition.export?.elements.contains(name) == true }
  }

  /// The name of a field, list or column that is missing.
  var missingPart: String? {
    guard let structure = plan?.structure, finding.place.section != nil else { return nil }
    switch finding.detail {
    case .requiredField(let index):
      switch finding.place.section {
      case .fields: return structure.fields.fields.name(at: index)
      case .lists: return structureList?.group.fields.name(at: index)
      case .points:
        return index < 0 ? structure.points?.rate == nil ? "time" : "rate" : structure.points?.columns.name(at: index)
      case .parent, nil: return nil
      }
    case .list where path.isEmpty: return structureList?.definition.name
    default: return nil
    }
  }

  /// The place as the definition names it, `/lists/events/*/start`; `nil` outside of structured samples.
  var definedPlace: String? {
    guard let section = finding.place.section else { return nil }
    var steps = [section.name]
    switch section {
    case .fields: steps += structureField.map { [$0.name] } ?? (path.isEmpty ? [] : ["*"])
    case .points where missingPart != nil: break
    case .points: steps += structureField.map { [$0.name] } ?? (path.isEmpty ? [] : ["*"])
    case .lists:
      if let list = structureList { steps.append(list.definition.name) } else if !path.isEmpty { steps.append("*") }
      if let field = structureField { steps += ["*", field.name] } else if path.count > 1 { steps.append("*") }
    case .parent: break
    }
    if let missingPart { steps.append(missingPart) }
    return steps.map { "/" + $0 }.joined()
  }

  /// Which point is at fault, from 1; `nil` if the place is not in a point.
  var pointNumber: Int? {
    for step in 0..<finding.place.count {
      if case .element(let number) = finding.place[step] { return Int(number) + 1 }
    }
    return nil
  }

  /// The keys of the path, without the numbers of elements.
  private var pathKeys: [[UInt8]] {
    (0..<finding.place.count).compactMap { step in
      if case .key = finding.place[step] { path[step] } else { nil }
    }
  }
}

extension [FieldPlan] {
  fileprivate func name(at index: Int32) -> String? { indices.contains(Int(index)) ? self[Int(index)].name : nil }
}

extension FindingMessage {
  static func structure(_ context: MessageContext) -> FindingMessage {
    let type = context.subject
    let list = context.structureList
    let field = list?.isGroup == false ? nil : context.structureField
    let time = field == nil && context.isOfPointTime
    if let point = missingOfPoint(context) { return point }
    let name = field?.name ?? list?.definition.name ?? (time ? "time" : "the value")
    switch context.finding.code {
    case .fieldMissing:
      let missing = context.missingPart ?? context.finding.place.section?.name ?? "a field"
      return FindingMessage("\(type) needs `\(missing)`", rule: rule(context))
    case .fieldUnknown:
      return FindingMessage("\(type) has no `\(context.shownKey)`; it is kept as it is", rule: "fields")
    case .fieldKind: return FindingMessage("`\(name)` of \(type) \(wanted(context)), got \(context.shown)")
    case .stringTooLong:
      return FindingMessage(
        "`\(name)` of \(type) is longer than \(context.finding.detail.limit) bytes", rule: rule(context))
    case .unitMissing:
      return FindingMessage("`\(name)` of \(type) \(wanted(context)), got no unit", rule: rule(context))
    case .unitUnknown:
      return FindingMessage(
        "`\(name)` of \(type) \(wanted(context)), got `\(context.shownUnit)`, which is not a HealthKit unit",
        hint: context.tables.unitHint(for: context.text, [], ofType: -1, context.hints), rule: rule(context))
    case .unitIncompatible, .unitNotAllowed:
      return FindingMessage("`\(name)` of \(type) \(wanted(context)), got \(context.shownUnit)", rule: rule(context))
    case .unitAlias: return FindingMessage("`\(context.shownUnit)` is read as another spelling of a unit")
    case .valueNotAnInteger:
      return FindingMessage("`\(name)` of \(type) takes whole numbers, got \(context.shown)", rule: rule(context))
    case .valueNotAllowed, .valueImplausible: return bounds(name, context)
    case .valueNotInEnum: return cases(name, context)
    case .valuePrecision: return FindingMessage("\(context.shown) cannot be kept exactly")
    case .listTooLong, .listTooShort: return count(list?.definition.name ?? name, context)
    case .listNotUnique:
      let unique = context.structureList?.definition.unique ?? []
      return FindingMessage(
        unique.isEmpty || unique == ["value"]
          ? "`\(name)` of \(type) has an element twice"
          : "`\(name)` of \(type) has two elements with the same \(unique.map { "`\($0)`" }.joined(separator: " and "))",
        rule: rule(context))
    case .timeOutside:
      return FindingMessage("`\(name)` \(context.shown) is outside of the sample's time", rule: rule(context))
    case .pointsOrder: return FindingMessage("the times of points go back at \(context.shown)")
    case .pointsLength, .pointsTooMany: return pointCount(name, context)
    case .objectTooLarge:
      return FindingMessage("\(type) takes at most \(context.finding.detail.limit) bytes of fields, lists and points")
    case .digestMismatch: return FindingMessage("the text of `\(name)` has another SHA-256 than `sha256` says")
    default: return FindingMessage("`\(name)` of \(type) \(wanted(context)), got \(context.shown)", rule: rule(context))
    }
  }

  /// The words for a point of an export without a time or a required column; `nil` for other findings.
  private static func missingOfPoint(_ context: MessageContext) -> FindingMessage? {
    guard context.finding.code != .fieldMissing, context.finding.place.section == .points,
      case .requiredField = context.finding.detail, let missing = context.missingPart, let number = context.pointNumber
    else { return nil }
    let gpx = ["time": "<time>", "latitude": "lat", "longitude": "lon", "altitude": "<ele>"][missing]
    let isGPX = context.text.starts(with: "<trkpt".utf8)
    let named = isGPX ? gpx.map { "`\($0)` (\(missing))" } : nil
    return FindingMessage(
      "point \(number) of \(context.subject) has no \(named ?? "`\(missing)`")", rule: rule(context))
  }

  private static func rule(_ context: MessageContext) -> String? {
    context.definedPlace.map { place in
      String(place.dropFirst()).split(separator: "/").filter { $0 != "*" }.joined(separator: ".")
    }
  }

  private static func wanted(_ context: MessageContext) -> String {
    guard let field = context.structureField else {
      guard context.isOfPointTime else { return "takes another kind of value" }
      return context.enclosing.isEmpty ? "takes seconds after the start" : "takes a time"
    }
    return switch field.value {
    case .quantity where !context.enclosing.isEmpty: "takes a number in \(field.type?.unit?.unitString ?? "count")"
    case .quantity: "takes a number with a unit like \(field.type?.unit?.unitString ?? "count")"
    case .quantityOf: "takes a number with a unit of its type"
    case .number: "takes a number"
    case .integer: "takes a whole number"
    case .boolean: "takes true or false"
    case .enumeration: "takes the name of a case"
    case .text: "takes text"
    case .time: "takes an instant like 2026-01-01T08:00:00Z"
    case .date: "takes a date like 2026-01-01"
    case .uuid: "takes a UUID"
    case .quantityType: "takes the id of a quantity type"
    case .metadata: "takes an object of metadata"
    case .document: "takes text"
    }
  }

  private static func bounds(_ name: String, _ context: MessageContext) -> FindingMessage {
    let isError = context.finding.code == .valueNotAllowed
    let field = context.structureField
    let limits = isError ? field?.allowed : field?.plausible
    let unit = field?.type?.unit.map { " " + $0.unitString } ?? ""
    let number = context.finding.detail.number
    let got: MessageText = context.redacts ? "\(MessageContext.redacted)" : "\(number)\(unit)"
    let limit: String
    if case .offStep = context.finding.detail, let step = limits?.step {
      limit = "multiples of \(DecimalWriter.string(step))"
    } else if let least = limits?.minimum, number < least {
      limit = "at least \(DecimalWriter.string(least))"
    } else if let most = limits?.maximum, number > most {
      limit = "at most \(DecimalWriter.string(most))"
    } else if let above = limits?.above, number <= above {
      limit = "above \(DecimalWriter.string(above))"
    } else {
      limit = limits?.below.map { "below \(DecimalWriter.string($0))" } ?? "another number"
    }
    return FindingMessage(
      "`\(name)` of \(context.subject) \(isError ? "takes" : "is usually") \(limit)\(unit), got \(got)",
      rule: rule(context))
  }

  private static func cases(_ name: String, _ context: MessageContext) -> FindingMessage {
    let names = context.structureField?.type?.cases.map(\.name) ?? []
    let near =
      context.redacts ? nil : Suggestion.nearest(to: String(decoding: context.text, as: UTF8.self), among: names)
    let some = names.prefix(12).joined(separator: ", ")
    if context.finding.severity == .warning {
      return FindingMessage(
        "`\(name)` of \(context.subject) has no case `\(context.shown)`",
        hint: "the word, which may be of the phone's language, is kept, and the case is `notSet`", rule: rule(context))
    }
    return FindingMessage(
      "`\(name)` of \(context.subject) has no case `\(context.shown)`",
      hint: near.map { "did you mean `\($0)`?" } ?? "one of \(some)\(names.count > 12 ? ", …" : "")",
      rule: rule(context))
  }

  private static func count(_ name: String, _ context: MessageContext) -> FindingMessage {
    guard case .list(_, let count, let limit) = context.finding.detail else {
      return FindingMessage("the list is too long")
    }
    let isLong = context.finding.code == .listTooLong
    return FindingMessage(
      "`\(name)` of \(context.subject) takes at \(isLong ? "most" : "least") \(Int(limit)) element\(limit == 1 ? "" : "s"), got \(Int(count))",
      rule: rule(context))
  }

  private static func pointCount(_ name: String, _ context: MessageContext) -> FindingMessage {
    guard case .list(_, let count, let limit) = context.finding.detail else {
      return FindingMessage("the columns differ")
    }
    if context.finding.code == .pointsTooMany {
      return FindingMessage(
        "\(context.subject) takes at most \(Int(limit)) points, got \(Int(count))", rule: "points.limit")
    }
    return context.structureField == nil
      ? FindingMessage("\(context.subject) takes at least \(Int(limit)) points, got \(Int(count))", rule: "points")
      : FindingMessage(
        "`\(name)` of \(context.subject) has \(Int(count)) values for \(Int(limit)) points", rule: "points")
  }
}
