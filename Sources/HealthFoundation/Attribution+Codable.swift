public import HealthQueries

// Sources and devices with the keys that files of samples have.

extension SourceRevision: Codable {
  private enum CodingKeys: String, CodingKey { case name, bundle, version, product, os }

  /// Reads the parts that are there.
  ///
  /// - Throws: `DecodingError` for a part that is not text.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try parts.decodeIfPresent(String.self, forKey: .name),
      bundle: try parts.decodeIfPresent(String.self, forKey: .bundle),
      version: try parts.decodeIfPresent(String.self, forKey: .version),
      product: try parts.decodeIfPresent(String.self, forKey: .product),
      os: try parts.decodeIfPresent(String.self, forKey: .os))
  }

  /// Writes the parts that it has.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encodeIfPresent(name, forKey: .name)
    try parts.encodeIfPresent(bundle, forKey: .bundle)
    try parts.encodeIfPresent(version, forKey: .version)
    try parts.encodeIfPresent(product, forKey: .product)
    try parts.encodeIfPresent(os, forKey: .os)
  }
}

extension Device: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, manufacturer, model, hardware, firmware, software, local, udi
  }

  /// Reads the parts that are there.
  ///
  /// - Throws: `DecodingError` for a part that is not text.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    name = try parts.decodeIfPresent(String.self, forKey: .name)
    manufacturer = try parts.decodeIfPresent(String.self, forKey: .manufacturer)
    model = try parts.decodeIfPresent(String.self, forKey: .model)
    hardware = try parts.decodeIfPresent(String.self, forKey: .hardware)
    firmware = try parts.decodeIfPresent(String.self, forKey: .firmware)
    software = try parts.decodeIfPresent(String.self, forKey: .software)
    local = try parts.decodeIfPresent(String.self, forKey: .local)
    udi = try parts.decodeIfPresent(String.self, forKey: .udi)
  }

  /// Writes the parts that it has.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encodeIfPresent(name, forKey: .name)
    try parts.encodeIfPresent(manufacturer, forKey: .manufacturer)
    try parts.encodeIfPresent(model, forKey: .model)
    try parts.encodeIfPresent(hardware, forKey: .hardware)
    try parts.encodeIfPresent(firmware, forKey: .firmware)
    try parts.encodeIfPresent(software, forKey: .software)
    try parts.encodeIfPresent(local, forKey: .local)
    try parts.encodeIfPresent(udi, forKey: .udi)
  }
}
