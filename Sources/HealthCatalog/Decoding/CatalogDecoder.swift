import HealthModel
import HealthUnits

/// Turns YAML into the model: one decoder reads all files, and each kind of definition adds its part in an extension.
struct CatalogDecoder: SchemaDecoder {
  static let codes = SchemaCodes(unknown: .catalogKeyUnknown, missing: .catalogKeyMissing, kind: .catalogKeyKind)

  /// The units that definitions may name: the standard table and the layers' own.
  var units: UnitTable = .standard { didSet { knownUnits = [:] } }
  /// Units read so far by their spelling: most types share a few.
  var knownUnits: [[UInt8]: UnitOfMeasure] = [:]
  /// The dotted paths of keys read so far: types have mostly the same.
  var knownPaths: Set<String> = []
  var enums: [String: EnumDefinition] = [:]
  /// Where the texts of rules and expressions begin, by type and key.
  var conditionMarks: [String: CatalogMark] = [:]
  /// Whether examples are read; only those who run or show them need them.
  var readsExamples = true
  /// Ids of files that could not be read; a reference to one is not a separate finding.
  var brokenIDs: Set<String> = []

  /// How many more names a misspelled reference may be compared with.
  private var comparisonsLeft = 1_000_000

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0

  /// The map whose fields a description reads.
  private var described = Fields([], path: "", mark: CatalogMark(path: "", line: 0, column: 0))

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    if diagnostic.severity == .error { errorCount += 1 }
  }

  /// The name that a misspelled reference most likely means, as a hint.
  ///
  /// A catalog of many types with as many misspelled references gets hints for the first of them only: each looks at
  /// all names.
  mutating func hint(for word: String, amongSome count: Int, _ names: @autoclosure () -> [String]) -> String? {
    guard comparisonsLeft >= count else { return nil }
    comparisonsLeft -= count
    return CatalogText.suggestion(for: word, among: names())
  }

  /// Notes that a definition cannot be used because of an error that is reported elsewhere.
  mutating func failSilently() { errorCount += 1 }

  mutating func metadataKeyDefinition(_ node: YAMLNode, key: String, mark: CatalogMark) -> MetadataKeyDefinition? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(["schema", "needs", "metadata"])
    let identifiers = read("identifiers", in: &fields) { $0.list($1) { $0.foreignName($1) } } ?? []
    readNotes(in: &fields)
    let value = need("value", in: &fields) { $0.metadataValue($1, key: key) }
    finish(fields)
    guard let shape = value, errorCount == before else { return nil }
    return MetadataKeyDefinition(key: key, identifiers: identifiers, value: shape, mark: mark)
  }

  private mutating func metadataValue(_ field: Field, key: String) -> MetadataValueShape? {
    guard var fields = self.fields(field) else { return nil }
    let kind = need("kind", in: &fields) { $0.word($1, among: MetadataValueShape.blanks.map(\.word)) }
    var shape = MetadataValueShape.blanks.first { $0.word == kind }
    switch kind {
    case "string":
      let length = read("max_length", in: &fields) { $0.textLength($1) }
      shape = .string(maximumLength: length, pattern: read("pattern", in: &fields) { $0.pattern($1) })
    case "quantity": shape = .quantity(unit: read("unit", in: &fields) { $0.unit($1) })
    case "enum": shape = need("values", in: &fields) { $0.enumReference($1, inlineID: key) }.map { .enum($0) }
    case nil: return nil
    default: break
    }
    finish(fields)
    return shape
  }

  private mutating func pattern(_ field: Field) -> TextPattern? {
    guard let text = self.text(field) else { return nil }
    do {
      return try TextPattern(text)
    } catch {
      report(.catalogKeyKind, "\(CatalogText.shown(text)) is not a pattern: \(error)", at: field.node.mark)
      return nil
    }
  }

  mutating func customUnit(_ node: YAMLNode, symbol: String) -> CustomUnit? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(["schema", "needs", "unit"])
    readNotes(in: &fields)
    let isolated = fields.take("isolated")
    let equals = fields.take("equals")
    finish(fields)
    if let isolated, let isIsolated = flag(isolated), !isIsolated {
      reportKind(isolated, takes: "true", hint: "leave the key out and write `equals`")
    }
    let meaning = equals.flatMap { self.text($0) }
    switch (isolated, equals) {
    case (nil, nil): report(.catalogKeyMissing, "a unit needs `isolated: true` or `equals`", at: fields.mark)
    case (.some, .some(let equals)):
      report(.catalogKeyKind, "a unit is either `isolated` or `equals` something, not both", at: equals.mark)
    default: break
    }
    guard errorCount == before else { return nil }
    if let meaning { return CustomUnit(symbol: symbol, definition: .equals(meaning)) }
    return CustomUnit(symbol: symbol, definition: .isolated)
  }

  mutating func pendingNames(_ node: YAMLNode) -> [(name: String, mark: CatalogMark)] {
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return [] }
    fields.skip(["schema", "needs", "pending"])
    var names: [(name: String, mark: CatalogMark)] = []
    _ = need("identifiers", in: &fields) { decoder, field in
      decoder.list(field) { decoder, item in
        let name = decoder.foreignName(item)
        if let name { names.append((name, item.node.mark)) }
        return name
      }
    }
    readNotes(in: &fields)
    finish(fields)
    return names
  }
}

