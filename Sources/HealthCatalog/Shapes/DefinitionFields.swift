package import HealthModel
package import HealthUnits

/// The parts of definitions, each described once: its fields in their order, visited by whatever reads or writes
/// definitions. The order is that of the content hash and of the compiled form.

/// A field: its names in a definition, in what the content hash is taken of, and in JSON about a catalog, and its words.
package struct FieldKey: ExpressibleByStringLiteral {
  package let word: String
  /// Empty for a field that does not change the hash.
  let hashed: String
  /// Whether a field without a value changes the hash: keys that came later leave catalogs without them as they were.
  let isHashedUnset: Bool
  let isNeeded: Bool
  /// Empty for a field that JSON does not show.
  package let shown: String
  /// Whether JSON shows a flag that is not set, and a list without items; words are about a flag that is not set, then.
  package let isShownUnset: Bool
  /// The line of cards and the reference page, with `…` for the value; `nil` for a field that they word otherwise.
  package let line: String?
  /// What a comparison says of another value.
  let change: FieldChange?

  init(
    _ word: String, hashed: String? = nil, isHashedUnset: Bool = true, isNeeded: Bool = false, shown: String? = nil,
    isShownUnset: Bool = false, line: String? = nil, change: FieldChange? = nil
  ) {
    (self.word, self.hashed, self.shown) = (word, hashed ?? word, shown ?? word)
    (self.isHashedUnset, self.isNeeded, self.isShownUnset) = (isHashedUnset, isNeeded, isShownUnset)
    (self.line, self.change) = (line, change)
  }

  package init(stringLiteral word: String) { self.init(word) }

  /// A field that does not change the hash.
  static func unhashed(
    _ word: String = "", isNeeded: Bool = false, shown: String? = nil, change: FieldChange? = nil
  ) -> FieldKey {
    FieldKey(word, hashed: "", isNeeded: isNeeded, shown: shown, change: change)
  }

  /// An item of a list in the hash.
  static func item(
    _ word: String = "", isNeeded: Bool = false, shown: String? = nil, isShownUnset: Bool = false
  ) -> FieldKey {
    FieldKey(word, hashed: "-", isNeeded: isNeeded, shown: shown, isShownUnset: isShownUnset)
  }
}

/// What a change of a field is called, and what it means to those who have samples.
struct FieldChange {
  let kind: CatalogChangeKind
  /// When the value is set, or lower than before.
  let impact: CatalogImpact
  var otherwise = CatalogImpact.safe
  /// What the value is, with `UNIT` for the canonical unit; of a flag what it means when it is set.
  let words: String
  /// What is said when there is no value, or of a flag that is not set.
  var unset = "none"
}

/// What the text of a field names.
package enum TextKind {
  case any, id, foreignName, metadataKey
}

/// Visits fields that hold a single value, or names.
package protocol FieldVisitor {
  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind)
  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind)
  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind)
  mutating func texts(_ key: FieldKey, _ values: inout [String: String])
  mutating func flag(_ key: FieldKey, _ value: inout Bool)
  mutating func integer(_ key: FieldKey, _ value: inout Int?)
  mutating func number(_ key: FieldKey, _ value: inout Double?)
  /// A length of time in microseconds.
  mutating func duration(_ key: FieldKey, _ value: inout Int64?)
}

extension FieldVisitor {
  mutating func text(_ key: FieldKey, _ value: inout String) { text(key, &value, .any) }
  mutating func text(_ key: FieldKey, _ value: inout String?) { text(key, &value, .any) }
  mutating func texts(_ key: FieldKey, _ values: inout [String]) { texts(key, &values, .any) }
}

/// Visits whole definitions.
package protocol DefinitionVisitor: FieldVisitor {
  mutating func integer(_ key: FieldKey, _ value: inout Int)
  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure)
  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure?)
  mutating func units(_ key: FieldKey, _ values: inout [UnitOfMeasure]?)
  mutating func pattern(_ key: FieldKey, _ value: inout TextPattern?)
  mutating func lists(_ key: FieldKey, _ values: inout [String: [String]])
  /// One of some values, each with a word; what it holds is visited after it.
  mutating func choice<Value: Choice>(_ key: FieldKey, _ value: inout Value)
  mutating func each<Part: Described>(_ values: inout [Part])
  /// Fields or columns, by the noun that the hash has for one.
  mutating func fields(_ fields: inout [FieldDefinition], as noun: String)
  /// A part that may be missing; `isHashedUnset` when the hash has its fields then, without values.
  mutating func optional<Part: Described>(_ value: inout Part?, isHashedUnset: Bool)
  mutating func within(_ name: String, _ bounds: inout ValueBounds)
  /// The rate of points.
  mutating func rate(_ quantity: inout FieldQuantity)
  /// A line of the hash that the other forms have in another way.
  mutating func hashed(_ name: @autoclosure () -> String, _ value: @autoclosure () -> String)
}

