/// How far the rules over several samples look back.
///
/// Windows are counted in samples, minutes and series, never in bytes or chunks, so that how the work is divided
/// changes nothing.
public struct AcrossOptions: Sendable, Hashable {
  /// How many samples are remembered by their ids and contents, in about 64 bytes each.
  package var window = 200_000
  /// How many samples of a series are remembered by their times, and how many of its minutes.
  ///
  /// A series is what one type, subject, source and device recorded.
  package var seriesWindow = 256
  /// The number of series remembered for each rule; a new one replaces the least recently read.
  package var maximumSeries = 1_024

  /// Whether only the versions of samples are compared, of which stores know nothing.
  package var judgesVersionsOnly = false

  /// Creates options with the usual windows.
  public init() {}

  /// The options with every window at least one and no larger than an index can count.
  var clamped: AcrossOptions {
    var options = self
    options.window = min(max(1, window), 1 << 28)
    options.seriesWindow = min(max(1, seriesWindow), 1 << 20)
    options.maximumSeries = min(max(1, maximumSeries), 1 << 20)
    return options
  }
}
