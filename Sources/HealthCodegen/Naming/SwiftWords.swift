/// Words that names in Swift may not be, or that would hide something else.
enum SwiftWords {
  /// A name as Swift code writes it: keywords in backticks.
  static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Keywords that backticks make a name.
  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "Self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Members that mean something else after a dot even in backticks, and those that the structs of names have.
  static let members: Set<String> = ["init", "self", "Type", "Protocol", "none", "some"]

  /// Members that each enum has.
  static let cases: Set<String> = members.union([
    "AllCases", "RawValue", "allCases", "hash", "hashValue", "name", "number", "rawValue", "sampleText",
  ])

  /// Types that an enum of cases would hide: those of the language, of this file, and of the library.
  ///
  /// A test compares the list with what the library declares.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "CategoryType", "CategoryValue", "CaseIterable", "CharacteristicType",
    "CorrelationType", "Dictionary", "Double", "Error", "Int", "MetadataKey", "Never", "Optional", "Protocol",
    "QuantityType", "Result", "SampleType", "Self", "Set", "Severity", "String", "StructuredType", "Task", "Type",
  ]
}
