import HealthModel

extension CatalogDecoder {
  /// `{min: PT0.001S, max: P4D, usually_below: P1D}`.
  mutating func durationLimits(_ field: Field) -> DurationLimits? {
    guard var fields = self.fields(field) else { return nil }
    let minimum = read("min", in: &fields) { $0.duration($1) }
    let maximum = read("max", in: &fields) { $0.duration($1) }
    let usual = read("usually_below", in: &fields) { $0.duration($1) }
    finish(fields)
    if let minimum, let maximum, minimum > maximum {
      report(.catalogRange, "the shortest duration is longer than the longest", at: field.changedMark ?? field.mark)
    }
    if let usual, usual > maximum ?? .max || usual <= minimum ?? 0 {
      report(
        .catalogRange, "the length that samples usually stay below is not between the shortest and the longest",
        at: field.changedMark ?? field.mark)
    }
    return DurationLimits(minimum: minimum, maximum: maximum, usuallyBelow: usual)
  }

  /// A length of time in microseconds.
  private mutating func duration(_ field: Field) -> Int64? {
    guard let text = self.text(field) else { return nil }
    guard let value = ISODuration.microseconds(of: text) else {
      reportKind(field, takes: "a duration such as P4D, PT8H or PT0.001S")
      return nil
    }
    return value
  }
}

/// ISO 8601 durations of fixed length: weeks alone, or days, hours, minutes and seconds.
///
/// Years and months have no fixed length and are refused.
package enum ISODuration {
  /// The microseconds of a duration; `nil` when the text is none.
  package static func microseconds(of text: String) -> Int64? {
    var rest = text.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
    if rest.last == UInt8(ascii: "W") {
      guard let weeks = integer(rest.dropLast()) else { return nil }
      return product(weeks, 604_800_000_000)
    }
    let parts = rest.split(separator: UInt8(ascii: "T"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = parts.first, parts.count == 1 || !parts[1].isEmpty, !(parts.count == 1 && date.isEmpty) else {
      return nil
    }
    var total: Int64 = 0
    if !date.isEmpty {
      guard date.last == UInt8(ascii: "D"), let days = integer(date.dropLast()),
        let value = product(days, 86_400_000_000)
      else { return nil }
      total = value
    }
    return parts.count == 2 ? time(parts[1], after: total) : total
  }

  /// The text of a duration that is not negative: in days, hours or minutes where it is whole in them.
  package static func text(of microseconds: Int64) -> String {
    let units: [(size: Int64, start: String, end: String)] = [
      (86_400_000_000, "P", "D"), (3_600_000_000, "PT", "H"), (60_000_000, "PT", "M"), (1_000_000, "PT", "S"),
    ]
    for unit in units where microseconds > 0 && microseconds % unit.size == 0 {
      return unit.start + "\(microseconds / unit.size)" + unit.end
    }
    var fraction = "\(1_000_000 + microseconds % 1_000_000)".dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let decimals = fraction.isEmpty ? "" : ".\(fraction)"
    return "PT\(microseconds / 1_000_000)\(decimals)S"
  }

  /// Hours, minutes and seconds, each at most once and in this order.
  private static func time(_ text: Substring.UTF8View, after start: Int64) -> Int64? {
    var total = start
    var digits = text[text.startIndex..<text.startIndex]
    var units: [(UInt8, Int64)] = [
      (UInt8(ascii: "H"), 3_600_000_000), (UInt8(ascii: "M"), 60_000_000), (UInt8(ascii: "S"), 1_000_000),
    ]
    for index in text.indices {
      let byte = text[index]
      guard byte == UInt8(ascii: "H") || byte == UInt8(ascii: "M") || byte == UInt8(ascii: "S") else {
        digits = text[digits.startIndex...index]
        continue
      }
      guard let place = units.firstIndex(where: { $0.0 == byte }) else { return nil }
      let factor = units[place].1
      units.removeFirst(place + 1)
      let part = byte == UInt8(ascii: "S") ? seconds(digits) : integer(digits).flatMap { product($0, factor) }
      guard let value = part else { return nil }
      let sum = total.addingReportingOverflow(value)
      if sum.overflow { return nil }
      total = sum.partialValue
      let next = text.index(after: index)
      digits = text[next..<next]
    }
    return digits.isEmpty ? total : nil
  }

  /// Seconds with at most six digits of fraction, in microseconds.
  private static func seconds(_ text: Substring.UTF8View) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = integer(first), let value = product(whole, 1_000_000) else { return nil }
    guard parts.count == 2 else { return value }
    guard parts[1].count <= 6, let fraction = integer(parts[1]) else { return nil }
    var scaled = fraction
    for _ in parts[1].count..<6 { scaled *= 10 }
    let sum = value.addingReportingOverflow(scaled)
    return sum.overflow ? nil : sum.partialValue
  }

  /// One to twelve digits.
  private static func integer(_ text: Substring.UTF8View) -> Int64? {
    guard !text.isEmpty, text.count <= 12 else { return nil }
    var value: Int64 = 0
    for byte in text {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }

  private static func product(_ value: Int64, _ factor: Int64) -> Int64? {
    let result = value.multipliedReportingOverflow(by: factor)
    return result.overflow ? nil : result.partialValue
  }
}
