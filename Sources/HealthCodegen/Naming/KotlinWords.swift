/// Words that names in Kotlin may not be, or that would hide something else.
enum KotlinWords {
  /// The name of a property: hard keywords in backticks.
  ///
  /// A property `class` would have the getter `getClass`, which every object has.
  static func property(_ name: String) -> String {
    if name == "class" { return "class_" }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
    "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when",
    "while",
  ]

  /// Types of the language, and of this file.
  static let types: Set<String> = [
    "Any", "Array", "Boolean", "CategorySample", "CharacteristicSample", "Comparable", "CorrelationSample", "Device",
    "Double", "Enum", "Error", "Exception", "Int", "Iterable", "List", "Long", "Map", "Member", "MetadataKey",
    "Nothing",
    "Number", "Pair", "QuantitySample", "QuantityValue", "Result", "Sample", "Sequence", "Set", "Source", "String",
    "Throwable", "TypeId", "Unit", "Units",
  ]
}
