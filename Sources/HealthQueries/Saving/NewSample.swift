public import HealthModel
public import HealthUnits

/// A sample that is not stored yet, made of Swift values: what `HealthStore.save` takes.
///
/// The functions `quantity`, `category`, `characteristic`, `correlation` and `structured` make one for each of
/// HealthKit's shapes:
///
/// ```swift
/// let walk = NewSample.quantity(.stepCount, 812, .count, from: start, to: end)
/// let pressure = NewSample.correlation(
///   .bloodPressure, from: now,
///   .quantity(.bloodPressureSystolic, 120, .millimetersOfMercury),
///   .quantity(.bloodPressureDiastolic, 80, .millimetersOfMercury))
/// ```
///
/// Whether the types, units and values are right is checked when the sample is saved, by the rules of the catalog. A
/// member of a correlation has the time, subject, source and device of the correlation if it names none itself.
public struct NewSample: Sendable, Hashable {
  /// The type, by any of its names.
  public var type: String
  /// The value.
  public var value: NewSampleValue
  /// When it began; `nil` for characteristics, and for members that have the correlation's time.
  public var start: Instant?
  /// When it ended; `nil` for a sample that ends when it starts.
  public var end: Instant?
  /// The id; `nil` lets the content decide, so that the same sample saved twice is stored once.
  public var id: SampleID?
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]
  /// The samples of a correlation; they are stored with it or not at all.
  public var members: [NewSample]
  /// What few samples say themselves: one, or none if it says nothing.
  ///
  /// A program makes millions of samples, and most of their bytes would be these.
  private var origin: [NewSampleOrigin]

  /// Creates a sample; without an end it ends when it starts.
  public init(
    type: String, value: NewSampleValue, start: Instant? = nil, end: Instant? = nil, id: SampleID? = nil,
    created: Instant? = nil, subject: String? = nil, source: SourceRevision? = nil, device: Device? = nil,
    metadata: [String: MetadataValue] = [:], members: [NewSample] = [], role: String? = nil
  ) {
    self.type = type
    self.value = value
    self.start = start
    self.end = end
    self.id = id
    self.metadata = metadata
    self.members = members
    let isOrdinary = created == nil && subject == nil && source == nil && device == nil && role == nil
    origin =
      isOrdinary
      ? []
      : [NewSampleOrigin(created: created, subject: subject, source: source, device: device, role: role)]
  }

  /// When the sample was made by its source.
  public var created: Instant? {
    get { origin.first?.created }
    set { change { $0.created = newValue } }
  }
  /// Whose sample it is; `nil` for that of the store.
  public var subject: String? {
    get { origin.first?.subject }
    set { change { $0.subject = newValue } }
  }
  /// Who says so; `nil` for that of the store.
  public var source: SourceRevision? {
    get { origin.first?.source }
    set { change { $0.source = newValue } }
  }
  /// The device that measured it.
  public var device: Device? {
    get { origin.first?.device }
    set { change { $0.device = newValue } }
  }
  /// The role in a correlation, if the type of the member does not say it.
  public var role: String? {
    get { origin.first?.role }
    set { change { $0.role = newValue } }
  }

  /// Whether the sample says who made it when with what, whose it is, or which role it has.
  var hasOrigin: Bool { !origin.isEmpty }

  private mutating func change(_ edit: (inout NewSampleOrigin) -> Void) {
    var changed = origin.first ?? NewSampleOrigin()
    edit(&changed)
    // Samples that say the same are equal.
    origin = changed == NewSampleOrigin() ? [] : [changed]
  }
}

/// Who made a sample when with what, whose it is, and its role.
private struct NewSampleOrigin: Sendable, Hashable {
  var created: Instant?
  var subject: String?
  var source: SourceRevision?
  var device: Device?
  var role: String?
}

/// The value of a sample that is not stored yet.
public enum NewSampleValue: Sendable, Hashable {
  /// A number with its unit.
  case quantity(Double, UnitOfMeasure)
  /// A case by its name, a date as `YYYY-MM-DD`, or another text.
  case text(String)
  /// A case by HealthKit's raw integer.
  case rawCase(Int)
  /// Fields, lists and points.
  indirect case structure(NewStructure)
  /// None: the members of a correlation hold the values.
  case absent
}
