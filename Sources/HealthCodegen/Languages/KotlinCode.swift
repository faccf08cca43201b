import HealthModel

/// Constants, enums, and data classes of samples as lines of NDJSON write them: property names are those of the lines.
struct KotlinCode {
  private let scope: CodeScope
  private let names: SampleNames

  init(_ scope: CodeScope) {
    self.scope = scope
    names = SampleNames(scope, reserved: KotlinWords.types)
  }

  var text: String {
    var lines = CodeLines(width: 4)
    lines.add("// " + CodeLines.header)
    addConstants(to: &lines)
    for list in scope.enums { add(list, to: &lines) }
    lines.add()
    lines.add(Self.frame)
    for type in scope.types {
      guard let structure = type.shape.structure else { continue }
      KotlinStructure(type: type, structure: structure, names: names, scope: scope).add(to: &lines)
    }
    return lines.text
  }

  private func addConstants(to lines: inout CodeLines) {
    var table = NameTable()
    let members = table.take(scope.types.map(\.id), as: \.upperSnake)
    lines.add()
    lines.add("/** The ids of the types. */")
    lines.block("object TypeId {") { lines in
      for (type, member) in zip(scope.types, members) {
        lines.add("/** \(type.comment(of: scope.registry)) */")
        if type.deprecation != nil { lines.add("@Deprecated(\"Another type took its place.\")") }
        lines.add("const val \(member): String = \(literal(type.id))")
      }
    }
    lines.add()
    lines.add("/** The usual units of each quantity, the canonical one first. */")
    lines.block("object Units {") { lines in
      for (type, member) in zip(scope.types, members) where type.shape.quantity != nil {
        let units = UnitChoice.texts(for: type, in: scope.registry).map(literal)
        lines.add("val \(member): List<String> get() = listOf(\(units.joined(separator: ", ")))")
      }
    }
    lines.add()
    lines.add("/** The metadata keys with a definition. */")
    lines.block("object MetadataKey {") { lines in
      let keys = scope.keys.map(\.key)
      for (key, name) in zip(keys, MetadataNames.upper(keys)) {
        lines.add("const val \(name): String = \(literal(key))")
      }
    }
  }

  private func add(_ list: CodeScope.Values, to lines: inout CodeLines) {
    let name = names.values(list.id) ?? ""
    var table = NameTable()
    let cases = list.definition.cases
    let entries = table.take(cases.map(\.name), as: \.upperSnake)
    lines.add()
    lines.add("/** \(list.definition.comment(list.id)) */")
    lines.block("enum class \(name)(val id: String, val number: Long?) {") { lines in
      for (item, entry) in zip(cases, entries) {
        lines.add("\(entry)(\(literal(item.name)), \(item.raw.map(Self.number) ?? "null")),")
      }
      lines.add(";")
      lines.add()
      lines.block("companion object {") { lines in
        lines.add("/** The case with an id; `null` when there is none. */")
        lines.add("fun of(id: String): \(name)? = values().firstOrNull { it.id == id }")
      }
    }
  }

  /// The least number has no literal of its own.
  private static func number(_ raw: Int) -> String { raw == .min ? "Long.MIN_VALUE" : "\(raw)L" }

  private func literal(_ text: String) -> String { CodeText.literal(text, in: .kotlin) }
}
