import HealthModel

/// How samples are made of records: what the recipes of a table, or of foreign JSON, share.
///
/// Their columns are those of a header, or the values at paths in JSON.
final class SamplePlan: Sendable {
  /// The samples of each record, by the number of the path that leads to it; a table has one.
  let recipes: [[SampleRecipe]]
  /// The texts that layouts give to samples, names, types and constants: they are after the content of each chunk, so that
  /// fields can be slices of them.
  let texts: [UInt8]
  let slotCount: Int
  /// What the texts of fields stand for, how they are written anew, and the columns of those that have several.
  let maps: [TextMap]
  let forms: [TextForm]
  let columns: [Int]
  /// Whether records are rows: members are where their cells are, texts that stand for others are the plan's own, and each
  /// thing that is wrong is reported.
  let isTable: Bool
  /// The texts that mean no value.
  let missing: [[UInt8]]

  init(_ recipes: [[SampleRecipe]], _ builder: RecipeBuilder) {
    (self.recipes, isTable, texts, missing) = (recipes, builder.isTable, builder.texts, builder.missing)
    (slotCount, maps, forms, columns) = (builder.slots.count, builder.maps, builder.forms, builder.columns)
  }

  var hasZones: Bool { recipes.contains { $0.contains { $0.zone != nil } } }

  /// The column of a field in the first sample that has one, the first of several columns; `nil` when none has.
  func column(of wanted: SampleField) -> Int? {
    for field in recipes.joined().lazy.flatMap(\.fields) {
      if case .field(let own) = field.role, own == wanted, case .columns(let range) = field.source {
        return columns[range].first
      }
    }
    return nil
  }
}

/// How one sample is made of a record: which column or text gives each of its fields.
///
/// A class, though immutable, and its fields hold no references: values of this size would cost a retain for each of their
/// arrays with every record.
final class SampleRecipe: Sendable {
  /// What the record must be.
  let conditions: [Condition]
  /// The columns of which one must have a value; empty if the record is always such a sample.
  let subjects: [Int]
  /// Whether no record is such a sample, since the table lacks a column.
  let isNever: Bool
  let fields: [Field]
  /// Where the name of its time zone is, if records say it.
  let zone: Field?
  /// The types of its members, as ranges of the plan's texts.
  let memberTypes: [ByteRange]

  /// What a record must have in a column.
  struct Condition: Sendable {
    var column: Int
    var texts: [[UInt8]]
    var isNegated: Bool
  }

  /// A field of the sample; what it refers to is the plan's.
  struct Field: Sendable {
    let role: TableColumn.Role
    let source: Source
    /// The column that its text comes from; -1 if it comes from several, or from none.
    var column = -1
    /// What its texts stand for, and how they are written anew, by their numbers; -1 if they stay.
    var map = -1
    var form = -1
    /// The number of the text that is written, among those of a record, which several samples may share; -1 for one of its
    /// own.
    var slot = -1
    var isNumber = false
    var isDuration = false
    /// Whether a text may have the unit of the number in it.
    var takesUnit = false
    /// Whether it is a text of the plan, and whether it is the same for all records.
    let (isText, isConstant): (Bool, Bool)

    init(_ role: TableColumn.Role, _ source: Source) {
      (self.role, self.source) = (role, source)
      switch source {
      case .text(_, let about): (isText, isConstant) = (true, about < 0)
      case .length: (isText, isConstant) = (false, true)
      case .columns: (isText, isConstant) = (false, false)
      }
    }
  }

  enum Source: Sendable {
    /// One column, or several that are one time together.
    case columns(Range<Int>)
    /// The microseconds that all samples last, a range of the plan's texts.
    case length(ByteRange)
    /// A range of the plan's texts, and the column whose place it gets; -1 for none.
    case text(ByteRange, about: Int)
  }

  init(
    conditions: (all: [Condition], isNever: Bool), subjects: [Int], isNever: Bool = false, _ fields: [Field],
    zone: Field?, memberTypes: [ByteRange]
  ) {
    (self.conditions, self.subjects, self.isNever) = (conditions.all, subjects, isNever || conditions.isNever)
    (self.fields, self.zone, self.memberTypes) = (fields, zone, memberTypes)
  }
}

