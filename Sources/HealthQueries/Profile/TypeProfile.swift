package import HealthModel
package import HealthUnits

/// What the samples of one type are like.
package struct TypeProfile: Sendable, Hashable {
  /// Whose samples they are, when subjects are separated; `nil` when they do not say it.
  package var subject: String?
  /// The id of the type.
  package var type: String
  /// The unit of the values; `nil` for what is not a quantity.
  package var unit: UnitOfMeasure?
  /// How many samples.
  package var count = 0
  /// The values of a quantity; empty for other types.
  package var values = ValueDistribution()
  /// How many samples there are of each case of a category, in the order of the definition; those without are left out.
  package var cases: [Case] = []
  /// The day on which the first sample starts; `nil` for types without times.
  package var firstDay: CivilDate?
  /// The day on which the last sample starts; `nil` for types without times.
  package var lastDay: CivilDate?

  /// How many samples have a case.
  package struct Case: Sendable, Hashable {
    /// The name of the case.
    package var name: String
    /// How many samples.
    package var count: Int

    /// Creates a count.
    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// Creates a profile of no samples.
  package init(subject: String? = nil, type: String, unit: UnitOfMeasure? = nil) {
    self.subject = subject
    self.type = type
    self.unit = unit
  }

  /// The lower quartile, the median and the upper quartile; `nil` without values.
  package var quartiles: (lower: Double, median: Double, upper: Double)? {
    let found = values.quantiles([0.25, 0.5, 0.75])
    return found.count == 3 ? (found[0], found[1], found[2]) : nil
  }
}
