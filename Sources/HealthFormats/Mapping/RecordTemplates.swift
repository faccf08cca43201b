package import HealthModel

/// How the records of a named form of JSON become samples with members, lists or several of a record: what a profile with
/// `format` says.
///
/// A template is a sample as JSON has it, with paths in place of values. It is made of a profile once, and followed for
/// each record.
package struct RecordTemplates: Sendable {
  /// The name on the command line.
  private(set) var name = ""
  /// Whether a document in which no path leads to records is a record itself.
  private(set) var takesDocuments = false
  private(set) var patterns: [JSONPattern] = []
  /// What is made of a record, by the number of its pattern.
  private(set) var actions: [Action] = []
  /// The system of codes that names are of.
  private(set) var system = ""
  /// The fields whose cases names are matched with, `workout.activity`.
  private(set) var caseFields: Set<String> = []
  private(set) var systems: Set<String> = []
  private(set) var quantities = Quantities()

  /// The numbers of variables; the first is the name of the format.
  private(set) var variables = ["format": 0]

  private var tables: [String: [String: JSONValue]] = [:]
  private var parts: [String: JSONValue] = [:]
  /// How times are written, each tried in turn.
  private var times: [DateFormat] = []

  /// A path to a value: levels up, and names from there.
  struct Path: Sendable {
    var levels = 0
    var steps: [Step] = []
    var isKey = false
    /// The number of the variable that it begins at; -1 for none.
    var variable = -1

    struct Step: Sendable {
      var name: String
      /// The number of an element that the name is.
      var index: Int?
    }
  }

  /// What a value must be for a place to have it.
  enum Kind: String, Sendable {
    /// A text, a number or a truth value.
    case scalar
    /// A number, or an object with a number in a unit that is known.
    case measure = "quantity"
    case any, text, filled, number, whole, flag, object, list, elements
    /// A time in UTC.
    case utc
    /// The code of a type that is not a quantity.
    case category

    func takes(_ value: JSONValue, _ types: AppTypes?) -> Bool {
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
      case .category: value.text.flatMap { types?[$0] }.map { !$0.isQuantity } ?? false
      }
    }
  }

  struct Test: Sendable {
    var path: Path
    var texts: Set<String> = []
    var kinds: [Kind] = []
    var isNegated = false
    var form = Form.value

    enum Form: Sendable {
      case value
      /// Whether the numbers at paths are equal.
      case same([Path])
      /// Whether an element at the path meets tests.
      case some([[Shared<Test>]])
      /// Whether so many elements would each repeat long texts of variables.
      case many
    }
  }

  /// How records write quantities that are objects: a number for each unit, or a number and the name of its unit.
  struct Quantities: Sendable {
    var members: [(key: String, unit: JSONValue)] = []
    var units: [String: JSONValue] = [:]
    /// The units that numbers by themselves are in.
    var plain: Set<String> = []
  }

  /// A text with values between braces.
  struct Pattern: Sendable {
    var parts: [(text: String, path: Path?)] = []
  }

  /// One value of a record, and how a sample has it.
  struct Place: Sendable {
    var paths: [Path] = []
    var constant: JSONValue?
    var kind = Kind.scalar
    /// Whether letters become small or capital; of a name also each capital `_` and its small letter, or none of both and
    /// no `record` at the end.
    var letters = ""
    var values: [String: JSONValue] = [:]
    /// The system in which a text is the code of a type.
    var system: String?
    /// The difference by which one of several types with the code is meant.
    var part: String?
    /// Whether the case that the code means is wanted, not its type.
    var wantsCase = false
    var formats: [DateFormat] = []
    /// What a number or time is written as: `offset`, `milliseconds`, or `amount` of a quantity.
    var form = ""
    /// The name of the part whose id is made of the id at the place.
    var idPart: Shared<Place>?
    /// The field whose cases the text is matched with.
    var caseField: String?
    var dropped: Set<String> = []
    /// What is written around the text, with `{}` for it.
    var frame: (before: String, after: String)?
    var fallback: JSONValue?
    /// Whether the value stays as it is.
    var isPlain = true
  }

  /// What records follow without counting references to each of its parts.
  final class Shared<Form: Sendable>: Sendable {
    let form: Form

    init(_ form: Form) { self.form = form }
  }

  indirect enum Value: Sendable {
    case constant(JSONValue)
    case place(Shared<Place>)
    case object([(key: String, value: Value)])
    case list([Value])
    case each(Path, Value, isWhole: Bool)
    case first([Value])
    case when([[Shared<Test>]], Value)
    /// A number with its unit; what is not a number stays as it is, which is reported.
    case number(Path, otherwise: [Path], unit: Value)
    /// Value and unit, as members of what they are in.
    case amount(Path, unit: String)
    /// The seconds between times, as a number or with a unit.
    case seconds(Path, Path, unit: String?)
    /// The members of an object, and those of another one that it lacks.
    case merged(Value, Value)
    /// The one meaning of the members that are there, also as `null`.
    case only([(path: Path, meanings: [String])])
  }

  indirect enum Action: Sendable {
    case sample(Value)
    case refuse(Pattern, keeps: Bool)
    case unsupported(Pattern, keeps: Bool)
    case all([Action])
    case first([Action])
    /// The action under the text at a place, if there is one.
    case by(Shared<Place>, [String: Action])
    case each(Path, Action)
    /// Values that paths name with `$`.
    case variables([(number: Int, value: Value)], Action)
    /// Another record in place of this one.
    case within(Value, Action)
    case when([[Shared<Test>]], Action)
  }
}

