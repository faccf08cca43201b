import HealthModel

/// The checks of most values of a metadata key: plain values next to the key's plan, for the same reason as
/// `TypeLimits`.
enum MetadataForm: Sendable {
  /// Text up to a number of bytes.
  case text(maximumLength: Int)
  case number
  case integer
  case boolean
  case date
  case quantity
  /// A case of an enum, which most samples name by its raw integer.
  case `enum`(RawCaseSet)
  /// Checks that need the key's plan: a pattern, a unit's dimension, an enum with distant integers.
  case planned

  init(_ plan: MetadataPlan) {
    self =
      switch plan.shape {
      case .string(let limit, nil): .text(maximumLength: limit ?? .max)
      case .number: .number
      case .integer: .integer
      case .boolean: .boolean
      case .date: .date
      case .quantity(nil): .quantity
      case .enum: RawCaseSet(plan.table.raws.keys).map { .enum($0) } ?? .planned
      case .string, .quantity: .planned
      }
  }
}

/// Raw integers of an enum that are within 64 of each other, as a set of bits.
struct RawCaseSet: Sendable {
  private let lowest: Int
  private let bits: UInt64

  /// `nil` if they are further apart, or there are none.
  init?(_ raws: some Collection<Int>) {
    guard let lowest = raws.min(), let highest = raws.max(), lowest > Int.min / 2, highest < lowest + 64 else {
      return nil
    }
    self.lowest = lowest
    bits = raws.reduce(0) { $0 | 1 << UInt64($1 - lowest) }
  }

  func contains(_ raw: Int) -> Bool {
    let place = raw.subtractingReportingOverflow(lowest)
    return !place.overflow && place.partialValue >= 0 && place.partialValue < 64
      && bits >> UInt64(place.partialValue) & 1 == 1
  }
}
