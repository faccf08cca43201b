#if canImport(HealthKit) || HEALTHKIT_STUB
  import Foundation
  import HealthFoundation
  import HealthModel
  import HealthQueries
  import HealthUnits

  #if canImport(HealthKit)
    import HealthKit
  #endif

  extension HealthKitConverter {
    /// Metadata as it is saved.
    ///
    /// Which number is a truth value, and in which unit a quantity is, is the registry's to say.
    func metadata(
      _ values: [String: Any]?, _ zone: TimeZone?
    ) throws(HealthKitBridgeError) -> [String: MetadataValue] {
      var result: [String: MetadataValue] = [:]
      for (key, value) in values ?? [:] {
        let shape = registry.metadataKeyIndex(named: key).map { registry.metadataKeys[$0].value }
        switch value {
        case let text as String: result[key] = .string(text)
        case let date as Date: result[key] = .date(instant(date, zone))
        case let quantity as HKQuantity:
          guard case .quantity(let unit?) = shape else { throw .otherUnit(of: key) }
          result[key] = .quantity(Quantity(try number(of: quantity, in: unit, for: key), unit))
        case let number as NSNumber:
          result[key] = shape == .boolean ? .boolean(number.boolValue) : .number(number.doubleValue)
        default: throw .unsupportedMetadata(key: key)
        }
      }
      return result
    }

    /// Metadata as HealthKit takes it.
    func metadata(_ values: [String: MetadataValue]) throws(HealthKitBridgeError) -> [String: Any] {
      var result: [String: Any] = [:]
      for (key, value) in values {
        switch value {
        case .string(let text): result[key] = text
        case .number(let number): result[key] = NSNumber(value: number)
        case .boolean(let flag): result[key] = NSNumber(value: flag)
        case .date(let instant): result[key] = Date(instant)
        case .quantity(let quantity):
          result[key] = HKQuantity(unit: try unit(quantity.unit, for: key), doubleValue: quantity.value)
        case .other: throw .unsupportedMetadata(key: key)
        }
      }
      return result
    }
  }
#endif
