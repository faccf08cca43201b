import HealthModel
import HealthQueries

/// How an answer is divided, as `--by` says: by intervals of time, by subject, by source.
struct StatsDivision {
  /// The intervals; `nil` for the whole time.
  private(set) var interval: CalendarInterval?
  private(set) var isBySubject = false
  private(set) var isBySource = false

  /// Reads the values of `--by`, each of which is one word or several between commas.
  ///
  /// - Throws: `CommandFailure` for another word, and for two intervals.
  init(_ texts: [String]) throws {
    var named: String?
    for word in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }).map(String.init) {
      switch word {
      case "subject": isBySubject = true
      case "source": isBySource = true
      default:
        let found = try Self.interval(word)
        if let named {
          throw CommandFailure.usage(
            "--by takes one interval, got `\(TextEscaping.escaped(named))` and `\(TextEscaping.escaped(word))`")
        }
        (interval, named) = (found, word)
      }
    }
  }

  private static func interval(_ text: String) throws -> CalendarInterval {
    guard let interval = CalendarInterval(text) else {
      throw CommandFailure.usage(
        "--by takes minute, hour, day, week, month, quarter, year, or several such as 15min, 2w or 3 months, "
          + "subject or source, got `\(TextEscaping.escaped(text))`")
    }
    return interval
  }
}
