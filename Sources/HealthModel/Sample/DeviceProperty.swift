/// The properties of a device, as a sample's `device` object names them.
public enum DeviceProperty: String, Sendable, Hashable, CaseIterable {
  case name, manufacturer, model, hardware, firmware, software, local, udi
}

extension DeviceProperty {
  /// HealthKit's names of the properties that are shorter here.
  private static let others: [String: DeviceProperty] = [
    "hardwareVersion": .hardware, "firmwareVersion": .firmware, "softwareVersion": .software,
    "localIdentifier": .local, "udiDeviceIdentifier": .udi, "UDIDeviceIdentifier": .udi,
  ]

  /// The property of a name, this project's or HealthKit's; `nil` when devices have no such property.
  package init?(anyName name: String) {
    guard let property = DeviceProperty(rawValue: name) ?? Self.others[name] else { return nil }
    self = property
  }
}
