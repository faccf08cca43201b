import HealthModel
import HealthUnits

/// A schema of Open mHealth or IEEE 1752.1 that samples of a type are written by.
struct OpenMHealthSchema: Sendable, Hashable {
  /// What the body of a data point is.
  enum Body: Sendable, Hashable {
    case measure(member: String, unit: String, shift: Int)
    /// A member for each sample that belongs to the correlation.
    case members
    /// A quantity with its type, by Granola's schema or in its form.
    case quantity
    case category
    case correlation
    /// A structured sample, or a fact about the person, with all that it has.
    case other
  }

  let namespace: String
  let name: String
  let version: String
  let body: Body
  /// What the remark of the code says; a member of the body follows from some.
  let remark: String?

  /// The namespace of schemas that nobody else has defined.
  static let own = "assay"

  /// The name of the member with the number; a few are not called as their schema is.
  private static let members = ["calories-burned": "kcal_burned"]

  /// The units that schemas allow: as they write it, and as UCUM does.
  ///
  /// Source: openmhealth/schemas, the enums of units.
  private static let units = [
    "heart-rate": ("beats/min", "/min"), "respiratory-rate": ("breaths/min", "/min"), "step-count": ("steps", "1"),
    "calories-burned": ("kcal", "kcal"), "body-weight": ("kg", "kg"), "body-height": ("m", "m"),
    "body-mass-index": ("kg/m^2", "kg/m2"), "body-fat-percentage": ("%", "%"), "oxygen-saturation": ("%", "%"),
    "blood-glucose": ("mg/dL", "mg/dL"), "body-temperature": ("C", "Cel"), "speed": ("m/s", "m/s"),
    "forced-vital-capacity": ("L", "L"), "forced-expiratory-volume-1-second": ("L", "L"),
    "blood-pressure": ("mmHg", "mm[Hg]"), "rr-interval": ("ms", "ms"),
  ]
  /// Schemas whose time frame must be an interval.
  private static let intervals: Set<String> = ["step-count", "calories-burned", "sleep-duration"]

  /// How Open mHealth writes units of UCUM, for schemas of a team's own.
  private static let spellings = [
    "Cel": "C", "[degF]": "F", "s": "sec", "mo": "Mo", "a": "yr", "[lb_av]": "lb", "[oz_av]": "oz", "[in_i]": "in",
    "[ft_i]": "ft", "mm[Hg]": "mmHg", "kg/m2": "kg/m^2", "1": "count",
  ]

  var needsInterval: Bool { Self.intervals.contains(name) }

  init(_ type: TypeDefinition, grouped: Set<String>) {
    let isGroup = type.shape.members != nil
    for text in type.codes["open_mhealth"] ?? [] {
      let code = CodeInSystem(text)
      let parts = code.code.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, isGroup || !grouped.contains(code.code),
        let body = Self.body(of: parts[1], for: type)
      else { continue }
      (namespace, name, version, self.body) = (parts[0], parts[1], parts[2], body)
      remark = code.difference
      return
    }
    let (name, body): (String, Body) =
      switch type.shape.column {
      case .number: ("hk-quantity-sample", .quantity)
      case .enumCase where type.shape.hasTime: ("hk-category-sample", .category)
      case .absent: ("hk-correlation", .correlation)
      default: ("sample", .other)
      }
    (namespace, self.name, version, self.body, remark) = (Self.own, name, "1.0", body, nil)
  }

  /// The body by a schema; `nil` if samples of the type do not fit in it.
  private static func body(of schema: String, for type: TypeDefinition) -> Body? {
    let shape = type.shape
    switch schema {
    case "hk-quantity-sample": return shape.quantity == nil ? nil : .quantity
    case "hk-category-sample": return shape.enumeration != nil && shape.hasTime ? .category : nil
    case "hk-correlation": return shape.members == nil ? nil : .correlation
    default: break
    }
    if shape.members != nil { return .members }
    guard let own = shape.quantity?.unit else { return nil }
    let ucum = FHIRUnit.codes(of: type, in: "ucum").first
    if let (unit, code) = units[schema] {
      return FHIRUnit.shift(from: own, to: code).map { .measure(member: member(of: schema), unit: unit, shift: $0) }
    }
    // Of the published schemas the others have more than a number.
    if schema == "physical-activity" || schema.hasPrefix("sleep-") || schema == "time-in-bed" { return nil }
    guard let ucum, let shift = FHIRUnit.shift(from: own, to: ucum) else {
      return .measure(member: member(of: schema), unit: own.sampleText, shift: 0)
    }
    return .measure(
      member: member(of: schema), unit: FHIRUnit.annotation(ucum) ?? spellings[ucum] ?? ucum, shift: shift)
  }

  static func member(of schema: String) -> String {
    members[schema] ?? String(schema.map { $0 == "-" ? "_" : $0 })
  }

  /// The unit and shift of a member of a schema that holds several samples.
  static func unit(of schema: String, own: UnitOfMeasure) -> (text: String, shift: Int)? {
    guard let (unit, code) = units[schema] else { return nil }
    return FHIRUnit.shift(from: own, to: code).map { (unit, $0) }
  }
}