/// A text that is written anew for each record: a time or a number in another form, or several columns as one time.
enum TextForm: Sendable, Hashable {
  /// A time; several columns have a space between them. Without a format they are only joined.
  case time(DateFormat?)
  case number(NumberFormat)
  case duration(RecordDuration.Unit)

  /// Appends a text as samples have it; one that cannot be read stays as it is.
  ///
  /// - Returns: what is wrong with it, unless the judge of samples sees that.
  func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> SyntaxDetail? {
    switch self {
    case .duration(let unit): return unit.append(range, in: bytes, to: &output) ? nil : .notADuration
    case .number(let form):
      return !form.append(range, in: bytes, to: &output) && form.hasPoint(range, in: bytes) ? .decimalPoint : nil
    case .time(let format):
      _ = format?.append(range, in: bytes, to: &output)
      return nil
    }
  }
}

/// What the texts of a field stand for, as ranges of the plan's texts, looked up by bytes.
struct TextMap: Sendable {
  private var places = ByteKeyTable()
  private var meanings: [ByteRange] = []
  /// What all other texts stand for; `nil` if they stay as they are.
  private var rest: ByteRange?

  mutating func add(_ text: [UInt8], meaning: ByteRange) {
    if text.elementsEqual(RecordMapping.others.utf8) { return rest = meaning }
    if places.insert(text, value: meanings.count) == nil { meanings.append(meaning) }
  }

  /// What a text stands for; `nil` when it is not listed.
  @inline(__always) func meaning(of range: Range<Int>, in bytes: RawSpan) -> ByteRange? {
    places.value(at: range, in: bytes).map { meanings[$0] } ?? rest
  }
}

/// The fields of a sample that is planned, each with the origin of its texts.
struct RecipeFields {
  enum Origin {
    case columns([Int])
    /// A duration after the start, in place of an end.
    case duration(Int, RecordDuration.Unit)
    /// The same duration for all records, the digits of its microseconds.
    case length([UInt8])
    /// The same text for all records, and the column that findings about it point at; -1 for none.
    case text([UInt8], about: Int)

    /// The first column; `nil` for a text.
    var column: Int? {
      switch self {
      case .duration(let column, _): column
      case .columns(let columns): columns.min()
      case .text, .length: nil
      }
    }
  }

  private(set) var names: [String] = []
  private var origins: [String: Origin] = [:]

  subscript(name: String) -> Origin? { origins[name] }

  /// The text that a field has in all records; `nil` if columns give it, or nothing does.
  func text(of name: String) -> String? {
    guard case .text(let text, _) = origins[name] else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Gives a field its origin; `false` when it has one.
  mutating func set(_ name: String, to origin: Origin) -> Bool {
    guard origins[name] == nil else { return false }
    replace(name, by: origin)
    return true
  }

  mutating func replace(_ name: String, by origin: Origin) {
    if origins.updateValue(origin, forKey: name) == nil { names.append(name) }
  }

  /// The columns of what the sample is about.
  var subjects: [Int] { names.filter(RecordSample.isSubject).compactMap { origins[$0]?.column }.sorted() }

  /// The fields: first those of columns, in the order of columns, then those of texts.
  ///
  /// The members of a correlation are in the order of their first columns.
  var byColumn: [(String, Origin)] {
    let all = names.enumerated().compactMap { place, name in
      origins[name].map { (name: name, origin: $0, key: ($0.column ?? .max, place)) }
    }
    return all.sorted { $0.key < $1.key }.map { ($0.name, $0.origin) }
  }
}

/// Makes recipes, and keeps what they share.
struct RecipeBuilder {
  let isTable: Bool
  /// Whether values may have their units in them, as those of other programs do.
  var takesUnits = false
  private(set) var missing: [[UInt8]] = []
  private(set) var texts: [UInt8]
  /// Where the texts begin that belong to a column, and those that belong to none, with -1.
  private(set) var textColumns: [(start: Int, column: Int)] = []
  private(set) var slots: [Slot] = []
  private(set) var maps: [TextMap] = []
  private(set) var forms: [TextForm] = []
  private(set) var columns: [Int] = []
  /// The members of the sample that is made, by their types.
  private(set) var memberTypes: [ByteRange] = []
  private var members: [[UInt8]: Int] = [:]

