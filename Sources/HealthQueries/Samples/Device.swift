import HealthStorage

/// The device that measured a sample: HealthKit's `HKDevice`.
///
/// Texts are as they came; each is `nil` when the sample does not say it.
public struct Device: Sendable, Hashable {
  /// The name that a person sees.
  public var name: String?
  /// Who made it.
  public var manufacturer: String?
  /// The model.
  public var model: String?
  /// The version of the hardware.
  public var hardware: String?
  /// The version of the firmware.
  public var firmware: String?
  /// The version of the software.
  public var software: String?
  /// The identifier on the device that it was used with.
  public var local: String?
  /// The unique device identifier of a medical device.
  public var udi: String?

  /// Creates a device.
  public init(
    name: String? = nil, manufacturer: String? = nil, model: String? = nil, hardware: String? = nil,
    firmware: String? = nil, software: String? = nil, local: String? = nil, udi: String? = nil
  ) {
    self.name = name
    self.manufacturer = manufacturer
    self.model = model
    self.hardware = hardware
    self.firmware = firmware
    self.software = software
    self.local = local
    self.udi = udi
  }

  /// Reads a stored object.
  init(_ object: Range<Int>, in bytes: [UInt8]) {
    self.init()
    _ = CanonicalObject.forEachMember(of: object, in: bytes) { key, value in
      guard let text = CanonicalObject.text(of: value, in: bytes) else { return true }
      switch String(decoding: bytes[key], as: UTF8.self) {
      case "name": name = text
      case "manufacturer": manufacturer = text
      case "model": model = text
      case "hardware": hardware = text
      case "firmware": firmware = text
      case "software": software = text
      case "local": local = text
      case "udi": udi = text
      default: break
      }
      return true
    }
  }
}
