import HealthJSON
package import HealthStorage

/// The origins, zones and subjects that a `columns` message adds to those before.
package struct ColumnNames: Sendable, Hashable {
  package var origins: [SampleOrigin] = []
  package var zones: [String] = []
  package var subjects: [String?] = []

  package init() {}

  init(_ message: JSONValue) throws(MessageFault) {
    for element in try Self.elements("origins", of: message) {
      origins.append(
        SampleOrigin(
          bundle: element["bundle"]?.text, name: element["name"]?.text, product: element["product"]?.text,
          deviceName: element["device_name"]?.text, deviceModel: element["device_model"]?.text,
          isUserEntered: element["user_entered"]?.flag ?? false))
    }
    zones = try message.texts("zones")
    subjects = try Self.elements("subjects", of: message).map { $0["name"]?.text }
  }

  private static func elements(_ name: String, of message: JSONValue) throws(MessageFault) -> [JSONValue] {
    guard let value = message[name] else { return [] }
    guard let elements = value.elements, elements.allSatisfy({ $0.members != nil }) else { throw .member(name) }
    return Array(elements)
  }

  func write(to writer: inout JSONBuilder) {
    if !origins.isEmpty {
      writer.member(
        "origins",
        objects: origins.map { origin in
          var object = JSONBuilder.openObject()
          object.member("bundle", origin.bundle)
          object.member("name", origin.name)
          object.member("product", origin.product)
          object.member("device_name", origin.deviceName)
          object.member("device_model", origin.deviceModel)
          if origin.isUserEntered { object.member("user_entered", true) }
          return object
        })
    }
    if !zones.isEmpty { writer.member("zones", texts: zones) }
    if !subjects.isEmpty {
      writer.member(
        "subjects",
        objects: subjects.map { name in
          var object = JSONBuilder.openObject()
          object.member("name", name)
          return object
        })
    }
  }
}

/// The columns of a scan by name.
enum ColumnWords {
  private static let names: [(name: String, column: SampleScan.Columns)] = [
    ("origins", .sources), ("zones", .zones), ("ids", .ids), ("subjects", .subjects),
  ]

  static func texts(_ columns: SampleScan.Columns) -> [String] {
    names.filter { columns.contains($0.column) }.map(\.name)
  }

  /// A column that is not known is `unsupported`: the host asks otherwise then.
  static func columns(_ texts: [String]) throws(MessageFault) -> SampleScan.Columns {
    var columns: SampleScan.Columns = []
    for text in texts {
      guard let column = names.first(where: { $0.name == text })?.column else { throw .member("columns") }
      columns.insert(column)
    }
    return columns
  }
}
