/// Pictures of samples as one SVG file with real sizes in millimeters: shapes and texts, no script, no font and no
/// link, the same bytes for the same content.
package enum SVGSamplePlot {
  /// The width of the file, in millimeters: ten seconds of an electrocardiogram with margins.
  package static let width = 274.0
  /// The margin at both sides, in millimeters.
  static let margin = 12.0

  package static func document(_ pictures: [SamplePlot]) -> String {
    var marks = SVGMarks()
    var height = 0.0
    for picture in pictures { height = draw(picture, top: height, &marks) }
    let size = "\(SVGMarks.mm(width))"
    let rows = "\(SVGMarks.mm(max(height, 20)))"
    let title = pictures.map(\.heading).joined(separator: "; ")
    let summary = pictures.map(\.summary).joined(separator: ". ")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)mm" height="\(rows)mm" viewBox="0 0 \(size) \(rows)" \
      role="img" aria-labelledby="title summary" font-family="sans-serif" font-size="3.2" fill="\(SVGMarks.ink)">
      <title id="title">\(MarkupText.escaped(title))</title>
      <desc id="summary">\(MarkupText.escaped(summary))</desc>
      <rect width="100%" height="100%" fill="#FFFFFF"/>

      """ + marks.text + "</svg>\n"
  }

  /// Draws one picture below a place.
  private static func draw(_ picture: SamplePlot, top: Double, _ marks: inout SVGMarks) -> Double {
    var y = top + 11
    marks.words(ChartData.shown(picture.title), x: margin, y: y, size: 5, isBold: true)
    marks.words(ChartData.shown(picture.period), x: width - margin, y: y, anchor: "end")
    for line in captionLines(picture.captions) {
      y += 5
      marks.words(line, x: margin, y: y)
    }
    y += 4
    switch picture.form {
    case .strip(let strip): y = strip.draw(top: y, &marks)
    case .route(let route): y = route.draw(top: y, &marks)
    case .lines(let lines): y = lines.draw(top: y, &marks)
    case .audiogram(let audiogram): y = audiogram.draw(top: y, &marks)
    case .stages(let stages): y = stages.draw(top: y, &marks)
    }
    return y + 6
  }

  /// Captions in as few lines as they need; a letter is about 1.8 mm wide.
  private static func captionLines(_ captions: [String]) -> [String] {
    let room = Int((width - 2 * margin) / 1.8)
    var lines: [String] = []
    for caption in captions {
      if let last = lines.last, last.count + caption.count + 3 <= room {
        lines[lines.count - 1] = last + " · " + caption
      } else {
        lines.append(caption)
      }
    }
    return lines
  }
}