/// A part of a definition.
package protocol Described {
  /// What reading begins with.
  static var blank: Self { get }
  /// What JSON calls such parts; empty when it has their fields among those around them, `nil` when it shows none.
  static var shown: String? { get }
  mutating func describe(_ visitor: inout some DefinitionVisitor)
}

extension Described {
  package static var shown: String? { nil }
}

extension DefinitionVisitor {
  package mutating func rate(_ quantity: inout FieldQuantity) { quantity.describe(&self) }

  /// Visits a part and returns what became of it.
  mutating func visit<Part: Described>(_ part: Part) -> Part {
    var part = part
    part.describe(&self)
    return part
  }

  fileprivate mutating func integer(_ key: FieldKey, _ value: Int) -> Int {
    var value = value
    integer(key, &value)
    return value
  }
}

/// One of some values, each with a word.
package protocol Choice {
  var word: String { get }
  /// What reading begins with, a value for each word.
  static var blanks: [Self] { get }
}

extension Choice where Self: RawRepresentable & CaseIterable, RawValue == String, AllCases == [Self] {
  package var word: String { rawValue }
  package static var blanks: [Self] { allCases }
}

extension AggregationStyle: Choice {}
extension DocumentFormat: Choice {}
extension TypeKind: Choice {}

extension Severity: Choice {
  package var word: String { name }
  package static var blanks: [Severity] { allCases }
}

// MARK: Types

extension TypeDefinition: Described {
  package static var blank: TypeDefinition { TypeDefinition(id: "", title: "", shape: .correlation([])) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text("type", &id)
    visitor.hashed("kind", kind.rawValue)
    visitor.choice(.unhashed("kind", shown: ""), &shape)
    describeNames(&visitor)
    visitor.text(.unhashed("summary"), &summary)
    shape.describe(&visitor)
    duration.describe(&visitor)
    metadata.describe(&visitor)
    describeUse(&visitor)
    // Keys that came later.
    duration.describeUsual(&visitor)
    describeOverlap(&visitor)
    describeSession(&visitor)
    visitor.each(&expressions)
    visitor.each(&rules)
    visitor.texts(FieldKey("since", shown: ""), &since)
    visitor.optional(&deprecation, isHashedUnset: true)
    visitor.lists(FieldKey("code", shown: "codes"), &codes)
    visitor.texts(.unhashed("sources"), &sources)
  }

  mutating func describeNames(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(kind: .titleChanged, impact: .safe, words: "the title")
    visitor.text(.unhashed("title", isNeeded: true, change: change), &title)
    visitor.texts("aliases", &aliases, .id)
    visitor.texts(FieldKey("identifiers", isShownUnset: true), &identifiers, .foreignName)
  }

  package mutating func describeUse(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(
      kind: .writableChanged, impact: .safe, otherwise: .risky, words: "apps may save samples now",
      unset: "apps may no longer save samples")
    let key = FieldKey("writable", isShownUnset: true, line: "apps may not save it", change: change)
    visitor.flag(key, &isWritable)
  }

  package mutating func describeOverlap(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(
      kind: .exclusiveChanged, impact: .risky, words: "samples may no longer share time",
      unset: "samples may share time now")
    let line =
      shape.structure == nil
      ? "samples of one source and device never share time" : "samples of one source never begin and end together"
    visitor.flag(FieldKey("exclusive", isHashedUnset: false, line: line, change: change), &isExclusive)
  }

  package mutating func describeSession(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(kind: .sessionChanged, impact: .risky, words: "the case that frames the others")
    let line = "the other values are stages within…"
    visitor.text(FieldKey("session", isHashedUnset: false, line: line, change: change), &sessionCase)
  }
}

extension TypeShape: Choice {
  package var word: String { variant ?? kind.rawValue }

  package static let blanks: [TypeShape] = [
    .quantity(.blank), .category(.blank), .characteristic(.values(.blank)), .characteristic(.text(.date)),
    .characteristic(.text(.free(maximumLength: 0))), .correlation([]), .structure(.blank),
    .structure(StructureShape(points: .blank)),
  ]

