import ArgumentParser
import HealthStorage

/// Whether samples are drawn instead of printed.
struct PictureOption: ParsableArguments {
  @Option(
    name: .customLong("plot"), defaultAsFlag: PlotPlace.terminal, parsing: .next,
    help: ArgumentHelp(
      "Draw the samples instead of printing them: in the terminal, or in an SVG file.", valueName: "file.svg"),
    completion: .file(extensions: ["svg"]))
  var plot: PlotPlace? = nil

  /// The place where samples are drawn.
  ///
  /// - Parameters:
  ///   - arguments: the command's words.
  ///   - prints: whether an option says how samples are printed.
  /// - Returns: the place; `nil` when samples are printed.
  /// - Throws: `CommandFailure` for a place that cannot hold a picture, and for options that contradict each other.
  func place(_ arguments: [String], prints: Bool) throws -> PlotPlace? {
    try PlotPlace.checkOnce(arguments)
    guard let plot else { return nil }
    try plot.check(isTable: true)
    guard !prints else {
      throw CommandFailure.usage(
        "--plot draws the samples instead of printing them; leave out --output-format, --columns, --unit, --list and --as"
      )
    }
    return plot
  }
}