  /// A text that is written anew, once for all samples of a record that need it.
  struct Slot: Hashable {
    var path: Int
    var columns: [Int]
    var form: TextForm
  }

  init(isTable: Bool) {
    self.isTable = isTable
    // A place right after the content of a chunk of JSON is not in a text.
    texts = isTable ? [] : [UInt8(ascii: " ")]
  }

  mutating func keep(_ text: [UInt8], of column: Int = -1) -> ByteRange {
    let start = texts.count
    if (textColumns.last?.column ?? -1) != column { textColumns.append((start: start, column: column)) }
    texts += text
    return ByteRange(start..<texts.count)
  }

  /// Takes what means no value in a layout.
  mutating func add(missing texts: [String]) {
    for text in texts.map({ Array($0.utf8) }) where !missing.contains(text) { missing.append(text) }
  }

  mutating func beginSample() { (memberTypes, members) = ([], [:]) }

  /// The meaning of a name; `nil` for a member that is absent and not to be added.
  mutating func role(of name: [UInt8], adds: Bool = true) -> TableColumn.Role? {
    switch TableField(name: name) {
    case .field(let field): return .field(field)
    case .entry(let kind, let key): return .entry(kind, key: keep(key))
    case .member(let type, let field):
      if let member = members[type] { return .member(member, field) }
      guard adds else { return nil }
      members[type] = memberTypes.count
      memberTypes.append(keep(type))
      return .member(memberTypes.count - 1, field)
    case nil:
      let (kind, key) = TableField.unknown(name)
      return .entry(kind, key: keep(key))
    }
  }

  mutating func field(
    _ name: String, _ role: TableColumn.Role, _ origin: RecipeFields.Origin, _ mapping: RecordMapping, path: Int = 0,
    unit: (String) -> String? = { _ in nil }
  ) -> SampleRecipe.Field {
    let columns: [Int]
    var form: TextForm?
    switch origin {
    case .text(let text, let column):
      return SampleRecipe.Field(role, .text(keep(text, of: column), about: isTable ? -1 : column))
    case .length(let digits): return SampleRecipe.Field(role, .length(keep(digits)))
    case .duration(let column, let unit): (columns, form) = ([column], .duration(unit))
    case .columns(let several) where several.count != 1: (columns, form) = (several, .time(mapping.dates))
    case .columns(let known):
      columns = known
      form =
        NumberFormat(ofField: Array(name.utf8), mapping, unit: unit).map { .number($0) }
        ?? mapping.timeForm(of: role)
    }
    return field(role, columns, form, columns.count == 1 ? mapping.values[name] ?? [:] : [:], path: path)
  }

  /// The field of columns whose meaning is known.
  mutating func field(
    _ role: TableColumn.Role, _ columns: [Int], _ form: TextForm?, _ values: [String: String] = [:], path: Int = 0
  ) -> SampleRecipe.Field {
    let range = self.columns.count..<self.columns.count + columns.count
    self.columns += columns
    var field = SampleRecipe.Field(role, .columns(range))
    if columns.count == 1 { field.column = columns[0] }
    switch role {
    case .field(.value), .member(_, .value): field.takesUnit = takesUnits
    default: break
    }
    if let form {
      field.form = forms.count
      forms.append(form)
      if case .number = form { field.isNumber = true }
      if case .duration = form { field.isDuration = true }
      field.slot = slot(Slot(path: path, columns: columns, form: form))
    }
    guard !values.isEmpty else { return field }
    var map = TextMap()
    // Dictionaries have no order, and texts must have one.
    for (text, meaning) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      map.add(Array(text.utf8), meaning: keep(Array(meaning.utf8), of: field.column))
    }
    field.map = maps.count
    maps.append(map)
    return field
  }

