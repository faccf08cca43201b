import Assay
import HealthModel
import HealthUnits
import HealthValidation
import Testing

/// Numbers that are plausible in two units of `Tests/Cases/bounds/units.tsv`: the number does not show which was
/// meant, and a fix must not choose.
struct UnitPairTests {
  static let types = (try? ProjectFiles.registry())?.types.map(\.id) ?? []
  private static let validator = (try? ProjectFiles.registry()).map {
    var options = ValidationOptions(now: ProjectFiles.now)
    options.fixes = .likelyUnit
    return Validator(registry: $0, options: options)
  }

  @Test("a number that is plausible in two units is not read in either", arguments: types)
  func pairs(_ id: String) throws {
    for pair in try Self.pairs(of: id) {
      let fixed = try Self.fixedUnit(id, pair.number, pair.label)
      #expect(fixed == nil, "\(pair.number) \(pair.label) is plausible in \(pair.units)")
    }
  }

  @Test(
    "pairs are found where they exist, and the hint names both units",
    arguments: [
      ("bloodPressureSystolic", 12, "mmHg", ["kPa", "cmHg"]), ("bloodPressureDiastolic", 8, "mmHg", ["kPa", "cmHg"]),
      ("bloodGlucose", 2.5, "mg/dL", ["mmol/L", "g/L"]), ("height", 70, "m", ["cm", "in"]),
      ("bodyMass", 3000, "kg", ["oz", "g"]),
      ("bloodAlcoholContent", 0.8, "%", ["percent 0-100", "‰"]),
    ] as [(String, Double, String, [String])])
  func known(_ id: String, _ number: Double, _ label: String, _ units: [String]) throws {
    let pair = try #require(try Self.pairs(of: id).first { $0.number == number && $0.label == label })
    #expect(Set(pair.units) == Set(units))
    let finding = try #require(try Self.findings(id, number, label).first { $0.hint != nil })
    #expect(finding.hint == "\(Self.text(number)) would fit as \(units[0]) and as \(units[1]): which unit is it?")
  }

  // MARK: Pairs

  /// A number under a unit that is out of bounds, and the units in which it would be plausible.
  private struct Pair {
    let number: Double
    let label: String
    let units: [String]
  }

  private static let digits: [Double] = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9.5]

  /// The digits by all powers of ten from a ten-thousandth to a hundred thousand, with the rounding of their texts.
  private static let numbers: [Double] = digits.flatMap { digit -> [Double] in
    (-4...5).compactMap { power -> Double? in Double("\(digit)e\(power)") }
  }

  private static func pairs(of id: String) throws -> [Pair] {
    let type = try #require(try ProjectFiles.registry().types.first { $0.id == id })
    guard let shape = type.shape.quantity, let range = PlausibleRange(shape) else { return [] }
    let units = try units(of: type.id, shape)
    return units.filter(\.isWritable).flatMap { label -> [Pair] in
      numbers.compactMap { number -> Pair? in
        let found = label.conversion(number)
        let own = units.first { $0.conversion.isIdentity }
        // Decision 31: a number that is usual in the type's own unit was meant in it, whatever unit is named instead.
        if !label.conversion.isIdentity, own != nil, range.isUsual(number) { return nil }
        let fits = units.filter { $0.name != label.name && range.isPlausible($0.conversion(number)) }
        guard range.isFarOut(found), fits.count > 1 else { return nil }
        return Pair(number: number, label: label.name, units: fits.map(\.name))
      }
    }
  }

  /// The unit that the fix reads a number in; `nil` without a fix.
  private static func fixedUnit(_ id: String, _ number: Double, _ label: String) throws -> String? {
    try findings(id, number, label).compactMap(\.hint).first { $0.hasPrefix("read as ") }
  }

  private static func findings(_ id: String, _ number: Double, _ label: String) throws -> [Diagnostic] {
    let line = #"{"type":"\#(id)","value":\#(text(number)),"unit":"\#(label)","start":"2026-01-01T08:00:00Z"}"#
    return SampleCheck(try #require(validator)).diagnostics(in: line)
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  // MARK: Units

  private struct PeoplesUnit {
    let name: String
    let conversion: UnitConversion
    /// Whether a sample may have it; `cmHg` may not.
    let isWritable: Bool
  }

  private static func units(of id: String, _ shape: QuantityShape) throws -> [PeoplesUnit] {
    let rows = try BoundsCase.rows(of: "units.tsv")
    guard let row = rows.first(where: { $0[0] == id }) ?? rows.first(where: { $0[0] == shape.unit.unitString }) else {
      return []
    }
    return try row[1].split(separator: ",").map { item in
      let parts = item.split(separator: "=").map(String.init)
      let unit: UnitOfMeasure
      if let known = try? UnitOfMeasure(parts[parts.count - 1]) {
        unit = known
      } else {
        unit = try UnitOfMeasure(parts[parts.count - 1], grammar: .ucum)
      }
      let isSpelled = ["mmol/L", "percent 0-100"].contains(parts[0])
      return PeoplesUnit(
        name: parts[0], conversion: try unit.conversion(to: shape.unit), isWritable: parts.count == 1 || isSpelled)
    }
  }
}

/// The numbers that decision 31 calls plausible and usual, from the bounds of a type.
private struct PlausibleRange {
  private let shape: QuantityShape
  private let least: Double
  private let most: Double

  init?(_ shape: QuantityShape) {
    let upper = [shape.plausible.maximum, shape.plausible.below, shape.allowed.maximum, shape.allowed.below]
    let lower = [shape.plausible.minimum, shape.plausible.above, shape.allowed.minimum, shape.allowed.above]
    guard let most = upper.compactMap({ $0 }).first, let least = lower.compactMap({ $0 }).first, most > 0 else {
      return nil
    }
    (self.shape, self.least, self.most) = (shape, least, most)
  }

  /// Whether a number is far enough from the range that a hint guesses.
  func isFarOut(_ value: Double) -> Bool { value > most * 1.8 || value < least / 1.8 }

  /// Whether a number is in the range, but not in its upper fifth, nor next to zero.
  func isPlausible(_ value: Double) -> Bool {
    let floor = least > 0 ? min(least, most / 100) : most / 100
    let ceiling = shape.unit.unitString == "%" ? most : max(0, least) + (most - max(0, least)) * 0.8
    return shape.allowed.contains(value) && shape.plausible.contains(value) && value >= floor && value <= ceiling
  }

  /// Whether a number is plausible, and not below a hundredth of the maximum.
  func isUsual(_ value: Double) -> Bool { isPlausible(value) && value >= most / 100 }
}
