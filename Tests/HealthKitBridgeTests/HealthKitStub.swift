// The names and signatures of Apple's framework that the bridge calls, so that it is compiled and run where there is no
// such framework. Written from what the bridge needs; what each does is only what a test asks for.
#if HEALTHKIT_STUB
  public import Foundation
  import HealthUnits

  class HKObjectType: NSObject {
    let identifier: String
    init(_ identifier: String) { self.identifier = identifier }
    override var hash: Int { identifier.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? HKObjectType)?.identifier == identifier }
    static func quantityType(forIdentifier name: HKQuantityTypeIdentifier) -> HKQuantityType? {
      HKQuantityType(name.rawValue)
    }
    static func categoryType(forIdentifier name: HKCategoryTypeIdentifier) -> HKCategoryType? {
      HKCategoryType(name.rawValue)
    }
    static func correlationType(forIdentifier name: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
      HKCorrelationType(name.rawValue)
    }
  }
  class HKSampleType: HKObjectType {}
  final class HKQuantityType: HKSampleType {}
  final class HKCategoryType: HKSampleType {}
  final class HKCorrelationType: HKSampleType {}
  struct HKQuantityTypeIdentifier { var rawValue: String }
  struct HKCategoryTypeIdentifier { var rawValue: String }
  struct HKCorrelationTypeIdentifier { var rawValue: String }

  final class HKUnit: NSObject {
    let unit: UnitOfMeasure?
    /// As there, a text that is no unit ends the program; here it is a unit that fits no other.
    init(from text: String) { unit = try? UnitOfMeasure(text) }
  }
  final class HKQuantity: NSObject {
    let unit: HKUnit
    let value: Double
    init(unit: HKUnit, doubleValue value: Double) { (self.unit, self.value) = (unit, value) }
    func `is`(compatibleWith other: HKUnit) -> Bool {
      guard let unit = unit.unit, let other = other.unit else { return false }
      return unit.isConvertible(to: other)
    }
    func doubleValue(for other: HKUnit) -> Double {
      guard let unit = unit.unit, let other = other.unit, let change = try? unit.conversion(to: other) else {
        return .nan
      }
      return change(value)
    }
  }

  final class HKSource: NSObject {
    let name: String
    let bundleIdentifier: String
    init(name: String, bundle: String) { (self.name, bundleIdentifier) = (name, bundle) }
  }
  final class HKSourceRevision: NSObject {
    let source: HKSource
    let version: String?
    let productType: String?
    let operatingSystemVersion: OperatingSystemVersion
    init(
      source: HKSource, version: String?, productType: String?, operatingSystemVersion: OperatingSystemVersion
    ) {
      (self.source, self.version, self.productType) = (source, version, productType)
      self.operatingSystemVersion = operatingSystemVersion
    }
  }
  final class HKDevice: NSObject {
    let name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion: String?
    let localIdentifier, udiDeviceIdentifier: String?
    init(
      name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
      softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
    ) {
      (self.name, self.manufacturer, self.model) = (name, manufacturer, model)
      (self.hardwareVersion, self.firmwareVersion) = (hardwareVersion, firmwareVersion)
      (self.softwareVersion, self.localIdentifier) = (softwareVersion, localIdentifier)
      self.udiDeviceIdentifier = udiDeviceIdentifier
    }
  }

  /// What functions of the bridge name in public, and what that inherits from.
  public class HKObject: NSObject {
    var uuid = UUID()
    let device: HKDevice?
    let metadata: [String: Any]?
    /// HealthKit's own: that of the app which saves.
    var sourceRevision = HKSourceRevision(
      source: HKSource(name: "Test", bundle: "org.example.test"), version: "7", productType: "iPhone17,1",
      operatingSystemVersion: OperatingSystemVersion(majorVersion: 18, minorVersion: 1, patchVersion: 0))
    init(_ device: HKDevice?, _ metadata: [String: Any]?) { (self.device, self.metadata) = (device, metadata) }
  }
  /// A sample of any type.
  public class HKSample: HKObject {
    let sampleType: HKSampleType
    let startDate: Date
    let endDate: Date
    init(_ type: HKSampleType, _ start: Date, _ end: Date, _ device: HKDevice?, _ metadata: [String: Any]?) {
      (sampleType, startDate, endDate) = (type, start, end)
      super.init(device, metadata)
    }
  }
  final class HKQuantitySample: HKSample {
    let quantity: HKQuantity
    init(
      type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) {
      self.quantity = quantity
      super.init(type, start, end, device, metadata)
    }
  }
  final class HKCategorySample: HKSample {
    let value: Int
    init(
      type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) {
      self.value = value
      super.init(type, start, end, device, metadata)
    }
  }
  final class HKCorrelation: HKSample {
    let objects: Set<HKSample>
    init(
      type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>, device: HKDevice?,
      metadata: [String: Any]?
    ) {
      self.objects = objects
      super.init(type, start, end, device, metadata)
    }
  }
#endif
