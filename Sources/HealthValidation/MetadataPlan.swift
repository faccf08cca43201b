import HealthModel
import HealthUnits

/// A metadata key's definition made ready for judging; a class for the reason that `TypePlan` is one.
final class MetadataPlan: Sendable {
  /// The kind of the value; an enum's cases are in `cases`.
  let shape: MetadataValueShape
  let table: EnumTable
  let cases: [EnumCase]
  let key: [UInt8]

  init(_ key: MetadataKeyDefinition) {
    shape = key.value
    self.key = Array(key.key.utf8)
    if case .enum(let values) = key.value {
      table = EnumTable(values)
      cases = values.cases
    } else {
      table = EnumTable(nil)
      cases = []
    }
  }
}
