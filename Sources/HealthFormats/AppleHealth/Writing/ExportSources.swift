import HealthModel

/// The attributes of the sources and devices of a batch, made once for each.
struct ExportSources {
  private let sources: [[UInt8]]
  private let devices: [[UInt8]]
  /// The product that a source is or runs on, which the files of recordings name.
  private let products: [[UInt8]]
  private let versions: [[UInt8]]

  init(_ batch: SampleBatch) {
    let objects = batch.sources.ranges.map { JSONValue(parsing: batch.arena[$0.indices]) }
    sources = objects.map { source in
      var text: [UInt8] = []
      XMLAttributeText.append(
        "sourceName".utf8, (source?["name"]?.text ?? source?["bundle"]?.text ?? "").utf8, to: &text)
      if let version = source?["version"]?.text {
        XMLAttributeText.append("sourceVersion".utf8, version.utf8, to: &text)
      }
      return text
    }
    products = objects.map { Array(($0?["product"]?.text ?? "").utf8) }
    versions = objects.map { Array(($0?["version"]?.text ?? "").utf8) }
    devices = batch.devices.ranges.map { Self.device(JSONValue(parsing: batch.arena[$0.indices])) }
  }

  /// Appends the attributes of a sample's source; nothing for a sample without one.
  func appendSource(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    if batch.source[row] >= 0 { output += sources[Int(batch.source[row])] }
  }

  /// Appends the attribute of a sample's device; nothing for a sample without one.
  func appendDevice(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    if batch.device[row] >= 0 { output += devices[Int(batch.device[row])] }
  }

  /// The product and the version of a sample's source; empty when it says none.
  func product(_ row: Int, of batch: SampleBatch) -> (name: [UInt8], version: [UInt8]) {
    let source = Int(batch.source[row])
    return source < 0 ? ([], []) : (products[source], versions[source])
  }

  /// The properties in the order of exports, by their keys here and there.
  private static let properties = [
    ("name", "name"), ("manufacturer", "manufacturer"), ("model", "model"), ("hardware", "hardware"),
    ("firmware", "firmware"), ("software", "software"), ("local", "localIdentifier"), ("udi", "UDIDeviceIdentifier"),
  ]

  /// The attribute of a device, which has 0 where exports have the address of an object in the phone's memory.
  private static func device(_ object: JSONValue?) -> [UInt8] {
    let parts = properties.compactMap { key, name in object?[key]?.text.map { "\(name):\($0)" } }
    guard !parts.isEmpty else { return [] }
    var text: [UInt8] = []
    XMLAttributeText.append(
      "device".utf8, "<<HKDevice: 0x0>, \(parts.joined(separator: ", "))>".utf8, to: &text)
    return text
  }
}
