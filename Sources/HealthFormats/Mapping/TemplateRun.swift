import HealthModel

/// Follows the templates of a form for the records of one input.
struct TemplateRun: AppJSON {
  private let templates: RecordTemplates
  private var types: [String: AppTypes] = [:]
  /// Those of the profile's own system.
  private let own: AppTypes?
  /// The cases of fields by their names in lower case.
  private var cases: [String: [String: String]] = [:]

  var patterns: [JSONPattern] { templates.patterns }
  var takesDocuments: Bool { templates.takesDocuments }

  typealias Path = RecordTemplates.Path
  typealias Value = RecordTemplates.Value

  /// What paths begin at: a record, or an element of a list in it.
  private final class Scope {
    let value: JSONValue
    let key: JSONValue?
    /// The key of what it is in.
    let list: String?
    /// How many levels up what is around it begins.
    let height: Int
    let outer: Scope?
    let around: [String: JSONValue]
    /// Of a record, by their numbers.
    var variables: [JSONValue?]

    init(record: JSONValue, list: String?, around: [String: JSONValue], variables: [JSONValue?]) {
      (value, key, self.list, height, outer) = (record, nil, list, 2, nil)
      (self.around, self.variables) = (around, variables)
    }

    init(_ value: JSONValue, key: JSONValue, of path: Path, in outer: Scope) {
      (self.value, self.key, list, height) = (value, key, path.steps.last?.name, path.steps.count + 1)
      (self.outer, around, variables) = (outer, [:], [])
    }

    var record: Scope { outer?.record ?? self }
  }

