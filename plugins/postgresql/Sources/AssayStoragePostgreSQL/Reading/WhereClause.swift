import HealthModel
import HealthStorage

/// Conditions as SQL about rows `s` of `assay_samples`, with the values to bind.
///
/// All must hold.
struct WhereClause {
  /// The rows, as `FROM` has them.
  var from = "assay_samples s"
  /// The same with the forms `f` of the rows.
  static let samplesWithForms = "assay_samples s JOIN assay_forms f ON f.id = s.form"
  private var texts: [String] = []
  private(set) var values: [BoundValue] = []

  init() {}

  /// Conditions that are within others, as those of a subquery do: they share the numbers of parameters.
  init(within others: WhereClause) { values = others.values }

  /// Takes over the values of conditions that were begun within these.
  mutating func takeValues(of inner: WhereClause) { values = inner.values }

  mutating func bind(_ value: BoundValue) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  /// Looks samples up by their places, one by one, in place of all.
  mutating func choose(_ samples: [(id: SampleID, place: SampleLocation)]) {
    let subjects = bind(.integers(samples.map(\.place.subject)))
    let types = bind(.integers(samples.map(\.place.type)))
    let starts = bind(.longs(samples.map(\.place.start)))
    let ids = bind(.ids(samples.map(\.id)))
    let lookup = StoredRow.lookup(subject: "w.subject", type: "w.type", start: "w.start_us", id: "w.id")
    let forms = from == Self.samplesWithForms ? " JOIN assay_forms f ON f.id = s.form" : ""
    from =
      "unnest(\(subjects)::integer[], \(types)::integer[], \(starts)::bigint[], \(ids)::uuid[]) "
      + "w(subject, type, start_us, id) CROSS JOIN LATERAL \(lookup) s\(forms)"
  }

  mutating func add(_ text: String) { texts.append(text) }

  /// The conditions after `WHERE`.
  var sql: String { texts.isEmpty ? "true" : texts.joined(separator: " AND ") }
}

/// The conditions of a query.
extension WhereClause {
  /// Adds those on the time of samples of which the longest has a known length.
  ///
  /// A sample that ends at or after a moment began at most its type's longest duration before it: a range of the key,
  /// which `end_us` alone is not.
  mutating func addTime(_ query: SampleQuery, longest: Int64) {
    guard query.from != nil || query.to != nil else { return }
    add("s.start_us > \(bind(.long(StoreTables.noTime)))")
    if let from = query.from {
      if query.isStrictStart {
        add("s.start_us >= \(bind(.long(from)))")
      } else {
        add("s.end_us >= \(bind(.long(from)))")
        let (earliest, isTooEarly) = from.subtractingReportingOverflow(longest)
        if !isTooEarly { add("s.start_us >= \(bind(.long(earliest)))") }
      }
    }
    if let to = query.to {
      add(query.isStrictEnd ? "s.end_us <= \(bind(.long(to)))" : "s.start_us < \(bind(.long(to)))")
    }
  }

  mutating func add(_ condition: ValueCondition, of row: String) {
    switch condition.operand {
    case .number(let number): add("\(row).value \(condition.comparison.sql) \(bind(.number(number)))")
    case .text(let text):
      guard condition.comparison.isOfTexts else { return add("false") }
      add("\(row).value IS NULL AND \(row).name \(condition.comparison.sql) \(bind(.text(StoredText.encoded(text))))")
    }
  }

  /// Adds one on the metadata.
  ///
  /// A value of another kind does not meet it, so a cast is only made where it can be made.
  mutating func add(_ condition: MetadataCondition) {
    let key = bind(.text(StoredText.encoded(condition.key)))
    guard let comparison = condition.comparison, let operand = condition.operand else {
      return add("\(PublicViews.metadata) ? \(key)")
    }
    let value = "(\(PublicViews.metadata) -> \(key))"
    switch operand {
    case .text(let text):
      guard comparison.isOfTexts else { return add("false") }
      add(
        "jsonb_typeof\(value) = 'string' AND (\(PublicViews.metadata) ->> \(key)) COLLATE \"C\" \(comparison.sql) "
          + bind(.text(StoredText.encoded(text))))
    case .boolean(let flag):
      guard comparison.isOfTexts else { return add("false") }
      addCast(value, "boolean", to: "boolean", comparison, bind(.flag(flag)))
    case .number(let number):
      addCast(value, "number", to: "double precision", comparison, bind(.number(number)))
    case .quantity(let number, let unit):
      add("jsonb_typeof(\(value) -> 'unit') = 'string'")
      add("(\(value) ->> 'unit') COLLATE \"C\" = \(bind(.text(StoredText.encoded(unit))))")
      addCast("(\(value) -> 'value')", "number", to: "double precision", comparison, bind(.number(number)))
    }
  }

  private mutating func addCast(
    _ value: String, _ kind: String, to type: String, _ comparison: Comparison, _ operand: String
  ) {
    add(
      "CASE WHEN jsonb_typeof\(value) = '\(kind)' THEN \(value)::\(type) \(comparison.sql) \(operand) ELSE false END")
  }
}

extension Comparison {
  fileprivate var sql: String { self == .notEqual ? "<>" : rawValue }

  /// Whether values without an order can be so to each other.
  fileprivate var isOfTexts: Bool { self == .equal || self == .notEqual }
}
