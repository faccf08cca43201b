import HealthModel
import HealthStorage

/// The place of a page as `--after` takes it: a token, before it the order unless it is the usual one, since a place in
/// one order is none in another.
enum PlaceText {
  static func text(of token: PageToken, sort: SampleQuery.Sort) -> String {
    sort == .ascending ? token.description : "\(sort.rawValue)/\(token)"
  }

  /// Reads a place.
  ///
  /// - Throws: `CommandFailure` if it is not a place, or not of the order or of a type.
  static func token(_ text: String, sort: SampleQuery.Sort, _ registry: Registry) throws -> PageToken {
    var rest = text[...]
    var written = SampleQuery.Sort.ascending
    if let slash = text.firstIndex(of: "/"), let order = SampleQuery.Sort(rawValue: String(text[..<slash])) {
      written = order
      rest = text[text.index(after: slash)...]
    }
    guard let token = PageToken(String(rest)), registry.types.contains(where: { $0.id == token.type }) else {
      throw CommandFailure.usage(
        "--after takes what a page with --limit named, got `\(TextEscaping.escaped(text))`")
    }
    guard written == sort else {
      throw CommandFailure.usage(
        "--after names a place in the order --sort \(written.rawValue), but this query uses --sort \(sort.rawValue)")
    }
    return token
  }
}