  init(_ templates: RecordTemplates, _ registry: Registry) {
    self.templates = templates
    for system in templates.systems { types[system] = AppTypes(registry, system: system) }
    own = types[templates.system]
    for name in templates.caseFields {
      let parts = name.split(separator: ".")
      let fields = registry.types.first { $0.id == parts[0] }?.shape.structure?.fields ?? []
      let found = fields.first { $0.name == parts.last.map(String.init) }?.value.enumeration?.cases ?? []
      cases[name] = found.reduce(into: [:]) { $0[$1.name.lowercased()] = $1.name }
    }
  }

  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    var variables = [JSONValue?](repeating: nil, count: templates.variables.count)
    variables[0] = .string(templates.name)
    let scope = Scope(record: record, list: piece.names.last, around: piece.around, variables: variables)
    _ = run(templates.actions[max(0, piece.pattern)], scope, piece, &lines)
  }

  /// Whether the action was for the record.
  private func run(
    _ action: RecordTemplates.Action, _ scope: Scope, _ piece: JSONPiece, _ lines: inout ConvertedLines
  ) -> Bool {
    switch action {
    case .sample(let value):
      guard case .object(let members)? = self.value(value, scope) else { return true }
      lines.add(at: piece.place) { json in for member in members { json.member(member.key, json: member.value) } }
    case .refuse(let pattern, let keeps):
      lines.addFault(text(pattern, scope, limit: 60), at: piece.place, record: keeps ? piece.bytes : Array("{}".utf8))
    case .unsupported(let pattern, let keeps):
      lines.addUnsupported(text(pattern, scope), at: piece.place, record: keeps ? piece.bytes : Array("{}".utf8))
    case .all(let actions): for action in actions { _ = run(action, scope, piece, &lines) }
    case .first(let actions): return actions.contains { run($0, scope, piece, &lines) }
    case .by(let place, let cases):
      guard let action = self.value(place, scope)?.plainText.flatMap({ cases[$0] }) else { return false }
      return run(action, scope, piece, &lines)
    case .each(let path, let action):
      for element in elements(path, scope) { _ = run(action, element, piece, &lines) }
    case .variables(let variables, let action):
      for (number, value) in variables { scope.record.variables[number] = self.value(value, scope) }
      return run(action, scope, piece, &lines)
    case .within(let value, let action):
      guard let value = self.value(value, scope) else { return false }
      let inner = Scope(
        record: value, list: piece.names.last, around: scope.around, variables: scope.record.variables)
      return run(action, inner, piece, &lines)
    case .when(let tests, let action):
      guard holds(tests, scope) else { return false }
      return run(action, scope, piece, &lines)
    }
    return true
  }

  // MARK: Paths

  private func find(_ path: Path, _ scope: Scope) -> JSONValue? {
    var (scope, levels) = (scope, path.levels)
    while levels >= scope.height, let outer = scope.outer {
      levels -= scope.height
      scope = outer
    }
    if path.isKey { return levels == 0 ? scope.key : scope.list.map { .string($0) } }
    var value = scope.value
    if path.variable >= 0 {
      guard let found = scope.record.variables[path.variable] else { return nil }
      value = found
    } else if levels > 0 {
      return path.steps.first.flatMap { scope.around[$0.name] }
    }
    for step in path.steps {
      guard let next = value[step.name] ?? step.index.flatMap({ value.element($0) }) else { return nil }
      value = next
    }
    return value == .null ? nil : value
  }

  /// The first value at a path that is of a kind.
  private func find(_ paths: [Path], _ kind: RecordTemplates.Kind, _ scope: Scope) -> JSONValue? {
    for path in paths { if let value = find(path, scope), kind.takes(value, own) { return value } }
    return nil
  }

  private func elements(_ path: Path, _ scope: Scope) -> [Scope] {
    guard let list = find(path, scope) else { return [] }
    if let elements = list.elements {
      return elements.enumerated().map { Scope($1, key: .int64(Int64($0)), of: path, in: scope) }
    }
    // Members of an object have no order; those of a sample do.
    return (list.members ?? []).filter { $0.value != .null }.sorted { $0.key < $1.key }.map {
      Scope($0.value, key: .string($0.key), of: path, in: scope)
    }
  }

  // MARK: Conditions

  private func holds(_ tests: [[RecordTemplates.Shared<RecordTemplates.Test>]], _ scope: Scope) -> Bool {
    tests.contains { $0.allSatisfy { isMet($0, scope) != $0.form.isNegated } }
  }

  private func isMet(_ test: RecordTemplates.Shared<RecordTemplates.Test>, _ scope: Scope) -> Bool {
    switch test.form.form {
    case .value: break
    case .same(let paths):
      let numbers = paths.map { find($0, scope)?.number }
      return numbers.allSatisfy { $0 == numbers[0] }
    case .some(let tests): return elements(test.form.path, scope).contains { holds(tests, $0) }
    case .many:
      let length = scope.record.variables.reduce(0) { $0 + ($1?.text?.utf8.count ?? 0) }
      return length > 0 && find(test.form.path, scope)?.elements?.count ?? 0 > Self.mostRepeated / length
    }
    guard let value = find(test.form.path, scope) else { return test.form.texts.contains("") }
    return !test.form.texts.isEmpty && value.plainText.map(test.form.texts.contains) ?? false
      || test.form.kinds.contains { kind in
        kind == .measure ? quantity(value, unit: "") != nil : kind.takes(value, own)
      }
  }

  /// The most bytes that a record becomes by texts of its own that each of its points repeats.
  private static let mostRepeated = 64 << 20

  // MARK: Values

  private func value(_ value: Value, _ scope: Scope) -> JSONValue? {
    switch value {
    case .constant(let json): return json == .null ? nil : json
    case .place(let place): return self.value(place, scope)
    case .object(let members):
      var found: [JSONValue.Member] = []
      for (key, value) in members {
        guard let json = self.value(value, scope) else { continue }
        if key.isEmpty { found += json.members ?? [] } else { found.append(.init(key, json)) }
      }
      return found.isEmpty ? nil : .object(found)
    case .list(let values):
      return .array(
        values.flatMap { value -> [JSONValue] in
          let json = self.value(value, scope)
          if case .each = value { return json?.elements ?? [] }
          return json.map { [$0] } ?? []
        })
    case .each(let path, let value, let isWhole):
      let found = elements(path, scope).map { self.value(value, $0) }
      return .array(isWhole ? found.map { $0 ?? .null } : found.compactMap { $0 })
    case .first(let values):
      for value in values { if let json = self.value(value, scope) { return json } }
      return nil
    case .when(let tests, let value): return holds(tests, scope) ? self.value(value, scope) : nil
    case .amount(let path, let unit): return quantity(find(path, scope), unit: unit)
    case .seconds(let start, let end, let unit):
      guard let start = find(start, scope)?.microseconds, let end = find(end, scope)?.microseconds else { return nil }
      let seconds = JSONValue.double(Double(end - start) / 1_000_000)
      return unit.map { .object([.init("value", seconds), .init("unit", .string($0))]) } ?? seconds
    case .merged(let value, let other):
      let members = self.value(value, scope)?.members ?? []
      let others = self.value(other, scope)?.members ?? []
      return .object(members + others.filter { other in !members.contains { $0.key == other.key } })
    case .only(let table):
      let found = table.reduce(into: Set<String>()) { found, entry in
        var path = entry.path
        let name = path.steps.popLast()?.name
        if find(path, scope)?.members?.contains(where: { $0.key == name }) ?? false { found.formUnion(entry.meanings) }
      }
      return found.count == 1 ? found.first.map { .string($0) } : nil
    case .number(let path, let others, let unit):
      guard let number = find(path, scope), number.number != nil else {
        let found = find([path] + others, .any, scope)
        return found?.plainText == nil ? nil : found
      }
      return .object([.init("value", number)] + (self.value(unit, scope).map { [.init("unit", $0)] } ?? []))
    }
  }

  private func value(_ place: RecordTemplates.Shared<RecordTemplates.Place>, _ scope: Scope) -> JSONValue? {
    let found = place.form.constant ?? find(place.form.paths, place.form.kind, scope)
    guard let found else { return place.form.fallback }
    if place.form.isPlain { return found }
    if !place.form.form.isEmpty { return written(found, as: place.form.form, place) ?? place.form.fallback }
    guard var text = found.plainText else { return found }
    if let name = place.form.idPart {
      guard let id = UUIDBytes(text: text), let name = value(name, scope)?.plainText else { return nil }
      var (names, derived) = (NameUUID(), [UInt8]())
      names.id(of: id, name: Array(name.utf8).span).append(to: &derived)
      return .string(String(decoding: derived, as: UTF8.self))
    }
    switch place.form.letters {
    case "lower": text = text.lowercased()
    case "upper": text = text.uppercased()
    case "snake": text = text.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    case "plain":
      text = text.lowercased().split(separator: "_").joined()
      if text.hasSuffix("record") { text.removeLast("record".count) }
    default: break
    }
    if let field = place.form.caseField {
      return `case`(of: text, in: cases[field] ?? [:], place) ?? place.form.fallback
    }
    if let meaning = place.form.values[text] ?? place.form.values["*"] {
      guard let plain = meaning.text, place.form.system != nil else {
        return meaning == .null ? place.form.fallback : meaning
      }
      text = plain
    }
    if let frame = place.form.frame { text = frame.before + text + frame.after }
    if let system = place.form.system {
      let known = system == templates.system ? own : types[system]
      if place.form.wantsCase { return known?[text]?.enumCase.map { .string($0) } ?? place.form.fallback }
      if let part = place.form.part { return .string(known?.part(part, of: text) ?? "\(text) \(part)") }
      return .string(known?.ids[text] ?? text)
    }
    if !place.form.formats.isEmpty { return .string(Self.time(text, place.form.formats)) }
    return place.form.letters.isEmpty && place.form.frame == nil ? found : .string(text)
  }

  /// A number or time in another form; `nil` for what is none.
  private func written(_ json: JSONValue, as form: String, _ place: RecordTemplates.Shared<RecordTemplates.Place>)
    -> JSONValue?
  {
    switch form {
    case "offset":
      guard let seconds = json.integer, (-64_800...64_800).contains(seconds), seconds % 60 == 0 else { return nil }
      var text: [UInt8] = []
      TimestampWriter.appendOffset(Int16(truncatingIfNeeded: seconds / 60), to: &text)
      return .string(String(decoding: text, as: UTF8.self))
    case "milliseconds":
      let (before, after) = place.form.frame ?? ("", "")
      return json.microseconds.map { .string("\(before)\($0 / 1_000)\(after)") }
    default: return json.number.map { .double($0) } ?? quantity(json, unit: "")?["value"]
    }
  }

  /// The value and unit of a number, of an object with the number in every unit, or of one with value and unit.
  private func quantity(_ json: JSONValue?, unit: String) -> JSONValue? {
    func members(_ number: Double, _ unit: JSONValue?) -> JSONValue {
      .object([.init("value", .double(number))] + (unit.map { [.init("unit", $0)] } ?? []))
    }
    guard let json else { return nil }
    let known = templates.quantities
    if let number = json.number { return members(number, known.plain.contains(unit) ? .string(unit) : nil) }
    if let number = json["value"]?.number, let name = json["unit"]?.text {
      return members(number, known.units[name] ?? .string(name))
    }
    for (key, unit) in known.members { if let number = json[key]?.number { return members(number, unit) } }
    return nil
  }

  private func text(_ pattern: RecordTemplates.Pattern, _ scope: Scope, limit: Int = .max) -> String {
    pattern.parts.reduce(into: "") { text, part in
      text += part.text
      guard let value = part.path.flatMap({ find($0, scope) })?.plainText else { return }
      text += limit == .max ? value : TextEscaping.escaped(value, limit: limit)
    }
  }

  /// The case that a name means, such as `Outdoor Walk` or `TRADITIONAL_STRENGTH_TRAINING`; `nil` if it has none, for
  /// example in another language.
  private func `case`(
    of name: String, in cases: [String: String], _ place: RecordTemplates.Shared<RecordTemplates.Place>
  ) -> JSONValue? {
    let words = name.lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
    let isDropping = words.count > 1 && words.last.map { !place.form.dropped.contains($0) } ?? false
    for words in [isDropping ? words.filter { !place.form.dropped.contains($0) } : words, words] {
      let plain = words.joined()
      if let known = cases[plain] ?? place.form.values[plain]?.text.flatMap({ cases[$0.lowercased()] }) {
        return .string(known)
      }
    }
    return nil
  }

  /// A time in the form of samples; a text that is none stays as it is, which is reported.
  ///
  /// Phones with a 12-hour clock write `8:05:00 PM`, newer ones with a narrow no-break space before it.
  private static func time(_ time: String, _ formats: [DateFormat]) -> String {
    var plain: [UInt8] = []
    for scalar in time.unicodeScalars {
      switch scalar {
      case "\u{202F}", "\u{A0}", "\u{2009}": plain.append(UInt8(ascii: " "))
      case "a", "p", "m": plain.append(UInt8(truncatingIfNeeded: scalar.value) & 0xDF)
      default: plain += Array(String(scalar).utf8)
      }
    }
    var output: [UInt8] = []
    for format in formats where format.append(0..<plain.count, in: plain.span.bytes, to: &output) {
      return String(decoding: output, as: UTF8.self)
    }
    return time
  }
}

