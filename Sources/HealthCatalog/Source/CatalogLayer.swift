public import HealthModel

/// A set of definition files that belong together: the built-in catalog, a plugin's types, a project's folder.
public struct CatalogLayer: Sendable {
  /// The name of the layer in messages.
  public var name: String
  /// Whether this is the catalog that comes with Assay: its ids hold no dot, others' should.
  public var isBuiltIn: Bool
  /// The files, in the order in which they are read.
  public var files: [CatalogFile]
  /// The findings of collecting the files, such as links that were not followed.
  package var notes: [Diagnostic]

  /// Creates a layer of files.
  public init(name: String, isBuiltIn: Bool = false, files: [CatalogFile], notes: [Diagnostic] = []) {
    self.name = name
    self.isBuiltIn = isBuiltIn
    self.files = files
    self.notes = notes
  }
}

/// One definition file.
public struct CatalogFile: Sendable {
  /// The path as messages show it; its last part without `.yaml` is the id of what the file defines.
  public var path: String
  /// The content of the file, unchecked.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The file's name without folder and extension.
  var stem: String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    for suffix in [".yaml", ".yml"] where name.hasSuffix(suffix) { return String(name.dropLast(suffix.count)) }
    return name
  }
}
