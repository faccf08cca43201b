import HealthModel

/// Text and numbers for the page: the only way that what is not the page's own gets onto it.
enum HTMLText {
  /// Text for an element, an attribute in quotes, or a picture.
  static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  /// A message that is safe to show: what it has between backticks is code.
  static func sentence(_ message: String) -> String {
    MessageParts.parts(of: message).map { $0.isCode ? "<code>\(escaped($0.text))</code>" : escaped($0.text) }.joined()
  }

  /// Text that is given as scalars, part of an excerpt.
  static func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String { MarkupText.escaped(scalars) }

  /// Foreign text that no one has made safe to show: paths, ids, names from a catalog.
  static func foreign(_ text: String) -> String { escaped(TextEscaping.escaped(text, limit: 1000)) }

  /// A place as `path:line:column`, or only the path when it is a whole file.
  static func place(_ location: SourceLocation) -> String {
    "<code>\(foreign(location.path))\(foreign(location.inFile))</code>"
  }

  /// A whole number with its digits in groups of three.
  static func number(_ number: Int) -> String { GroupedDigits.string(number) }

  /// A number and what it counts: `1 error`, `12 errors`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(self.number(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A share given in hundredths of a percent, as `12.50%`.
  static func percent(hundredths: Int) -> String {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }
}