  fileprivate mutating func describe(_ visitor: inout some DefinitionVisitor) {
    switch self {
    case .quantity(let shape): self = .quantity(visitor.visit(shape))
    case .category(let list): self = .category(visitor.visit(list))
    case .characteristic(.values(let list)): self = .characteristic(.values(visitor.visit(list)))
    case .characteristic(.text(.date)): visitor.hashed("value", "date")
    case .characteristic(.text(.free(let length))):
      self = .characteristic(.text(.free(maximumLength: visitor.integer(FieldKey("value", shown: ""), length))))
    case .correlation(var members):
      visitor.each(&members)
      self = .correlation(members)
    case .structure(let shape): self = .structure(visitor.visit(shape))
    }
  }
}

extension DurationLimits {
  package mutating func describe(_ visitor: inout some FieldVisitor) {
    visitor.duration(FieldKey("min", hashed: "shortest", shown: "duration_min", line: "lasts at least…"), &minimum)
    visitor.duration(FieldKey("max", hashed: "longest", shown: "duration_max", line: "lasts at most…"), &maximum)
  }

  package mutating func describeUsual(_ visitor: inout some FieldVisitor) {
    let key = FieldKey(
      "usually_below", hashed: "usually below", isHashedUnset: false, shown: "duration_usually_below",
      line: "usually lasts less than…")
    visitor.duration(key, &usuallyBelow)
  }
}

extension MetadataRules {
  package mutating func describe(_ visitor: inout some FieldVisitor) {
    let key = FieldKey("required", shown: "metadata_required", isShownUnset: true, line: "needs metadata…")
    visitor.texts(key, &required, .metadataKey)
    visitor.texts(FieldKey("known", shown: "", line: "knows metadata…"), &known, .metadataKey)
    visitor.flag(FieldKey("closed", shown: ""), &isClosed)
  }
}

extension Deprecation: Described {
  package static var blank: Deprecation { Deprecation(since: "") }
  package static var shown: String? { "" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) { describeFields(&visitor) }

  mutating func describeFields(_ visitor: inout some FieldVisitor) {
    visitor.text(FieldKey("since", hashed: "deprecated", isNeeded: true, shown: "deprecated"), &since)
    visitor.text(FieldKey("use", shown: "replacement"), &replacement, .id)
  }
}

extension TypeExpression: Described {
  package static var blank: TypeExpression { TypeExpression(name: "", unit: nil, text: "") }
  package static var shown: String? { "computed" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed(), &name)
    visitor.hashed("computed " + name, text)
    visitor.unit("unit", &unit)
    visitor.text(.unhashed("is"), &text)
  }
}

extension TypeRule: Described {
  package static var blank: TypeRule { TypeRule(name: "", requirement: "", message: "") }
  package static var shown: String? { "rules" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed("name"), &name)
    visitor.text(.unhashed("require"), &requirement)
    visitor.hashed("rule " + name, requirement)
    visitor.choice("severity", &severity)
    visitor.text(.unhashed("says"), &message)
  }
}

// MARK: Quantities, cases and members

extension QuantityShape: Described {
  package static var blank: QuantityShape { QuantityShape(unit: .count, aggregation: .cumulative) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.unit("unit", &unit)
    visitor.choice("aggregation", &aggregation)
    visitor.units("only", &units.only)
    visitor.each(&units.spellings)
    visitor.within("allowed", &allowed)
    visitor.within("plausible", &plausible)
    describeRate(&visitor)
  }

  /// The keys of `rate`.
  package mutating func describeRate(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(
      kind: .rateChanged, impact: .risky, words: "the most UNIT in a second", unset: "without limit")
    let key = FieldKey(
      "max", hashed: "rate", isHashedUnset: false, isNeeded: true, shown: "rate_max",
      line: "grows by at most… a second", change: change)
    visitor.number(key, &maximumRate)
  }
}

extension UnitSpelling: Described {
  package static var blank: UnitSpelling { UnitSpelling(text: "", unit: .count) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("spelling", "2")
    visitor.text(.item("is"), &text)
    visitor.unit(.item("means"), &unit)
  }
}

extension ValueBounds {
  package mutating func describe(_ visitor: inout some FieldVisitor) {
    visitor.number("min", &minimum)
    visitor.number("max", &maximum)
    visitor.number("above", &above)
    visitor.number("below", &below)
    visitor.flag("integer", &isInteger)
    visitor.number("step", &step)
  }
}

extension EnumDefinition: Described {
  package static var blank: EnumDefinition { EnumDefinition(id: "", cases: []) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text("enum", &id)
    describeNames(&visitor)
    visitor.each(&cases)
  }