/// Keys about several samples of a type: `exclusive`, `session` and `rate`.
extension CatalogDecoder {
  mutating func readRelations(of type: inout TypeDefinition, keys: [String], in fields: inout Fields) {
    if keys.contains("exclusive") { describe(&type, in: &fields) { $0.describeOverlap(&$1) } }
    guard keys.contains("session") else { return }
    let values = type.shape.enumeration
    type.sessionCase = read("session", in: &fields) { $0.sessionCase($1, of: values) }
  }

  /// The name of a case; without an enum, which is reported where it is missing, there is none.
  private mutating func sessionCase(_ field: Field, of values: EnumDefinition?) -> String? {
    guard let text = self.text(field), let values else { return nil }
    if let named = values.cases.first(where: { $0.name == text || $0.aliases.contains(text) }) { return named.name }
    report(
      .catalogReference, "there is no case \(CatalogText.shown(text)) in the values", at: field.node.mark,
      hint: CatalogText.suggestion(for: text, among: values.cases.map(\.name)))
    return nil
  }

  /// `{max: 10}`: the most that a value grows in a second, in the canonical unit.
  ///
  /// A rate that cannot hold is reported and left out; the type is used without it.
  mutating func readRate(of shape: inout QuantityShape, _ field: Field) {
    guard let rate = map(field, as: shape, { $0.describeRate(&$1) }), let maximum = rate.maximumRate else { return }
    guard shape.aggregation == .cumulative else {
      report(
        .catalogRate, "only values that add up have a rate, these are \(shape.aggregation.rawValue)", at: field.mark,
        hint: "take `rate` away")
      return
    }
    guard maximum > 0 else {
      report(
        .catalogRate, "the rate \(CatalogText.number(maximum)) is not above 0",
        at: field.node.entry("max")?.value.mark ?? field.mark,
        hint: "write the most that the value grows in a second")
      return
    }
    shape = rate
  }

  /// Keys that say what a file is rather than what its type is; the loader has read them.
  static let headerKeys = ["schema", "needs", "type", "overrides", "extends", "reason"]

  /// Reads a type: the whole effective map, after layers.
  mutating func typeDefinition(_ node: YAMLNode, id: String) -> TypeDefinition? {
    let before = errorCount
    guard var fields = self.fields(Field(path: "", mark: node.mark, node: node)) else { return nil }
    fields.skip(Self.headerKeys)
    let kind = need("kind", in: &fields) { $0.word($1, of: TypeKind.allCases, called: "a kind of type") }
    if kind == nil { fields.skip(TypeKind.allCases.flatMap(\.keys)) }
    var type = TypeDefinition.blank
    type.id = id
    describe(&type, in: &fields) { $0.describeNames(&$1) }
    let shape = kind.flatMap { self.shape(of: $0, id: id, in: &fields) }
    // The rest is read without a shape as well, so that all that is wrong is reported at once.
    if let shape { type.shape = shape }
    readNames(of: &type, in: &fields)
    readRules(of: &type, in: &fields)
    readRelations(of: &type, keys: kind?.keys ?? [], in: &fields)
    readTypeRules(of: &type, in: &fields)
    if readsExamples {
      type.examples = read("examples", in: &fields) { $0.examples($1, type: id) } ?? []
    } else {
      fields.skip(["examples"])
    }
    type.origins = node.keyMarks(sharing: &knownPaths)
    finish(fields, elsewhere: kind.map(Self.keysElsewhere) ?? Self.reservedKeys)
    guard shape != nil, errorCount == before else { return nil }
    return type
  }

