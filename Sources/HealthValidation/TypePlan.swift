import HealthModel
import HealthUnits

/// A type definition made ready for judging: names as byte tables, limits as plain numbers.
///
/// A class, though immutable: a value of this size costs a retain for each of its arrays wherever a rule looks at it.
final class TypePlan: Sendable {
  let kind: TypeKind
  /// The canonical unit's text, which most samples write.
  let canonicalUnit: [UInt8]
  let unit: UnitOfMeasure?
  let units: AllowedUnits
  let allowed: ValueBounds
  let plausible: ValueBounds
  /// The case of a name, alias or export text; `nil` where the type has no cases.
  let caseNames: ByteKeyTable
  let cases: [EnumCase]
  let rawCases: [Int: Int]
  let isValueOptional: Bool
  let characteristic: CharacteristicShape?
  let members: [CorrelationMember]
  /// The types of `members`, as indexes into the registry.
  let memberTypes: [Int]
  let minimumDuration: Int64
  let maximumDuration: Int64
  let required: [[UInt8]]
  /// The allowed metadata keys when the list is closed.
  let closedKeys: Set<[UInt8]>?
  let isDeprecated: Bool
  /// The conversion of stored values to SI base units, for content ids.
  let baseConversion: UnitConversion?
  let identityName: [UInt8]
  /// The primary identifier, which normalizing need not record as an original.
  let primaryIdentifier: [UInt8]
  let id: [UInt8]
  /// The text an export writes for each case, which normalizing need not record.
  let exportTexts: [[UInt8]]

  init(_ type: TypeDefinition, in registry: Registry) {
    kind = type.kind
    id = Array(type.id.utf8)
    identityName = Array(type.identityName.utf8)
    primaryIdentifier = Array((type.identifiers.first ?? type.id).utf8)
    minimumDuration = type.duration.minimum ?? 0
    maximumDuration = type.duration.maximum ?? Int64.max
    required = type.metadata.required.map { Array($0.utf8) }
    closedKeys =
      type.metadata.isClosed
      ? Set((type.metadata.required + type.metadata.known).map { Array($0.utf8) }) : nil
    isDeprecated = type.deprecation != nil
    var unit: UnitOfMeasure?
    var units = AllowedUnits()
    var allowed = ValueBounds()
    var plausible = ValueBounds()
    var values: EnumDefinition?
    var characteristic: CharacteristicShape?
    var members: [CorrelationMember] = []
    switch type.shape {
    case .quantity(let shape):
      unit = shape.unit
      units = shape.units
      allowed = shape.allowed
      plausible = shape.plausible
    case .category(let list): values = list
    case .characteristic(let shape):
      characteristic = shape
      if case .values(let list) = shape { values = list }
    case .correlation(let list): members = list
    }
    self.unit = unit
    self.units = units
    self.allowed = allowed
    self.plausible = plausible
    self.characteristic = characteristic
    self.members = members
    memberTypes = members.map { registry.typeIndex(named: $0.type) ?? -1 }
    canonicalUnit = Array((unit?.unitString ?? "").utf8)
    baseConversion = unit?.baseConversion
    cases = values?.cases ?? []
    isValueOptional = values?.isValueOptional ?? false
    let table = EnumTable(values)
    caseNames = table.names
    rawCases = table.raws
    exportTexts = table.exports
  }
}

/// The names and raw integers of an enum's cases.
struct EnumTable: Sendable {
  private(set) var names = ByteKeyTable()
  private(set) var raws: [Int: Int] = [:]
  /// The text an export writes for each case.
  private(set) var exports: [[UInt8]] = []

  init(_ values: EnumDefinition?) {
    guard let values else { return }
    for (index, item) in values.cases.enumerated() {
      if let raw = item.raw { raws[raw] = raws[raw] ?? index }
      for name in [item.name] + item.aliases + item.exports { _ = names.insert(Array(name.utf8), value: index) }
      for identifier in [values.identifier].compactMap({ $0 }) + values.otherIdentifiers {
        for name in [item.name] + item.aliases {
          _ = names.insert(Array((identifier + Self.capitalized(name)).utf8), value: index)
        }
      }
      exports.append(Array((item.exports.first ?? (values.identifier ?? "") + Self.capitalized(item.name)).utf8))
    }
  }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
