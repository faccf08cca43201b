import HealthModel
import HealthUnits

extension CatalogDecoder {
  /// `unit`, `aggregation`, `units`, `value` and `rate` of a quantity type.
  mutating func quantityShape(in fields: inout Fields) -> QuantityShape? {
    let unit = need("unit", in: &fields) { $0.unit($1) }
    let aggregation = need("aggregation", in: &fields) {
      $0.word($1, of: AggregationStyle.self, called: "an aggregation")
    }
    let unitList = fields.take("units")
    let value = fields.take("value")
    let rate = fields.take("rate")
    let bounds = value.flatMap { self.valueBounds($0) }
    guard let canonical = unit, let style = aggregation else { return nil }
    let units = unitList.flatMap { self.allowedUnits($0, canonical: canonical) }
    var shape = QuantityShape(
      unit: canonical, aggregation: style, units: units ?? AllowedUnits(),
      allowed: bounds?.allowed ?? ValueBounds(), plausible: bounds?.plausible ?? ValueBounds())
    shape.maximumRate = rate.flatMap { self.maximumRate($0, aggregation: style) }
    return shape
  }

  private mutating func valueBounds(_ field: Field) -> (allowed: ValueBounds, plausible: ValueBounds)? {
    guard var fields = self.fields(field) else { return nil }
    let limits = self.limits(in: &fields)
    finish(fields)
    return limits
  }

  mutating func limits(in fields: inout Fields) -> (allowed: ValueBounds, plausible: ValueBounds) {
    let allowed = fields.take("allowed")
    let plausible = fields.take("plausible")
    let outer = allowed.flatMap { self.bounds($0) } ?? ValueBounds()
    let inner = plausible.flatMap { self.bounds($0) } ?? ValueBounds()
    if let allowed, let plausible, let escape = BoundsOrder.escape(of: inner, from: outer) {
      // Of limits from two files, the one that was laid over the other is at fault.
      let changed =
        plausible.changedMark(of: escape.keys, since: fields.mark)
        ?? allowed.changedMark(of: escape.keys, since: fields.mark)
      let other = changed.flatMap { mark in
        [plausible, allowed].compactMap { $0.mark(of: escape.keys) }.first { $0.path != mark.path }
      }
      report(
        .catalogRange, escape.problem + (other.map { "; the other limit is at \(DefinitionIndex.shown($0))" } ?? ""),
        at: changed ?? plausible.mark)
    }
    return (outer, inner)
  }

  mutating func bounds(_ field: Field) -> ValueBounds? {
    guard var fields = self.fields(field) else { return nil }
    let bounds = ValueBounds(
      minimum: read("min", in: &fields) { $0.number($1) }, maximum: read("max", in: &fields) { $0.number($1) },
      above: read("above", in: &fields) { $0.number($1) }, below: read("below", in: &fields) { $0.number($1) },
      isInteger: read("integer", in: &fields) { $0.flag($1) } ?? false,
      step: read("step", in: &fields) { $0.number($1) })
    finish(fields)
    if let problem = BoundsOrder.contradiction(in: bounds) {
      report(.catalogRange, problem, at: field.changedMark ?? field.mark)
    }
    return bounds
  }

  /// Plain items narrow the units to those listed; `{is:, means:}` items add spellings.
  private mutating func allowedUnits(_ field: Field, canonical: UnitOfMeasure) -> AllowedUnits? {
    guard let items = self.items(field) else { return nil }
    var plain: [UnitOfMeasure] = []
    var spellings: [UnitSpelling] = []
    for item in items {
      if item.node.entries != nil {
        guard let spelling = self.spelling(item, canonical: canonical) else { continue }
        if spellings.contains(where: { $0.text == spelling.text }) {
          report(.catalogUnit, "\(CatalogText.shown(spelling.text)) is there twice", at: item.node.mark)
        }
        spellings.append(spelling)
      } else if let unit = self.convertible(item, to: canonical) {
        plain.append(unit)
      }
    }
    // Stored and normalized samples use the canonical unit, so it is always allowed.
    if !plain.isEmpty, !plain.contains(canonical) {
      let name = CatalogText.shown(canonical.unitString)
      report(
        .catalogUnit, "the canonical unit \(name) is not listed, but always allowed", at: field.mark,
        severity: .warning, hint: "add \(name) to `units`")
      plain.insert(canonical, at: 0)
    }
    return AllowedUnits(only: plain.isEmpty ? nil : plain, spellings: spellings)
  }

  private mutating func spelling(_ field: Field, canonical: UnitOfMeasure) -> UnitSpelling? {
    guard var fields = self.fields(field) else { return nil }
    let text = need("is", in: &fields) { $0.spellingText($1) }
    let meaning = need("means", in: &fields) { $0.convertible($1, to: canonical) }
    finish(fields)
    guard let spelling = text, let unit = meaning else { return nil }
    if let other = try? UnitOfMeasure(spelling, table: units), other != unit {
      report(
        .catalogUnit, "\(CatalogText.shown(spelling)) is a unit already and cannot mean \(unit.unitString)",
        at: field.node.mark)
      return nil
    }
    return UnitSpelling(text: spelling, unit: unit)
  }

  private mutating func spellingText(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    let hasControls = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard text.utf8.count <= 128, !hasControls else {
      reportKind(field, takes: "the spelling of a unit, at most 128 bytes")
      return nil
    }
    return text
  }

  private mutating func convertible(_ field: Field, to canonical: UnitOfMeasure) -> UnitOfMeasure? {
    guard let unit = self.unit(field) else { return nil }
    guard unit.isConvertible(to: canonical) else {
      report(
        .catalogUnit, "\(unit.unitString) cannot be converted to the canonical unit \(canonical.unitString)",
        at: field.node.mark)
      return nil
    }
    return unit
  }
}
