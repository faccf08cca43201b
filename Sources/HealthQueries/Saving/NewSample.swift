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
      ? [] : [NewSampleOrigin(created: created, subject: subject, source: source, device: device, role: role)]
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

extension NewSample {
  /// A number with its unit: HealthKit's `HKQuantitySample`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the number.
  ///   - unit: its unit, any of the dimension that the type measures.
  ///   - start: when it began; `nil` for a member that has the time of its correlation.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  public static func quantity(
    _ type: QuantityType, _ value: Double, _ unit: UnitOfMeasure, from start: Instant? = nil, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    NewSample(
      type: type.name, value: .quantity(value, unit), start: start, end: end, device: device, metadata: metadata)
  }

  /// A quantity: HealthKit's `HKQuantitySample`.
  ///
  /// The parameters are those of `quantity(_:_:_:from:to:device:metadata:)`.
  public static func quantity(
    _ type: QuantityType, _ quantity: Quantity, from start: Instant? = nil, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, quantity.value, quantity.unit, from: start, to: end, device: device, metadata: metadata)
  }

  /// A case over a stretch of time: HealthKit's `HKCategorySample`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the case.
  ///   - start: when it began; `nil` for a member that has the time of its correlation.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  public static func category<Value: CategoryValue>(
    _ type: CategoryType<Value>, _ value: Value, from start: Instant? = nil, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    NewSample(type: type.name, value: .text(value.rawValue), start: start, end: end, device: device, metadata: metadata)
  }

  /// A fact about a person, which has no time: what HealthKit's `dateOfBirthComponents()` and its siblings read.
  ///
  /// A subject has one of each type: another value is a conflict.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the date, the case or the text.
  /// - Returns: the sample.
  public static func characteristic<Value: CharacteristicValue>(
    _ type: CharacteristicType<Value>, _ value: Value
  ) -> NewSample {
    NewSample(type: type.name, value: .text(value.sampleText))
  }

  /// Samples that only make sense together: HealthKit's `HKCorrelation`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - start: when it began.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - metadata: further metadata, by key.
  ///   - members: the samples. They need no time, source and device if they are those of the correlation.
  /// - Returns: the sample.
  public static func correlation(
    _ type: CorrelationType, from start: Instant, to end: Instant? = nil, metadata: [String: MetadataValue] = [:],
    _ members: NewSample...
  ) -> NewSample { .correlation(type, from: start, to: end, metadata: metadata, members: members) }

  /// Samples that only make sense together: HealthKit's `HKCorrelation`.
  ///
  /// The parameters are those of `correlation(_:from:to:metadata:_:)`.
  public static func correlation(
    _ type: CorrelationType, from start: Instant, to end: Instant? = nil, metadata: [String: MetadataValue] = [:],
    members: [NewSample]
  ) -> NewSample {
    NewSample(type: type.name, value: .absent, start: start, end: end, metadata: metadata, members: members)
  }

  /// Fields, lists and points: HealthKit's `HKWorkout`, `HKWorkoutRoute`, `HKElectrocardiogram` and others.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - content: the fields, lists and points.
  ///   - start: when it began.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  public static func structured(
    _ type: StructuredType, _ content: NewStructure, from start: Instant, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    NewSample(type: type.name, value: .structure(content), start: start, end: end, device: device, metadata: metadata)
  }
}

extension SampleID {
  /// A random id: version 4 of RFC 9562.
  static func random() -> SampleID {
    let (high, low) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
    return SampleID(high: high & ~0xF000 | 0x4000, low: low & ~(3 << 62) | 1 << 63)
  }
}

/// The content of a sample of a structured type that is not stored yet: a workout, a route, an electrocardiogram.
///
/// ```swift
/// var run = NewStructure(fields: ["activity": .text("running"), "duration": .quantity(1800, .second)])
/// run.lists["events"] = [.group(["kind": .text("pause"), "start": .time(paused)])]
/// ```
///
/// Names are those of the definition, which `assay catalog show workout` lists.
public struct NewStructure: Sendable, Hashable {
  /// The fields, by name.
  public var fields: [String: NewField]
  /// The elements of each list, by name: groups, or values.
  public var lists: [String: [NewField]]
  /// The points of a series.
  public var points: NewPoints?
  /// The id of the sample that it belongs to, such as the workout of a route.
  public var parent: SampleID?

  /// Creates a content.
  public init(
    fields: [String: NewField] = [:], lists: [String: [NewField]] = [:], points: NewPoints? = nil,
    parent: SampleID? = nil
  ) {
    self.fields = fields
    self.lists = lists
    self.points = points
    self.parent = parent
  }
}

/// The value of a field, or an element of a list.
public enum NewField: Sendable, Hashable {
  /// A number with its unit.
  case quantity(Double, UnitOfMeasure)
  /// A number without unit.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// Text: a case by name, a date as `YYYY-MM-DD`, the name of a type, or any other text.
  case text(String)
  /// The id of a sample.
  case id(SampleID)
  /// A moment.
  case time(Instant)
  /// Metadata, by key.
  case metadata([String: MetadataValue])
  /// The fields of an element of a list, by name.
  case group([String: NewField])
}

/// The points of a series: columns of equal length.
public struct NewPoints: Sendable, Hashable {
  /// When the points are.
  public enum Timing: Sendable, Hashable {
    /// Seconds after the start of the sample, one for each point.
    case seconds([Double])
    /// This many points in a time: 512 Hz.
    case rate(Double, UnitOfMeasure)
    /// Points without a time, as those of an audiogram.
    case none
  }

  /// The values of a column, one for each point.
  public enum Column: Sendable, Hashable {
    /// Numbers with their unit; NaN where a point lacks one.
    case quantities([Double], UnitOfMeasure)
    /// Numbers without unit; NaN where a point lacks one.
    case numbers([Double])
    /// Truth values; `nil` where a point lacks one.
    case booleans([Bool?])
  }

  /// When the points are.
  public var timing: Timing
  /// The columns, by name.
  public var columns: [String: Column]

  /// Creates points.
  public init(_ timing: Timing = .none, columns: [String: Column]) {
    self.timing = timing
    self.columns = columns
  }
}
