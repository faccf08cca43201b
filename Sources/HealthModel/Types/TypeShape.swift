/// The form of the value of a type's samples.
///
/// Most code asks a shape for its traits: whether samples have a number, a case, a text, members, a time. A switch over
/// the shapes themselves belongs where each has its own form: in definition files and in reports about a catalog.
public enum TypeShape: Sendable, Hashable {
  /// A number with a unit.
  case quantity(QuantityShape)
  /// One of a list of cases, over a stretch of time.
  case category(EnumDefinition)
  /// A fact about the person that does not change with time.
  case characteristic(CharacteristicShape)
  /// Samples that only make sense together.
  case correlation([CorrelationMember])
  /// Named fields, lists and points.
  case structure(StructureShape)

  /// The family of types that have this shape.
  package var kind: TypeKind {
    switch self {
    case .quantity: .quantity
    case .category: .category
    case .characteristic: .characteristic
    case .correlation: .correlation
    case .structure(let shape): shape.points == nil ? .composite : .series
    }
  }

  @usableFromInline package var column: ValueColumn {
    switch self {
    case .quantity: .number
    case .category, .characteristic(.values): .enumCase
    case .characteristic(.text): .text
    case .correlation: .absent
    case .structure: .parts
    }
  }

  /// The unit and limits of a number; `nil` when the value is not a number.
  public var quantity: QuantityShape? {
    switch self {
    case .quantity(let shape): shape
    case .category, .characteristic, .correlation, .structure: nil
    }
  }

  /// The cases that a value is one of; `nil` when the value is not a case.
  public var enumeration: EnumDefinition? {
    switch self {
    case .category(let list), .characteristic(.values(let list)): list
    case .quantity, .characteristic(.text), .correlation, .structure: nil
    }
  }

  /// The form of a text; `nil` when the value is not a text.
  package var text: TextShape? {
    switch self {
    case .characteristic(.text(let shape)): shape
    case .quantity, .category, .characteristic(.values), .correlation, .structure: nil
    }
  }

  /// The samples that make up one sample; `nil` when a sample is not made of others.
  public var members: [CorrelationMember]? {
    switch self {
    case .correlation(let members): members
    case .quantity, .category, .characteristic, .structure: nil
    }
  }

  /// The fields, lists and points of a sample; `nil` when it has a value.
  package var structure: StructureShape? {
    switch self {
    case .structure(let shape): shape
    case .quantity, .category, .characteristic, .correlation: nil
    }
  }

  /// The same shape with other members; a shape that has none stays as it is.
  @usableFromInline package func with(members: [CorrelationMember]) -> TypeShape {
    switch self {
    case .correlation: .correlation(members)
    case .quantity, .category, .characteristic, .structure: self
    }
  }

  /// Whether samples have a start and an end.
  ///
  /// A type without a time is a fact about a subject. A subject has one of each type, and the id of such a sample that comes
  /// without one is made of subject and type, not of the value.
  package var hasTime: Bool {
    switch self {
    case .quantity, .category, .correlation, .structure: true
    case .characteristic: false
    }
  }

  /// The attribute that distinguishes types of one kind, as stores record it; `nil` if the kind is enough.
  @usableFromInline package var variant: String? {
    switch self {
    case .characteristic(.values): "values"
    case .characteristic(.text(.date)): "date"
    case .characteristic(.text(.free)): "text"
    case .quantity, .category, .correlation, .structure: nil
    }
  }

  /// Whether a sample is a value at a time: it can be a member of a correlation, and samples can exclude each other.
  package var hasTimedValue: Bool { hasTime && column != .absent && structure == nil }

  /// Whether a sample is a case over a stretch of time, so that each case has a duration: sleep, not a blood type.
  package var hasTimedCases: Bool { hasTime && enumeration != nil }

  /// Whether samples of several sources that overlap say the same thing twice, so that the time they share counts once:
  /// steps and sleep, not heart rates.
  @usableFromInline package var mergesOverlaps: Bool { quantity?.aggregation == .cumulative || hasTimedCases }
}

/// The column of a `SampleBatch` that holds the value of a sample.
@usableFromInline package enum ValueColumn: Sendable, Hashable, CaseIterable {
  /// `value`, a number in the canonical unit.
  case number
  /// `enumCase`, the index of a case.
  case enumCase
  case text
  /// `text`, which holds an object of `fields`, `lists`, `points` and `parent` as canonical JSON.
  case parts
  /// None: the sample has no value.
  case absent
}

/// The value of a characteristic type.
public enum CharacteristicShape: Sendable, Hashable {
  /// One of a list of cases; the case `notSet` yields no sample.
  case values(EnumDefinition)
  /// A text of some form.
  case text(TextShape)
}

/// The form of a text value.
public enum TextShape: Sendable, Hashable {
  /// A calendar date without time or zone, `YYYY-MM-DD`.
  case date
  /// Free text of at most this many bytes.
  case free(maximumLength: Int)
}

/// A part of a correlation: which type may be in it and how often.
public struct CorrelationMember: Sendable, Hashable {
  /// The name of the part: the member's type id, or a role that distinguishes two members of one type.
  public var role: String
  /// The id of the member's type.
  public var type: String
  /// Fewest members of this role.
  public var minimum: Int
  /// Most members of this role; `nil` means any number.
  public var maximum: Int?

  @usableFromInline package init(role: String, type: String, minimum: Int, maximum: Int?) {
    self.role = role
    self.type = type
    self.minimum = minimum
    self.maximum = maximum
  }
}

/// The family of a type, as HealthKit's subclasses of `HKObjectType` divide them.
///
/// Raw values are the words of a definition's `kind` key. What a program needs to know of a type are the traits of its
/// `TypeShape`: code that asks those need not change when a kind is added.
public enum TypeKind: String, Sendable, Hashable, CaseIterable {
  /// A number with a unit (`HKQuantityType`).
  case quantity
  /// One of a list of cases over a stretch of time (`HKCategoryType`).
  case category
  /// A fact about the person that does not change with time (`HKCharacteristicType`).
  case characteristic
  /// Samples that only make sense together (`HKCorrelationType`).
  case correlation
  /// Named fields, and lists of groups of them, such as a workout (`HKWorkoutType`, `HKScoredAssessmentType`).
  case composite
  /// Columns of numbers, and fields beside them, such as an electrocardiogram (`HKSeriesType`).
  case series
}

/// How values of a quantity type are combined over time (`HKQuantityAggregationStyle`).
public enum AggregationStyle: String, Sendable, Hashable, CaseIterable {
  /// Values add up: steps, energy.
  case cumulative
  /// Values are averaged: body mass.
  case discreteArithmetic
  /// Values are averaged by how long each held: heart rate.
  case discreteTemporallyWeighted
  /// Sound levels are averaged by energy: equivalent continuous level.
  case discreteEquivalentContinuousLevel
}
