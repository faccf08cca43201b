public import HealthModel
import HealthStorage

/// A sample as it is stored: HealthKit's `HKSample` and, for a correlation, `HKCorrelation`.
///
/// It is a value: what changes later in the store changes nothing here.
public struct Sample: Sendable, Hashable, Identifiable {
  /// The id.
  public var id: SampleID
  /// The id of the type.
  public var type: String
  /// The measured value.
  public var value: SampleValue
  /// When it began, with the clock offset it was written with; `nil` for characteristics.
  public var start: Instant?
  /// When it ended, never before the start; `nil` for characteristics.
  public var end: Instant?
  /// When the sample was saved; `nil` when unknown.
  public var created: Instant?
  /// Who says so.
  public var source: SourceRevision?
  /// The device that measured it.
  public var device: Device?
  /// Whose sample it is.
  public var subject: String?
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]
  /// The samples of a correlation, in their order; empty for others.
  public var members: [CorrelatedSample]

  package init(
    id: SampleID, type: String, value: SampleValue, start: Instant? = nil, end: Instant? = nil,
    created: Instant? = nil, source: SourceRevision? = nil, device: Device? = nil, subject: String? = nil,
    metadata: [String: MetadataValue] = [:], members: [CorrelatedSample] = []
  ) {
    self.id = id
    self.type = type
    self.value = value
    self.start = start
    self.end = end
    self.created = created
    self.source = source
    self.device = device
    self.subject = subject
    self.metadata = metadata
    self.members = members
  }

  /// The quantity; `nil` for other kinds.
  public var quantity: Quantity? { value.quantity }

  /// The content of a sample of a structured type; `nil` for other kinds.
  ///
  /// Each call decodes it: keep the result.
  public var structure: StructureContent? { value.structure }

  /// The content without its points, which a series has ten thousands of; `nil` for other kinds.
  public var outline: StructureContent? { value.storedStructure?.content(withPoints: false) }

  /// How many points it has; 0 for other kinds than series.
  ///
  /// Points are not decoded for it.
  package var pointCount: Int { value.storedStructure?.pointCount ?? 0 }

  /// The sample that it belongs to, such as the workout of a route; `nil` when it names none.
  public var parent: SampleID? { value.storedStructure?.parent }

  /// The members of a correlation that have a role: HealthKit's `objects(for:)`.
  public func members(as role: String) -> [Sample] { members.compactMap { $0.role == role ? $0.sample : nil } }
}

/// A sample in its place within a correlation.
public struct CorrelatedSample: Sendable, Hashable {
  /// The role: the id of the member's type, unless the correlation distinguishes two members of one type.
  public var role: String
  /// The member.
  public var sample: Sample

  package init(role: String, sample: Sample) {
    self.role = role
    self.sample = sample
  }
}

// Instants are equal when they are the same moment. What is stored also says with which clock offset, so samples and their
// metadata are equal only when the offsets are, too.

extension Sample {
  /// Whether two samples say the same, with the same clock offsets.
  public static func == (left: Sample, right: Sample) -> Bool {
    left.id == right.id && left.type == right.type && left.value == right.value
      && left.start.isIdentical(to: right.start) && left.end.isIdentical(to: right.end)
      && left.created.isIdentical(to: right.created) && left.source == right.source && left.device == right.device
      && left.subject == right.subject && left.metadata == right.metadata && left.members == right.members
  }

  /// Feeds what tells most samples apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(type)
    hasher.combine(value)
    hasher.combine(start)
    hasher.combine(end)
  }
}

/// The value of a metadata key.
///
/// ```swift
/// if case .boolean(true)? = sample.metadata[.wasUserEntered] { print("typed in") }
/// ```
public enum MetadataValue: Sendable, Hashable {
  /// Text.
  case string(String)
  /// A number; cases of enums too, by their raw integer.
  case number(Double)
  /// `true` or `false`.
  case boolean(Bool)
  /// A moment, for keys that the catalog defines as dates.
  case date(Instant)
  /// A number with a unit.
  case quantity(Quantity)
  /// Any other value, such as a list, as JSON.
  case other(String)
}

extension MetadataValue {
  /// Whether two values are the same; of dates, moment and clock offset.
  public static func == (left: MetadataValue, right: MetadataValue) -> Bool {
    switch (left, right) {
    case (.string(let one), .string(let other)), (.other(let one), .other(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    case (.date(let one), .date(let other)): one.isIdentical(to: other)
    case (.quantity(let one), .quantity(let other)): one == other
    case (.string, _), (.number, _), (.boolean, _), (.date, _), (.quantity, _), (.other, _): false
    }
  }
}

extension Instant? {
  fileprivate func isIdentical(to other: Instant?) -> Bool {
    switch (self, other) {
    case (let one?, let other?): one.isIdentical(to: other)
    case (nil, nil): true
    case (nil, _?), (_?, nil): false
    }
  }
}

/// The device that measured a sample: HealthKit's `HKDevice`.
///
/// Texts are as they came; each is `nil` when the sample does not say it.
///
/// ```swift
/// let watch = Device(name: "Watch", manufacturer: "Example", model: "Watch", hardware: "Watch7,2")
/// let rate = NewSample.quantity(.heartRate, 64, .count / .minute, from: now, device: watch)
/// ```
public struct Device: Sendable, Hashable, Codable {
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

  init(_ object: Range<Int>, in bytes: [UInt8]) {
    let texts = CanonicalObject.texts(of: object, in: bytes)
    self.init(
      name: texts["name"], manufacturer: texts["manufacturer"], model: texts["model"], hardware: texts["hardware"],
      firmware: texts["firmware"], software: texts["software"], local: texts["local"], udi: texts["udi"])
  }
}

/// Who saved a sample, and in which version: HealthKit's `HKSourceRevision` and `HKSource`.
///
/// Texts are as they came; each is `nil` when the sample does not say it.
public struct SourceRevision: Sendable, Hashable, Codable {
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

  init(_ object: Range<Int>, in bytes: [UInt8]) {
    let texts = CanonicalObject.texts(of: object, in: bytes)
    self.init(
      name: texts["name"], bundle: texts["bundle"], version: texts["version"], product: texts["product"],
      os: texts["os"])
  }
}
