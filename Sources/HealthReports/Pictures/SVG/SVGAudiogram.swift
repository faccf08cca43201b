/// An audiogram in the form that audiologists use: an octave is as long as 20 dB are high, the right ear has red
/// circles, the left one blue crosses.
struct SVGAudiogram {
  let audiogram: AudiogramPicture

  /// Millimeters an octave, where they fit.
  private static let octave = 20.0
  private static let widest = 180.0
  private static let height = 130.0
  private static let left = 34.0

  private static let colors: [AudiogramPicture.Ear: String] = [.left: "#1F4FA3", .right: "#C0182B"]

  /// Draws the plot and its legend.
  ///
  /// - Returns: where it ends.
  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    let frequencies = audiogram.frequencyAxis
    let width = min((frequencies.last - frequencies.first) * Self.octave, Self.widest)
    let frame = SVGFrame(
      left: Self.left, right: Self.left + width, top: top + 6, bottom: top + 6 + Self.height, horizontal: frequencies,
      vertical: audiogram.levelAxis)
    marks.words("hearing level (dBHL)", x: SVGPicture.margin, y: top + 3)
    frame.axes(&marks, title: "frequency (Hz)")
    for ear in [AudiogramPicture.Ear.right, .left] {
      let tones = audiogram.tones(ear)
      let color = Self.colors[ear] ?? SVGMarks.ink
      let places = tones.map { frame.place(LinePoint(x: $0.octave, y: $0.level)) }
      marks.line([places], color: color, width: 0.35, dashes: ear == .left ? "2 1" : "", name: "\(ear)-line")
      for (tone, place) in zip(tones, places) { symbol(ear, tone.isMasked, place, color, "\(ear)", &marks) }
    }
    legend(x: frame.right + 8, y: frame.top + 4, &marks)
    return frame.bottom + 8.5
  }

  /// Circle and cross; of a masked tone triangle and square.
  private func symbol(
    _ ear: AudiogramPicture.Ear, _ isMasked: Bool, _ place: LinePoint, _ color: String, _ name: String,
    _ marks: inout SVGMarks
  ) {
    let (x, y) = (SVGMarks.mm(place.x), SVGMarks.mm(place.y))
    let ways =
      switch (ear, isMasked) {
      case (.left, false): "M\(x) \(y)m-1.6 -1.6l3.2 3.2m0 -3.2l-3.2 3.2"
      case (.left, true): "M\(x) \(y)m-1.6 -1.6h3.2v3.2h-3.2z"
      case (.right, true): "M\(x) \(y)m0 -1.9l1.9 3.3h-3.8z"
      case (.right, false): ""
      }
    if ways.isEmpty {
      marks.circle(place, radius: 1.6, color: color, isFilled: false, name: name)
    } else {
      marks.path(ways, color: color, width: 0.5, name: name)
    }
  }

  private func legend(x: Double, y: Double, _ marks: inout SVGMarks) {
    var y = y
    for ear in [AudiogramPicture.Ear.right, .left] {
      for isMasked in [false, true] {
        guard audiogram.tones(ear).contains(where: { $0.isMasked == isMasked }) else { continue }
        let color = Self.colors[ear] ?? SVGMarks.ink
        symbol(ear, isMasked, LinePoint(x: x, y: y - 1.1), color, "legend", &marks)
        marks.words("\(ear) ear\(isMasked ? ", masked" : "")", x: x + 4, y: y)
        y += 6
      }
    }
  }
}
