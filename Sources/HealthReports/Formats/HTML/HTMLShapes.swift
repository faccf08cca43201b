import HealthModel

/// Shapes and badges: a severity is shown by its outline and its word, and only then by its color.
enum HTMLShapes {
  /// An octagon, a triangle or a circle.
  static func shape(_ severity: Severity) -> String {
    switch severity {
    case .error: drawing("M5 1h6l4 4v6l-4 4H5l-4-4V5z", sign: "M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8")
    case .warning: drawing("M8 1L15.6 15H.4z", sign: "M8 6.2v4M8 12.6v.1")
    case .note: drawing("M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14z", sign: "M8 7.6v3.8M8 4.6v.1")
    }
  }

  /// A circle with a tick: nothing is wrong.
  static let tick = drawing("M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14z", sign: "M4.8 8.3l2.2 2.2l4.2-4.6")

  /// A severity's shape and word.
  static func badge(_ severity: Severity) -> String { badge(severity, saying: severity.name) }

  /// A severity's shape with another word.
  static func badge(_ severity: Severity, saying word: String) -> String {
    "<span class=\"badge \(severity.name)\">\(shape(severity))\(HTMLText.escaped(word))</span>"
  }

  /// How thick the bar of a severity is, so that bars differ without colors.
  static func thickness(_ severity: Severity) -> Int {
    switch severity {
    case .error: 10
    case .warning: 7
    case .note: 4
    }
  }

  /// The meaning of a chart's bars.
  static func legend(_ severities: [Severity]) -> String {
    severities.map { severity in
      let height = thickness(severity)
      return """
        <span class="key"><svg viewBox="0 0 24 10" aria-hidden="true">\
        <rect class="fill-\(severity.name)" y="\(10 - height)" width="24" height="\(height)"/></svg>\
        \(severity.name)s</span>
        """
    }.joined(separator: "\n")
  }

  private static func drawing(_ body: String, sign: String) -> String {
    """
    <svg class="shape" viewBox="0 0 16 16" aria-hidden="true">\
    <path class="body" d="\(body)"/><path class="sign" d="\(sign)"/></svg>
    """
  }
}
