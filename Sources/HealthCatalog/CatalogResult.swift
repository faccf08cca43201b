public import HealthModel
package import HealthUnits

/// The result of loading a catalog.
public struct CatalogResult: Sendable {
  /// The types, when nothing is wrong with them; `nil` when there is any error.
  public let registry: Registry?
  /// Errors and warnings, in the order of layers, files and places.
  public let diagnostics: [Diagnostic]
  /// The definitions of the files, in the order read.
  package let entries: [CatalogEntry]
  /// The units that definitions may name and samples may use: the standard ones and those of the layers.
  package let units: UnitTable

  /// Whether no finding is an error.
  package var isSound: Bool { registry != nil }
}

/// One definition, by the file it is in.
package struct CatalogEntry: Sendable, Hashable {
  /// The definition in a file.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case type
    /// A change of a type of an earlier layer.
    case override
    case enumeration = "enum"
    case metadata
    case unit
    /// A name that is known and has no type yet.
    case pending
  }

  /// The definition in the file.
  package var kind: Kind
  /// The id of what it defines; for an override the id of the type it changes.
  package var id: String
  package var title: String?
  package var layer: String
  /// Whether it comes with Assay.
  package var isBuiltIn: Bool
  package var mark: CatalogMark

  package init(kind: Kind, id: String, title: String? = nil, layer: String, isBuiltIn: Bool, mark: CatalogMark) {
    self.kind = kind
    self.id = id
    self.title = title
    self.layer = layer
    self.isBuiltIn = isBuiltIn
    self.mark = mark
  }
}
