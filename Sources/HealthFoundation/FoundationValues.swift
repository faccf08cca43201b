public import Foundation
public import HealthModel
public import HealthQueries
import HealthUnits

extension Instant {
  /// The moment of a date, with the clock offset of UTC; within the years 1 to 9999.
  ///
  /// A date of this time is exact to the microsecond, one in other millenniums to some of them.
  ///
  /// - Parameter date: the date; one that is not a number is the first moment of the year 1.
  public init(_ date: Date) {
    // Seconds are kept apart from their parts, since their product has more digits than a number holds.
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let rest = ((date.timeIntervalSince1970 - seconds) * 1_000_000).rounded()
    let bounds = Double(Instant.earliest / Instant.second)...Double(Instant.latest / Instant.second)
    guard bounds.contains(seconds), rest.isFinite else {
      self.init(microseconds: seconds > 0 ? Instant.latest : Instant.earliest)
      return
    }
    self.init(microseconds: min(Int64(seconds) * Instant.second + Int64(rest), Instant.latest))
  }

  /// The moment of a date, with the clock offset that a zone has then.
  public init(_ date: Date, in zone: TimeZone) {
    self.init(date)
    let minutes = zone.secondsFromGMT(for: date) / 60
    offset = Int16(clamping: min(max(minutes, -1080), 1080))
  }
}

extension Date {
  /// The moment; its clock offset is lost.
  public init(_ instant: Instant) {
    let seconds = instant.microseconds / Instant.second
    let rest = instant.microseconds % Instant.second
    self.init(timeIntervalSince1970: Double(seconds) + Double(rest) / 1_000_000)
  }
}

extension DateInterval {
  /// The time between two moments, in either order.
  public init(_ one: Instant, _ other: Instant) { self.init(start: Date(min(one, other)), end: Date(max(one, other))) }
}

extension CivilDate {
  /// The day, month and year for a calendar.
  public var dateComponents: DateComponents {
    DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day)
  }

  /// The day of components that have year, month and day of the Gregorian calendar.
  ///
  /// `nil` for others, for a day that does not exist, and for components of another calendar, whose years are others.
  public init?(_ components: DateComponents) {
    if let calendar = components.calendar, ![.gregorian, .iso8601].contains(calendar.identifier) { return nil }
    guard let year = components.year, let month = components.month, let day = components.day else { return nil }
    self.init(year: year, month: month, day: day)
    guard isValid else { return nil }
  }
}

extension SampleID {
  /// The id with the bytes of a UUID.
  public init(_ uuid: UUID) {
    let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    func word(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: word(bytes[0..<8]), low: word(bytes[8..<16]))
  }
}

extension UUID {
  /// The UUID with the bytes of an id.
  public init(_ id: SampleID) {
    func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * place)) }
    let (high, low) = (id.high, id.low)
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6),
        byte(low, 7)
      ))
  }
}

/// A measurement of a length, mass, duration, energy, temperature, pressure, volume, speed, power, frequency or angle.
extension Quantity {
  /// A measurement in the base unit of its dimension: `kg` for a mass, whatever unit it was in.
  ///
  /// - Throws: `QueryError.Reason.wrongUnit` when the base unit of the dimension is not one of HealthKit.
  public init<Kind: Foundation.Dimension>(_ measurement: Measurement<Kind>) throws(QueryError) {
    self.init(measurement.converted(to: Kind.baseUnit()).value, try baseUnit(of: Kind.self))
  }
}

extension Measurement where UnitType: Foundation.Dimension {
  /// A quantity in a unit of Foundation.
  ///
  /// - Throws: `QueryError.Reason.wrongUnit` when the quantity is of another dimension.
  public init(_ quantity: Quantity, in unit: UnitType = UnitType.baseUnit()) throws(QueryError) {
    let value = try quantity.doubleValue(for: baseUnit(of: UnitType.self))
    self.init(
      value: Measurement<UnitType>(value: value, unit: UnitType.baseUnit()).converted(to: unit).value, unit: unit)
  }
}

/// The unit of HealthKit that is the base unit of a dimension.
private func baseUnit(of dimension: Foundation.Dimension.Type) throws(QueryError) -> UnitOfMeasure {
  switch dimension {
  case is UnitLength.Type: .meter
  case is UnitMass.Type: .kilogram
  case is UnitDuration.Type: .second
  case is UnitEnergy.Type: .joule
  case is UnitTemperature.Type: .kelvin
  case is UnitPressure.Type: .pascal
  case is UnitVolume.Type: .liter
  case is UnitSpeed.Type: .meter / .second
  case is UnitPower.Type: .watt
  case is UnitFrequency.Type: .hertz
  case is UnitAngle.Type: .degree
  default: throw QueryError(.wrongUnit, "no unit of HealthKit is the base unit of \(dimension)")
  }
}
