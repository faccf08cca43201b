/// A page of Markdown that stays below the size that CI systems show, and says when it was cut.
struct MarkdownPage {
  /// The most bytes of a page: a job's summary holds 1 MiB, for all its steps.
  static let limit = 60 * 1024

  private let room: Int
  private var isCut = false
  private(set) var text = ""

  init(limit: Int = MarkdownPage.limit) {
    // The end of the page always fits.
    room = max(0, limit - 1024)
  }

  /// Adds a line if it fits; after the first that does not fit, adds none.
  mutating func add(_ line: String) {
    guard !isCut, text.utf8.count + line.utf8.count < room else {
      isCut = true
      return
    }
    text += line + "\n"
  }

  /// Adds a short line that must not be missing, such as the end of a tag.
  mutating func close(_ line: String) {
    text += line + "\n"
  }

  /// Says that the page was cut, if it was.
  mutating func finish() {
    guard isCut else { return }
    close("\nThe rest is left out, since the page would be too long.")
  }
}
