import HealthModel

/// How a template writes values: plain where that is safe, else in double quotes.
enum TemplateText {
  static let start = "\"2026-01-01T08:00:00Z\""
  /// Five minutes later.
  static let end = "\"2026-01-01T08:05:00Z\""

  /// Words that YAML takes for something else than text.
  private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  /// A scalar in flow or block style that reads back as this text.
  static func scalar(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || " _./-".utf8.contains(byte)
    }
    if isPlain, let first = text.utf8.first, isLetter(first), text.utf8.last != UInt8(ascii: " "),
      !reserved.contains(text.lowercased())
    {
      return text
    }
    return quoted(text)
  }

  static func quoted(_ text: String) -> String {
    var quoted: [UInt8] = []
    JSONText.appendQuoted(text.utf8, to: &quoted)
    return String(decoding: quoted, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  static func number(_ value: Double) -> String { DecimalWriter.string(value) }

  static func bounds(_ bounds: ValueBounds) -> String {
    var parts: [String] = []
    for (key, limit) in [
      ("min", bounds.minimum), ("above", bounds.above), ("max", bounds.maximum), ("below", bounds.below),
      ("step", bounds.step),
    ] {
      if let limit { parts.append("\(key): \(number(limit))") }
    }
    if bounds.isInteger { parts.append("integer: true") }
    return "{\(parts.joined(separator: ", "))}"
  }

  static func flow(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, let isQuoted): isQuoted ? scalar(text) : text
    case .sequence(let items): "[\(items.map { flow($0) }.joined(separator: ", "))]"
    case .mapping(let entries): "{\(entries.map { field($0) }.joined(separator: ", "))}"
    }
  }

  static func field(_ entry: YAMLEntry) -> String { "\(scalar(entry.key)): \(flow(entry.value))" }

  /// Refuses text that a definition could not hold or a terminal could not show.
  static func check(_ text: String, as option: String) throws {
    guard !text.isEmpty else { throw Failure.part(option, text, "is empty") }
    guard text.utf8.count <= 1000 else { throw Failure.part(option, text, "is longer than 1000 bytes") }
    guard TextEscaping.escaped(text, limit: 1000) == text else {
      throw Failure.part(option, text, "has characters that cannot be shown")
    }
  }
}

enum ExampleValue {
  /// A number within both limits, from the middle where there is one; `nil` when none was found.
  static func inside(_ allowed: ValueBounds, _ plausible: ValueBounds) -> Double? {
    let low = [allowed, plausible].compactMap { BoundsOrder.lower($0)?.value }.max()
    let high = [allowed, plausible].compactMap { BoundsOrder.upper($0)?.value }.min()
    var candidates: [Double] = []
    if let low, let high { candidates.append(low + (high - low) / 2) }
    candidates += [1, 10]
    if let low { candidates += [low, low + 1] }
    if let high { candidates += [high, high - 1] }
    let steps = [allowed, plausible].compactMap { bounds in bounds.step.map { (bounds.minimum ?? 0, $0) } }
    for candidate in candidates {
      var tries = [candidate, candidate.rounded()]
      for (first, step) in steps {
        let place = first + ((candidate - first) / step).rounded() * step
        tries += [place, place + step, place - step]
      }
      for value in tries where holds(value, allowed) && holds(value, plausible) { return value }
    }
    return nil
  }

  /// A whole number that is too large or too small; `nil` when none is.
  static func outside(_ bounds: ValueBounds) -> Double? {
    if let high = BoundsOrder.upper(bounds)?.value, high < 1e15 { return high.rounded(.up) + 1 }
    if let low = BoundsOrder.lower(bounds)?.value, low > -1e15 { return low.rounded(.down) - 1 }
    return nil
  }

  private static func holds(_ value: Double, _ bounds: ValueBounds) -> Bool {
    guard value.isFinite, bounds.contains(value), !bounds.isInteger || value == value.rounded() else { return false }
    guard let step = bounds.step, step > 0 else { return true }
    let steps = (value - (bounds.minimum ?? 0)) / step
    return (steps - steps.rounded()).magnitude <= 1e-9 * max(1, steps.magnitude)
  }
}
