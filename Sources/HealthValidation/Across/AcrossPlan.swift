import HealthModel

/// The parts of a type's definition that the rules over several samples use.
struct AcrossPlan: Sendable {
  /// Whether samples of one source and device never share time.
  let isExclusive: Bool
  /// The case that frames the others, as index into the type's cases; -1 for none.
  let session: Int32
  /// The most that values grow in a second; infinite when nothing is known.
  let maximumRate: Double
  /// Whether samples have a time; without it, an id made of a sample's content says nothing of its value.
  let hasTime: Bool

  /// Whether samples of the type are put into series.
  var hasSeries: Bool { isExclusive || session >= 0 || maximumRate < .infinity }

  init(_ type: TypeDefinition) {
    isExclusive = type.isExclusive
    let index = type.sessionCase.flatMap { name in
      type.shape.enumeration?.cases.firstIndex { $0.name == name || $0.aliases.contains(name) }
    }
    session = index.map { Int32(truncatingIfNeeded: $0) } ?? -1
    let rate = type.shape.quantity?.maximumRate ?? .infinity
    maximumRate = rate >= 0 ? rate : .infinity
    hasTime = type.shape.hasTime
  }
}
