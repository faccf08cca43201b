import HealthModel

/// Numbers for people: a fixed number of decimals, thousands apart.
package enum FixedDecimals {
  /// The number, rounded half away from zero.
  ///
  /// - Returns: the text; numbers of 10^15 and more are written in the shortest way.
  package static func string(_ value: Double, _ decimals: Int, isGrouped: Bool = true) -> String {
    guard value.isFinite else { return "-" }
    let places = min(max(decimals, 0), 15)
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    guard scaled < 1_000_000_000_000_000 else { return DecimalWriter.string(value) }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
    var text = value < 0 && scaled > 0 ? "-" : ""
    text += isGrouped ? GroupedDigits.string(whole) : String(whole)
    guard places > 0 else { return text }
    let digits = String(rest)
    return text + "." + String(repeating: "0", count: max(0, places - digits.count)) + digits
  }

  /// The number without zeros at the end of its decimals.
  package static func trimmed(_ value: Double, _ decimals: Int, isGrouped: Bool = false) -> String {
    let text = string(value, decimals, isGrouped: isGrouped)
    guard text.utf8.contains(UInt8(ascii: ".")), !text.utf8.contains(UInt8(ascii: "e")) else { return text }
    var short = text[...]
    while short.last == "0" { short.removeLast() }
    if short.last == "." { short.removeLast() }
    return String(short)
  }
}
