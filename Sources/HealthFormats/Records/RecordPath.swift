import HealthModel

/// A path to records in foreign JSON: a JSON Pointer (RFC 6901) in which `*` is every element of an array or every
/// member of an object, such as `/users/*/readings/*`.
struct RecordPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    /// Every element or member.
    case any
    /// A member by its name, or an element by its number.
    case name([UInt8])
  }

  /// The steps from the document; none for the document itself.
  let steps: [Step]

  /// The most steps of a path, as deep as JSON may nest.
  static let maximumSteps = 64

  /// Reads a path; an empty text and `/` are the document itself.
  init(_ text: String) throws(SyntaxError) {
    guard !text.isEmpty, text != "/" else {
      steps = []
      return
    }
    guard text.hasPrefix("/") else { throw SyntaxError("a records path begins with `/`, as in /users/*/readings/*") }
    var steps: [Step] = []
    for part in try Self.names(text.dropFirst()) { steps.append(part == [UInt8(ascii: "*")] ? .any : .name(part)) }
    self.steps = steps
  }

  /// The parts of a text between slashes, with `~1` for a slash and `~0` for a tilde.
  static func names(_ text: Substring) throws(SyntaxError) -> [[UInt8]] {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= maximumSteps else {
      throw SyntaxError("a path has at most \(maximumSteps) steps, got \(parts.count)")
    }
    var names: [[UInt8]] = []
    for part in parts {
      var name: [UInt8] = []
      var isEscaped = false
      for byte in part {
        if isEscaped {
          guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { break }
          name.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
          isEscaped = false
        } else if byte == UInt8(ascii: "~") {
          isEscaped = true
        } else {
          name.append(byte)
        }
      }
      guard !isEscaped else { throw SyntaxError("`~` is written `~0` in a path, and a `/` in a name `~1`") }
      names.append(name)
    }
    return names
  }
}

/// A path from a record to a value: `/val` in the record, `../../id` in what it is in, `#` for the record's own key, `.`
/// for the record itself.
struct FieldPath: Sendable, Hashable {
  /// How many levels up from the record; 0 is the record.
  let levels: Int
  let names: [[UInt8]]
  /// Whether the path is about the key, or number in its array, of what `levels` leads to.
  let isKey: Bool

  init(_ text: String) throws(SyntaxError) {
    var rest = text[...]
    var levels = 0
    while rest == ".." || rest.hasPrefix("../") {
      levels += 1
      rest = rest.dropFirst(3)
    }
    self.levels = levels
    isKey = rest == "#"
    if isKey || rest == "." {
      names = []
      guard isKey || levels == 0 else { throw SyntaxError(Self.forms) }
      return
    }
    if levels == 0 {
      guard rest.hasPrefix("/") else { throw SyntaxError(Self.forms) }
      rest = rest.dropFirst()
    } else if rest.isEmpty {
      throw SyntaxError("a path up from a record goes on with a name, as in ../../id")
    }
    names = try RecordPath.names(rest)
  }

  private static let forms =
    "a path begins with `/` in the record, as in /val, or with `../` outside of it, as in ../../id; `.` is the record "
    + "and `#` its key"
}