  private static let reservedKeys = ["checks": "is reserved for a later version"]

  private static func keysElsewhere(_ kind: TypeKind) -> [String: String] {
    var words = reservedKeys
    for key in TypeKind.allCases.flatMap(\.keys) where !kind.keys.contains(key) {
      let others = TypeKind.allCases.filter { $0.keys.contains(key) }.map(\.rawValue).joined(separator: " and ")
      words[key] = "belongs to \(others) types, this is a \(kind.rawValue)"
    }
    return words
  }

  private mutating func readNames(of type: inout TypeDefinition, in fields: inout Fields) {
    type.summary = read("summary", in: &fields) { $0.text($1) } ?? ""
    // A block of text ends in a line feed that is not part of the meaning.
    while type.summary.hasSuffix("\n") { type.summary.removeLast() }
    type.codes = read("codes", in: &fields) { $0.codes($1) } ?? [:]
    type.sources = read("sources", in: &fields) { $0.textMap($1) } ?? [:]
    type.since = read("since", in: &fields) { $0.textMap($1) } ?? [:]
    type.deprecation = read("deprecated", in: &fields) { $0.map($1, as: .blank) { $0.describeFields(&$1) } }
  }

  private mutating func readRules(of type: inout TypeDefinition, in fields: inout Fields) {
    type.duration = read("duration", in: &fields) { $0.durationLimits($1) } ?? DurationLimits()
    type.metadata =
      read("metadata", in: &fields) { $0.map($1, as: MetadataRules()) { $0.describe(&$1) } } ?? MetadataRules()
    describe(&type, in: &fields) { $0.describeUse(&$1) }
  }

  mutating func textMap(_ field: Field) -> [String: String]? {
    guard let fields = self.fields(field) else { return nil }
    var values: [String: String] = [:]
    for (key, field) in fields.all() { values[key] = self.text(field) }
    return values
  }

  private mutating func codes(_ field: Field) -> [String: [String]]? {
    guard let fields = self.fields(field) else { return nil }
    var values: [String: [String]] = [:]
    for (key, field) in fields.all() {
      let isList = field.node.items != nil
      values[key] = isList ? self.list(field) { $0.text($1) } : self.text(field).map { [$0] }
    }
    return values
  }

  /// A characteristic: `values`, or `value: {kind: date}`, or `value: {kind: string, max_length: 64}`.
  mutating func characteristicShape(id: String, in fields: inout Fields) -> CharacteristicShape? {
    let values = fields.take("values")
    let value = fields.take("value")
    switch (values, value) {
    case (nil, nil):
      report(.catalogKeyMissing, "a characteristic needs the key `values` or `value`", at: fields.mark)
      return nil
    case (.some, .some(let value)):
      report(.catalogKeyKind, "a characteristic has either `values` or `value`, not both", at: value.mark)
      return nil
    case (.some(let values), nil): return enumReference(values, inlineID: id).map { .values($0) }
    case (nil, .some(let value)): return characteristicValue(value)
    }
  }

  private mutating func characteristicValue(_ field: Field) -> CharacteristicShape? {
    guard var fields = self.fields(field) else { return nil }
    let kind = need("kind", in: &fields) { $0.word($1, among: ["date", "string"]) }
    var shape: CharacteristicShape?
    if kind == "date" {
      shape = .text(.date)
    } else if kind == "string" {
      let length = read("max_length", in: &fields) { $0.textLength($1) }
      shape = .text(.free(maximumLength: length ?? YAMLLimits.scalarBytes))
    }
    finish(fields)
    return shape
  }

