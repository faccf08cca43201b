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
