public import HealthModel

/// The meaning of a column, by the names that sample files use, with dots between levels.
@usableFromInline package enum TableField: Sendable, Hashable {
  /// A field of the sample: `value`, `source.name`.
  case field(SampleField)
  /// An entry of the metadata, `metadata.KEY`, what an earlier normalization kept, `original.value`, or a field of a
  /// structured sample, `fields.duration`, and its unit, `fields.duration.unit`.
  case entry(TapeEntry.Kind, key: [UInt8])
  /// A field of a member of a correlation: `members.TYPE.value`.
  case member(type: [UInt8], field: SampleField)

  /// The field of a name; `nil` if columns cannot hold such a field.
  package init?(name: some Collection<UInt8>) {
    let name = Array(name)
    if let field = Self.fields[name] {
      self = .field(field)
    } else if let key = Self.rest(of: name, behind: "metadata.") {
      self = .entry(.metadata, key: key)
    } else if let key = Self.rest(of: name, behind: "original.") {
      self = .entry(.original, key: key)
    } else if let key = Self.rest(of: name, behind: "fields.") {
      self = .entry(.field, key: key)
    } else if let path = Self.rest(of: name, behind: "members."), let dot = path.lastIndex(of: UInt8(ascii: ".")),
      dot > 0, let field = Self.fields[Array(path[(dot + 1)...])], Self.memberFields.contains(field)
    {
      // The type's id may have dots itself.
      self = .member(type: Array(path[..<dot]), field: field)
    } else {
      return nil
    }
  }

  /// The names of fields that are the same in all tables, sorted: for suggestions.
  package static var names: [String] {
    fields.values.map { "\($0.label)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether samples have a field of this name that no single text can give: an object, a list.
  static func isTooBroad(_ name: [UInt8]) -> Bool { broadNames.contains(name) }

  /// Where a name of no field belongs: to `source`, to `device`, each with the rest of the name, or to the sample.
  static func unknown(_ name: [UInt8]) -> (kind: TapeEntry.Kind, key: [UInt8]) {
    if let key = rest(of: name, behind: "source.") { return (.unknownOfSource, key) }
    if let key = rest(of: name, behind: "device.") { return (.unknownOfDevice, key) }
    return (.unknown, name)
  }

  private static let broad: [SampleField] = [.source, .device, .metadata, .members, .original, .role]
  private static let broadNames = Set(broad.map { Array($0.label.utf8) })
  private static let memberFields: [SampleField] = [.value, .unit, .start, .end, .uuid, .created]

  private static let fields: [[UInt8]: SampleField] = {
    var fields: [[UInt8]: SampleField] = [:]
    for field in SampleField.allCases where !broad.contains(field) { fields[Array(field.label.utf8)] = field }
    return fields
  }()

  private static func rest(of name: [UInt8], behind prefix: String) -> [UInt8]? {
    guard name.count > prefix.utf8.count, name.starts(with: prefix.utf8) else { return nil }
    return Array(name.dropFirst(prefix.utf8.count))
  }
}