  /// `unit`, `aggregation`, `units`, `value` and `rate` of a quantity type.
  mutating func quantityShape(in fields: inout Fields) -> QuantityShape? {
    let unit = need("unit", in: &fields) { $0.unit($1) }
    let aggregation = need("aggregation", in: &fields) {
      $0.word($1, of: AggregationStyle.allCases, called: "an aggregation")
    }
    let unitList = fields.take("units")
    let value = fields.take("value")
    let rate = fields.take("rate")
    let bounds = value.flatMap { self.valueBounds($0) }
    guard let canonical = unit, let style = aggregation else { return nil }
    let units = unitList.flatMap { self.allowedUnits($0, canonical: canonical) }
    var shape = QuantityShape(
      unit: canonical, aggregation: style, units: units ?? AllowedUnits(),
      allowed: bounds?.allowed ?? ValueBounds(), plausible: bounds?.plausible ?? ValueBounds())
    if let rate { readRate(of: &shape, rate) }
    return shape
  }

  private mutating func valueBounds(_ field: Field) -> (allowed: ValueBounds, plausible: ValueBounds)? {
    guard var fields = self.fields(field) else { return nil }
    let limits = self.limits(in: &fields)
    finish(fields)
    return limits
  }

  mutating func limits(in fields: inout Fields) -> (allowed: ValueBounds, plausible: ValueBounds) {
    let allowed = fields.take("allowed")
    let plausible = fields.take("plausible")
    let outer = allowed.flatMap { self.bounds($0) } ?? ValueBounds()
    let inner = plausible.flatMap { self.bounds($0) } ?? ValueBounds()
    if let allowed, let plausible, let escape = BoundsOrder.escape(of: inner, from: outer) {
      // Of limits from two files, the one that was laid over the other is at fault.
      let changed =
        plausible.changedMark(of: escape.keys, since: fields.mark)
        ?? allowed.changedMark(of: escape.keys, since: fields.mark)
      let other = changed.flatMap { mark in
        [plausible, allowed].compactMap { $0.mark(of: escape.keys) }.first { $0.path != mark.path }
      }
      report(
        .catalogRange, escape.problem + (other.map { "; the other limit is at \(DefinitionIndex.shown($0))" } ?? ""),
        at: changed ?? plausible.mark)
    }
    return (outer, inner)
  }

  mutating func bounds(_ field: Field) -> ValueBounds? {
    guard let bounds = map(field, as: ValueBounds(), { $0.describe(&$1) }) else { return nil }
    if let problem = BoundsOrder.contradiction(in: bounds) {
      report(.catalogRange, problem, at: field.changedMark ?? field.mark)
    }
    return bounds
  }

  /// Plain items narrow the units to those listed; `{is:, means:}` items add spellings.
  private mutating func allowedUnits(_ field: Field, canonical: UnitOfMeasure) -> AllowedUnits? {
    guard let items = self.items(field) else { return nil }
    var plain: [UnitOfMeasure] = []
    var spellings: [UnitSpelling] = []
    for item in items {
      if item.node.entries != nil {
        guard let spelling = self.spelling(item, canonical: canonical) else { continue }
        if spellings.contains(where: { $0.text == spelling.text }) {
          report(.catalogUnit, "\(CatalogText.shown(spelling.text)) is there twice", at: item.node.mark)
        }
        spellings.append(spelling)
      } else if let unit = self.convertible(item, to: canonical) {
        plain.append(unit)
      }
    }
    // Stored and normalized samples use the canonical unit, so it is always allowed.
    if !plain.isEmpty, !plain.contains(canonical) {
      let name = CatalogText.shown(canonical.unitString)
      report(
        .catalogUnit, "the canonical unit \(name) is not listed, but always allowed", at: field.mark,
        severity: .warning, hint: "add \(name) to `units`")
      plain.insert(canonical, at: 0)
    }
    return AllowedUnits(only: plain.isEmpty ? nil : plain, spellings: spellings)
  }

  private mutating func spelling(_ field: Field, canonical: UnitOfMeasure) -> UnitSpelling? {
    guard var fields = self.fields(field) else { return nil }
    let text = need("is", in: &fields) { $0.spellingText($1) }
    let meaning = need("means", in: &fields) { $0.convertible($1, to: canonical) }
    finish(fields)
    guard let spelling = text, let unit = meaning else { return nil }
    if let other = try? UnitOfMeasure(spelling, table: units), other != unit, other.isConvertible(to: canonical) {
      report(
        .catalogUnit, "\(CatalogText.shown(spelling)) is a unit already and cannot mean \(unit.unitString)",
        at: field.node.mark)
      return nil
    }
    return UnitSpelling(text: spelling, unit: unit)
  }

