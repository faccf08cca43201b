import HealthModel

/// Texts that the layout writes otherwise than samples have them.
extension RecordSamples {
  /// Appends a time or number as samples have it; what cannot be read stays as it is.
  static func rewrite(
    _ range: Range<Int>, _ bytes: RawSpan, _ rewriting: SampleRecipe.Rewriting, _ dates: DateFormat?,
    to output: inout [UInt8]
  ) -> SyntaxDetail? {
    if case .duration(let unit) = rewriting {
      return unit.append(range, in: bytes, to: &output) ? nil : .notADuration
    }
    guard case .number(let form) = rewriting else {
      _ = dates?.append(range, in: bytes, to: &output)
      return nil
    }
    let isWritten = form.append(range, in: bytes, to: &output)
    return !isWritten && form.hasPoint(range, in: bytes) ? .decimalPoint : nil
  }
}
