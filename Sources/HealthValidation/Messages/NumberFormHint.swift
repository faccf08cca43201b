import HealthModel

/// What to do about a text that is a number in a form that samples do not have.
enum NumberFormHint {
  /// The hint; `nil` for a text that is not a number in any of the forms.
  static func hint(for context: MessageContext, _ fault: NumberFault?) -> MessageText? {
    if context.isCell, hasDecimalComma(context.text) {
      return "if the table writes decimal commas, say so in assay.yaml: `decimal: \",\"`"
    }
    if context.plan?.isPercent == true, hasPercentSign(context.text) {
      return context.isCell
        ? "assay.yaml reads a column of percentages with the unit `percent 0-100`"
        : "write the number without the sign, and the unit `percent 0-100`"
    }
    return context.isQuoted && fault == nil ? "write the number without quotes" : nil
  }

  /// Whether a text is a number once its comma is a point.
  private static func hasDecimalComma(_ text: [UInt8]) -> Bool {
    var bytes = text
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return false }
    bytes[comma] = UInt8(ascii: ".")
    return isNumber(bytes)
  }

  /// Whether a text is a number before a percent sign.
  private static func hasPercentSign(_ text: [UInt8]) -> Bool {
    guard text.last == UInt8(ascii: "%") else { return false }
    var bytes = text.dropLast()
    while bytes.last == UInt8(ascii: " ") { bytes = bytes.dropLast() }
    return isNumber(Array(bytes))
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes) != nil
  }
}
