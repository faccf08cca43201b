package import HealthModel

/// The elements of exports in which samples of a registry's structured types are written.
///
/// A type names its element in its definition, so that no code names a type. Names are compared where they are in the
/// input, and nothing is allocated.
@usableFromInline package struct ExportElements: Sendable {
  private var names = ByteKeyTable()
  private var elements: [ExportElementFormat] = []
  /// How electrocardiograms are kept; `nil` when no type takes them.
  private(set) var recording: RecordingFormat?

  /// No elements: all that are not records have no type.
  package static let none = ExportElements()

  private static let reserved: Set<String> = [
    "HealthData", "ExportDate", "Me", "Record", "Correlation", "MetadataEntry", "FileReference",
  ]

  private init() {}

  /// The elements that the types of a registry claim; several types can claim one, such as the types of clinical
  /// records.
  package init(_ registry: Registry) {
    var claims: [(element: String, shapes: [StructureShape], names: [String])] = []
    for type in registry.types {
      guard let shape = type.shape.structure, let element = shape.export?.element, !element.isEmpty,
        !Self.reserved.contains(element)
      else { continue }
      if let place = claims.firstIndex(where: { $0.element == element }) {
        claims[place].shapes.append(shape)
        claims[place].names += type.identifiers
      } else {
        claims.append((element: element, shapes: [shape], names: type.identifiers))
      }
    }
    for (index, claim) in claims.enumerated() {
      _ = names.insert(Array(claim.element.utf8), value: index)
      elements.append(ExportElementFormat(of: claim.shapes, named: claim.names))
    }
    recording = registry.types.lazy.compactMap { RecordingFormat($0) }.first
  }

  package func claims(_ name: String) -> Bool { names.value(for: Array(name.utf8)) != nil }

  /// The form of the element whose name is at a place of a buffer; `nil` when no type claims it.
  @inline(__always) func form(at name: Range<Int>, in bytes: RawSpan) -> ExportElementFormat? {
    if elements.isEmpty { return nil }
    return names.value(at: name, in: bytes).map { elements[$0] }
  }
}

/// How samples are written in an element, as the definitions of their types say.
///
/// A class, though immutable: its parts are counted once where it is handed on.
final class ExportElementFormat: Sendable {
  let start: [UInt8]
  let end: [UInt8]
  let points: [[UInt8]]
  /// The child elements within which the elements of a list are.
  let wrappers: [[UInt8]]
  /// The attributes that name a file with the text of a document.
  let documents: [[UInt8]]
  let hasTypeField: Bool
  /// Whether it names their type: it is not a field, or several types share the element.
  let hasTypeName: Bool
  /// The identifiers of the types: an attribute `type` with one of them is not a field.
  let identifiers: [[UInt8]]
  /// Whether the attribute with the start is a field of samples as well; and that with the end.
  let hasStartField: Bool
  let hasEndField: Bool

  /// The form of samples of these types, of which there is at least one.
  init(of shapes: [StructureShape], named identifiers: [String]) {
    let element = shapes.first?.export ?? ExportElement(element: "")
    var attributes: Set<String> = []
    var documents: Set<String> = []
    for field in shapes.flatMap(\.fields) {
      guard let name = field.export?.name else { continue }
      attributes.insert(name)
      if case .document = field.value { documents.insert(name) }
    }
    start = Array(element.start.utf8)
    end = Array(element.end.utf8)
    points = Self.names(shapes.compactMap { $0.points?.export })
    wrappers = Self.names(shapes.flatMap(\.lists).compactMap { $0.export?.parent })
    self.identifiers = Self.names(identifiers)
    self.documents = Self.names(Array(documents))
    hasTypeField = attributes.contains("type")
    hasTypeName = !hasTypeField || shapes.count > 1
    hasStartField = attributes.contains(element.start)
    hasEndField = attributes.contains(element.end)
  }

  private static func names(_ texts: [String]) -> [[UInt8]] {
    Set(texts).filter { !$0.isEmpty }.sorted().map { Array($0.utf8) }
  }
}

/// The type of the recordings that are in files of their own: a series at a fixed rate whose export has no element.
final class RecordingFormat: Sendable {
  let type: [UInt8]
  let column: [UInt8]
  private let attributes: [String]

  /// The form of a type's samples; `nil` when they are in the main file, or in no export.
  init?(_ type: TypeDefinition) {
    guard let shape = type.shape.structure, let export = shape.export, export.element.isEmpty,
      let points = shape.points, case .rate = points.timing, let column = points.columns.first
    else { return nil }
    self.type = Array(type.id.utf8)
    self.column = Array(column.name.utf8)
    attributes = shape.fields.compactMap { $0.export?.name }
  }

  /// The attribute for a line of a file's header, by the beginning of its name; blanks and case do not count.
  func attribute(beginning word: String) -> [UInt8]? {
    attributes.first { $0.lowercased().filter { $0 != " " }.hasPrefix(word) }.map { Array($0.utf8) }
  }
}

extension RawSpan {
  @inline(__always) func holds(_ name: Range<Int>, among names: [[UInt8]]) -> Bool {
    for candidate in names where equals(name, candidate) { return true }
    return false
  }
}