/// Reading a profile.
extension RecordTemplates {
  /// The keys that are about its form, beside `format`.
  package static let keys = ["documents", "codes", "times", "tables", "parts", "quantities", "records"]

  /// The format of its files.
  package var format: AppJSONFormat { AppJSONFormat(self) }

  /// Reads the keys of a profile that are about its form.
  ///
  /// - Throws: `SyntaxError` with the key that is wrong.
  package init(_ profile: JSONValue, as format: String) throws(SyntaxError) {
    name = format
    takesDocuments = profile["documents"]?.flag ?? false
    system = profile["codes"]?.text ?? ""
    if !system.isEmpty { systems.insert(system) }
    for table in profile["tables"]?.members ?? [] { tables[table.key] = Self.table(table.value) }
    for text in Self.texts(profile["times"]) {
      guard let format = try? DateFormat(text) else {
        throw Self.fault("`times` lists formats of dates", profile["times"])
      }
      times.append(format)
    }
    quantities.members = (profile["quantities"]?["members"]?.members ?? []).map { ($0.key, $0.value) }
    quantities.units = Self.table(profile["quantities"]?["units"] ?? .null)
    quantities.plain = Set(Self.texts(profile["quantities"]?["plain"]))
    for part in profile["parts"]?.members ?? [] { parts[part.key] = part.value }
    guard let records = profile["records"]?.elements, !records.isEmpty else {
      throw SyntaxError("`records` is a list of paths with what is made there")
    }
    for item in records {
      let action = item["unnamed"]?.flag == true ? Action.all([]) : try self.action(item["make"] ?? .null)
      let lists = Set(Self.texts(item["lists"]))
      for path in Self.texts(item["at"]) {
        guard path.hasPrefix("/") else { throw Self.fault("`at` begins with `/`", item["at"]) }
        patterns.append(
          JSONPattern(
            path, needs: Self.texts(item["needs"]), lists: lists, keys: Self.texts(item["keys"]),
            isBeside: item["unnamed"]?.flag ?? false))
        actions.append(action)
      }
    }
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

  private static func table(_ json: JSONValue) -> [String: JSONValue] {
    (json.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value }
  }

  private static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") || text.hasPrefix("../") || text.hasPrefix("$") || text == "." || text == "#"
  }

