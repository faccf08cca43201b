import HealthStorage

/// The device that measured a sample: HealthKit's `HKDevice`.
///
/// Texts are as they came; each is `nil` when the sample does not say it.
///
/// ```swift
/// let watch = Device(name: "Watch", manufacturer: "Example", model: "Watch", hardware: "Watch7,2")
/// let rate = NewSample.quantity(.heartRate, 64, .count / .minute, from: now, device: watch)
/// ```
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
    let texts = CanonicalObject.texts(of: object, in: bytes)
    self.init(
      name: texts["name"], manufacturer: texts["manufacturer"], model: texts["model"], hardware: texts["hardware"],
      firmware: texts["firmware"], software: texts["software"], local: texts["local"], udi: texts["udi"])
  }
}
