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
  /// When the sample was made by its source.
  public var created: Instant?
  /// Whose sample it is; `nil` for that of the store.
  public var subject: String?
  /// Who says so; `nil` for that of the store.
  public var source: SourceRevision?
  /// The device that measured it.
  public var device: Device?
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]
  /// The samples of a correlation; they are stored with it or not at all.
  public var members: [NewSample]
  /// The role in a correlation, if the type of the member does not say it.
  public var role: String?

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
    self.created = created
    self.subject = subject
    self.source = source
    self.device = device
    self.metadata = metadata
    self.members = members
    self.role = role
  }
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
  case structure(NewStructure)
  /// None: the members of a correlation hold the values.
  case absent
}
