import HealthModel
import HealthUnits

/// Numbers out of bounds that are read in another unit than the written one.
extension SampleJudge {
  /// Reads a number out of bounds in the only unit that it was likely meant in, if the options say so.
  ///
  /// A sample that was normalized before is left as it is: its `original` would no longer say what this changes.
  ///
  /// - Parameters:
  ///   - number: the number as it is written.
  ///   - conversion: the conversion of the written unit.
  ///   - code: the finding that the number has without the fix.
  ///   - sample: the sample.
  ///   - context: which sample of the record it is.
  ///   - unit: where the unit is, when it is not the type's own.
  /// - Returns: the number in the type's unit; `nil` when it is not changed.
  @inline(never)
  mutating func fixUnit(
    of number: Double, _ conversion: UnitConversion, _ code: DiagnosticCode, _ sample: SampleSpan,
    _ context: RuleContext, unit: ByteRange
  ) -> Double? {
    guard validator.options.fixes.contains(.likelyUnit), !sample.has(.original) else { return nil }
    let type = item.type
    let units = validator.messages.likelyUnits(of: type)
    let found = item.value
    let likely = LikelyUnits(of: number, found: found, conversion, validator.plans[Int(type)], units)
    guard let index = likely.only else { return nil }
    let detail = FindingDetail.readAs(found, unit: Int32(truncatingIfNeeded: index))
    let count = findings.count
    find(code, context, field: .value, span: sample[.value].place, type: type, detail, unit: unit)
    // Whatever severity a configuration gives the code, this number is no longer out of bounds.
    if findings.count > count { findings[count].severity = .note }
    item.readAs = Int32(truncatingIfNeeded: index)
    item.value = units[index].conversion(number)
    item.changes.formUnion([.value, .unit])
    return item.value
  }
}
