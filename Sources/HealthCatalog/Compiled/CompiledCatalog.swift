package import HealthModel
import HealthUnits

/// A catalog's registry as one text: what a program reads in a fraction of the time that its YAML takes.
///
/// It belongs to certain files: whoever reads it compares them first. Types' examples are not in it. The text is UTF-8
/// without a layout for people: numbers end in `;`, texts have their length in bytes and `:` before them.
package enum CompiledCatalog {
  private static let version = 6

  /// Writes the registry of a catalog that defines no custom units; `nil` for one that does.
  package static func text(of registry: Registry) -> [UInt8]? {
    guard registry.units.customSymbols.isEmpty else { return nil }
    var writer = CompiledWriter()
    writer.int(version)
    writer.text(registry.contentHash)
    writer.list(registry.enums.keys.sorted()) { writer, key in
      writer.text(key)
      if let list = registry.enums[key] { writer.enumeration(list) }
    }
    writer.list(registry.metadataKeys) { $0.metadataKey($1) }
    writer.list(registry.types) { $0.type($1) }
    writer.texts(registry.pendingNames)
    return writer.bytes
  }

  /// Reads a registry; `nil` when the text is of another version, or none at all.
  package static func registry(_ text: UnsafeRawBufferPointer) -> Registry? {
    guard var reader = CompiledReader(text), reader.int() == version else { return nil }
    let contentHash = reader.text()
    var enums: [String: EnumDefinition] = [:]
    for (key, list) in reader.list({ ($0.text(), $0.enumeration()) }) { enums[key] = list }
    let keys = reader.list { $0.metadataKey() }
    let types = reader.list { $0.type() }
    let pending = reader.texts()
    guard reader.isWhole else { return nil }
    return try? Registry(
      types: types, metadataKeys: keys, enums: enums, pendingNames: pending, contentHash: contentHash)
  }
}