  private mutating func spellingText(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    let hasControls = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard text.utf8.count <= 128, !hasControls else {
      reportKind(field, takes: "the spelling of a unit, at most 128 bytes")
      return nil
    }
    return text
  }

  private mutating func convertible(_ field: Field, to canonical: UnitOfMeasure) -> UnitOfMeasure? {
    guard let unit = self.unit(field) else { return nil }
    guard unit.isConvertible(to: canonical) else {
      report(
        .catalogUnit, "\(unit.unitString) cannot be converted to the canonical unit \(canonical.unitString)",
        at: field.node.mark)
      return nil
    }
    return unit
  }

  /// A map from names to fields, each a map: `{duration: {unit: s, allowed: {min: 0}}}`.
  mutating func namedFields(_ field: Field, owner: String) -> [FieldDefinition]? {
    let list = named(field, as: "a field") { decoder, name, fields in
      decoder.namedField(name, owner: owner, in: &fields)
    }
    guard let list else { return nil }
    for definition in list {
      guard case .quantityOf(let other) = definition.value else { continue }
      let mark = (field.node.entry(definition.name)?.value.entry("quantity")?.value.mark) ?? field.mark
      let target = list.first { $0.name == other }
      guard let target else {
        report(
          .catalogReference, "there is no field \(CatalogText.shown(other)) beside it", at: mark,
          hint: CatalogText.suggestion(for: other, among: list.map(\.name)))
        continue
      }
      if target.value != .quantityType {
        report(
          .catalogReference, "the field \(CatalogText.shown(other)) does not name a quantity type", at: mark,
          hint: "give it `kind: quantityType`")
      }
    }
    return list
  }

  private mutating func namedField(_ name: String, owner: String, in fields: inout Fields) -> FieldDefinition? {
    let isRequired = read("required", in: &fields) { $0.flag($1) } ?? false
    let export = read("export", in: &fields) { $0.exportAttribute($1) }
    let value = fieldValue(owner: "\(owner).\(name)", in: &fields)
    return value.map { FieldDefinition(name: name, value: $0, isRequired: isRequired, export: export) }
  }

  /// `totalDistance`, or `{attribute: totalDistance, unit: totalDistanceUnit}`; with `unit: false` exports write none.
  mutating func exportAttribute(_ field: Field) -> ExportAttribute? {
    guard field.node.entries != nil else { return exportName(field).map { ExportAttribute(name: $0) } }
    guard var fields = self.fields(field) else { return nil }
    let name = need("attribute", in: &fields) { $0.exportName($1) }
    let unit = read("unit", in: &fields) { decoder, unit in
      unit.node.content == .scalar(text: "false", isQuoted: false) ? "" : decoder.exportName(unit)
    }
    finish(fields)
    return name.map { ExportAttribute(name: $0, unit: unit) }
  }

  // MARK: Values

  private static let valueKeys = ["kind", "unit", "values", "quantity"]

  /// What the value of a field is, by the one of `kind`, `unit`, `values` and `quantity` that is there.
  mutating func fieldValue(owner: String, in fields: inout Fields) -> FieldValue? {
    let given = Self.valueKeys.compactMap { key in fields.take(key).map { (key: key, field: $0) } }
    guard let first = given.first else {
      report(
        .catalogKeyMissing, "a field needs one of the keys `kind`, `unit`, `values` and `quantity`", at: fields.mark)
      fields.skip(["allowed", "plausible", "max_length", "format"])
      return nil
    }
    if let second = given.dropFirst().first {
      report(.catalogKeyKind, "a field has either `\(first.key)` or `\(second.key)`, not both", at: second.field.mark)
      fields.skip(["allowed", "plausible", "max_length", "format"])
      return nil
    }
    switch first.key {
    case "unit": return quantityField(first.field, in: &fields).map { .quantity($0) }
    case "values": return enumReference(first.field, inlineID: owner).map { .enumeration($0) }
    case "quantity": return text(first.field).map { .quantityOf(field: $0) }
    default: return plainField(first.field, in: &fields)
    }
  }

