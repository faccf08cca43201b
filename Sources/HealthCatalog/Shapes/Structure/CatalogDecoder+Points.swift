import HealthModel
import HealthUnits

extension CatalogDecoder {
  /// `{time: true, limit: 1000, columns: {…}}`, or with `rate`, or with neither.
  mutating func points(_ field: Field) -> PointsDefinition? {
    guard var fields = self.fields(field) else { return nil }
    let before = errorCount
    let timing = pointTiming(in: &fields)
    let minimum = read("min", in: &fields) { $0.integer($1, in: 0...Self.maximumElements) } ?? 0
    let limit = fields.take("limit")
    let maximum = limit.flatMap { self.integer($0, in: 1...Self.maximumElements) }
    let columns = need("columns", in: &fields) { decoder, columns in
      decoder.named(columns, as: "a column") { $0.column($1, in: &$2) }
    }
    let export = read("export", in: &fields) { $0.exportName($1) } ?? ""
    finish(fields)
    guard let timing, let columns, errorCount == before else { return nil }
    var points = PointsDefinition(timing: timing, minimum: minimum, columns: columns, export: export)
    if let maximum { points.maximum = maximum }
    guard minimum <= points.maximum else {
      report(.catalogRange, "`min` is more than the limit of \(points.maximum) points", at: limit?.mark ?? field.mark)
      return nil
    }
    return points
  }

  private mutating func pointTiming(in fields: inout Fields) -> PointTiming? {
    let time = fields.take("time")
    let rate = fields.take("rate")
    switch (time, rate) {
    case (nil, nil): return PointTiming.none
    case (.some, .some(let rate)):
      report(.catalogKeyKind, "points have either `time` or `rate`, not both", at: rate.mark)
      return nil
    case (.some(let time), nil): return times(time)
    case (nil, .some(let rate)): return self.rate(rate).map { .rate($0) }
    }
  }

  /// `true`, or `{export: date}`.
  private mutating func times(_ field: Field) -> PointTiming? {
    if field.node.content == .scalar(text: "true", isQuoted: false) { return .times(export: nil) }
    guard field.node.entries != nil, var fields = self.fields(field) else {
      reportKind(field, takes: "true, or a map with `export`", hint: "without times, leave the key out")
      return nil
    }
    let export = need("export", in: &fields) { $0.exportName($1) }
    finish(fields)
    return export.map { .times(export: $0) }
  }

  /// `{unit: Hz, allowed: {above: 0}}`.
  private mutating func rate(_ field: Field) -> FieldQuantity? {
    guard var fields = self.fields(field) else { return nil }
    let unit = fields.take("unit")
    guard let unit else {
      report(.catalogKeyMissing, "the key `\(fields.path("unit"))` is missing", at: fields.mark)
      return nil
    }
    let quantity = quantityField(unit, in: &fields)
    finish(fields)
    guard let quantity else { return nil }
    guard let hertz = try? UnitOfMeasure("Hz"), quantity.unit.isConvertible(to: hertz) else {
      report(
        .catalogUnit, "\(CatalogText.shown(quantity.unit.unitString)) does not count points in a stretch of time",
        at: unit.node.mark, hint: "write `Hz`")
      return nil
    }
    return quantity
  }

  /// Names beside the columns of a sample's points.
  private static let takenNames = ["time", "rate", "units"]

  private mutating func column(_ name: String, in fields: inout Fields) -> ColumnDefinition? {
    guard !Self.takenNames.contains(name.lowercased()) else {
      report(
        .catalogID, "a column may not be called \(CatalogText.shown(name)): points have a part of this name",
        at: fields.mark)
      fields.skip(fields.entries.map(\.key))
      return nil
    }
    let isRequired = read("required", in: &fields) { $0.flag($1) } ?? true
    let export = read("export", in: &fields) { $0.exportAttribute($1) }
    let mark = fields.mark
    guard let value = fieldValue(owner: name, in: &fields) else { return nil }
    switch value {
    case .quantity, .number, .integer, .boolean: break
    case .enumeration, .text, .time, .date, .uuid, .quantityType, .quantityOf, .metadata, .document:
      report(
        .catalogKeyKind, "a column holds numbers: it has `unit`, or `kind` number, integer or boolean", at: mark)
      return nil
    }
    return ColumnDefinition(name: name, value: value, isRequired: isRequired, export: export)
  }
}
