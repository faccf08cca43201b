import HealthModel

/// What to do about a text that is a number in a form that samples do not have.
enum NumberFormHint {
  /// The hint; `nil` for a text that is not a number in any of the forms.
  static func hint(for context: MessageContext, _ fault: NumberFault?) -> MessageText? {
    if context.isCell, hasDecimalComma(context.text) {
      return "if the table writes decimal commas, say so in assay.yaml: `decimal: \",\"`"
    }
    if context.plan?.isPercent == true, let number = beforePercentSign(context.text) {
      if hasDecimalComma(number) {
        return context.isCell
          ? "assay.yaml reads such a column with the unit `percent 0-100` and `decimal: \",\"`"
          : "write the number with a point and without the sign, and the unit `percent 0-100`"
      }
      if isNumber(number) {
        return context.isCell
          ? "assay.yaml reads a column of percentages with the unit `percent 0-100`"
          : "write the number without the sign, and the unit `percent 0-100`"
      }
    }
    if context.isCell, isPair(context.text) { return "a cell has one number: give each of the two a column of its own" }
    return context.isQuoted && fault == nil ? "write the number without quotes" : nil
  }

  /// Whether a text is a number once its comma is a point.
  private static func hasDecimalComma(_ text: [UInt8]) -> Bool {
    var bytes = text
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return false }
    bytes[comma] = UInt8(ascii: ".")
    return isNumber(bytes)
  }

  /// The text before a percent sign; `nil` without one.
  private static func beforePercentSign(_ text: [UInt8]) -> [UInt8]? {
    guard text.last == UInt8(ascii: "%") else { return nil }
    var bytes = text.dropLast()
    while bytes.last == UInt8(ascii: " ") { bytes = bytes.dropLast() }
    return Array(bytes)
  }

  /// Whether a text is two numbers with a slash between them, such as a blood pressure of `120/80`.
  private static func isPair(_ text: [UInt8]) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { part in isNumber(part.filter { $0 != UInt8(ascii: " ") }) }
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes) != nil
  }
}
