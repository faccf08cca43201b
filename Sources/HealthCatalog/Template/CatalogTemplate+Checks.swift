import HealthModel
import HealthUnits

/// What a part of a definition may be.
extension CatalogTemplate {
  /// Refuses what cannot be the id of a new enum.
  static func check(enumID id: String, in registry: Registry) throws(CatalogTemplateError) {
    guard CatalogID.isValid(id) else { throw .idMalformed(id) }
    guard id.utf8.contains(UInt8(ascii: ".")) else { throw .idWithoutDot(id) }
    let cased = IDCaseRule.camelCased(id)
    guard cased == id else {
      throw .text(option: "id", id, problem: "is not in lower camel case: \(CatalogText.shown(cased))")
    }
    guard !registry.enums.keys.contains(where: { $0.lowercased() == id.lowercased() }) else {
      throw .text(option: "id", id, problem: "belongs to an enum that is there already")
    }
  }

  /// Refuses what cannot be a new metadata key.
  static func check(key: String, in registry: Registry) throws(CatalogTemplateError) {
    guard CatalogID.isValidMetadataKey(key) else {
      throw .text(
        option: "key", key, problem: "is not one: a letter or `_`, then letters, digits, `.`, `_` and `-`, at most 128")
    }
    guard registry.metadataKeyIndex(named: key) == nil else {
      throw .text(option: "key", key, problem: "is there already")
    }
  }

  /// Refuses what cannot be a new unit.
  static func check(
    unit symbol: String, meaning: String? = nil, in registry: Registry
  ) throws(CatalogTemplateError) {
    do throws(UnitTableError) {
      let definition = meaning.map { CustomUnit.Definition.equals($0) } ?? .isolated
      _ = try registry.units.adding([CustomUnit(symbol: symbol, definition: definition)])
    } catch {
      switch error.reason {
      case .symbolMalformed:
        throw CatalogTemplateError.text(
          option: "symbol", symbol, problem: "is not 1 to 64 letters, digits and `_` that begin with no digit")
      case .symbolTaken: throw CatalogTemplateError.text(option: "symbol", symbol, problem: "is a unit already")
      case .definition(let fault):
        throw CatalogTemplateError.unit(
          meaning ?? "", problem: "\(fault.reason) at byte \(fault.offset)", hint: fault.hint)
      }
    }
  }

  /// A unit that definitions may name.
  static func unit(_ text: String, in registry: Registry) throws(CatalogTemplateError) -> UnitOfMeasure {
    do throws(UnitParseError) {
      return try UnitOfMeasure(text, table: registry.units)
    } catch {
      throw CatalogTemplateError.unit(text, problem: "\(error.reason) at byte \(error.offset)", hint: error.hint)
    }
  }

  static func type(named name: String, in registry: Registry) throws(CatalogTemplateError) -> TypeDefinition {
    guard let type = registry.type(named: name) else {
      let hint = registry.suggestion(for: name, among: registry.types.map(\.id))
      throw .typeUnknown(name, hint: hint)
    }
    return type
  }

  /// Refuses what cannot be the name of a new rule of a type.
  static func check(rule name: String, of type: TypeDefinition) throws(CatalogTemplateError) {
    guard CatalogID.isValid(name) else {
      throw .text(option: "rule", name, problem: "is not a name: a letter, then letters, digits, `.`, `_` and `-`")
    }
    guard !type.rules.contains(where: { $0.name == name }) else {
      throw .text(option: "rule", name, problem: "is a rule of \(CatalogText.shown(type.id)) already")
    }
  }

  /// Refuses what cannot be the condition of a rule of a type.
  static func check(
    requirement text: String, of type: TypeDefinition, in registry: Registry
  ) throws(CatalogTemplateError) {
    let problem: String?
    do throws(ConditionFault) {
      problem = try TypeRuleCheck.problem(with: text, of: type, registry)
    } catch {
      throw CatalogTemplateError.condition(text, problem: error.message, hint: error.instead)
    }
    if let problem { throw .condition(text, problem: problem, hint: nil) }
  }
}
