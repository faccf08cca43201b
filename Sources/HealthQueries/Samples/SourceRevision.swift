import HealthStorage

/// Who saved a sample, and in which version: HealthKit's `HKSourceRevision` and `HKSource`.
///
/// Texts are as they came; each is `nil` when the sample does not say it.
public struct SourceRevision: Sendable, Hashable {
  /// The name that a person sees.
  public var name: String?
  /// The bundle, which identifies an app or device.
  public var bundle: String?
  /// The version of the app or system.
  public var version: String?
  /// The product type of the device it ran on: `Watch6,7`.
  public var product: String?
  /// The version of the system it ran on.
  public var os: String?

  /// Creates a source.
  public init(
    name: String? = nil, bundle: String? = nil, version: String? = nil, product: String? = nil, os: String? = nil
  ) {
    self.name = name
    self.bundle = bundle
    self.version = version
    self.product = product
    self.os = os
  }

  /// Reads a stored object.
  init(_ object: Range<Int>, in bytes: [UInt8]) {
    let texts = CanonicalObject.texts(of: object, in: bytes)
    self.init(
      name: texts["name"], bundle: texts["bundle"], version: texts["version"], product: texts["product"],
      os: texts["os"])
  }
}
