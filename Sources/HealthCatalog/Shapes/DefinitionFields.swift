import HealthModel
import HealthUnits

/// The parts of definitions, each described once: its fields in their order, visited by whatever reads or writes
/// definitions. The order is that of the content hash and of the compiled form.

/// The name of a field: in a definition, and in what the content hash is taken of.
struct FieldKey: ExpressibleByStringLiteral {
  let word: String
  /// Empty for a field that does not change the hash.
  let hashed: String
  /// Whether a field without a value changes the hash: keys that came later leave catalogs without them as they were.
  let isHashedUnset: Bool
  let isNeeded: Bool
  /// What a comparison says of another value.
  let change: FieldChange?

  init(
    _ word: String, hashed: String? = nil, isHashedUnset: Bool = true, isNeeded: Bool = false,
    change: FieldChange? = nil
  ) {
    (self.word, self.hashed) = (word, hashed ?? word)
    (self.isHashedUnset, self.isNeeded, self.change) = (isHashedUnset, isNeeded, change)
  }

  init(stringLiteral word: String) { self.init(word) }

  /// A field that does not change the hash.
  static func unhashed(_ word: String = "", isNeeded: Bool = false, change: FieldChange? = nil) -> FieldKey {
    FieldKey(word, hashed: "", isNeeded: isNeeded, change: change)
  }

  static func item(_ word: String = "", isNeeded: Bool = false) -> FieldKey {
    FieldKey(word, hashed: "-", isNeeded: isNeeded)
  }
}

/// What a change of a field is called, and what it means to those who have samples.
struct FieldChange {
  let kind: CatalogChangeKind
  /// When the value is set, or lower than before.
  let impact: CatalogImpact
  var otherwise = CatalogImpact.safe
  /// What the value is; `UNIT` stands for the canonical unit. For a flag what it means when it is set.
  let words: String
  /// What is said when there is no value, or of a flag that is not set.
  var unset = "none"
}

/// What the text of a field names.
enum TextKind {
  case any, id, foreignName, metadataKey
}

/// Visits fields that hold a single value, or names.
protocol FieldVisitor {
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
protocol DefinitionVisitor: FieldVisitor {
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
  /// A line of the hash that the other forms have in another way.
  mutating func hashed(_ name: @autoclosure () -> String, _ value: @autoclosure () -> String)
}

/// A part of a definition.
protocol Described {
  /// What reading begins with.
  static var blank: Self { get }
  mutating func describe(_ visitor: inout some DefinitionVisitor)
}

extension DefinitionVisitor {
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
protocol Choice {
  var word: String { get }
  /// What reading begins with, a value for each word.
  static var blanks: [Self] { get }
}

extension Choice where Self: RawRepresentable & CaseIterable, RawValue == String, AllCases == [Self] {
  var word: String { rawValue }
  static var blanks: [Self] { allCases }
}

extension AggregationStyle: Choice {}
extension DocumentFormat: Choice {}

extension Severity: Choice {
  var word: String { name }
  static var blanks: [Severity] { allCases }
}

// MARK: Types

extension TypeDefinition: Described {
  static var blank: TypeDefinition { TypeDefinition(id: "", title: "", shape: .correlation([])) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text("type", &id)
    visitor.hashed("kind", kind.rawValue)
    visitor.choice(.unhashed("kind"), &shape)
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
    visitor.texts("since", &since)
    visitor.optional(&deprecation, isHashedUnset: true)
    visitor.lists("code", &codes)
    visitor.texts(.unhashed("sources"), &sources)
  }

  mutating func describeNames(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(kind: .titleChanged, impact: .safe, words: "the title")
    visitor.text(.unhashed("title", isNeeded: true, change: change), &title)
    visitor.texts("aliases", &aliases, .id)
    visitor.texts("identifiers", &identifiers, .foreignName)
  }

  mutating func describeUse(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(
      kind: .writableChanged, impact: .safe, otherwise: .risky, words: "apps may save samples now",
      unset: "apps may no longer save samples")
    visitor.flag(FieldKey("writable", change: change), &isWritable)
  }

  mutating func describeOverlap(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(
      kind: .exclusiveChanged, impact: .risky, words: "samples may no longer share time",
      unset: "samples may share time now")
    visitor.flag(FieldKey("exclusive", isHashedUnset: false, change: change), &isExclusive)
  }

  mutating func describeSession(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(kind: .sessionChanged, impact: .risky, words: "the case that frames the others")
    visitor.text(FieldKey("session", isHashedUnset: false, change: change), &sessionCase)
  }
}

extension TypeShape: Choice {
  var word: String { variant ?? kind.rawValue }

