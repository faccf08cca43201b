import HealthModel

/// What the rules over several samples need to know of a type.
struct AcrossPlan: Sendable {
  /// Whether samples of one source and device never share time.
  let isExclusive: Bool
  /// The case that frames the others, as index into the type's cases; -1 for none.
  let session: Int32
  /// The most that values grow in a second; infinite when nothing is known.
  let maximumRate: Double
  /// Whether the id of a sample without one says nothing of its value.
  let isCharacteristic: Bool

  /// Whether samples of the type are put into series.
  var hasSeries: Bool { isExclusive || session >= 0 || maximumRate < .infinity }

  init(_ type: TypeDefinition) {
    var session: Int32 = -1
    var maximumRate = Double.infinity
    switch type.shape {
    case .category(let values):
      if let name = type.sessionCase,
        let index = values.cases.firstIndex(where: { $0.name == name || $0.aliases.contains(name) })
      {
        session = Int32(truncatingIfNeeded: index)
      }
    case .quantity(let shape):
      if let rate = shape.maximumRate, rate >= 0 { maximumRate = rate }
    case .characteristic, .correlation: break
    }
    isExclusive = type.isExclusive
    self.session = session
    self.maximumRate = maximumRate
    isCharacteristic = type.kind == .characteristic
  }
}
