import HealthModel

/// The operations of the catalog for each shape. A new shape is a case of each switch in this file, and a folder beside it.

extension TypeKind {
  /// The keys of a definition that types of this kind have and some others do not.
  var keys: [String] {
    switch self {
    case .quantity: ["aggregation", "unit", "units", "rate", "value", "exclusive"]
    case .category: ["values", "exclusive", "session"]
    case .characteristic: ["value", "values"]
    case .correlation: ["members"]
    case .composite: ["fields", "lists", "parent", "export", "exclusive"]
    case .series: ["fields", "lists", "points", "parent", "export", "exclusive"]
    }
  }
}

extension CatalogDecoder {
  mutating func shape(of kind: TypeKind, id: String, in fields: inout Fields) -> TypeShape? {
    switch kind {
    case .quantity: quantityShape(in: &fields).map { .quantity($0) }
    case .category: need("values", in: &fields) { $0.enumReference($1, inlineID: id) }.map { .category($0) }
    case .characteristic: characteristicShape(id: id, in: &fields).map { .characteristic($0) }
    case .correlation: need("members", in: &fields) { $0.members($1) }.map { .correlation($0) }
    case .composite, .series: structureShape(of: kind, id: id, in: &fields).map { .structure($0) }
    }
  }
}

extension CatalogComparison {
  mutating func compareShapes(_ old: TypeShape, _ new: TypeShape, in subject: ChangeSubject) {
    switch (old, new) {
    case (.quantity(let before), .quantity(let after)): compareQuantities(before, after, in: subject)
    case (.category(let before), .category(let after)): compareValues(before, after, in: subject, at: "values")
    case (.characteristic(let before), .characteristic(let after)): compareCharacteristics(before, after, in: subject)
    case (.correlation(let before), .correlation(let after)): compareMembers(before, after, in: subject)
    case (.structure(let before), .structure(let after)): compareStructures(before, after, in: subject)
    case (.quantity, _), (.category, _), (.characteristic, _), (.correlation, _), (.structure, _): break
    }
  }
}