  mutating func quantityField(_ unit: Field, in fields: inout Fields) -> FieldQuantity? {
    let unit = self.unit(unit)
    let limits = self.limits(in: &fields)
    return unit.map { FieldQuantity(unit: $0, allowed: limits.allowed, plausible: limits.plausible) }
  }

  private static let plainKinds = [
    "integer", "number", "boolean", "string", "time", "date", "uuid", "quantityType", "metadata", "document",
  ]

  private mutating func plainField(_ kind: Field, in fields: inout Fields) -> FieldValue? {
    guard let kind = word(kind, among: Self.plainKinds) else {
      fields.skip(["allowed", "plausible", "max_length", "format"])
      return nil
    }
    switch kind {
    case "integer": return .integer(read("allowed", in: &fields) { $0.bounds($1) } ?? ValueBounds())
    case "number": return .number(read("allowed", in: &fields) { $0.bounds($1) } ?? ValueBounds())
    case "string":
      let length = read("max_length", in: &fields) { $0.textLength($1) }
      return .text(maximumLength: length ?? YAMLLimits.scalarBytes)
    case "document":
      let format = need("format", in: &fields) { $0.documentFormat($1) }
      let length = need("max_length", in: &fields) { $0.integer($1, in: 1...Self.maximumDocument) }
      guard let format, let length else { return nil }
      return .document(format, maximumLength: length)
    default: return FieldValue.blanks.first { $0.word == kind }
    }
  }

  /// A document is held in memory whole, a few times over while it is read and written.
  private static let maximumDocument = 4_000_000

  private mutating func documentFormat(_ field: Field) -> DocumentFormat? {
    word(field, among: DocumentFormat.allCases.map(\.rawValue)).flatMap { DocumentFormat(rawValue: $0) }
  }

  /// `{time: true, limit: 1000, columns: {…}}`, or with `rate`, or with neither.
  mutating func points(_ field: Field) -> PointsDefinition? {
    guard var fields = self.fields(field) else { return nil }
    let before = errorCount
    let timing = pointTiming(in: &fields)
    let minimum = read("min", in: &fields) { $0.integer($1, in: 0...Self.maximumElements) } ?? 0
    let limit = fields.take("limit")
    let maximum = limit.flatMap { self.integer($0, in: 1...Self.maximumElements) }
    let columns = need("columns", in: &fields) { decoder, columns in
      decoder.named(columns, as: "a column") { $0.column($1, in: &$2) }
    }
    let export = read("export", in: &fields) { $0.exportName($1) } ?? ""
    finish(fields)
    guard let timing, let columns, errorCount == before else { return nil }
    var points = PointsDefinition(timing: timing, minimum: minimum, columns: columns, export: export)
    if let maximum { points.maximum = maximum }
    guard minimum <= points.maximum else {
      report(.catalogRange, "`min` is more than the limit of \(points.maximum) points", at: limit?.mark ?? field.mark)
      return nil
    }
    return points
  }

  private mutating func pointTiming(in fields: inout Fields) -> PointTiming? {
    let time = fields.take("time")
    let rate = fields.take("rate")
    switch (time, rate) {
    case (nil, nil): return PointTiming.none
    case (.some, .some(let rate)):
      report(.catalogKeyKind, "points have either `time` or `rate`, not both", at: rate.mark)
      return nil
    case (.some(let time), nil): return times(time)
    case (nil, .some(let rate)): return self.rate(rate).map { .rate($0) }
    }
  }

  private mutating func times(_ field: Field) -> PointTiming? {
    if field.node.content == .scalar(text: "true", isQuoted: false) { return .times(export: nil) }
    guard field.node.entries != nil, var fields = self.fields(field) else {
      reportKind(field, takes: "true, or a map with `export`", hint: "without times, leave the key out")
      return nil
    }
    let export = need("export", in: &fields) { $0.exportName($1) }
    finish(fields)
    return export.map { .times(export: $0) }
  }