  static let blanks: [TypeShape] = [
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
      self = .characteristic(.text(.free(maximumLength: visitor.integer("value", length))))
    case .correlation(var members):
      visitor.each(&members)
      self = .correlation(members)
    case .structure(let shape): self = .structure(visitor.visit(shape))
    }
  }
}

extension DurationLimits {
  mutating func describe(_ visitor: inout some FieldVisitor) {
    visitor.duration(FieldKey("min", hashed: "shortest"), &minimum)
    visitor.duration(FieldKey("max", hashed: "longest"), &maximum)
  }

  mutating func describeUsual(_ visitor: inout some FieldVisitor) {
    visitor.duration(FieldKey("usually_below", hashed: "usually below", isHashedUnset: false), &usuallyBelow)
  }
}

extension MetadataRules {
  mutating func describe(_ visitor: inout some FieldVisitor) {
    visitor.texts("required", &required, .metadataKey)
    visitor.texts("known", &known, .metadataKey)
    visitor.flag("closed", &isClosed)
  }
}

extension Deprecation: Described {
  static var blank: Deprecation { Deprecation(since: "") }

  mutating func describe(_ visitor: inout some DefinitionVisitor) { describeFields(&visitor) }

  mutating func describeFields(_ visitor: inout some FieldVisitor) {
    visitor.text(FieldKey("since", hashed: "deprecated", isNeeded: true), &since)
    visitor.text("use", &replacement, .id)
  }
}

extension TypeExpression: Described {
  static var blank: TypeExpression { TypeExpression(name: "", unit: nil, text: "") }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed(), &name)
    visitor.text(.unhashed("is"), &text)
    visitor.hashed("computed " + name, text)
    visitor.unit("unit", &unit)
  }
}

extension TypeRule: Described {
  static var blank: TypeRule { TypeRule(name: "", requirement: "", message: "") }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed("name"), &name)
    visitor.text(.unhashed("require"), &requirement)
    visitor.hashed("rule " + name, requirement)
    visitor.choice("severity", &severity)
    visitor.text(.unhashed("says"), &message)
  }
}

// MARK: Quantities, cases and members

extension QuantityShape: Described {
  static var blank: QuantityShape { QuantityShape(unit: .count, aggregation: .cumulative) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.unit("unit", &unit)
    visitor.choice("aggregation", &aggregation)
    visitor.units("only", &units.only)
    visitor.each(&units.spellings)
    visitor.within("allowed", &allowed)
    visitor.within("plausible", &plausible)
    describeRate(&visitor)
  }

  /// The keys of `rate`.
  mutating func describeRate(_ visitor: inout some FieldVisitor) {
    let change = FieldChange(
      kind: .rateChanged, impact: .risky, words: "the most UNIT in a second", unset: "without limit")
    visitor.number(FieldKey("max", hashed: "rate", isHashedUnset: false, isNeeded: true, change: change), &maximumRate)
  }
}

extension UnitSpelling: Described {
  static var blank: UnitSpelling { UnitSpelling(text: "", unit: .count) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("spelling", "2")
    visitor.text(.item("is"), &text)
    visitor.unit(.item("means"), &unit)
  }
}

extension ValueBounds {
  mutating func describe(_ visitor: inout some FieldVisitor) {
    visitor.number("min", &minimum)
    visitor.number("max", &maximum)
    visitor.number("above", &above)
    visitor.number("below", &below)
    visitor.flag("integer", &isInteger)
    visitor.number("step", &step)
  }
}

extension EnumDefinition: Described {
  static var blank: EnumDefinition { EnumDefinition(id: "", cases: []) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
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
  static var blank: EnumCase { EnumCase(name: "", raw: nil) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text("case", &name)
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
  static var blank: CorrelationMember { CorrelationMember(role: "", type: "", minimum: 0, maximum: nil) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("member", "2")
    visitor.text(.item(), &role)
    visitor.text(.item("type"), &type)
    visitor.integer("fewest", &minimum)
    visitor.integer("most", &maximum)
  }
}

// MARK: Metadata keys

extension MetadataKeyDefinition: Described {
  static var blank: MetadataKeyDefinition { MetadataKeyDefinition(key: "", value: .number) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text("metadata", &key)
    visitor.texts("identifiers", &identifiers)
    visitor.optional(&mark, isHashedUnset: false)
    visitor.choice(.unhashed("value"), &value)
    value.describe(&visitor)
  }
}

extension MetadataValueShape: Choice {
  static let blanks: [MetadataValueShape] = [
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
  static var blank: CatalogMark { CatalogMark(path: "", line: 0, column: 0) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed(), &path)
    visitor.integer(.unhashed(), &line)
    visitor.integer(.unhashed(), &column)
  }
}

// MARK: Structured types

extension StructureShape: Described {
  static var blank: StructureShape { StructureShape() }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.fields(&fields, as: "field")
    visitor.each(&lists)
    visitor.optional(&points, isHashedUnset: false)
    visitor.optional(&parent, isHashedUnset: false)
    visitor.optional(&export, isHashedUnset: false)
  }
}

extension ParentDefinition: Described {
  static var blank: ParentDefinition { ParentDefinition(type: "") }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("parent", "2")
    describeFields(&visitor)
  }

