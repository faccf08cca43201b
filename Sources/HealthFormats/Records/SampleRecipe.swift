import HealthModel

/// How one sample is made of a record: which column or text gives each of its fields.
struct SampleRecipe: Sendable {
  /// What the record must be.
  var conditions: [Condition] = []
  /// The columns of which one must have a value; empty if the record is always such a sample.
  var subjects: [Int] = []
  var fields: [Field] = []
  /// Where the name of its time zone is, if records say it.
  var zone: Field?
  /// The types of its members, as ranges of the plan's texts.
  var members: [ByteRange] = []

  /// What a record must have in a column.
  struct Condition: Sendable {
    var column: Int
    var texts: [[UInt8]]
    var isNegated: Bool
  }

  /// A field of the sample.
  ///
  /// A class, though immutable: a value of this size costs a retain for each of its arrays with every record.
  final class Field: Sendable {
    let role: Role
    let source: Source
    let rewriting: Rewriting
    /// The column that its text comes from; -1 if it comes from several, or from none.
    let column: Int
    /// The numbers of the texts that stand for others; `nil` if none does.
    private let values: ByteKeyTable?
    private let meanings: [[UInt8]]
    /// What all other texts stand for; `nil` if they stay as they are.
    private let rest: [UInt8]?

    init(role: Role, source: Source, rewriting: Rewriting = .none, values: [String: String]) {
      self.role = role
      self.source = source
      self.rewriting = rewriting
      if case .columns(let columns) = source, columns.count == 1 { column = columns[0] } else { column = -1 }
      var table = ByteKeyTable()
      var meanings: [[UInt8]] = []
      rest = values[RecordMapping.others].map { Array($0.utf8) }
      for (text, meaning) in values where text != RecordMapping.others {
        guard table.insert(Array(text.utf8), value: meanings.count) == nil else { continue }
        meanings.append(Array(meaning.utf8))
      }
      self.values = meanings.isEmpty ? nil : table
      self.meanings = meanings
    }

    /// Whether the profile gives texts another meaning.
    var hasMeanings: Bool { values != nil || rest != nil }

    /// The meaning of a text; `nil` if the profile gives it no other.
    func meaning(of range: Range<Int>, in bytes: RawSpan) -> [UInt8]? {
      values?.value(at: range, in: bytes).map { meanings[$0] } ?? rest
    }
  }

  /// The meaning of a field; names are ranges of the plan's texts.
  enum Role: Sendable {
    case field(SampleField)
    case member(Int, SampleField)
    case entry(TapeEntry.Kind, key: ByteRange)
  }

  enum Source: Sendable {
    /// One column, or several that are one time together.
    case columns([Int])
    /// The first of these columns that has a text, or one that stands for another.
    case firstOf([Int])
    /// The microseconds that all samples last, a range of the plan's texts.
    case length(ByteRange)
    /// A range of the plan's texts, and the column that findings about it point at; -1 for none.
    case text(ByteRange, column: Int)
  }

  enum Rewriting: Sendable, Hashable {
    case none, time
    case number(NumberFormat)
    case duration(RecordDuration.Unit)
  }
}

/// A recipe with the way its layout writes times.
///
/// A class, as its fields are.
final class RecordRecipe: Sendable {
  let recipe: SampleRecipe
  let dates: DateFormat?

  init(_ recipe: SampleRecipe, dates: DateFormat?) {
    self.recipe = recipe
    self.dates = dates
  }
}

/// Makes the recipes of a layout, with the texts that they share.
struct SampleRecipeBuilder {
  /// Begins with a byte of no text: a place right after a chunk's content is not in one.
  private(set) var texts: [UInt8] = [UInt8(ascii: " ")]

