import HealthModel
import HealthUnits

extension CatalogComparison {
  mutating func compareQuantities(_ old: QuantityShape, _ new: QuantityShape, in subject: ChangeSubject) {
    if old.aggregation != new.aggregation {
      let message = "values were combined as \(old.aggregation.rawValue), are as \(new.aggregation.rawValue)"
      add(.aggregationChanged, .breaking, message, in: subject, at: "aggregation")
    }
    let isSameNumber = old.unit.isEquivalent(to: new.unit)
    if old.unit != new.unit {
      let names = "\(CatalogText.shown(old.unit.unitString)), is \(CatalogText.shown(new.unit.unitString))"
      add(
        .unitChanged, isSameNumber ? .risky : .breaking, "the canonical unit was \(names)", in: subject, at: "unit")
    }
    compareUnits(old, new, in: subject)
    // Limits in units of different size cannot be compared as they are.
    guard isSameNumber else { return }
    compareBounds(old, new, in: subject)
    compareRates(old, new, in: subject)
  }

  // MARK: Limits

  private mutating func compareBounds(_ old: QuantityShape, _ new: QuantityShape, in subject: ChangeSubject) {
    let allowed = BoundsChange(from: old.allowed, to: new.allowed)
    let outer = DiffText.bounds(old.allowed, in: old.unit)
    let hard = "allowed values were \(outer), are \(DiffText.bounds(new.allowed, in: new.unit))"
    let hardKey = "value.allowed" + allowed.key
    if allowed.isNarrowed { add(.allowedNarrowed, .breaking, hard, in: subject, at: hardKey) }
    if allowed.isWidened { add(.allowedWidened, .safe, hard, in: subject, at: hardKey) }
    let plausible = BoundsChange(from: old.plausible, to: new.plausible)
    let inner = DiffText.bounds(old.plausible, in: old.unit)
    let soft = "plausible values were \(inner), are \(DiffText.bounds(new.plausible, in: new.unit))"
    let softKey = "value.plausible" + plausible.key
    if plausible.isNarrowed { add(.plausibleNarrowed, .risky, soft, in: subject, at: softKey) }
    if plausible.isWidened { add(.plausibleWidened, .safe, soft, in: subject, at: softKey) }
  }

  private mutating func compareRates(_ old: QuantityShape, _ new: QuantityShape, in subject: ChangeSubject) {
    guard old.maximumRate != new.maximumRate else { return }
    let isLower = (new.maximumRate ?? .infinity) < (old.maximumRate ?? .infinity)
    let before = old.maximumRate.map { CatalogText.number($0) } ?? "without limit"
    let after = new.maximumRate.map { CatalogText.number($0) } ?? "without limit"
    add(
      .rateChanged, isLower ? .risky : .safe,
      "the most \(new.unit.unitString) in a second was \(before), is \(after)", in: subject, at: "rate.max")
  }

  // MARK: Units of samples

  private mutating func compareUnits(_ old: QuantityShape, _ new: QuantityShape, in subject: ChangeSubject) {
    let before = old.units.only?.map(\.unitString)
    let after = new.units.only?.map(\.unitString)
    switch (before, after) {
    case (nil, nil): break
    case (nil, .some(let list)):
      add(.unitRemoved, .breaking, "only these units may be used: \(DiffText.list(list))", in: subject, at: "units")
    case (.some(let list), nil):
      let message = "any unit that converts may be used, not only \(DiffText.list(list))"
      add(.unitAdded, .safe, message, in: subject, at: "units")
    case (.some(let before), .some(let after)):
      let gone = before.filter { !after.contains($0) }
      let fresh = after.filter { !before.contains($0) }
      if !gone.isEmpty {
        add(.unitRemoved, .breaking, "may no longer be used: \(DiffText.list(gone))", in: subject, at: "units")
      }
      if !fresh.isEmpty { add(.unitAdded, .safe, "may be used: \(DiffText.list(fresh))", in: subject, at: "units") }
    }
    compareSpellings(old.units.spellings, new.units.spellings, in: subject)
  }

  private mutating func compareSpellings(_ old: [UnitSpelling], _ new: [UnitSpelling], in subject: ChangeSubject) {
    for spelling in old {
      let name = "the spelling \(CatalogText.shown(spelling.text))"
      guard let same = new.first(where: { $0.text == spelling.text }) else {
        add(.unitRemoved, .breaking, "\(name) of a unit is gone", in: subject, at: "units")
        continue
      }
      guard !same.unit.isEquivalent(to: spelling.unit) else { continue }
      let units = "\(CatalogText.shown(spelling.unit.unitString)), means \(CatalogText.shown(same.unit.unitString))"
      // Stored values are in the canonical unit; what changes is how samples are read from now on.
      changeReading(.unitChanged, "\(name) meant \(units)", in: subject)
    }
    for spelling in new where !old.contains(where: { $0.text == spelling.text }) {
      add(
        .unitAdded, .safe, "the spelling \(CatalogText.shown(spelling.text)) of a unit is new", in: subject, at: "units"
      )
    }
  }

  /// Notes a breaking change that reaches no stored sample.
  private mutating func changeReading(_ kind: CatalogChangeKind, _ message: String, in subject: ChangeSubject) {
    let marks = subject.marks(of: "units")
    add(kind, .breaking, message, of: subject.id, .type, oldMark: marks.old, newMark: marks.new)
  }
}
