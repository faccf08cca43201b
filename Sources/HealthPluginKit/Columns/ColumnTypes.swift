import HealthModel
import HealthStorage
import HealthUnits

/// The types of a batch of columns in a registry, where each has to mean the same as in the host's.
struct ColumnTypes {
  /// The type's index in the registry.
  private(set) var indexes: [Int32] = []
  /// The column in which values of the type are.
  private(set) var columns: [ValueColumn] = []
  /// Whether samples of the type have members.
  private(set) var hasMembers: [Bool] = []
  /// The registry's index of each case and of each role of a type.
  private var items: [[Int32]] = []
  private var roles: [[Int32]] = []

  var count: Int { indexes.count }

  /// Looks types up.
  ///
  /// - Throws: `PluginError` of the kind `config` when the registry does not have a type, or has another one by its id.
  init(_ names: [ColumnBatchNames.TypeName], of registry: Registry) throws(PluginError) {
    for name in names {
      guard let index = registry.typeIndex(named: name.id), registry.types[index].id == name.id else {
        throw Self.error("the plugin's catalog does not have the type `\(TextEscaping.escaped(name.id))`")
      }
      let type = registry.types[index]
      let signature = TypeSignature(type)
      for (part, sent, known) in [
        ("kind", name.kind, signature.kind), ("shape", name.shape, signature.shape),
        ("unit", name.unit, type.shape.quantity?.unit.sampleText),
        ("aggregation", name.aggregation, signature.aggregation),
      ] where sent != known { throw Self.difference(part, of: name.id, sent, known) }
      indexes.append(Int32(truncatingIfNeeded: index))
      columns.append(type.shape.column)
      hasMembers.append(type.shape.members != nil)
      items.append(try Self.items(of: name, in: type.shape.enumeration?.cases ?? []))
      roles.append(try Self.roles(of: name, in: type.shape.members ?? []))
    }
  }

  private static func items(
    of type: ColumnBatchNames.TypeName, in known: [EnumCase]
  ) throws(PluginError) -> [Int32] {
    var places: [Int32] = []
    for (number, item) in type.cases.enumerated() {
      // Nearly always the same catalog.
      let place =
        known.indices.contains(number) && known[number].name == item.name
        ? number : known.firstIndex { $0.name == item.name }
      guard let place, known[place].raw.map(Int64.init) == item.raw else {
        throw difference("case", of: type.id, item.name, nil)
      }
      places.append(Int32(truncatingIfNeeded: place))
    }
    return places
  }

  private static func roles(
    of type: ColumnBatchNames.TypeName, in known: [CorrelationMember]
  ) throws(PluginError) -> [Int32] {
    var places: [Int32] = []
    for role in type.roles {
      guard let place = known.firstIndex(where: { $0.role == role }) else {
        throw difference("role", of: type.id, role, nil)
      }
      places.append(Int32(truncatingIfNeeded: place))
    }
    return places
  }

  private static func difference(_ part: String, of type: String, _ sent: String?, _ known: String?) -> PluginError {
    let (type, sent) = (TextEscaping.escaped(type), TextEscaping.escaped(sent ?? "none"))
    let rest =
      known.map { ", in the plugin's `\(TextEscaping.escaped($0))`" } ?? ", which the plugin's does not have so"
    return error("the \(part) of `\(type)` is `\(sent)` in the catalog of Assay\(rest)")
  }

  private static func error(_ message: String) -> PluginError {
    PluginError(.configuration, message, hint: "give the plugin the catalog that Assay runs with")
  }

  /// The registry's index of a case; -1 stays -1, `nil` if the type does not have it.
  func item(_ number: Int32, of type: Int) -> Int32? { Self.place(Int(number), in: items[type]) }

  /// The registry's index of a role; -1 stays -1, `nil` if the correlation does not have it.
  func role(_ number: Int32, of type: Int) -> Int32? { Self.place(Int(number), in: roles[type]) }

  private static func place(_ number: Int, in places: [Int32]) -> Int32? {
    if number == -1 { return -1 }
    return places.indices.contains(number) ? places[number] : nil
  }
}
