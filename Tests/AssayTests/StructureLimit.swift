import HealthModel

/// A limit of a structured type: a sample that just keeps it, and one that just breaks it.
struct StructureLimit {
  /// The path of the limit in the definition.
  let name: String
  let kept: String
  let broken: String
  let code: DiagnosticCode

  /// The limits of a type, each as its definition says it.
  static func all(of type: TypeDefinition, _ shape: StructureShape) -> [StructureLimit] {
    let base = StructureSample(type, shape)
    return fields(of: base) + shape.lists.flatMap { lists($0, of: base) } + points(of: base)
  }

  // MARK: Fields

  private static func fields(of base: StructureSample) -> [StructureLimit] {
    base.shape.fields.flatMap { field -> [StructureLimit] in
      var limits = values(field.value).map { limit in
        StructureLimit(
          name: "fields.\(field.name).\(limit.name)", kept: base.with(field.name, limit.kept),
          broken: base.with(field.name, limit.broken), code: limit.code)
      }
      if field.isRequired {
        var missing = base
        missing.fields[field.name] = nil
        limits.append(
          StructureLimit(
            name: "fields.\(field.name).required", kept: base.json, broken: missing.json, code: .fieldMissing))
      }
      return limits
    }
  }

  /// The limits of a value, with JSON of values in place of samples.
  private static func values(_ value: FieldValue) -> [StructureLimit] {
    switch value {
    case .quantity(let quantity): return numbers(value) { PartText.quantity(PartText.text($0), quantity) }
    case .number, .integer: return numbers(value) { PartText.text($0) }
    case .text(let maximum), .document(_, let maximum):
      let text = String(repeating: "a", count: maximum)
      return [StructureLimit(name: "max_length", kept: "\"\(text)\"", broken: "\"\(text)a\"", code: .stringTooLong)]
    case .boolean, .enumeration, .time, .date, .uuid, .quantityType, .quantityOf, .metadata: return []
    }
  }

  private static func numbers(_ value: FieldValue, _ json: (Double) -> String) -> [StructureLimit] {
    let limits = value.limits
    return [
      ("allowed", limits.allowed, DiagnosticCode.valueNotAllowed), ("plausible", limits.plausible, .valueImplausible),
    ]
    .flatMap { name, bounds, code -> [StructureLimit] in
      // What is next to a limit that does not hold itself; a fraction only where there may be one.
      var isWhole = bounds.isInteger
      if case .integer = value { isWhole = true }
      let next = isWhole ? 1 : 0.001
      let ends: [(key: String, kept: Double?, broken: Double?)] = [
        ("min", bounds.minimum, bounds.minimum.map { $0 - next }),
        ("max", bounds.maximum, bounds.maximum.map { $0 + next }),
        ("above", bounds.above.map { $0 + next }, bounds.above),
        ("below", bounds.below.map { $0 - next }, bounds.below),
      ]
      return ends.compactMap { end in
        guard let kept = end.kept, let broken = end.broken else { return nil }
        return StructureLimit(name: "\(name).\(end.key)", kept: json(kept), broken: json(broken), code: code)
      }
    }
  }

  // MARK: Lists

  private static func lists(_ list: ListDefinition, of base: StructureSample) -> [StructureLimit] {
    let path = "lists.\(list.name)"
    func sample(_ elements: [String]) -> String {
      var sample = base
      sample.lists[list.name] = elements
      return sample.json
    }
    func elements(_ count: Int) -> [String] { (0..<count).map { PartText.element(list, number: $0) } }
    let some = elements(max(list.minimum, 1))
    var limits = [
      StructureLimit(
        name: path + ".count", kept: sample(elements(list.maximum)), broken: sample(elements(list.maximum + 1)),
        code: .listTooLong)
    ]
    if list.minimum > 0 {
      limits.append(
        StructureLimit(
          name: path + ".count", kept: sample(some), broken: sample(elements(list.minimum - 1)), code: .listTooShort))
    }
    if !list.unique.isEmpty {
      limits.append(
        StructureLimit(
          name: path + ".unique", kept: sample(some), broken: sample([some[0], some[0]]), code: .listNotUnique))
    }
    guard case .group(let fields) = list.element else { return limits }
    for field in fields {
      func changed(_ text: String?) -> String {
        var members: [String: String] = [:]
        for other in fields where other.isRequired { members[other.name] = PartText.value(other.value) }
        // What a quantity of a type needs is the type.
        members[field.name] = text
        return sample([PartText.object(members)] + some.dropFirst())
      }
      limits += values(field.value).map { limit in
        StructureLimit(
          name: "\(path).fields.\(field.name).\(limit.name)", kept: changed(limit.kept), broken: changed(limit.broken),
          code: limit.code)
      }
      if field.isRequired {
        limits.append(
          StructureLimit(
            name: "\(path).fields.\(field.name).required", kept: sample(some), broken: changed(nil),
            code: .fieldMissing))
      }
      if list.isWithinSample, field.value == .time {
        limits.append(
          StructureLimit(
            name: "\(path).within", kept: changed("\"2026-01-01T09:00:00Z\""),
            broken: changed("\"2026-01-01T09:00:01Z\""), code: .timeOutside))
      }
    }
    return limits
  }

  // MARK: Points

  private static func points(of base: StructureSample) -> [StructureLimit] {
    guard let points = base.shape.points else { return [] }
    func sample(_ count: Int) -> StructureSample {
      var sample = base
      sample.points = [:]
      sample.addPoints(count)
      return sample
    }
    // A type without a column that each sample needs is counted by its times.
    var limits = [
      StructureLimit(
        name: "points.limit", kept: sample(points.maximum).json, broken: sample(points.maximum + 1).json,
        code: .pointsTooMany)
    ]
    if points.minimum > 0 {
      limits.append(
        StructureLimit(
          name: "points.min", kept: sample(points.minimum).json, broken: sample(points.minimum - 1).json,
          code: .pointsLength))
    }
    if case .rate(let rate) = points.timing {
      limits += values(.quantity(rate)).map { limit in
        StructureLimit(
          name: "points.rate.\(limit.name)", kept: sample(1).with(rate: limit.kept),
          broken: sample(1).with(rate: limit.broken), code: limit.code)
      }
    }
    for column in points.columns {
      limits += numbers(column.value) { PartText.text($0) }.map { limit in
        StructureLimit(
          name: "points.columns.\(column.name).\(limit.name)", kept: sample(1).with(column, limit.kept),
          broken: sample(1).with(column, limit.broken), code: limit.code)
      }
      if column.isRequired {
        var missing = sample(1)
        missing.points[column.name] = nil
        limits.append(
          StructureLimit(
            name: "points.columns.\(column.name).required", kept: sample(1).json, broken: missing.json,
            code: .fieldMissing))
      }
    }
    return limits
  }
}

extension StructureSample {
  /// The sample with another value of a field.
  fileprivate func with(_ field: String, _ text: String) -> String {
    var sample = self
    sample.fields[field] = text
    return sample.json
  }

  /// The sample with another rate.
  fileprivate func with(rate: String) -> String {
    var sample = self
    sample.points["rate"] = rate
    return sample.json
  }

  /// The sample with a column of one number.
  fileprivate func with(_ column: FieldDefinition, _ number: String) -> String {
    var sample = self
    sample.set(column, number, 1)
    return sample.json
  }
}
