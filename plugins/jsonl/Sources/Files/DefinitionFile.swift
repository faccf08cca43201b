import HealthModel
import HealthStorage

/// The file `definitions.json`: the definitions of types that are not built in, which only stores with such types have.
///
/// It is not part of a version of the layout: earlier programs pass over it, and read and write the store as before.
struct DefinitionFile {
  let place: StoreFolder

  private static let name = "definitions.json"
  private static let format = "assay-definitions"

  /// The definitions, by name; none if there is no file.
  ///
  /// - Throws: `StorageError`, `corrupt` when the file is not one of definitions.
  func read() throws -> [StoredDefinition] {
    guard let file = try place.file(Self.name) else { return [] }
    let bytes = try file.bytes(at: 0, count: try file.size())
    guard let fields = JSONFields(0..<bytes.count, in: bytes), fields.text("format") == Self.format,
      let texts = fields.object("definitions")
    else { throw StorageError.corrupt(place, "\(Self.name) cannot be read") }
    return try texts.keys.map { name in
      guard let text = texts.text(name) else { throw StorageError.corrupt(place, "\(Self.name) cannot be read") }
      return StoredDefinition(name: name, text: text)
    }
  }

  /// Puts definitions in, each in place of the one with its name; the lock must be held.
  func add(_ definitions: [StoredDefinition]) throws {
    var texts: [String: String] = [:]
    for definition in try read() + definitions { texts[definition.name] = definition.text }
    var inner = JSONBuilder.openObject()
    for (name, text) in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      inner.member(name, text)
    }
    var object = JSONBuilder.openObject()
    object.member("format", Self.format)
    object.member("definitions", object: inner)
    try place.replace(Self.name, with: object.line)
  }
}