/// The types that names of other programs mean, by the codes of a registry.
struct AppTypes: Sendable {
  private var types: [String: [Entry]] = [:]
  /// The ids of the types that names mean.
  private(set) var ids: [String: String] = [:]

  struct Entry: Sendable {
    var id: String
    /// What the definition says of the difference: for some names the case of a category.
    var difference: String?
    var isQuantity: Bool
    var enumCase: String?
  }

  init(_ registry: Registry, system: String) {
    for type in registry.types {
      for text in type.codes[system] ?? [] {
        let code = CodeInSystem(text)
        let cases = type.shape.enumeration?.cases.map(\.name) ?? []
        types[code.code, default: []].append(
          Entry(
            id: type.id, difference: code.difference, isQuantity: type.shape.quantity != nil,
            enumCase: code.difference.flatMap { cases.contains($0) ? $0 : nil }))
      }
    }
    for name in types.keys { ids[name] = self[name]?.id }
  }

  /// The type of a name: the only one with it, or the only one that means the same.
  subscript(name: String) -> Entry? {
    guard let found = types[name] else { return nil }
    if found.count == 1 { return found[0] }
    let exact = found.filter { $0.difference == nil }
    return exact.count == 1 ? exact[0] : nil
  }

  /// The type that is a part of what a name means: the systolic pressure of a blood pressure.
  func part(_ part: String, of name: String) -> String? { types[name]?.first { $0.difference == part }?.id }
}

