import HealthModel
import HealthUnits

extension CatalogComparison {
  /// Compares what two fields, columns or values of a list hold.
  mutating func compareFieldValues(
    _ old: FieldValue, _ new: FieldValue, in subject: ChangeSubject, at key: String
  ) {
    switch (old, new) {
    case (.quantity(let before), .quantity(let after)): compare(before, after, in: subject, at: key)
    case (.number(let before), .number(let after)), (.integer(let before), .integer(let after)):
      compareAllowed(before, after, unit: nil, in: subject, at: key)
    case (.enumeration(let before), .enumeration(let after)):
      compareValues(before, after, in: subject, at: key + ".values")
    case (.text(let before), .text(let after)): compareLengths(before, after, in: subject, at: key)
    case (.document(let before, let length), .document(let after, let newLength)) where before == after:
      compareLengths(length, newLength, in: subject, at: key)
    default:
      guard old != new else { return }
      let words = "\(old.word), are \(new.word)"
      let message = old.word == new.word ? "values are of another kind" : "values were \(words)"
      add(.kindChanged, .breaking, message, in: subject, at: key)
    }
  }

  private mutating func compare(
    _ old: FieldQuantity, _ new: FieldQuantity, in subject: ChangeSubject, at key: String
  ) {
    let isSameNumber = old.unit.isEquivalent(to: new.unit)
    if old.unit != new.unit {
      let names = "\(CatalogText.shown(old.unit.unitString)), is \(CatalogText.shown(new.unit.unitString))"
      add(
        .unitChanged, isSameNumber ? .risky : .breaking, "the canonical unit was \(names)", in: subject,
        at: key + ".unit")
    }
    // Limits in units of different size cannot be compared as they are.
    guard isSameNumber else { return }
    compareAllowed(old.allowed, new.allowed, unit: new.unit, in: subject, at: key)
    let change = BoundsChange(from: old.plausible, to: new.plausible)
    let before = DiffText.bounds(old.plausible, in: old.unit)
    let message = "plausible values were \(before), are \(DiffText.bounds(new.plausible, in: new.unit))"
    let place = key + ".plausible" + change.key
    if change.isNarrowed { add(.plausibleNarrowed, .risky, message, in: subject, at: place) }
    if change.isWidened { add(.plausibleWidened, .safe, message, in: subject, at: place) }
  }

  private mutating func compareAllowed(
    _ old: ValueBounds, _ new: ValueBounds, unit: UnitOfMeasure?, in subject: ChangeSubject, at key: String
  ) {
    let change = BoundsChange(from: old, to: new)
    let message = "allowed values were \(DiffText.bounds(old, in: unit)), are \(DiffText.bounds(new, in: unit))"
    let place = key + ".allowed" + change.key
    if change.isNarrowed { add(.allowedNarrowed, .breaking, message, in: subject, at: place) }
    if change.isWidened { add(.allowedWidened, .safe, message, in: subject, at: place) }
  }

  private mutating func compareLengths(_ old: Int, _ new: Int, in subject: ChangeSubject, at key: String) {
    guard old != new else { return }
    let message = "texts were at most \(old) bytes long, are at most \(new)"
    let isNarrowed = new < old
    add(
      isNarrowed ? .allowedNarrowed : .allowedWidened, isNarrowed ? .breaking : .safe, message, in: subject,
      at: key + ".max_length")
  }
}
