import HealthModel

/// Constants, literals, and typed dictionaries of samples as lines of NDJSON write them, for Python 3.11 and later.
struct PythonCode {
  private let scope: CodeScope
  private let names: SampleNames

  init(_ scope: CodeScope) {
    self.scope = scope
    names = SampleNames(scope, reserved: Self.reserved)
  }

  /// Names of the language that a module had better not hide, and those of this file.
  private static let reserved: Set<String> = [
    "Any", "BaseException", "Case", "CategoryMember", "CategorySample", "CharacteristicSample", "CorrelationSample",
    "Device", "Dict", "Ellipsis", "EventSample", "Exception", "False", "Final", "Generic", "List", "Literal", "M",
    "MetadataKey", "MetadataValue", "None", "NotImplemented", "NotRequired", "QuantityMember", "QuantitySample",
    "QuantityValue", "Sample", "SampleDetails", "Source", "T", "TimedSample", "True", "Tuple", "TypeId", "TypeVar",
    "TypedDict", "U", "Union", "Units", "V", "Warning",
  ]

  var text: String {
    var lines = CodeLines(width: 4)
    lines.add("# " + CodeLines.header)
    lines.add(
      "from typing import Any, Dict, Final, Generic, List, Literal, NotRequired, Tuple, TypedDict, TypeVar, Union")
    addConstants(to: &lines)
    for list in scope.enums {
      lines.add()
      lines.add("# " + list.definition.comment(list.id))
      let cases = list.definition.cases.map { literal($0.name) }
      lines.add("\(names.values(list.id) ?? "") = \(Self.literals(cases))")
    }
    lines.add()
    lines.add()
    lines.add(Self.frame)
    for type in scope.types { add(type, to: &lines) }
    lines.add()
    lines.add("# A sample of any type of the catalog.")
    if scope.types.isEmpty {
      lines.add("Sample = SampleDetails")
    } else {
      lines.block("Sample = Union[", end: "]") { lines in
        for type in scope.types { lines.add(names.sample(type) + ",") }
      }
    }
    return lines.text
  }

  // MARK: Constants

  private func addConstants(to lines: inout CodeLines) {
    var table = NameTable()
    let members = table.take(scope.types.map(\.id), as: \.upperSnake)
    spaced("class TypeId:", to: &lines) { lines in
      lines.add("# The ids of the types.")
      for (type, member) in zip(scope.types, members) {
        lines.add("# " + type.comment(of: scope.registry))
        lines.add("\(member): Final = \(literal(type.id))")
      }
    }
    spaced("class Units:", to: &lines) { lines in
      lines.add("# The usual units of each quantity, the canonical one first.")
      for (type, member) in zip(scope.types, members) where type.shape.quantity != nil {
        let units = UnitChoice.texts(for: type, in: scope.registry).map { literal($0) + "," }
        lines.add("\(member): Final = (\(units.joined(separator: " ")))")
      }
    }
    spaced("class MetadataKey:", to: &lines) { lines in
      lines.add("# The metadata keys with a definition.")
      let keys = scope.keys.map(\.key)
      for (key, name) in zip(keys, MetadataNames.upper(keys)) { lines.add("\(name): Final = \(literal(key))") }
    }
    spaced("class Case:", to: &lines) { lines in
      lines.add("# The cases of each enum.")
      for list in scope.enums {
        var table = NameTable()
        let cases = list.definition.cases.map(\.name)
        lines.add()
        lines.block("class \(names.values(list.id) ?? ""):", end: "") { lines in
          for (item, name) in zip(cases, table.take(cases, as: \.upperSnake)) {
            lines.add("\(name): Final = \(literal(item))")
          }
        }
      }
      lines.add("pass")
    }
  }

  /// A class with two empty lines before it; the body may be nothing but comments.
  private func spaced(_ start: String, to lines: inout CodeLines, _ body: (inout CodeLines) -> Void) {
    lines.add()
    lines.add()
    lines.block(start, end: "") { lines in
      body(&lines)
      if !start.hasPrefix("class Case") { lines.add("pass") }
    }
  }

  // MARK: Samples

  private func add(_ type: TypeDefinition, to lines: inout CodeLines) {
    lines.add()
    if let structure = type.shape.structure {
      PythonStructure(type: type, structure: structure, names: names, scope: scope).add(to: &lines)
    } else {
      lines.add("\(names.sample(type)) = \(form(of: type))")
    }
  }

  private func form(of type: TypeDefinition) -> String {
    let id = "Literal[\(literal(type.id))]"
    if let members = type.shape.members {
      let forms = members.compactMap { scope.registry.type(named: $0.type) }.map(memberForm)
      return "CorrelationSample[\(id), \(Self.union(forms))]"
    }
    if type.shape.quantity != nil { return "QuantitySample[\(id), \(units(of: type))]" }
    guard type.shape.hasTime else { return "CharacteristicSample[\(id), \(values(of: type))]" }
    let isOptional = type.shape.enumeration?.isValueOptional ?? false
    return "\(isOptional ? "EventSample" : "CategorySample")[\(id), \(values(of: type))]"
  }

  private func memberForm(of type: TypeDefinition) -> String {
    let id = "Literal[\(literal(type.id))]"
    if type.shape.quantity != nil { return "QuantityMember[\(id), \(units(of: type))]" }
    return "CategoryMember[\(id), \(values(of: type))]"
  }

  private func values(of type: TypeDefinition) -> String {
    type.shape.enumeration.flatMap { names.values(scope.id(of: $0, at: "", in: type)) } ?? "str"
  }

  private func units(of type: TypeDefinition) -> String {
    guard let shape = type.shape.quantity, shape.units.isClosed(for: shape.unit) else { return "str" }
    return Self.literals(UnitChoice.texts(for: type, in: scope.registry).map(literal))
  }

  private func literal(_ text: String) -> String { CodeText.literal(text, in: .python) }

  private static func literals(_ texts: [String]) -> String {
    texts.isEmpty ? "str" : "Literal[\(texts.joined(separator: ", "))]"
  }

  private static func union(_ forms: [String]) -> String {
    var seen: Set<String> = []
    let each = forms.filter { seen.insert($0).inserted }
    return each.isEmpty ? "Dict[str, Any]" : "Union[\(each.joined(separator: ", "))]"
  }
}