extension JSONValue {
  /// The text of a text, a number or a truth value.
  fileprivate var plainText: String? {
    switch self {
    case .string(let text): text
    case .int64(let number): "\(number)"
    case .double(let number): integer.map { "\($0)" } ?? "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  /// The element with a number; numbers below zero count from the end.
  fileprivate func element(_ number: Int) -> JSONValue? {
    elements.flatMap {
      let index = number < 0 ? $0.count + number : number
      return $0.indices.contains(index) ? $0[index] : nil
    }
  }

  /// The microseconds of a time with an offset since 1970.
  fileprivate var microseconds: Int64? {
    guard let bytes = text.map({ Array($0.utf8) }) else { return nil }
    let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)
    return reading.flatMap { $0.hasOffset ? $0.instant.microseconds : nil }
  }
}

extension JSONBuilder {
  /// Adds a member with a value of any kind.
  mutating func member(_ name: String, json: JSONValue) {
    key(name)
    value(json)
  }

  mutating func value(_ json: JSONValue) {
    switch json {
    case .null: value(json: "null".utf8)
    case .boolean(let flag): value(flag)
    case .int64(let number): value(number)
    case .double(let number): value(number)
    case .string(let text): value(text)
    case .array(let elements): array { list in for element in elements { list.value(element) } }
    case .object(let members):
      object { inner in for member in members { inner.member(member.key, json: member.value) } }
    }
  }
}