  /// `{unit: Hz, allowed: {above: 0}}`.
  private mutating func rate(_ field: Field) -> FieldQuantity? {
    guard var fields = self.fields(field) else { return nil }
    let unit = fields.take("unit")
    guard let unit else {
      report(.catalogKeyMissing, "the key `\(fields.path("unit"))` is missing", at: fields.mark)
      return nil
    }
    let quantity = quantityField(unit, in: &fields)
    finish(fields)
    guard let quantity else { return nil }
    guard let hertz = try? UnitOfMeasure("Hz"), quantity.unit.isConvertible(to: hertz) else {
      report(
        .catalogUnit, "\(CatalogText.shown(quantity.unit.unitString)) does not count points in a stretch of time",
        at: unit.node.mark, hint: "write `Hz`")
      return nil
    }
    return quantity
  }

  /// Names beside the columns of a sample's points.
  private static let takenNames = ["time", "rate", "units"]

  private mutating func column(_ name: String, in fields: inout Fields) -> FieldDefinition? {
    guard !Self.takenNames.contains(name.lowercased()) else {
      report(
        .catalogID, "a column may not be called \(CatalogText.shown(name)): points have a part of this name",
        at: fields.mark)
      fields.skip(fields.entries.map(\.key))
      return nil
    }
    let isRequired = read("required", in: &fields) { $0.flag($1) } ?? true
    let export = read("export", in: &fields) { $0.exportAttribute($1) }
    let mark = fields.mark
    guard let value = fieldValue(owner: name, in: &fields) else { return nil }
    switch value {
    case .quantity, .number, .integer, .boolean: break
    case .enumeration, .text, .time, .date, .uuid, .quantityType, .quantityOf, .metadata, .document:
      report(.catalogKeyKind, "a column holds numbers: it has `unit`, or `kind` number, integer or boolean", at: mark)
      return nil
    }
    return FieldDefinition(name: name, value: value, isRequired: isRequired, export: export)
  }
}

/// Reads the fields of a map as a description has them.
extension CatalogDecoder: FieldVisitor {
  /// Reads all fields of a value from a map; `nil` when it is none.
  mutating func map<Value>(
    _ field: Field, as blank: Value, _ describe: (inout Value, inout CatalogDecoder) -> Void
  ) -> Value? {
    guard var fields = self.fields(field) else { return nil }
    var value = blank
    self.describe(&value, in: &fields, describe)
    finish(fields)
    return value
  }

  /// Reads the fields that a description has from a map that may have others.
  mutating func describe<Value>(
    _ value: inout Value, in fields: inout Fields, _ describe: (inout Value, inout CatalogDecoder) -> Void
  ) {
    swap(&described, &fields)
    describe(&value, &self)
    swap(&described, &fields)
  }

  private mutating func read<Value>(
    _ key: FieldKey, _ value: inout Value, _ read: (inout CatalogDecoder, Field) -> Value?
  ) {
    if let field = described.take(key.word) {
      if let new = read(&self, field) { value = new }
    } else if key.isNeeded {
      reportMissing(key.word, of: described)
    }
  }

  private mutating func text(_ field: Field, _ kind: TextKind) -> String? {
    switch kind {
    case .any: text(field)
    case .id: id(field)
    case .foreignName: foreignName(field)
    case .metadataKey: metadataKey(field)
    }
  }

  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind) {
    read(key, &value) { $0.text($1, kind) }
  }

  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind) {
    read(key, &value) { $0.text($1, kind) }
  }

  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind) {
    read(key, &values) { $0.list($1) { $0.text($1, kind) } }
  }

  mutating func texts(_ key: FieldKey, _ values: inout [String: String]) { read(key, &values) { $0.textMap($1) } }
  mutating func flag(_ key: FieldKey, _ value: inout Bool) { read(key, &value) { $0.flag($1) } }
  mutating func number(_ key: FieldKey, _ value: inout Double?) { read(key, &value) { $0.number($1) } }
  mutating func duration(_ key: FieldKey, _ value: inout Int64?) { read(key, &value) { $0.duration($1) } }

  mutating func integer(_ key: FieldKey, _ value: inout Int?) {
    read(key, &value) { $0.integer($1, in: -Self.maximumInteger...Self.maximumInteger) }
  }
}
