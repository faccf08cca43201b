/// A column of a stream that somebody else wrote.
struct ArrowReadField: Sendable {
  /// What the values of a column are, as far as samples need it.
  enum Kind: Sendable, Hashable {
    case integer(bits: Int, isSigned: Bool)
    case float(bits: Int)
    /// Text with offsets of this many bits.
    case text(offsetBits: Int)
    /// Text by views of 16 bytes.
    case textView
    /// Moments; how many of the unit are a second.
    case instant(perSecond: Int64, hasZone: Bool)
    /// A column without buffers, in which all is absent.
    case null
    /// Something that no column of samples is.
    case other
  }

  /// How many buffers a record batch has for the column itself, without those it is made of.
  enum Buffers: Sendable, Hashable {
    case some(Int)
    /// Which values are there, views, and a number of buffers that the batch says.
    case views
  }

  let name: String
  let kind: Kind
  let buffers: Buffers
  let children: [ArrowReadField]
  /// The dictionary whose values the column has numbers of; `nil` if it has values.
  private(set) var dictionary: Int64?
  /// The numbers into the dictionary.
  let index: Kind

  /// The most columns, those within columns included.
  static let maximumCount = 10_000
  private static let maximumDepth = 32

  /// Reads the columns of a schema.
  static func fields(of schema: FlatBufferTable) throws(ArrowReadError) -> [ArrowReadField] {
    guard try schema.number(0, default: Int16(0)) == 0 else {
      throw .unsupported("the numbers are big-endian", hint: "write them little-endian, which is the usual form")
    }
    var count = 0
    var fields: [ArrowReadField] = []
    for table in try schema.tables(1, limit: maximumCount) {
      fields.append(try ArrowReadField(table, depth: 0, count: &count))
    }
    return fields
  }

  private init(_ table: FlatBufferTable, depth: Int, count: inout Int) throws(ArrowReadError) {
    count += 1
    guard count <= Self.maximumCount else {
      throw ArrowReadError("there are more than \(Self.maximumCount) columns")
    }
    guard depth < Self.maximumDepth else { throw ArrowReadError("columns are nested too deep") }
    name = try table.text(0)
    var children: [ArrowReadField] = []
    for child in try table.tables(5, limit: Self.maximumCount) {
      children.append(try ArrowReadField(child, depth: depth + 1, count: &count))
    }
    self.children = children
    let code = try table.number(2, default: UInt8(0))
    (kind, buffers) = try Self.type(code, try table.table(3))
    if let encoding = try table.table(4) {
      dictionary = try encoding.number(0, default: Int64(0))
      index =
        try encoding.table(1).map { type throws(ArrowReadError) in try Self.integer(type) }
        ?? .integer(bits: 32, isSigned: true)
    } else {
      dictionary = nil
      index = .null
    }
  }

  /// The values of the column's dictionary, as a column.
  var values: ArrowReadField {
    var field = self
    field.dictionary = nil
    return field
  }

  private static func integer(_ type: FlatBufferTable?) throws(ArrowReadError) -> Kind {
    let bits = Int(try type?.number(0, default: Int32(0)) ?? 0)
    guard [8, 16, 32, 64].contains(bits) else { throw .broken("whole numbers of \(bits) bits") }
    return .integer(bits: bits, isSigned: try type?.number(1, default: UInt8(0)) ?? 0 != 0)
  }

  /// The kind of a type by its number in the union `Type` of `Schema.fbs`, and its buffers.
  private static func type(_ code: UInt8, _ type: FlatBufferTable?) throws(ArrowReadError) -> (Kind, Buffers) {
    switch code {
    case 1: return (.null, .some(0))
    case 2: return (try integer(type), .some(2))
    case 3:
      let precision = try type?.number(0, default: Int16(0)) ?? 0
      return (precision == 1 ? .float(bits: 32) : precision == 2 ? .float(bits: 64) : .other, .some(2))
    case 5: return (.text(offsetBits: 32), .some(3))
    case 20: return (.text(offsetBits: 64), .some(3))
    case 24: return (.textView, .views)
    case 10:
      let units: [Int64] = [1, 1000, 1_000_000, 1_000_000_000]
      let unit = Int(try type?.number(0, default: Int16(0)) ?? 0)
      guard units.indices.contains(unit) else { throw .broken("a unit of time \(unit)") }
      return (.instant(perSecond: units[unit], hasZone: try type?.text(1).isEmpty == false), .some(2))
    // Bool, decimals, dates, times, intervals, fixed sizes, durations.
    case 6, 7, 8, 9, 11, 15, 18: return (.other, .some(2))
    // Binary, in both sizes.
    case 4, 19: return (.other, .some(3))
    // Lists, in both sizes, and maps.
    case 12, 17, 21: return (.other, .some(2))
    // A structure, and a list of a fixed size.
    case 13, 16: return (.other, .some(1))
    // Unions, sparse and dense.
    case 14: return (.other, .some(try type?.number(0, default: Int16(0)) ?? 0 == 1 ? 2 : 1))
    // Run ends and values, as columns.
    case 22: return (.other, .some(0))
    case 23: return (.other, .views)
    case 25, 26: return (.other, .some(3))
    default: throw ArrowReadError("a column is of the unknown type \(code)")
    }
  }
}
