import HealthModel
import HealthUnits

/// Numbers out of bounds that are read in another unit than the written one.
extension SampleJudge {
  /// Reads a number out of bounds in the only unit that it was likely meant in, if the options say so.
  ///
  /// A sample that was normalized before is left as it is: its `original` would no longer say what this changes.
  ///
  /// - Returns: the number in the type's unit; `nil` when it is not changed.
  @inline(never)
  mutating func fixUnit(
    of number: Double, _ conversion: UnitConversion, _ code: DiagnosticCode, _ sample: SampleSpan,
    _ context: RuleContext, unit: ByteRange
  ) -> Double? {
    guard validator.options.fixes.contains(.likelyUnit), !keepsUnits, !sample.has(.original) else { return nil }
    let type = item.type
    let units = validator.messages.likelyUnits(of: type)
    let found = item.value
    let likely = LikelyUnits(of: number, found: found, conversion, validator.plans[Int(type)], units)
    guard let index = likely.only else { return nil }
    let detail = FindingDetail.readAs(found, unit: Int32(truncatingIfNeeded: index))
    let first = findingMark
    find(code, context, field: .value, span: sample[.value].place, type: type, detail, unit: unit)
    // Whatever severity a configuration gives the code, this number is no longer out of bounds.
    makeNotes(since: first)
    item.readAs = Int32(truncatingIfNeeded: index)
    item.value = units[index].conversion(number)
    item.changes.formUnion([.value, .unit])
    return item.value
  }

  /// Whether a fix reads one part of a pair in another unit than the other part, though both are written in one unit.
  ///
  /// One device measured both parts of a blood pressure, in one unit. A part that alone is out of bounds is another
  /// mistake, and the fix would make a pair of it that nobody measured.
  func splitsPair(_ record: borrowing RawSampleBuffer, _ bytes: RawSpan) -> Bool {
    guard !validator.options.fixes.isEmpty, let head = judged.first, head.type >= 0,
      judged.contains(where: { $0.readAs >= 0 }), let roles = validator.registry.types[Int(head.type)].shape.members
    else { return false }
    let needed = Set(roles.filter { $0.minimum > 0 }.compactMap { validator.registry.typeIndex(named: $0.type) })
    let parts = judged.indices.dropFirst().filter { index in
      needed.contains(Int(judged[index].type)) && validator.limits[Int(judged[index].type)].column == .number
    }
    return parts.contains { fixed in
      judged[fixed].readAs >= 0
        && parts.contains { other in
          isSame(record.samples[fixed][.unit], record.samples[other][.unit], bytes)
            && unit(of: other) != unit(of: fixed)
        }
    }
  }

  /// The unit that a fix read a sample in; `nil` without a fix.
  private func unit(of index: Int) -> String? {
    let units = validator.messages.likelyUnits(of: judged[index].type)
    let unit = Int(judged[index].readAs)
    return units.indices.contains(unit) ? units[unit].unit : nil
  }

  private func isSame(_ left: RawField, _ right: RawField, _ bytes: RawSpan) -> Bool {
    left.range.count == right.range.count
      && bytes.isSame(left.range.lowerBound, as: right.range.lowerBound, count: left.range.count)
  }
}