  private mutating func slot(_ slot: Slot) -> Int {
    if let index = slots.firstIndex(of: slot) { return index }
    slots.append(slot)
    return slots.count - 1
  }

  /// What records must be; none passes if a column that a condition needs is not there.
  func conditions(_ mapping: RecordMapping, _ column: (String) -> Int?) -> (
    all: [SampleRecipe.Condition], isNever: Bool
  ) {
    var (all, isNever): ([SampleRecipe.Condition], Bool) = ([], false)
    for condition in mapping.conditions {
      if let column = column(condition.place) {
        all.append(.init(column: column, texts: condition.texts.map { Array($0.utf8) }, isNegated: condition.isNegated))
      } else if condition.texts.contains("") == condition.isNegated {
        // A column that the table lacks is as one whose cells are empty.
        isNever = true
      }
    }
    return (all, isNever)
  }

  mutating func zone(_ mapping: RecordMapping, path: Int = 0, _ column: (String) -> Int?) -> SampleRecipe.Field? {
    guard let column = mapping.zone.flatMap(column) else { return nil }
    // The role is not asked for.
    return field(RecordMapping.zoneName, .ignored, .columns([column]), mapping, path: path)
  }

  /// The recipes of a layout of foreign JSON whose columns are values at paths.
  mutating func recipes(of layout: TableLayout, _ columns: [String], path: Int) -> [SampleRecipe] {
    let mapping = layout.mapping
    func column(_ path: String) -> Int? { columns.firstIndex(of: path) }
    let rows = mapping.rows.isEmpty ? [RecordSample(places: [:])] : mapping.rows
    takesUnits = layout.rewriting == nil
    add(missing: mapping.missing)
    return rows.map { row in
      var fields = RecipeFields()
      func give(_ name: String, _ paths: [String]) { fields.replace(name, by: .columns(paths.compactMap(column))) }
      for (name, path) in layout.records?.fields ?? [:] { give(name, [path]) }
      for (name, paths) in mapping.times { give(name, paths) }
      if let duration = mapping.duration {
        if duration.length != nil {
          fields.replace("end", by: .length(duration.microseconds))
        } else if let place = column(duration.place) {
          fields.replace("end", by: .duration(place, duration.unit))
        }
      }
      var subjects = row.places.filter { RecordSample.isSubject($0.key) }.values.compactMap(column).sorted()
      for (name, path) in row.places { give(name, [path]) }
      for (name, text) in row.constants {
        fields.replace(name, by: .text(Array(text.utf8), about: subjects.first ?? -1))
      }
      for (name, text) in mapping.constants { _ = fields.set(name, to: .text(Array(text.utf8), about: -1)) }
      if subjects.isEmpty, !mapping.missing.isEmpty { subjects = fields.subjects }
      beginSample()
      // Dictionaries have no order, and findings must have one. What the layout gives to every member does not make one, so
      // it comes last.
      let names = fields.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let origins = names.compactMap { name in fields[name].map { (name, $0) } }
      let made = (origins.filter { $1.column != nil } + origins.filter { $1.column == nil }).compactMap {
        name, origin in
        role(of: Array(name.utf8)).map {
          field(name, $0, origin, mapping, path: path, unit: fields.text)
        }
      }
      return SampleRecipe(
        conditions: conditions(mapping, column), subjects: subjects, made, zone: zone(mapping, path: path, column),
        memberTypes: memberTypes)
    }
  }
}

extension RecordMapping {
  /// How times are written, if not by RFC 3339.
  fileprivate var dates: DateFormat? { dateFormat.flatMap { try? DateFormat($0) } }

  /// How the texts of a time are written anew; `nil` when they are read as they are.
  func timeForm(of role: TableColumn.Role) -> TextForm? {
    switch role {
    case .field(.start), .field(.end), .field(.created), .member(_, .start), .member(_, .end), .member(_, .created):
      dates.map { .time($0) }
    default: nil
    }
  }
}
