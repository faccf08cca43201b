import HealthModel

/// Ids and texts of definitions inside Swift code: none of them ends the comment or the string that it is in.
enum CodeNames {
  /// The names of metadata keys without HealthKit's prefixes: `timeZone` for `HKTimeZone`, `sessionEstimate` for
  /// `HKMetadataKeySessionEstimate`.
  static func metadata(_ keys: [String]) -> [String] {
    var table = NameTable(reserved: SwiftWords.members)
    let bare = keys.map { key in
      let prefix = ["HKMetadataKey", "HK"].first { key.hasPrefix($0) && key.utf8.count > $0.utf8.count }
      return String(key.dropFirst(prefix?.count ?? 0))
    }
    return table.take(bare, as: \.lowerCamel)
  }

  /// A text for a comment on one line, whose first word is not its own.
  ///
  /// Controls, line ends and invisible characters are shown as escapes, and no comment begins or ends in it. What begins a
  /// comment can be a directive of a tool, so the id of what is named comes first.
  static func comment(_ id: String, _ text: String) -> String {
    var safe = String.UnicodeScalarView()
    // By scalars: a character can be `/` with an accent, which ends a comment all the same.
    for scalar in TextEscaping.escaped(text, limit: 400).unicodeScalars {
      if safe.last == "*" && scalar == "/" || safe.last == "/" && scalar == "*" { safe.append(" ") }
      safe.append(scalar)
    }
    return "`\(TextEscaping.escaped(id))`: \(String(safe))"
  }

  /// A string literal in double quotes.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      if TextEscaping.isHarmless(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result + "\""
  }
}

/// The names of one scope of a file, each given once.
///
/// A reserved word gets a suffix, and of two ids that would have one name the later gets a number. Names depend on the
/// order in which they are taken, which is that of ids.
struct NameTable {
  private let reserved: Set<String>
  private let suffix: String
  private var taken: Set<String> = []

  init(reserved: Set<String> = [], suffix: String = "_") {
    self.reserved = reserved
    self.suffix = suffix
  }

  /// A name for each of several ids, in their order.
  mutating func take(_ ids: some Sequence<String>, as style: (IdentifierWords) -> String) -> [String] {
    ids.map { take(style(IdentifierWords($0))) }
  }

  private mutating func take(_ wanted: String) -> String {
    let name = reserved.contains(wanted) ? wanted + suffix : wanted
    if taken.insert(name).inserted { return name }
    var number = 2
    while !taken.insert("\(name)_\(number)").inserted { number += 1 }
    return "\(name)_\(number)"
  }
}

/// An id as identifiers of the usual styles.
///
/// Ids are ASCII letters, digits, `.`, `_` and `-`; another character separates words too, so that none gets into code.
struct IdentifierWords {
  /// `["heart", "Rate", "Variability", "SDNN"]`.
  private let words: [String]
  /// The parts between separators: `["aa", "study", "gripStrength"]`.
  private let parts: [String]

  init(_ id: String) {
    var parts: [[UInt8]] = [[]]
    for byte in id.utf8 {
      if Self.isLetter(byte) || Self.isDigit(byte) { parts[parts.count - 1].append(byte) } else { parts.append([]) }
    }
    parts.removeAll { $0.isEmpty }
    self.parts = parts.map { String(decoding: $0, as: UTF8.self) }
    words = parts.flatMap(Self.split)
  }

  /// `HeartRateVariabilitySDNN`: the parts as they are, each with a capital letter.
  var upperCamel: String { Self.begun(parts.map(Self.capitalized).joined(), with: "The") }

  /// `heartRateVariabilitySDNN`: the parts as they are, all but the first with a capital letter.
  var camel: String {
    Self.begun((parts.prefix(1) + parts.dropFirst().map(Self.capitalized)).joined(), with: "_")
  }

  /// `swolfScore` for `SWOLFScore`: as `camel`, and the first word in small letters.
  var lowerCamel: String {
    Self.begun((words.prefix(1).map { $0.lowercased() } + words.dropFirst().map(Self.capitalized)).joined(), with: "_")
  }

  /// No identifier is empty, or begins with a digit.
  private static func begun(_ name: String, with start: String) -> String {
    guard let first = name.utf8.first else { return start + "Value" }
    return isDigit(first) ? start + name : name
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Cuts before a capital letter that follows a small letter or a digit, and before the last of several that a small
  /// letter follows.
  private static func split(_ part: [UInt8]) -> [String] {
    var words: [[UInt8]] = []
    for (index, byte) in part.enumerated() {
      let begins =
        index == 0
        || isCapital(byte)
          && (!isCapital(part[index - 1]) || index + 1 < part.count && isSmall(part[index + 1]))
      if begins { words.append([byte]) } else { words[words.count - 1].append(byte) }
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte) || isCapital(byte) }
  private static func isSmall(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

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