  mutating func recipes(of layout: TableLayout, _ columns: [String]) -> [SampleRecipe] {
    let mapping = layout.mapping
    var base = SampleRecipe()
    base.conditions = mapping.conditions.compactMap { condition in
      columns.firstIndex(of: condition.place).map { column in
        SampleRecipe.Condition(
          column: column, texts: condition.texts.map { Array($0.utf8) }, isNegated: condition.isNegated)
      }
    }
    var sources: [String: [String]] = [:]
    for (field, path) in layout.records?.fields ?? [:] { sources[field] = [path] }
    for (field, paths) in mapping.times { sources[field] = paths }
    var length: ByteRange?
    if let duration = mapping.duration {
      sources["end"] = duration.length == nil ? [duration.place] : nil
      if duration.length != nil { length = keep(duration.microseconds) }
    }
    let rows = mapping.rows.isEmpty ? [RecordSample(places: [:])] : mapping.rows
    return rows.map { row in
      var recipe = base
      var sources = sources
      // An end of the row's own is a time.
      var mapping = mapping
      if row.places["end"] != nil { mapping.duration = nil }
      let subjects = row.places.filter { RecordSample.isSubject($0.key) }.values
        .compactMap { columns.firstIndex(of: $0) }.sorted()
      recipe.subjects = subjects
      for (field, path) in row.places { sources[field] = [path] }
      for field in row.constants.keys { sources[field] = nil }
      let constants = mapping.constants.merging(row.constants) { $1 }
      let alternatives = mapping.alternatives.mapValues { $0.compactMap { columns.firstIndex(of: $0) } }
      let names = Set(sources.keys).union(constants.keys).union(alternatives.keys)
      // Dictionaries have no order, and findings must have one.
      for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        let places = sources[name]?.compactMap { columns.firstIndex(of: $0) }
        let source: SampleRecipe.Source? =
          alternatives[name].map { .firstOf($0) } ?? places.map { .columns($0) }
          ?? constants[name].map { text in
            .text(keep(Array(text.utf8)), column: row.constants[name] == nil ? -1 : subjects.first ?? -1)
          }
        guard let source else { continue }
        let role = role(of: Array(name.utf8), &recipe)
        recipe.fields.append(
          SampleRecipe.Field(
            role: role, source: source,
            rewriting: Self.rewriting(of: role, name, mapping) { sources[$0] == nil ? constants[$0] : nil },
            values: mapping.values[name] ?? [:]))
      }
      if let length, row.places["end"] == nil, row.constants["end"] == nil {
        recipe.fields.removeAll { if case .field(.end) = $0.role { true } else { false } }
        recipe.fields.append(SampleRecipe.Field(role: .field(.end), source: .length(length), values: [:]))
      }
      // What the layout gives to every member does not make one, so it comes last.
      let texts = recipe.fields.filter { if case .text = $0.source { true } else { false } }
      recipe.fields.removeAll { if case .text = $0.source { true } else { false } }
      recipe.fields += texts
      if let column = mapping.zone.flatMap({ columns.firstIndex(of: $0) }) {
        // The role is not asked for.
        recipe.zone = SampleRecipe.Field(
          role: .field(.offset), source: .columns([column]), values: mapping.values[RecordMapping.zoneName] ?? [:])
      }
      return recipe
    }
  }

  private mutating func role(of name: [UInt8], _ recipe: inout SampleRecipe) -> SampleRecipe.Role {
    switch TableField(name: name) {
    case .field(let field): return .field(field)
    case .entry(let kind, let key): return .entry(kind, key: keep(key))
    case .member(let type, let field):
      let known = recipe.members.firstIndex { texts[$0.indices].elementsEqual(type) }
      if known == nil { recipe.members.append(keep(type)) }
      return .member(known ?? recipe.members.count - 1, field)
    case nil:
      let (kind, key) = TableField.unknown(name)
      return .entry(kind, key: keep(key))
    }
  }

  private static func rewriting(
    of role: SampleRecipe.Role, _ name: String, _ mapping: RecordMapping, unit: (String) -> String?
  ) -> SampleRecipe.Rewriting {
    switch role {
    case .field(let field), .member(_, let field):
      switch field {
      case .end where mapping.duration != nil: return mapping.duration.map { .duration($0.unit) } ?? .none
      case .start, .end, .created: return mapping.dateFormat == nil ? .none : .time
      case .value:
        let form = NumberFormat(ofField: Array(name.utf8), decimalMark: mapping.decimalMark, unit: unit)
        return form.map { .number($0) } ?? .none
      default: return .none
      }
    case .entry: return .none
    }
  }

  private mutating func keep(_ text: [UInt8]) -> ByteRange {
    let start = texts.count
    texts += text
    return ByteRange(start..<texts.count)
  }
}
