import HealthModel
import HealthUnits

/// Writes the fields of a sample, or of an element of a list, as attributes.
struct ExportFields: Sendable {
  let registry: Registry

  /// Appends the attributes of the fields that exports write, in the order of the definition.
  func append(
    _ group: GroupContent, offset: Int16, without skipped: Int? = nil, to output: inout [UInt8],
    document: (Int) -> String? = { _ in nil }
  ) {
    var units: [String] = []
    for (index, field) in group.definitions.enumerated() {
      guard let export = field.export, let value = group.values[index], index != skipped else { continue }
      switch value {
      case .metadata: continue
      case .document:
        if let path = document(index) { XMLAttributeText.append(export.name.utf8, "/\(path)".utf8, to: &output) }
      case .time(let microseconds):
        XMLAttributeText.begin(export.name.utf8, to: &output)
        ExportTime.append(microseconds, offset: offset, to: &output)
        output.append(UInt8(ascii: "\""))
      case .quantity(let number, let unit):
        XMLAttributeText.begin(export.name.utf8, to: &output)
        DecimalWriter.append(number, to: &output)
        output.append(UInt8(ascii: "\""))
        // Several numbers can share the attribute of their unit.
        if !export.unit.isEmpty, !units.contains(export.unit) {
          units.append(export.unit)
          XMLAttributeText.append(export.unit.utf8, unit.unitString.utf8, to: &output)
        }
      case .number, .boolean, .enumeration, .text:
        if let text = text(value, field) { XMLAttributeText.append(export.name.utf8, text.utf8, to: &output) }
      }
    }
  }

  /// The text of a value that is one attribute; `nil` for others.
  func text(_ value: FieldContent?, _ field: FieldDefinition) -> String? {
    switch value {
    case .number(let number): return DecimalWriter.string(number)
    case .boolean(let flag): return flag ? "1" : "0"
    case .enumeration(let name):
      guard case .enumeration(let list) = field.value, let item = list.cases.first(where: { $0.name == name }) else {
        return name
      }
      return list.exportText(of: item)
    case .text(let text):
      guard case .quantityType = field.value else { return text }
      return registry.type(named: text)?.identityName ?? text
    case .quantity, .time, .metadata, .document, nil: return nil
    }
  }
}
