import HealthModel

/// The text on a shape in cards, pages and schemas of a catalog.
///
/// A new shape is a case of the switch below, and a type beside this file.
protocol ShapeReport {
  /// The heading above such types in the reference page.
  var title: String { get }
  /// The columns of their table there, after id and title.
  var columns: [String] { get }
  var cells: [String] { get }
  /// The lines of a type's section in the reference page, without bullets.
  var chapterLines: [String] { get }
  /// The lines of a type's card, without indentation.
  var cardLines: [String] { get }

  /// What a value is, in a cell of the index of a reference.
  var summary: String { get }
  /// What a value is, at the top of a type's page.
  func facts(in pages: CatalogPages) -> [String]
  /// What a value is made of, on a type's page.
  func sections(in pages: CatalogPages) -> String

  /// Appends how the value is combined and limited, which is at the top of a type's JSON object.
  func appendLimits(to json: inout JSONBuilder)

  /// Appends what the value is made of, which is below the type's names.
  func appendParts(to json: inout JSONBuilder)

  /// Adds the fields of a sample to its JSON Schema.
  func addFields(to node: inout SchemaNode, in schema: TypeSchema)
}

extension TypeShape {
  var report: any ShapeReport {
    switch self {
    case .quantity(let shape): QuantityReport(shape: shape)
    case .category(let list): CategoryReport(list: list)
    case .characteristic(let shape): CharacteristicReport(shape: shape)
    case .correlation(let members): CorrelationReport(members: members)
    case .structure(let shape): StructureReport(shape: shape)
    }
  }
}
