public import HealthUnits

/// The number of a quantity type: its unit, how it is combined and which values make sense.
public struct QuantityShape: Sendable, Hashable {
  /// The canonical unit, in which values are stored.
  public var unit: UnitOfMeasure
  /// How values are combined over time.
  public var aggregation: AggregationStyle
  /// Which units a sample may use.
  package var units: AllowedUnits
  /// Bounds in the canonical unit; outside is an error (`value-not-allowed`).
  public var allowed: ValueBounds
  /// Bounds in the canonical unit; outside is a warning (`value-implausible`).
  public var plausible: ValueBounds
  /// The most that a cumulative type grows in a second, in the canonical unit; more is `rate-impossible`.
  package var maximumRate: Double?

  package init(
    unit: UnitOfMeasure, aggregation: AggregationStyle, units: AllowedUnits = AllowedUnits(),
    allowed: ValueBounds = ValueBounds(), plausible: ValueBounds = ValueBounds()
  ) {
    self.unit = unit
    self.aggregation = aggregation
    self.units = units
    self.allowed = allowed
    self.plausible = plausible
  }
}

/// The units a sample of a quantity type may use.
///
/// With no list, every unit of the canonical unit's dimension is allowed; for a dimensionless canonical unit (`count`,
/// `%`) that unit alone, so that `80 %` is not 80 steps.
package struct AllowedUnits: Sendable, Hashable {
  /// When not `nil`, the only units allowed, as written in the definition.
  package var only: [UnitOfMeasure]?
  /// Spellings of the type's own: `bpm` for `count/min`.
  package var spellings: [UnitSpelling]

  package init(only: [UnitOfMeasure]? = nil, spellings: [UnitSpelling] = []) {
    self.only = only
    self.spellings = spellings
  }
}

/// A type's own spelling of a unit.
@usableFromInline package struct UnitSpelling: Sendable, Hashable {
  package var text: String
  package var unit: UnitOfMeasure

  package init(text: String, unit: UnitOfMeasure) {
    self.text = text
    self.unit = unit
  }
}

/// Which numbers are in bounds.
///
/// All limits are in the canonical unit; `nil` means no limit.
public struct ValueBounds: Sendable, Hashable {
  /// Smallest value, inclusive.
  public var minimum: Double?
  /// Largest value, inclusive.
  public var maximum: Double?
  /// Exclusive lower limit.
  public var above: Double?
  /// Exclusive upper limit.
  public var below: Double?
  /// Whether only whole numbers are in bounds.
  public var isInteger: Bool
  /// The distance of values from `minimum` (or 0) is a multiple of this.
  public var step: Double?

  @usableFromInline package init(
    minimum: Double? = nil, maximum: Double? = nil, above: Double? = nil, below: Double? = nil,
    isInteger: Bool = false, step: Double? = nil
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.above = above
    self.below = below
    self.isInteger = isInteger
    self.step = step
  }

  @usableFromInline package var isUnbounded: Bool {
    minimum == nil && maximum == nil && above == nil && below == nil && !isInteger && step == nil
  }

  /// Whether a value is within the limits (`isInteger` and `step` are judged apart).
  @inlinable public func contains(_ value: Double) -> Bool {
    if let minimum, value < minimum { return false }
    if let maximum, value > maximum { return false }
    if let above, value <= above { return false }
    if let below, value >= below { return false }
    return true
  }
}

extension QuantityShape {
  /// How people write a unit of the type's values: as HealthKit does, but by the type's own spelling for one that HealthKit
  /// writes with a molar mass, such as `mmol/L` of glucose.
  package func shownUnit(_ unit: UnitOfMeasure) -> String {
    let name = unit.peopleText
    return name.contains("<") ? units.spellings.first { $0.unit == unit }?.text ?? name : name
  }
}

/// Which unit spellings are taken beside HealthKit's grammar and the type's own.
public enum UnitPolicy: String, Sendable, Hashable, CaseIterable {
  /// None: a spelling known from elsewhere is refused with a hint.
  case strict = "healthkit"
  /// UCUM codes, read by UCUM's grammar.
  case ucum
  /// UCUM codes and the spellings of common interfaces (`bpm`, `lbs`).
  case lenient
}

/// The units to offer where one is written.
package enum UnitChoice {
  /// The units that a sample of a type may use: the canonical one, the type's own spellings, then the others.
  package static func texts(for type: TypeDefinition, in registry: Registry) -> [String] {
    type.shape.quantity.map { texts(for: $0, in: registry) } ?? []
  }

  /// The units that a quantity of this shape may use, in the same order.
  package static func texts(for shape: QuantityShape, in registry: Registry) -> [String] {
    var texts = [shape.shownUnit(shape.unit)] + shape.units.spellings.map(\.text)
    if let only = shape.units.only {
      texts += only.map(shape.shownUnit)
    } else if !shape.unit.dimension.isDimensionless {
      texts += all(in: registry).filter { text in
        (try? UnitOfMeasure(text, table: registry.units))?.isConvertible(to: shape.unit) ?? false
      }
    }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// The units of a registry that have one word: HealthKit's with the prefixes that are in use, and those of its layers.
  package static func all(in registry: Registry) -> [String] {
    let own = registry.types.compactMap { $0.shape.quantity?.unit.unitString }
    let symbols = registry.units.listing.compactMap { $0.split(separator: " ").first.map(String.init) }
      .filter { !$0.contains("<") }
    var seen: Set<String> = []
    return (symbols + registry.units.customSymbols + own).filter { seen.insert($0).inserted }
  }
}

extension UnitOfMeasure {
  /// The text by which samples name the unit: HealthKit's, and `percent 0-100` for a hundredth, whose name in UCUM, `%`,
  /// is a fraction to HealthKit.
  package var sampleText: String {
    let text = unitString
    return text == "%" && grammar == .ucum ? Self.percentOfHundred : text
  }

  package static let percentOfHundred = "percent 0-100"

  /// The text by which people read the unit: `%` for percent, since answers have no fractions with that sign.
  package var peopleText: String { sampleText == Self.percentOfHundred ? "%" : sampleText }

  /// The unit of values in answers: percent for a fraction, which HealthKit calls `%`; else this one.
  package var answered: UnitOfMeasure { Self.percentage(Self.percentOfHundred, of: self) ?? self }

  /// A value of this unit in the unit of answers.
  package func answer(_ value: Double) -> Double { (try? conversion(to: answered))?(value) ?? value }

  /// The unit for values that are kept as a fraction and wanted in percent; `nil` for other texts and other values.
  package static func percentage(_ text: String, of canonical: UnitOfMeasure) -> UnitOfMeasure? {
    guard text == percentOfHundred, canonical.grammar == .healthKit, canonical.unitString == "%" else { return nil }
    return try? UnitOfMeasure("%", grammar: .ucum)
  }
}
