import HealthModel

/// A `TextPattern` in the language of JSON Schema, ECMA-262.
///
/// Both match whole texts here. What differs is written out: `.` takes line ends, `\d`, `\w` and `\s` are ASCII only,
/// and a backslash is before nothing that does not need one.
enum ECMAPattern {
  /// The regular expression that matches the same texts.
  static func text(of pattern: TextPattern) -> String {
    var result = "^(?:"
    var isInClass = false
    var isClassAtStart = false
    var isEscaped = false
    for scalar in pattern.source.unicodeScalars {
      let wasAtStart = isClassAtStart
      isClassAtStart = false
      if isEscaped {
        isEscaped = false
        result += escape(scalar, isInClass: isInClass)
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "[" where !isInClass:
        isInClass = true
        isClassAtStart = true
        result += "["
      case "]":
        isInClass = false
        result += "]"
      case "^": result += wasAtStart ? "^" : "\\^"
      case "." where !isInClass: result += "[\\s\\S]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + ")$"
  }

  private static func escape(_ scalar: Unicode.Scalar, isInClass: Bool) -> String {
    switch scalar {
    case "d": return isInClass ? "0-9" : "[0-9]"
    case "w": return isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
    case "s": return isInClass ? "\\t-\\r " : "[\\t-\\r ]"
    case "t", "n", "r": return "\\\(scalar)"
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return "\\\(scalar)"
    case "-": return isInClass ? "\\-" : "-"
    default: return String(scalar)
    }
  }
}
