/// The fields a sample can have, as the JSON form names them.
///
/// The raw value is the field's place in a `RawSample`.
@usableFromInline package enum SampleField: UInt8, Sendable, Hashable, CaseIterable {
  case uuid, type, value, unit, start, end, created, subject, origin
  case offset, endOffset, createdOffset, original, role
  case source, sourceName, sourceBundle, sourceVersion, sourceProduct, sourceOS
  case device, deviceName, deviceManufacturer, deviceModel, deviceHardware, deviceFirmware, deviceSoftware
  case deviceLocal, deviceUDI
  case metadata, members

  package static let count = 31

  /// The JSON Pointer of the field within its sample.
  package var pointer: String { Self.pointers[Int(rawValue)] }

  /// The field's name as a person reads it: `source.name`.
  package var label: String { Self.labels[Int(rawValue)] }

  // Made once: the names of cases are found by reflection, which is slow.
  private static let labels = paths.map { $0.joined(separator: ".") }
  private static let pointers = paths.map { "/" + $0.joined(separator: "/") }
  private static let paths = (0..<UInt8(count)).map { SampleField(rawValue: $0)?.path ?? [] }

  private var path: [String] {
    switch self {
    case .endOffset: ["end_offset"]
    case .createdOffset: ["created_offset"]
    case .sourceName: ["source", "name"]
    case .sourceBundle: ["source", "bundle"]
    case .sourceVersion: ["source", "version"]
    case .sourceProduct: ["source", "product"]
    case .sourceOS: ["source", "os"]
    case .deviceName: ["device", "name"]
    case .deviceManufacturer: ["device", "manufacturer"]
    case .deviceModel: ["device", "model"]
    case .deviceHardware: ["device", "hardware"]
    case .deviceFirmware: ["device", "firmware"]
    case .deviceSoftware: ["device", "software"]
    case .deviceLocal: ["device", "local"]
    case .deviceUDI: ["device", "udi"]
    default: [String(describing: self)]
    }
  }

  /// The names of the top-level fields that a sample file may use, for "did you mean".
  package static let topLevelNames = [
    "uuid", "type", "value", "unit", "start", "end", "created", "subject", "origin", "offset", "end_offset",
    "created_offset", "original", "role", "source", "device", "metadata", "members",
  ]
}