  private mutating func path(_ text: String) throws(SyntaxError) -> Path {
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
      return Path.Step(name: name, index: Int(name))
    }
    if isVariable { path.variable = variable(path.steps.removeFirst().name) }
    return path
  }

  private mutating func variable(_ name: String) -> Int {
    let number = variables[name] ?? variables.count
    variables[name] = number
    return number
  }

  private mutating func paths(_ json: JSONValue?) throws(SyntaxError) -> [Path] {
    var paths: [Path] = []
    for text in Self.texts(json) { paths.append(try path(text)) }
    return paths
  }

  private mutating func pattern(_ text: String) throws(SyntaxError) -> Pattern {
    var pattern = Pattern()
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      pattern.parts.append((String(rest[..<open]), try path(String(rest[rest.index(after: open)..<end]))))
      rest = rest[rest.index(after: end)...]
    }
    pattern.parts.append((String(rest), nil))
    return pattern
  }

  // MARK: Conditions

  /// The tests of `when` and `unless`, lists of which one must hold; empty if there are none.
  private mutating func tests(_ json: JSONValue) throws(SyntaxError) -> [[Shared<Test>]] {
    var all: [[Shared<Test>]] = [[]]
    for (key, isNegated) in [("when", false), ("unless", true)] {
      guard let conditions = json[key] else { continue }
      var found: [[Shared<Test>]] = []
      for map in conditions.elements ?? [conditions] {
        var tests: [Shared<Test>] = []
        for member in map.members ?? [] {
          var test = Test(path: Path(), isNegated: isNegated)
          switch member.key {
          case "same": test.form = .same(try paths(member.value))
          case "many":
            test.form = .many
            test.path = try path(member.value.text ?? "")
          case "some":
            test.form = .some(try self.tests(member.value))
            test.path = try path(member.value["in"]?.text ?? "")
          default:
            test.path = try path(member.key)
            for text in Self.texts(member.value) {
              guard text.hasPrefix(":") else {
                test.texts.insert(text)
                continue
              }
              let name = String(text.dropFirst())
              if let kind = Kind(rawValue: name) {
                test.kinds.append(kind)
              } else if let table = tables[name] {
                test.texts.formUnion(table.keys)
              } else {
                throw Self.fault("`\(key)` takes texts, kinds such as `:text`, and names of `tables`", member.value)
              }
            }
          }
          tests.append(Shared(test))
        }
        found.append(tests)
      }
      all = all.flatMap { before in found.map { before + $0 } }
    }
    return json["when"] == nil && json["unless"] == nil ? [] : all
  }

  // MARK: Actions

  private mutating func action(_ json: JSONValue) throws(SyntaxError) -> Action {
    if let part = json.text.flatMap({ parts[$0] }) { return try action(part) }
    if let items = json.elements {
      var actions: [Action] = []
      for item in items { actions.append(try action(item)) }
      return .all(actions)
    }
    let keeps = json["keep"]?.flag ?? true
    var action: Action
    let variables = try json["let"].map { (json) throws(SyntaxError) in try members(json) }
    if let sample = json["sample"] {
      action = .sample(.object(try members(sample)))
    } else if let text = json["refuse"]?.text {
      action = .refuse(try pattern(text), keeps: keeps)
    } else if let text = json["unsupported"]?.text {
      action = .unsupported(try pattern(text), keeps: keeps)
    } else if let items = json["first"]?.elements {
      var actions: [Action] = []
      for item in items { actions.append(try self.action(item)) }
      action = .first(actions)
    } else if let name = json["by"] {
      let place = name.text == nil ? try place(name) : Place(paths: try paths(name))
      var cases: [String: Action] = [:]
      for member in json["cases"]?.members ?? [] { cases[member.key] = try self.action(member.value) }
      action = .by(Shared(place), cases)
    } else if let inner = json["make"] {
      action = try self.action(inner)
    } else {
      throw Self.fault("`make` takes `sample`, `refuse`, `unsupported`, `first`, `by`, `each` or a list of them", json)
    }
    if let text = json["each"]?.text { action = .each(try path(text), action) }
    if let record = json["record"] { action = .within(try value(record), action) }
    if let variables {
      action = .variables(variables.map { (number: variable($0.key), value: $0.value) }, action)
    }
    let tests = try tests(json)
    return tests.isEmpty ? action : .when(tests, action)
  }

  // MARK: Values

  /// The members of an object, with those of the parts that it includes; objects under one key are one.
  private mutating func members(_ json: JSONValue) throws(SyntaxError) -> [(key: String, value: Value)] {
    var members: [(key: String, value: Value)] = []
    func add(_ key: String, _ value: Value) {
      guard let place = members.firstIndex(where: { $0.key == key }) else { return members.append((key, value)) }
      if case .object(let known) = members[place].value, case .object(let more) = value {
        members[place].value = .object(known + more)
      } else {
        members[place].value = value
      }
    }
    for member in json.members ?? [] where member.key != "when" && member.key != "unless" {
      if member.key == "quantity", let text = member.value["path"]?.text {
        members.append(("", .amount(try path(text), unit: member.value["unit"]?.text ?? "")))
        continue
      }
      guard member.key == "include" else {
        add(member.key, try value(member.value))
        continue
      }
      for name in Self.texts(member.value) {
        guard let part = parts[name] else { throw Self.fault("`include` names `parts`", member.value) }
        for (key, value) in try self.members(part) { add(key, value) }
      }
    }
    return members
  }

  private mutating func value(_ json: JSONValue) throws(SyntaxError) -> Value {
    if let text = json.text {
      return Self.isPath(text) ? .place(Shared(Place(paths: [try path(text)]))) : .constant(json)
    }
    if let items = json.elements {
      var values: [Value] = []
      for item in items { values.append(try value(item)) }
      return .list(values)
    }
    guard json.members != nil else { return .constant(json) }
    let value: Value
    if let items = json["first"]?.elements {
      var values: [Value] = []
      for item in items { values.append(try self.value(item)) }
      value = .first(values)
    } else if let text = json["each"]?.text {
      value = .each(try path(text), try self.value(json["value"] ?? .null), isWhole: json["whole"]?.flag ?? false)
    } else if let items = json["merge"]?.elements, items.count == 2 {
      value = .merged(try self.value(items[0]), try self.value(items[1]))
    } else if let table = json["only"]?.members {
      var meanings: [(path: Path, meanings: [String])] = []
      for member in table { meanings.append((try path(member.key), Self.texts(member.value))) }
      value = .only(meanings)
    } else if let ends = json["seconds"] {
      let ends = try paths(ends)
      guard ends.count == 2 else { throw Self.fault("`seconds` takes two paths", json) }
      value = .seconds(ends[0], ends[1], unit: json["unit"]?.text)
    } else if let text = json["number"]?.text {
      value = .number(
        try path(text), otherwise: try paths(json["otherwise"]), unit: try self.value(json["unit"] ?? .null))
    } else if json["path"] != nil || json["is"] != nil {
      value = .place(Shared(try place(json)))
    } else {
      value = .object(try members(json))
    }
    let tests = try tests(json)
    return tests.isEmpty ? value : .when(tests, value)
  }

  private static let placeKeys: Set<String> = [
    "path", "is", "when", "unless", "kind", "letters", "as", "id", "values", "code", "part", "time", "case", "drop",
    "text",
    "default",
  ]

  private mutating func place(_ json: JSONValue) throws(SyntaxError) -> Place {
    for member in json.members ?? [] where !Self.placeKeys.contains(member.key) {
      throw Self.fault("a place has no key `\(TextEscaping.escaped(member.key, limit: 80))`", json)
    }
    var place = Place(paths: try paths(json["path"]), constant: json["is"])
    if let name = json["kind"]?.text {
      guard let kind = Kind(rawValue: name) else { throw Self.fault("`kind` is not one", json["kind"]) }
      place.kind = kind
    }
    place.letters = json["letters"]?.text ?? ""
    place.form = json["as"]?.text ?? ""
    if let name = json["id"] {
      place.idPart = Shared(try self.place(name.text == nil ? name : .object([.init("is", name)])))
    }
    if let values = json["values"] {
      guard let table = values.text.map({ tables[$0] }) ?? Self.table(values) else {
        throw Self.fault("`values` names `tables`", values)
      }
      place.values = table
    }
    if let code = json["code"] {
      place.system = code.text == "case" || code.flag == true ? system : code.text
      place.wantsCase = code.text == "case"
      place.part = json["part"]?.text
      systems.insert(place.system ?? system)
    }
    if json["time"]?.flag == true { place.formats = times }
    place.caseField = json["case"]?.text
    if let field = place.caseField { caseFields.insert(field) }
    place.dropped = Set(Self.texts(json["drop"]))
    if let text = json["text"]?.text {
      guard let mark = text.firstIndex(of: "{") else { throw Self.fault("`text` has `{}` for the text", json["text"]) }
      place.frame = (String(text[..<mark]), String(text[mark...].dropFirst(2)))
    }
    place.fallback = json["default"]
    let besides: Set<String> = ["path", "is", "when", "unless", "kind", "default"]
    place.isPlain = (json.members ?? []).allSatisfy { besides.contains($0.key) }
    return place
  }
}
