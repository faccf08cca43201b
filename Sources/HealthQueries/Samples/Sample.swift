public import HealthModel

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

  /// Creates a sample.
  public init(
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
  public var pointCount: Int { value.storedStructure?.pointCount ?? 0 }

  /// The sample that it belongs to, such as the workout of a route; `nil` when it names none.
  public var parent: SampleID? { value.storedStructure?.parent }

  /// The members of a correlation that have a role: HealthKit's `objects(for:)`.
  public func members(as role: String) -> [Sample] {
    members.compactMap { $0.role == role ? $0.sample : nil }
  }
}

/// A sample in its place within a correlation.
public struct CorrelatedSample: Sendable, Hashable {
  /// The role: the id of the member's type, unless the correlation distinguishes two members of one type.
  public var role: String
  /// The member.
  public var sample: Sample

  /// Creates a member.
  public init(role: String, sample: Sample) {
    self.role = role
    self.sample = sample
  }
}
