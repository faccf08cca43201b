package import HealthModel

/// A published form of JSON for health data, by the name that `--format` takes.
///
/// It says where records and their fields are; which types they are follows from the `codes` of a registry's types. A
/// plugin adds one as its `FormatPlugin`.
package struct JSONDialect: Sendable {
  package let name: String
  /// Whether a document is likely one of the form, by what follows its first brace.
  let isLikely: @Sendable (ArraySlice<UInt8>) -> Bool
  /// Makes the layout for an input by the types, the input's first bytes, and whether each of its lines is a document.
  private let makeLayout: @Sendable (_ registry: Registry, _ beginning: [UInt8], _ isByLine: Bool) -> TableLayout

  package init(
    _ name: String, isLikely: @escaping @Sendable (ArraySlice<UInt8>) -> Bool,
    layout: @escaping @Sendable (Registry, [UInt8], Bool) -> TableLayout
  ) {
    self.name = name
    self.isLikely = isLikely
    makeLayout = layout
  }

  package func check(_ input: ResolvedInput) throws(InputError) {
    guard input.format == .json || input.format == .jsonLines else {
      throw .unknownFormat(path: input.displayPath, reason: "it is read as \(input.format.rawValue); \(name) is JSON")
    }
  }

  package func reading(_ input: ResolvedInput, by registry: Registry) throws(InputError) -> ResolvedInput {
    try check(input)
    var input = input
    input.layout = layout(registry, try input.beginning() ?? [], isByLine: input.format == .jsonLines)
    return input
  }

  /// How a record of this form that was kept alone is read by the types as they are now.
  ///
  /// - Returns: how it is read; `nil` if the form has no records there.
  package func form(ofRecordAt path: String, by registry: Registry) -> RecordForm? {
    // The path says where the record was, not what is in it: as an element of an array, or as one of a Bundle.
    layout(registry, [UInt8(ascii: "[")], isByLine: !path.isEmpty).ofRecords(at: path).map(RecordForm.init)
  }

  private func layout(_ registry: Registry, _ beginning: [UInt8], isByLine: Bool) -> TableLayout {
    var layout = makeLayout(registry, beginning, isByLine)
    layout.records?.form = name
    return layout
  }
}

extension ResolvedInput {
  /// The input as the published form that it was said to be of is read; itself if there is none.
  package func inItsDialect(by registry: Registry) throws(InputError) -> ResolvedInput {
    try dialect?.reading(self, by: registry) ?? self
  }
}

extension Registry {
  /// The types by their codes of a system; a code with a remark in brackets differs from its type, and one of several
  /// types says none of them.
  package func typesByCode(_ system: String) -> [String: String] {
    var types: [String: String] = [:]
    var isShared: Set<String> = []
    for type in self.types {
      for code in type.codes[system] ?? [] where !code.utf8.contains(UInt8(ascii: " ")) {
        if types.updateValue(type.id, forKey: code) != nil { isShared.insert(code) }
      }
    }
    return types.filter { !isShared.contains($0.key) }
  }
}

/// Units as published forms of JSON write them, and how samples do; the others are written alike.
package enum ForeignUnits {
  package static let openMHealth = [
    "%": "percent 0-100", "C": "degC", "F": "degF", "K": "K", "beats/min": "count/min", "breaths/min": "count/min",
    "kg/m^2": "count", "kg/m2": "count", "sec": "s", "steps": "count", "h": "hr", "ug": "mcg",
  ]

  package static let ucum = [
    "%": "percent 0-100", "/min": "count/min", "{beats}/min": "count/min", "{breaths}/min": "count/min",
    "1": "count", "{steps}": "count", "{flights}": "count", "{score}": "count", "Cel": "degC", "[degF]": "degF",
    "[ft_i]": "ft", "[in_i]": "in", "[lb_av]": "lb", "[mi_i]": "mi", "[oz_av]": "oz", "h": "hr", "kg/m2": "count",
    "km/h": "km/hr", "mm[Hg]": "mmHg", "ug": "mcg", "mL/kg/min": "mL/min·kg", "mL/min/kg": "mL/min·kg",
  ]
}

/// Looks into JSON that was checked before.
package enum CheckedJSON {
  /// The longest string, in bytes of its text: 1 MiB of characters, each escaped.
  package static let longestString = 8 << 20

  /// The value of a member of an object; absent where there is none.
  package static func member(_ name: StaticString, of object: RawField, _ bytes: RawSpan) -> RawField {
    var found = RawField.absent
    members(of: object, bytes) { key, value in if isName(key, name, bytes) { found = value } }
    return found
  }

  /// Whether a key is a name, also if it is written with escapes.
  package static func isName(_ key: RawField, _ name: StaticString, _ bytes: RawSpan) -> Bool {
    key.isEscaped ? isText(key, "\(name)", bytes) : bytes.equals(key.range, name)
  }

  package static func members(of object: RawField, _ bytes: RawSpan, _ body: (RawField, RawField) -> Void) {
    guard object.kind == .object else { return }
    var cursor = JSONCursor(
      position: Int(object.start), end: Int(object.end), longestString: longestString, isLenient: true)
    try? cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
      body(key, try cursor.value(bytes, depth: 1))
    }
  }

  package static func elements(of array: RawField, _ bytes: RawSpan, _ body: (RawField) -> Void) {
    guard array.kind == .array else { return }
    var cursor = JSONCursor(
      position: Int(array.start), end: Int(array.end), longestString: longestString, isLenient: true)
    try? cursor.elements(bytes, depth: 0) { (cursor) throws(SyntaxError) in body(try cursor.value(bytes, depth: 1)) }
  }

  /// The extension with a URL; absent where there is none.
  package static func extensionNamed(_ url: String, in extensions: RawField, _ bytes: RawSpan) -> RawField {
    var found = RawField.absent
    elements(of: extensions, bytes) { item in
      if !found.isPresent, isText(member("url", of: item, bytes), url, bytes) { found = item }
    }
    return found
  }

  package static func isText(_ field: RawField, _ text: String, _ bytes: RawSpan) -> Bool {
    guard field.kind == .string else { return false }
    if field.isEscaped { return JSONText.decoded(field.range, in: bytes).elementsEqual(text.utf8) }
    guard field.range.count == text.utf8.count else { return false }
    return zip(field.range, text.utf8).allSatisfy { bytes.byte(at: $0) == $1 }
  }

  /// Whether a string begins with a text; one with escapes does not.
  package static func hasPrefix(_ field: RawField, _ text: String, _ bytes: RawSpan) -> Bool {
    guard field.kind == .string, field.range.count >= text.utf8.count else { return false }
    return zip(field.range, text.utf8).allSatisfy { bytes.byte(at: $0) == $1 }
  }

  package static func string(_ field: RawField, _ bytes: RawSpan) -> String { JSONText.string(field.range, in: bytes) }
}
