import HealthStorage

/// The SQL of a query for one type, in the order of the key; data is bound, never written into the text.
struct SampleSelection {
  /// The columns of `SampleColumn`.
  static let columns = """
    s.id, s.start_us, s.end_us, s.value, s.start_offset, s.end_offset, s.created_us, s.created_offset, \
    s.source, s.device, s.subject, s.origin, s.digest, s.metadata, s.original, s.unknown
    """

  private enum Value {
    case integer(Int64)
    case text(String)
  }

  private var conditions: [String] = []
  private var values: [Value] = []
  private let order: String

  /// Puts a query's conditions into words, for the type with this number in the store.
  ///
  /// What ends after `from` began at most so long before it as the `longest` sample of the type lasts.
  init(_ query: SampleQuery, type: Int64, longest: Int64, omitsMembers: Bool) {
    order = query.sort == .descending ? "s.start_us DESC, s.id" : "s.start_us, s.id"
    require("s.type = ", .integer(type))
    if let from = query.from {
      if query.isStrictStart {
        require("s.start_us >= ", .integer(from))
      } else {
        let (start, isBeforeAll) = from.subtractingReportingOverflow(longest)
        require("s.start_us >= ", .integer(isBeforeAll ? Int64.min : start))
        require("s.end_us >= ", .integer(from))
      }
    }
    if let to = query.to {
      if query.isStrictEnd {
        require("s.start_us <= ", .integer(to))
        require("s.end_us <= ", .integer(to))
      } else {
        require("s.start_us < ", .integer(to))
      }
    }
    // What has no time matches when no time is asked for.
    if query.from != nil || query.to != nil { conditions.append("s.end_us IS NOT NULL") }
    if let source = query.source {
      values.append(.text(source))
      let place = "?\(values.count)"
      conditions.append("s.source IN (SELECT id FROM assay_sources WHERE bundle = \(place) OR name = \(place))")
    }
    if let subject = query.subject {
      values.append(.text(subject))
      conditions.append("s.subject = (SELECT id FROM assay_subjects WHERE name = ?\(values.count))")
    }
    if omitsMembers {
      conditions.append(
        """
        NOT EXISTS (SELECT 1 FROM assay_members m \
        WHERE m.member_type = s.type AND m.member_start_us = s.start_us AND m.member_id = s.id)
        """)
    }
  }

  private mutating func require(_ comparison: String, _ value: Value) {
    values.append(value)
    conditions.append("\(comparison)?\(values.count)")
  }

  var sql: String {
    "SELECT \(Self.columns) FROM assay_samples s WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order)"
  }

  /// Binds the values that the conditions compare with.
  func bind(to statement: PreparedStatement) {
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let number): statement.bind(Int32(index + 1), number)
      case .text(let text): statement.bind(Int32(index + 1), copying: text)
      }
    }
  }
}

/// The places of `SampleSelection.columns`.
enum SampleColumn {
  static let id: Int32 = 0
  static let start: Int32 = 1
  static let end: Int32 = 2
  static let value: Int32 = 3
  static let startOffset: Int32 = 4
  static let endOffset: Int32 = 5
  static let created: Int32 = 6
  static let createdOffset: Int32 = 7
  static let source: Int32 = 8
  static let device: Int32 = 9
  static let subject: Int32 = 10
  static let origin: Int32 = 11
  static let digest: Int32 = 12
  static let metadata: Int32 = 13
  static let original: Int32 = 14
  static let unknown: Int32 = 15
  /// Of a member: its type's number and its role's name.
  static let memberType: Int32 = 16
  static let memberRole: Int32 = 17
}
