import HealthModel

/// A column of a view: its name, and the expression that it shows.
struct SQLColumn {
  var name: String
  var sql: String

  init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }

  /// The most columns of a view; SQLite shows at most 2,000.
  private static let most = 1500

  /// The columns of a view.
  ///
  /// Names are compared without case, as SQLite does. A name that an earlier column has gets `_` after it.
  static func list(_ columns: [SQLColumn]) -> String {
    var taken: Set<String> = []
    let items = columns.prefix(most).map { column in
      var name = column.name
      while !taken.insert(name.lowercased()).inserted { name += "_" }
      return "\(column.sql) AS \(Views.quoted(name, by: "\""))"
    }
    return items.joined(separator: ",\n  ")
  }
}

struct FieldColumns {
  /// The object, or what holds it, as an expression of SQL.
  private let object: String
  /// The keys that lead to it.
  private let path: [String]

  init(of object: String, at path: [String]) {
    self.object = object
    self.path = path
  }

  /// The columns of fields: numbers in their canonical units, cases by name, times as RFC 3339 in UTC, truth values as
  /// 1 and 0.
  func columns(_ fields: [FieldDefinition]) -> [SQLColumn] { fields.flatMap { columns(of: $0, isAlone: false) } }

  /// The columns of a field, the value first; alone, the object is the field's value, as in a list of values.
  func columns(of field: FieldDefinition, isAlone: Bool) -> [SQLColumn] {
    let path = isAlone ? path : path + [field.name]
    let value = path.isEmpty ? object : extract(path)
    switch field.value {
    case .quantity: return [SQLColumn(field.name, real(extract(path + ["value"])))]
    case .quantityOf:
      return [
        SQLColumn(field.name, real(extract(path + ["value"]))),
        SQLColumn(field.name + "_unit", extract(path + ["unit"])),
      ]
    case .number: return [SQLColumn(field.name, real(value))]
    case .document:
      return [
        SQLColumn(field.name, extract(path + ["text"])), SQLColumn(field.name + "_sha256", extract(path + ["sha256"])),
      ]
    case .integer, .boolean, .enumeration, .text, .time, .date, .uuid, .quantityType, .metadata:
      return [SQLColumn(field.name, value)]
    }
  }

  private func extract(_ path: [String]) -> String { "json_extract(\(object), \(JSONPath(path).sql))" }

  private func real(_ number: String) -> String { "CAST(\(number) AS REAL)" }
}

/// A path of keys as SQLite's functions take it.
struct JSONPath {
  private let keys: [String]

  init(_ keys: [String]) { self.keys = keys }

  /// The path as a text of SQL.
  ///
  /// Names have no quotes by the rules of the catalog.
  var sql: String { Views.quoted("$" + keys.map { ".\"\($0)\"" }.joined(), by: "'") }
}