  mutating func describeNames(_ visitor: inout some FieldVisitor) {
    visitor.text("identifier", &identifier, .foreignName)
    visitor.texts("also", &otherIdentifiers, .foreignName)
  }
}

extension EnumCase: Described {
  package static var blank: EnumCase { EnumCase(name: "", raw: nil) }
  package static var shown: String? { "cases" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(FieldKey("case", shown: "name"), &name)
    describeFields(&visitor)
  }

  mutating func describeFields(_ visitor: inout some FieldVisitor) {
    visitor.integer("raw", &raw)
    visitor.texts("aliases", &aliases, .id)
    visitor.texts("exports", &exports)
    visitor.texts("requires", &requires, .metadataKey)
  }
}

extension CorrelationMember: Described {
  package static var blank: CorrelationMember { CorrelationMember(role: "", type: "", minimum: 0, maximum: nil) }
  package static var shown: String? { "members" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("member", "2")
    visitor.text(.item(shown: "role"), &role)
    visitor.text(.item("type"), &type)
    visitor.integer(FieldKey("fewest", shown: "min"), &minimum)
    visitor.integer(FieldKey("most", shown: "max"), &maximum)
  }
}

// MARK: Metadata keys

extension MetadataKeyDefinition: Described {
  package static var blank: MetadataKeyDefinition { MetadataKeyDefinition(key: "", value: .number) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(FieldKey("metadata", shown: "key"), &key)
    visitor.texts(FieldKey("identifiers", isShownUnset: true), &identifiers)
    visitor.optional(&mark, isHashedUnset: false)
    visitor.choice(.unhashed("value", shown: "kind"), &value)
    value.describe(&visitor)
  }
}

extension MetadataValueShape: Choice {
  package static let blanks: [MetadataValueShape] = [
    .string(maximumLength: nil, pattern: nil), .number, .integer, .boolean, .date, .quantity(unit: nil), .enum(.blank),
  ]

  fileprivate mutating func describe(_ visitor: inout some DefinitionVisitor) {
    switch self {
    case .string(var length, var pattern):
      visitor.hashed("value", "string")
      visitor.integer("max_length", &length)
      visitor.pattern("pattern", &pattern)
      self = .string(maximumLength: length, pattern: pattern)
    case .quantity(var unit):
      visitor.unit(.unhashed("unit"), &unit)
      visitor.hashed("value", "quantity " + (unit?.unitString ?? ""))
      self = .quantity(unit: unit)
    case .enum(var list):
      visitor.hashed("value", "enum")
      list.describe(&visitor)
      self = .enum(list)
    case .number, .integer, .boolean, .date: visitor.hashed("value", word)
    }
  }
}

extension CatalogMark: Described {
  package static var blank: CatalogMark { CatalogMark(path: "", line: 0, column: 0) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed(), &path)
    visitor.integer(.unhashed(), &line)
    visitor.integer(.unhashed(), &column)
  }
}

// MARK: Structured types

extension StructureShape: Described {
  package static var blank: StructureShape { StructureShape() }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.fields(&fields, as: "field")
    visitor.each(&lists)
    visitor.optional(&points, isHashedUnset: false)
    visitor.optional(&parent, isHashedUnset: false)
    visitor.optional(&export, isHashedUnset: false)
  }
}

extension ParentDefinition: Described {
  package static var blank: ParentDefinition { ParentDefinition(type: "") }
  package static var shown: String? { "parent" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("parent", "2")
    describeFields(&visitor)
  }

  mutating func describeFields(_ visitor: inout some FieldVisitor) {
    visitor.text(.item("type", isNeeded: true), &type, .id)
    visitor.flag(.item("required", isShownUnset: true), &isRequired)
  }
}

extension ExportElement: Described {
  package static var blank: ExportElement { ExportElement(element: "") }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("export", "3")
    visitor.text(.item("element"), &element)
    visitor.text(.item("start"), &start)
    visitor.text(.item("end"), &end)
  }
}

extension FieldDefinition: Described {
  package static var blank: FieldDefinition { FieldDefinition(name: "", value: .boolean) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed("name"), &name)
    value.describe(&visitor)
    visitor.flag(FieldKey("required", hashed: "needed", isShownUnset: true), &isRequired)
    visitor.optional(&export, isHashedUnset: false)
  }
}

extension ExportAttribute: Described {
  package static var blank: ExportAttribute { ExportAttribute(name: "", unit: "") }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("attribute", "2")
    visitor.text(.item("attribute"), &name)
    visitor.text(.item("unit"), &unit)
  }
}

