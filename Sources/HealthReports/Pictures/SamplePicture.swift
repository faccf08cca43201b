import HealthModel

/// A picture of a stored sample, or of the samples of a period: the same content for a file and for the terminal.
///
/// ```swift
/// if let picture = SamplePicture(of: type, content: content, start: start, clock: ChartClock()) {
///   print(SVGPicture.document([picture]))
/// }
/// ```
package struct SamplePicture: Sendable {
  /// What is drawn.
  package enum Form: Sendable {
    /// Voltages on millimeter paper.
    case strip(StripPicture)
    /// Places on a map, with their altitudes.
    case route(RoutePicture)
    /// Columns of numbers, each as a line.
    case lines(LinesPicture)
    /// How loud tones must be for each ear.
    case audiogram(AudiogramPicture)
    /// Cases over time, as steps.
    case stages(StagesPicture)
  }

  /// The subject: the title of a type.
  package var title: String
  /// When it was, in a few words.
  package var period: String
  /// What the sample's fields say, one text each.
  package var captions: [String]
  /// What is drawn.
  package var form: Form

  /// Creates a picture.
  package init(title: String, period: String, captions: [String] = [], form: Form) {
    self.title = title
    self.period = period
    self.captions = captions
    self.form = form
  }
}

extension SamplePicture {
  /// The subject and its time in a line; safe to show.
  var heading: String { ChartData.shown(title) + (period.isEmpty ? "" : ", " + ChartData.shown(period)) }

  /// A sentence for people who cannot see the picture.
  var summary: String {
    switch form {
    case .strip(let strip): strip.summary
    case .route(let route): route.summary
    case .lines(let lines): lines.summary
    case .audiogram(let audiogram): audiogram.summary
    case .stages(let stages): stages.summary
    }
  }

  /// The date and the minute or second that a clock shows at a moment, and its name.
  package static func period(_ start: Int64, clock: ChartClock) -> String {
    let local = clock.local(min(max(start, Instant.earliest), Instant.latest))
    let text = TimestampWriter.string(local).prefix(local % 60_000_000 == 0 ? 16 : 19)
    return text.prefix(10) + " " + text.dropFirst(11) + ", " + clock.name
  }
}
