public import HealthModel
public import HealthUnits

/// What the samples of one type are like.
public struct TypeProfile: Sendable, Hashable {
  /// Whose samples they are, when subjects are separated; `nil` when they do not say it.
  public var subject: String?
  /// The id of the type.
  public var type: String
  /// The unit of the values; `nil` for what is not a quantity.
  public var unit: UnitOfMeasure?
  /// How many samples.
  public var count = 0
  /// The values of a quantity; empty for other types.
  public var values = ValueDistribution()
  /// How many samples there are of each case of a category, in the order of the definition; those without are left out.
  public var cases: [Case] = []
  /// The day on which the first sample starts; `nil` for types without times.
  public var firstDay: CivilDate?
  /// The day on which the last sample starts; `nil` for types without times.
  public var lastDay: CivilDate?

  /// How many samples have a case.
  public struct Case: Sendable, Hashable {
    /// The name of the case.
    public var name: String
    /// How many samples.
    public var count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  package init(subject: String? = nil, type: String, unit: UnitOfMeasure? = nil) {
    self.subject = subject
    self.type = type
    self.unit = unit
  }

  /// The lower quartile, the median and the upper quartile; `nil` without values.
  public var quartiles: (lower: Double, median: Double, upper: Double)? {
    let found = values.quantiles([0.25, 0.5, 0.75])
    return found.count == 3 ? (found[0], found[1], found[2]) : nil
  }
}
