import HealthModel
import HealthUnits

/// The record of Health Connect that samples of a type become, by the `codes` of its definition.
struct HealthConnectCode: Sendable {
  /// What the field has.
  enum Value: Sendable {
    /// A number, brought into the field's unit.
    case number(HealthConnectField, NumberForm)
    /// A whole number for each case; -1 for a case without one.
    case cases([Int])
    /// 1 or 2 for a metadata key that is true or false, 0 without it.
    case flag(String)
    /// Nothing: the record says that something was.
    case presence
    /// The fields of the members, by the index of their type.
    case members
  }

  /// How a number is brought into another unit.
  enum NumberForm: Sendable {
    /// By its point, so that nothing is rounded.
    case shift(Int)
    case conversion(UnitConversion)
  }

  let record: String
  /// The path of the field: `samples[]`, `beatsPerMinute`.
  let path: [String]
  let value: Value
  let time: HealthConnectTime

  /// The name that apps have for the record: `HeartRate` of `HeartRateRecord`.
  var name: String { record.hasSuffix("Record") ? String(record.dropLast(6)) : record }

  /// - Returns: `nil` if no record holds samples of the type.
  init?(_ type: TypeDefinition) {
    let codes = (type.codes["health_connect"] ?? []).map { CodeInSystem($0) }
    // A code with a value is that of a case.
    guard let main = codes.first(where: { !$0.code.contains("=") }) else { return nil }
    let parts = main.code.split(separator: ".").map(String.init)
    guard let record = parts.first else { return nil }
    let path = Array(parts.dropFirst())
    (self.record, self.path, time) = (record, path, HealthConnectTime(of: record))
    let shape = type.shape
    if shape.members != nil {
      value = .members
    } else if let quantity = shape.quantity {
      let name = path.joined(separator: ".")
      guard let field = HealthConnectField.named(name, of: record),
        let form = Self.form(from: quantity.unit, to: field.ucum)
      else { return nil }
      value = .number(field, form)
    } else if let cases = Self.cases(of: type, codes, main.code) {
      value = .cases(cases)
    } else if path.isEmpty || shape.enumeration?.isValueOptional == true {
      value = main.difference.map { $0.hasPrefix("HK") } == true ? .flag(main.difference ?? "") : .presence
    } else {
      return nil
    }
  }

  private static func form(from own: UnitOfMeasure, to code: String) -> NumberForm? {
    if let shift = FHIRUnit.shift(from: own, to: code) { return .shift(shift) }
    guard let unit = try? UnitOfMeasure(code, grammar: .ucum), let conversion = try? own.conversion(to: unit) else {
      return nil
    }
    return .conversion(conversion)
  }

  /// The numbers of cases: `SleepSessionRecord.stages[].stage=5 (partial: asleepDeep)`.
  private static func cases(of type: TypeDefinition, _ codes: [CodeInSystem], _ field: String) -> [Int]? {
    let prefix = field + "="
    var numbers: [String: Int] = [:]
    for code in codes where code.code.hasPrefix(prefix) {
      guard let name = code.difference, let number = Int(code.code.dropFirst(prefix.count)) else { continue }
      // Of several numbers that mean one case, the first is written.
      if numbers[name] == nil { numbers[name] = number }
    }
    guard !numbers.isEmpty else { return nil }
    if let list = type.shape.enumeration { return list.cases.map { numbers[$0.name] ?? -1 } }
    // A structured type has the cases of its first field that has some.
    return Self.list(of: type)?.cases.map { numbers[$0.name] ?? -1 }
  }

  /// The cases of the first field of a structured type that has some.
  static func list(of type: TypeDefinition) -> EnumDefinition? { field(of: type)?.list }

  /// The first field of a structured type with cases, and its name.
  static func field(of type: TypeDefinition) -> (name: String, list: EnumDefinition)? {
    for field in type.shape.structure?.fields ?? [] {
      if case .enumeration(let list) = field.value { return (field.name, list) }
    }
    return nil
  }
}