  mutating func describeFields(_ visitor: inout some FieldVisitor) {
    visitor.text(.item("type", isNeeded: true), &type, .id)
    visitor.flag(.item("required"), &isRequired)
  }
}

extension ExportElement: Described {
  static var blank: ExportElement { ExportElement(element: "") }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("export", "3")
    visitor.text(.item("element"), &element)
    visitor.text(.item("start"), &start)
    visitor.text(.item("end"), &end)
  }
}

extension FieldDefinition: Described {
  static var blank: FieldDefinition { FieldDefinition(name: "", value: .boolean) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text(.unhashed("name"), &name)
    value.describe(&visitor)
    visitor.flag(FieldKey("required", hashed: "needed"), &isRequired)
    visitor.optional(&export, isHashedUnset: false)
  }
}

extension ExportAttribute: Described {
  static var blank: ExportAttribute { ExportAttribute(name: "", unit: "") }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("attribute", "2")
    visitor.text(.item("attribute"), &name)
    visitor.text(.item("unit"), &unit)
  }
}

extension FieldQuantity: Described {
  static var blank: FieldQuantity { FieldQuantity(unit: .count) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.unit("unit", &unit)
    visitor.within("allowed", &allowed)
    visitor.within("plausible", &plausible)
  }
}

extension FieldValue: Choice {
  /// What a value is called in a compiled catalog, in the content hash and in a comparison.
  var word: String {
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

  static let blanks: [FieldValue] = [
    .quantity(.blank), .number(ValueBounds()), .integer(ValueBounds()), .boolean, .enumeration(.blank),
    .text(maximumLength: 0), .time, .date, .uuid, .quantityType, .quantityOf(field: ""), .metadata,
    .document(.text, maximumLength: 0),
  ]

  fileprivate mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.choice("value", &self)
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
  static var blank: ListDefinition { ListDefinition(name: "", element: .group([])) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.text("list", &name)
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
    visitor.integer("fewest", &minimum)
    visitor.integer("most", &maximum)
    visitor.flag("within", &isWithinSample)
    visitor.text("sorted", &sorted)
    visitor.texts("unique", &unique)
    visitor.optional(&export, isHashedUnset: false)
  }
}

extension ListElement: Choice {
  var word: String {
    switch self {
    case .group: "group"
    case .value: "value"
    }
  }

  static var blanks: [ListElement] { [.group([]), .value(field(holding: .boolean))] }

  /// The field that a list of values has in place of a group.
  static func field(holding value: FieldValue) -> FieldDefinition {
    FieldDefinition(name: "value", value: value, isRequired: true)
  }
}

extension ExportChild: Described {
  static var blank: ExportChild { ExportChild(elements: []) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.hashed("elements", "\(elements.count + 2)")
    visitor.each(&elements)
    visitor.text(.item("name"), &nameField)
    visitor.text(.item("parent"), &parent)
  }
}

extension String: Described {
  static var blank: String { "" }

  mutating func describe(_ visitor: inout some DefinitionVisitor) { visitor.text(.item(), &self) }
}

extension PointsDefinition: Described {
  static var blank: PointsDefinition { PointsDefinition(timing: .none, columns: []) }

  mutating func describe(_ visitor: inout some DefinitionVisitor) {
    visitor.choice("points", &timing)
    switch timing {
    case .rate(let quantity): timing = .rate(visitor.visit(quantity))
    case .times(var export):
      visitor.text(FieldKey("attribute", isHashedUnset: false), &export)
      timing = .times(export: export)
    case .none: break
    }
    visitor.integer("fewest", &minimum)
    visitor.integer("most", &maximum)
    visitor.fields(&columns, as: "column")
    visitor.text("element", &export)
  }
}

extension PointTiming: Choice {
  var word: String {
    switch self {
    case .rate: "rate"
    case .times: "time"
    case .none: "none"
    }
  }

  static var blanks: [PointTiming] { [.rate(.blank), .times(export: nil), .none] }
}