extension FieldQuantity: Described {
  package static var blank: FieldQuantity { FieldQuantity(unit: .count) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.unit("unit", &unit)
    visitor.within("allowed", &allowed)
    visitor.within("plausible", &plausible)
  }
}

extension FieldValue: Choice, Described {
  package static var blank: FieldValue { .boolean }

  /// What a value is called in a compiled catalog, in the content hash and in a comparison.
  package var word: String {
    switch self {
    case .quantity: "quantity"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .enumeration: "enum"
    case .text: "string"
    case .time: "time"
    case .date: "date"
    case .uuid: "uuid"
    case .quantityType: "quantityType"
    case .quantityOf: "quantityOf"
    case .metadata: "metadata"
    case .document: "document"
    }
  }

  package static let blanks: [FieldValue] = [
    .quantity(.blank), .number(ValueBounds()), .integer(ValueBounds()), .boolean, .enumeration(.blank),
    .text(maximumLength: 0), .time, .date, .uuid, .quantityType, .quantityOf(field: ""), .metadata,
    .document(.text, maximumLength: 0),
  ]

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.choice(FieldKey("value", shown: "kind"), &self)
    switch self {
    case .quantity(let quantity): self = .quantity(visitor.visit(quantity))
    case .number(var bounds):
      visitor.within("allowed", &bounds)
      self = .number(bounds)
    case .integer(var bounds):
      visitor.within("allowed", &bounds)
      self = .integer(bounds)
    case .enumeration(let list): self = .enumeration(visitor.visit(list))
    case .text(let length): self = .text(maximumLength: visitor.integer("max_length", length))
    case .quantityOf(var field):
      visitor.text("of", &field)
      self = .quantityOf(field: field)
    case .document(var format, var length):
      visitor.choice("format", &format)
      visitor.integer("max_length", &length)
      self = .document(format, maximumLength: length)
    case .boolean, .time, .date, .uuid, .quantityType, .metadata: break
    }
  }
}

extension ListDefinition: Described {
  package static var blank: ListDefinition { ListDefinition(name: "", element: .group([])) }
  package static var shown: String? { "lists" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(FieldKey("list", shown: "name"), &name)
    visitor.choice(.unhashed(), &element)
    switch element {
    case .group(var fields):
      visitor.hashed("group", "\(fields.count)")
      visitor.fields(&fields, as: "field")
      element = .group(fields)
    case .value(var field):
      field.value.describe(&visitor)
      element = .value(field)
    }
    visitor.integer(FieldKey("fewest", shown: "min"), &minimum)
    visitor.integer(FieldKey("most", shown: "max"), &maximum)
    visitor.flag("within", &isWithinSample)
    visitor.text("sorted", &sorted)
    visitor.texts("unique", &unique)
    visitor.optional(&export, isHashedUnset: false)
  }
}

extension ListElement: Choice {
  package var word: String {
    switch self {
    case .group: "group"
    case .value: "value"
    }
  }

  package static var blanks: [ListElement] { [.group([]), .value(field(holding: .boolean))] }

  /// The field that a list of values has in place of a group.
  static func field(holding value: FieldValue) -> FieldDefinition {
    FieldDefinition(name: "value", value: value, isRequired: true)
  }
}

extension ExportChild: Described {
  package static var blank: ExportChild { ExportChild(elements: []) }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("elements", "\(elements.count + 2)")
    visitor.each(&elements)
    visitor.text(.item("name"), &nameField)
    visitor.text(.item("parent"), &parent)
  }
}

extension String: Described {
  package static var blank: String { "" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) { visitor.text(.item(), &self) }
}

extension PointsDefinition: Described {
  package static var blank: PointsDefinition { PointsDefinition(timing: .none, columns: []) }
  package static var shown: String? { "points" }

  package mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.choice(FieldKey("points", shown: ""), &timing)
    switch timing {
    case .rate(var quantity):
      visitor.rate(&quantity)
      timing = .rate(quantity)
    case .times(var export):
      visitor.text(FieldKey("attribute", isHashedUnset: false, shown: ""), &export)
      timing = .times(export: export)
    case .none: break
    }
    visitor.integer(FieldKey("fewest", shown: "min"), &minimum)
    visitor.integer(FieldKey("most", shown: "max"), &maximum)
    visitor.fields(&columns, as: "column")
    visitor.text(FieldKey("element", shown: ""), &export)
  }
}

extension PointTiming: Choice {
  package var word: String {
    switch self {
    case .rate: "rate"
    case .times: "time"
    case .none: "none"
    }
  }

  package static var blanks: [PointTiming] { [.rate(.blank), .times(export: nil), .none] }
}
