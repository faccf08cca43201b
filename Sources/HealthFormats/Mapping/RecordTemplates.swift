package import HealthModel

/// How the records of a named form of JSON become samples with members, lists or several of a record: what a profile with
/// `format` says.
///
/// A template is a sample as JSON has it, with paths in place of values. A profile is read once, into functions that are
/// called for each record.
package struct RecordTemplates: Sendable {
  /// The keys of a profile that are about its form, beside `format`.
  package static let keys = ["documents", "codes", "times", "tables", "parts", "quantities", "records"]

  private typealias Value = @Sendable (Scope) -> JSONValue?
  private typealias Test = @Sendable (Scope) -> Bool
  /// Makes something of a record; `false` if it is not for the record.
  private typealias Action = @Sendable (Scope, JSONPiece, inout ConvertedLines) -> Bool

  let name: String
  /// Whether a document in which no path leads to records is a record itself.
  let takesDocuments: Bool
  private(set) var patterns: [JSONPattern] = []
  /// What is made of a record, by the number of its pattern.
  private var actions: [Action] = []
  /// The system of codes that names are of, and all that places name.
  let system: String
  private(set) var systems: Set<String> = []
  /// The fields whose cases names are matched with, `workout.activity`.
  private(set) var caseFields: Set<String> = []
  private let quantities: Quantities
  /// The numbers of variables; the first is the name of the format.
  private var variables = ["format": 0]
  private let tables: [String: [String: JSONValue]]
  private let parts: [String: JSONValue]
  private let times: [DateFormat]

  /// The most bytes that a record becomes by texts of its own that each of its points repeats.
  private static let mostRepeated = 64 << 20

  /// The format of its files.
  package var format: AppJSONFormat { AppJSONFormat(name) { self } }

  /// Reads the keys of a profile that are about its form.
  package init(_ profile: JSONValue, as format: String) throws {
    name = format
    takesDocuments = profile["documents"]?.flag ?? false
    system = profile["codes"]?.text ?? ""
    if !system.isEmpty { systems.insert(system) }
    tables = Self.table(profile["tables"]).mapValues(Self.table)
    times = try Self.texts(profile["times"]).map { text in
      guard let format = try? DateFormat(text) else {
        throw Self.fault("`times` lists formats of dates", profile["times"])
      }
      return format
    }
    quantities = Quantities(profile["quantities"])
    parts = Self.table(profile["parts"])
    guard let records = profile["records"]?.elements, !records.isEmpty else {
      throw SyntaxError("`records` is a list of paths with what is made there")
    }
    for item in records {
      let isBeside = item["unnamed"]?.flag ?? false
      // Of lists that are counted no action is asked for.
      let action = try self.action(isBeside ? .array([]) : item["make"] ?? .null)
      let lists = Set(Self.texts(item["lists"]))
      for path in Self.texts(item["at"]) {
        guard path.hasPrefix("/") else { throw Self.fault("`at` begins with `/`", item["at"]) }
        patterns.append(
          JSONPattern(
            path, needs: Self.texts(item["needs"]), lists: lists, keys: Self.texts(item["keys"]), isBeside: isBeside))
        actions.append(action)
      }
    }
  }

  func add(_ record: JSONValue, _ piece: JSONPiece, _ types: TemplateTypes, to lines: inout ConvertedLines) {
    let scope = Scope(record, piece.names.last, piece.around, Array(repeating: nil, count: variables.count), types)
    scope.variables[0] = .string(name)
    _ = actions[max(0, piece.pattern)](scope, piece, &lines)
  }

  private static func fault(_ words: String, _ json: JSONValue?) -> SyntaxError {
    var text = JSONBuilder()
    text.value(json ?? .null)
    return SyntaxError("\(words), got \(TextEscaping.escaped(utf8: text.bytes[...], limit: 200))")
  }

  /// A text, or a list of texts; numbers are texts.
  static func texts(_ json: JSONValue?) -> [String] {
    (json?.elements ?? json.map { [$0] } ?? []).compactMap { $0.text ?? $0.integer.map { "\($0)" } }
  }

  private static func table(_ json: JSONValue?) -> [String: JSONValue] {
    (json?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value }
  }

  // MARK: Paths

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
    let types: TemplateTypes

    init(
      _ record: JSONValue, _ list: String?, _ around: [String: JSONValue], _ variables: [JSONValue?],
      _ types: TemplateTypes
    ) {
      (value, key, self.list, height, outer) = (record, nil, list, 2, nil)
      (self.around, self.variables, self.types) = (around, variables, types)
    }

    init(_ value: JSONValue, key: JSONValue, of path: Path, in outer: Scope) {
      (self.value, self.key, list, height) = (value, key, path.steps.last?.name, path.steps.count + 1)
      (self.outer, around, variables, types) = (outer, [:], [], outer.types)
    }

    var record: Scope { outer?.record ?? self }
  }

  /// A path to a value: levels up, and names from there.
  private struct Path: Sendable {
    var levels = 0
    /// The names, each with the number of an element that it is.
    var steps: [(name: String, index: Int?)] = []
    var isKey = false
    /// The number of the variable that it begins at; -1 for none.
    var variable = -1

    func find(_ scope: Scope) -> JSONValue? {
      var (scope, levels) = (scope, levels)
      while levels >= scope.height, let outer = scope.outer {
        levels -= scope.height
        scope = outer
      }
      if isKey { return levels == 0 ? scope.key : scope.list.map { .string($0) } }
      var value = scope.value
      if variable >= 0 {
        guard let found = scope.record.variables[variable] else { return nil }
        value = found
      } else if levels > 0 {
        return steps.first.flatMap { scope.around[$0.name] }
      }
      for step in steps {
        guard let next = value[step.name] ?? step.index.flatMap({ value.element($0) }) else { return nil }
        value = next
      }
      return value == .null ? nil : value
    }

    func elements(_ scope: Scope) -> [Scope] {
      guard let list = find(scope) else { return [] }
      if let elements = list.elements {
        return elements.enumerated().map { Scope($1, key: .int64(Int64($0)), of: self, in: scope) }
      }
      // Members of an object have no order; those of a sample do.
      return (list.members ?? []).filter { $0.value != .null }.sorted { $0.key < $1.key }.map {
        Scope($0.value, key: .string($0.key), of: self, in: scope)
      }
    }
  }

  private static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") || text.hasPrefix("../") || text.hasPrefix("$") || text == "." || text == "#"
  }

  private mutating func path(_ text: String) throws -> Path {
    guard Self.isPath(text) else { throw SyntaxError("`\(TextEscaping.escaped(text, limit: 80))` is not a path") }
    var path = Path()
    var rest = text[...]
    while rest.hasPrefix("../") {
      path.levels += 1
      rest = rest.dropFirst(3)
    }
    path.isKey = rest == "#"
    guard rest != "#", rest != "." else { return path }
    let isVariable = rest.hasPrefix("$")
    path.steps = try RecordPath.names(rest.hasPrefix("/") || isVariable ? rest.dropFirst() : rest).map {
      let name = String(decoding: $0, as: UTF8.self)
      return (name, Int(name))
    }
    if isVariable { path.variable = variable(path.steps.removeFirst().name) }
    return path
  }

  private mutating func variable(_ name: String) -> Int {
    let number = variables[name] ?? variables.count
    variables[name] = number
    return number
  }

  private mutating func paths(_ json: JSONValue?) throws -> [Path] { try Self.texts(json).map { try path($0) } }

  // MARK: Conditions

  /// What a value must be for a place to have it.
  private enum Kind: String, Sendable {
    /// A text, a number or a truth value.
    case scalar
    /// A number, or an object with a number in a unit that is known.
    case measure = "quantity"
    case any, text, filled, number, whole, flag, object, list, elements
    /// A time in UTC.
    case utc
    /// The code of a type that is not a quantity.
    case category

    func takes(_ value: JSONValue, _ types: TemplateTypes) -> Bool {
      switch self {
      case .any, .measure: true
      case .scalar: value.members == nil && value.elements == nil
      case .text: value.text != nil
      case .filled: value.text?.isEmpty == false
      case .elements: value.elements?.isEmpty == false
      case .number: value.number != nil
      case .whole: value.int != nil
      case .flag: value.flag != nil
      case .object: value.members != nil
      case .list: value.elements != nil
      case .utc: value.text?.hasSuffix("Z") == true
      case .category: value.text.flatMap { types.own?[$0] }.map { !$0.isQuantity } ?? false
      }
    }
  }

  /// Whether what `when` and `unless` say holds, of each a map or one of a list of them; `nil` if they are not there.
  private mutating func condition(_ json: JSONValue) throws -> Test? {
    var all: [Test] = []
    for (key, isNegated) in [("when", false), ("unless", true)] {
      guard let conditions = json[key] else { continue }
      let maps = try (conditions.elements ?? [conditions]).map { map in
        try (map.members ?? []).map { try test($0, of: key) }
      }
      if maps.isEmpty { return nil }
      all.append { scope in maps.contains { $0.allSatisfy { $0(scope) != isNegated } } }
    }
    if all.isEmpty { return nil }
    return { [all] scope in all.allSatisfy { $0(scope) } }
  }

  private mutating func test(_ member: JSONValue.Member, of key: String) throws -> Test {
    switch member.key {
    case "same":
      let paths = try paths(member.value)
      return { scope in Set(paths.map { $0.find(scope)?.number }).count < 2 }
    case "many":
      let path = try path(member.value.text ?? "")
      return { scope in
        let length = scope.record.variables.reduce(0) { $0 + ($1?.text?.utf8.count ?? 0) }
        return length > 0 && path.find(scope)?.elements?.count ?? 0 > Self.mostRepeated / length
      }
    case "some":
      let holds = try condition(member.value)
      let path = try path(member.value["in"]?.text ?? "")
      return { scope in path.elements(scope).contains { holds?($0) ?? false } }
    default: break
    }
    let path = try path(member.key)
    var (texts, kinds): (Set<String>, [Kind]) = ([], [])
    for text in Self.texts(member.value) {
      if !text.hasPrefix(":") {
        texts.insert(text)
      } else if let kind = Kind(rawValue: String(text.dropFirst())) {
        kinds.append(kind)
      } else if let table = tables[String(text.dropFirst())] {
        texts.formUnion(table.keys)
      } else {
        throw Self.fault("`\(key)` takes texts, kinds such as `:text`, and names of `tables`", member.value)
      }
    }
    return { [texts, kinds, quantities] scope in
      guard let value = path.find(scope) else { return texts.contains("") }
      return !texts.isEmpty && value.plainText.map(texts.contains) ?? false
        || kinds.contains { kind in
          kind == .measure ? quantities.read(value, unit: "") != nil : kind.takes(value, scope.types)
        }
    }
  }

  // MARK: Actions

  private mutating func action(_ json: JSONValue) throws -> Action {
    if let part = json.text.flatMap({ parts[$0] }) { return try action(part) }
    if let items = json.elements {
      let actions = try items.map { try self.action($0) }
      return { scope, piece, lines in
        for action in actions { _ = action(scope, piece, &lines) }
        return true
      }
    }
    let variables = try json["let"].map { try members($0) } ?? []
    var action = try plainAction(json)
    if let text = json["each"]?.text {
      let path = try path(text)
      action = { [action] scope, piece, lines in
        for element in path.elements(scope) { _ = action(element, piece, &lines) }
        return true
      }
    }
    if let record = json["record"] {
      let value = try value(record)
      action = { [action] scope, piece, lines in
        guard let value = value(scope) else { return false }
        let inner = Scope(value, piece.names.last, scope.around, scope.record.variables, scope.types)
        return action(inner, piece, &lines)
      }
    }
    if !variables.isEmpty {
      let variables = variables.map { (number: variable($0.key), value: $0.node.value) }
      action = { [action] scope, piece, lines in
        for (number, value) in variables { scope.record.variables[number] = value(scope) }
        return action(scope, piece, &lines)
      }
    }
    guard let holds = try condition(json) else { return action }
    return { [action] scope, piece, lines in holds(scope) && action(scope, piece, &lines) }
  }

  private mutating func plainAction(_ json: JSONValue) throws -> Action {
    if let sample = json["sample"] {
      let sample = Node.members(try members(sample)).value
      return { scope, piece, lines in
        guard let members = sample(scope)?.members else { return true }
        lines.add(at: piece.place) { json in for member in members { json.member(member.key, json: member.value) } }
        return true
      }
    }
    if let text = json["refuse"]?.text ?? json["unsupported"]?.text {
      let (isFault, isKept) = (json["refuse"]?.text != nil, json["keep"]?.flag ?? true)
      let words = try pattern(text, limit: isFault ? 60 : .max)
      return { scope, piece, lines in
        let record = isKept ? piece.bytes : Array("{}".utf8)
        if isFault {
          lines.addFault(words(scope), at: piece.place, record: record)
        } else {
          lines.addUnsupported(words(scope), at: piece.place, record: record)
        }
        return true
      }
    }
    if let items = json["first"]?.elements {
      let actions = try items.map { try action($0) }
      return { scope, piece, lines in
        for action in actions where action(scope, piece, &lines) { return true }
        return false
      }
    }
    if let name = json["by"] {
      let place = try place(name.text == nil ? name : .object([.init("path", name)]))
      var cases: [String: Action] = [:]
      for member in json["cases"]?.members ?? [] { cases[member.key] = try action(member.value) }
      return { [cases] scope, piece, lines in
        place(scope)?.plainText.flatMap { cases[$0] }?(scope, piece, &lines) ?? false
      }
    }
    guard let inner = json["make"] else {
      throw Self.fault("`make` takes `sample`, `refuse`, `unsupported`, `first`, `by`, `each` or a list of them", json)
    }
    return try action(inner)
  }

  private mutating func pattern(_ text: String, limit: Int) throws -> @Sendable (Scope) -> String {
    var parts: [(text: String, path: Path)] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      parts.append((String(rest[..<open]), try path(String(rest[rest.index(after: open)..<end]))))
      rest = rest[rest.index(after: end)...]
    }
    return { [parts, rest] scope in
      parts.reduce(into: "") { text, part in
        text += part.text
        guard let value = part.path.find(scope)?.plainText else { return }
        text += limit == .max ? value : TextEscaping.escaped(value, limit: limit)
      } + rest
    }
  }

  // MARK: Values

  /// A value, or the members of an object, which may get further ones.
  private indirect enum Node {
    case value(Value)
    case members([(key: String, node: Node)])

    var value: Value {
      guard case .members(let nodes) = self else {
        if case .value(let value) = self { return value }
        return { _ in nil }
      }
      let members = nodes.map { (key: $0.key, value: $0.node.value) }
      return { scope in
        var found: [JSONValue.Member] = []
        for (key, value) in members {
          guard let json = value(scope) else { continue }
          if key.isEmpty { found += json.members ?? [] } else { found.append(.init(key, json)) }
        }
        return found.isEmpty ? nil : .object(found)
      }
    }
  }

  /// The members of an object, with those of the parts that it includes; objects under one key are one.
  private mutating func members(_ json: JSONValue) throws -> [(key: String, node: Node)] {
    var members: [(key: String, node: Node)] = []
    func add(_ key: String, _ node: Node) {
      guard let place = members.firstIndex(where: { $0.key == key }) else { return members.append((key, node)) }
      if case .members(let known) = members[place].node, case .members(let more) = node {
        members[place].node = .members(known + more)
      } else {
        members[place].node = node
      }
    }
    for member in json.members ?? [] where member.key != "when" && member.key != "unless" {
      if member.key == "quantity", let text = member.value["path"]?.text {
        let (path, unit) = (try path(text), member.value["unit"]?.text ?? "")
        members.append(("", .value { [quantities] in quantities.read(path.find($0), unit: unit) }))
      } else if member.key == "include" {
        for name in Self.texts(member.value) {
          guard let part = parts[name] else { throw Self.fault("`include` names `parts`", member.value) }
          for (key, node) in try self.members(part) { add(key, node) }
        }
      } else {
        add(member.key, try node(member.value))
      }
    }
    return members
  }

  private mutating func value(_ json: JSONValue) throws -> Value { try node(json).value }

  private mutating func node(_ json: JSONValue) throws -> Node {
    guard json.members != nil else { return .value(try listOrText(json)) }
    let value = try special(json)
    let node = try value.map { .value($0) } ?? Node.members(members(json))
    guard let holds = try condition(json) else { return node }
    let inner = node.value
    return .value { holds($0) ? inner($0) : nil }
  }

  private mutating func listOrText(_ json: JSONValue) throws -> Value {
    if let text = json.text, Self.isPath(text) { return try place(.object([.init("path", json)])) }
    guard let items = json.elements else { return { _ in json == .null ? nil : json } }
    let values = try items.map { item in
      // The elements that `each` makes are elements of the list.
      (
        isSpread: item["each"] != nil && item["first"] == nil && item["when"] == nil && item["unless"] == nil,
        value: try value(item)
      )
    }
    return { scope in
      .array(
        values.flatMap { item -> [JSONValue] in
          let json = item.value(scope)
          return item.isSpread ? json?.elements ?? [] : json.map { [$0] } ?? []
        })
    }
  }

  /// The value of an object that is not one of a sample; `nil` for those.
  private mutating func special(_ json: JSONValue) throws -> Value? {
    if let items = json["first"]?.elements {
      let values = try items.map { try value($0) }
      return { scope in
        for value in values { if let json = value(scope) { return json } }
        return nil
      }
    }
    if let text = json["each"]?.text {
      let (path, value, isWhole) = (try path(text), try value(json["value"] ?? .null), json["whole"]?.flag ?? false)
      return { scope in
        let found = path.elements(scope).map(value)
        return .array(isWhole ? found.map { $0 ?? .null } : found.compactMap { $0 })
      }
    }
    if let items = json["merge"]?.elements, items.count == 2 {
      let (value, other) = (try value(items[0]), try value(items[1]))
      // The members of an object, and those of another one that it lacks.
      return { scope in
        let members = value(scope)?.members ?? []
        return .object(
          members + (other(scope)?.members ?? []).filter { other in !members.contains { $0.key == other.key } })
      }
    }
    if let table = json["only"]?.members {
      let meanings = try table.map { (path: try path($0.key), meanings: Self.texts($0.value)) }
      // The one meaning of the members that are there, also as `null`.
      return { scope in
        let found = meanings.reduce(into: Set<String>()) { found, entry in
          var path = entry.path
          let name = path.steps.popLast()?.name
          if path.find(scope)?.members?.contains(where: { $0.key == name }) ?? false { found.formUnion(entry.meanings) }
        }
        return found.count == 1 ? found.first.map { .string($0) } : nil
      }
    }
    if let ends = json["seconds"] {
      let ends = try paths(ends)
      guard ends.count == 2 else { throw Self.fault("`seconds` takes two paths", json) }
      let unit = json["unit"]?.text
      return { scope in
        guard let start = ends[0].find(scope)?.microseconds, let end = ends[1].find(scope)?.microseconds else {
          return nil
        }
        let seconds = JSONValue.double(Double(end - start) / 1_000_000)
        return unit.map { .object([.init("value", seconds), .init("unit", .string($0))]) } ?? seconds
      }
    }
    if let text = json["number"]?.text {
      let (path, others, unit) = (try path(text), try paths(json["otherwise"]), try value(json["unit"] ?? .null))
      // A number with its unit; what is not a number stays as it is, which is reported.
      return { scope in
        guard let number = path.find(scope), number.number != nil else {
          let found = ([path] + others).lazy.compactMap { $0.find(scope) }.first
          return found?.plainText == nil ? nil : found
        }
        return .object([.init("value", number)] + (unit(scope).map { [.init("unit", $0)] } ?? []))
      }
    }
    return json["path"] != nil || json["is"] != nil ? try place(json) : nil
  }

  // MARK: Places

  /// The keys of a place whose value stays as it is, and the others.
  private static let plainKeys: Set<String> = ["path", "is", "when", "unless", "kind", "default"]
  private static let placeKeys: Set<String> = [
    "letters", "as", "id", "values", "code", "part", "time", "case", "drop", "text",
  ]

  private mutating func place(_ json: JSONValue) throws -> Value {
    let keys = Set((json.members ?? []).map(\.key))
    if let key = (json.members ?? []).first(where: { !Self.plainKeys.union(Self.placeKeys).contains($0.key) })?.key {
      throw Self.fault("a place has no key `\(TextEscaping.escaped(key, limit: 80))`", json)
    }
    let (paths, constant, fallback) = (try paths(json["path"]), json["is"], json["default"])
    guard let kind = json["kind"]?.text.map({ Kind(rawValue: $0) }) ?? .scalar else {
      throw Self.fault("`kind` is not one", json["kind"])
    }
    let find: Value = { scope in
      if let constant { return constant }
      for path in paths { if let value = path.find(scope), kind.takes(value, scope.types) { return value } }
      return nil
    }
    if keys.isSubset(of: Self.plainKeys) { return { find($0) ?? fallback } }
    let written = try written(json)
    // An id that cannot be made is not replaced by another.
    let other = json["id"] == nil ? fallback : nil
    return { scope in
      guard let found = find(scope) else { return fallback }
      return written(found, scope) ?? other
    }
  }

  /// How a sample has a value that was found; `nil` for what cannot be written so.
  private mutating func written(_ json: JSONValue) throws -> @Sendable (JSONValue, Scope) -> JSONValue? {
    var frame = (before: "", after: "")
    if let text = json["text"]?.text {
      guard let mark = text.firstIndex(of: "{") else { throw Self.fault("`text` has `{}` for the text", json["text"]) }
      frame = (String(text[..<mark]), String(text[mark...].dropFirst(2)))
    }
    switch json["as"]?.text {
    case nil: break
    case "offset":
      return { value, _ in
        guard let seconds = value.integer, (-64_800...64_800).contains(seconds), seconds % 60 == 0 else { return nil }
        var text: [UInt8] = []
        TimestampWriter.appendOffset(Int16(truncatingIfNeeded: seconds / 60), to: &text)
        return .string(String(decoding: text, as: UTF8.self))
      }
    case "milliseconds":
      return { [frame] value, _ in
        value.microseconds.map { .string("\(frame.before)\($0 / 1_000)\(frame.after)") }
      }
    default:
      return { [quantities] value, _ in
        value.number.map { .double($0) } ?? quantities.read(value, unit: "")?["value"]
      }
    }
    if let part = json["id"] {
      let name = try place(part.text == nil ? part : .object([.init("is", part)]))
      return { value, scope in
        guard let text = value.plainText else { return value }
        guard let id = UUIDBytes(text: text), let name = name(scope)?.plainText else { return nil }
        var (names, derived) = (NameUUID(), [UInt8]())
        names.id(of: id, name: Array(name.utf8).span).append(to: &derived)
        return .string(String(decoding: derived, as: UTF8.self))
      }
    }
    return try text(json, frame)
  }

  private mutating func text(
    _ json: JSONValue, _ frame: (before: String, after: String)
  ) throws -> @Sendable (JSONValue, Scope) -> JSONValue? {
    let (letters, part) = (json["letters"]?.text ?? "", json["part"]?.text)
    let isSame = letters.isEmpty && json["text"]?.text == nil
    var values: [String: JSONValue] = [:]
    if let given = json["values"] {
      guard let table = given.text.map({ tables[$0] }) ?? Self.table(given) else {
        throw Self.fault("`values` names `tables`", given)
      }
      values = table
    }
    var codes: String?
    let isCase = json["code"]?.text == "case"
    if let code = json["code"] {
      codes = isCase || code.flag == true ? system : code.text
      systems.insert(codes ?? system)
    }
    let formats = json["time"]?.flag == true ? times : []
    let (field, dropped) = (json["case"]?.text, Set(Self.texts(json["drop"])))
    if let field { caseFields.insert(field) }
    return { [values, codes] value, scope in
      guard var text = value.plainText else { return value }
      text = Self.spelled(text, letters)
      if let field { return Self.case(of: text, in: scope.types.cases[field] ?? [:], values, dropping: dropped) }
      if let meaning = values[text] ?? values["*"] {
        guard let plain = meaning.text, codes != nil else { return meaning == .null ? nil : meaning }
        text = plain
      }
      text = frame.before + text + frame.after
      if let codes {
        let known = scope.types.systems[codes]
        if isCase { return known?[text]?.enumCase.map { .string($0) } }
        if let part { return .string(known?.part(part, of: text) ?? "\(text) \(part)") }
        return .string(known?.ids[text] ?? text)
      }
      if !formats.isEmpty { return .string(Self.time(text, formats)) }
      return isSame ? value : .string(text)
    }
  }

  /// A text with small or capital letters; of a name also each capital as `_` and its small letter, or none of both and no
  /// `record` at the end.
  private static func spelled(_ text: String, _ letters: String) -> String {
    switch letters {
    case "lower": return text.lowercased()
    case "upper": return text.uppercased()
    case "snake": return text.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    case "plain":
      let plain = text.lowercased().split(separator: "_").joined()
      return plain.hasSuffix("record") ? String(plain.dropLast("record".count)) : plain
    default: return text
    }
  }

  /// The case that a name means, such as `Outdoor Walk` or `TRADITIONAL_STRENGTH_TRAINING`; `nil` if it has none, for
  /// example in another language.
  private static func `case`(
    of name: String, in cases: [String: String], _ values: [String: JSONValue], dropping dropped: Set<String>
  ) -> JSONValue? {
    let words = name.lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
    let isDropping = words.count > 1 && words.last.map { !dropped.contains($0) } ?? false
    for words in [isDropping ? words.filter { !dropped.contains($0) } : words, words] {
      let plain = words.joined()
      if let known = cases[plain] ?? values[plain]?.text.flatMap({ cases[$0.lowercased()] }) { return .string(known) }
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

  /// How records write quantities that are objects: a number for each unit, or a number and the name of its unit.
  private struct Quantities: Sendable {
    private let members: [(key: String, unit: JSONValue)]
    private let units: [String: JSONValue]
    /// The units that numbers by themselves are in.
    private let plain: Set<String>

    init(_ json: JSONValue?) {
      members = (json?["members"]?.members ?? []).map { ($0.key, $0.value) }
      units = RecordTemplates.table(json?["units"])
      plain = Set(RecordTemplates.texts(json?["plain"]))
    }

    /// The value and unit of a number, of an object with the number in every unit, or of one with value and unit.
    func read(_ json: JSONValue?, unit: String) -> JSONValue? {
      func members(_ number: Double, _ unit: JSONValue?) -> JSONValue {
        .object([.init("value", .double(number))] + (unit.map { [.init("unit", $0)] } ?? []))
      }
      guard let json else { return nil }
      if let number = json.number { return members(number, plain.contains(unit) ? .string(unit) : nil) }
      if let number = json["value"]?.number, let name = json["unit"]?.text {
        return members(number, units[name] ?? .string(name))
      }
      for (key, unit) in self.members { if let number = json[key]?.number { return members(number, unit) } }
      return nil
    }
  }
}

/// What the names in a profile mean in a registry.
final class TemplateTypes: Sendable {
  let systems: [String: AppTypes]
  /// Those of the profile's own system.
  let own: AppTypes?
  /// The cases of fields by their names in lower case.
  let cases: [String: [String: String]]

  init(_ templates: RecordTemplates, _ registry: Registry) {
    systems = templates.systems.reduce(into: [:]) { $0[$1] = AppTypes(registry, system: $1) }
    own = systems[templates.system]
    cases = templates.caseFields.reduce(into: [:]) { cases, name in
      let parts = name.split(separator: ".")
      let fields = registry.types.first { $0.id == parts[0] }?.shape.structure?.fields ?? []
      let found = fields.first { $0.name == parts.last.map(String.init) }?.value.enumeration?.cases ?? []
      cases[name] = found.reduce(into: [:]) { $0[$1.name.lowercased()] = $1.name }
    }
  }
}

/// The types that names of other programs mean, by the codes of a registry.
struct AppTypes: Sendable {
  private var types: [String: [Entry]] = [:]
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
