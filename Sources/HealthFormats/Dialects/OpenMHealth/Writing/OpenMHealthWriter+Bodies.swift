import HealthModel

/// The bodies of data points.
extension OpenMHealthWriter {
  func appendBody(
    _ group: Range<Int>, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]
  ) {
    let row = group.lowerBound
    output.append(UInt8(ascii: "{"))
    switch type.schema.body {
    case .measure(let member, let unit, let shift):
      appendNumber(row, Array(member.utf8), Array(unit.utf8), shift, of: batch, to: &output)
      appendRemark(type.schema, to: &output)
    case .members:
      for member in group.dropFirst() {
        guard let part = type.members[Int(batch.type[member])] else { continue }
        appendNumber(member, part.name, part.unit, part.shift, of: batch, to: &output)
        output.append(UInt8(ascii: ","))
      }
      output.removeLast(output.last == UInt8(ascii: ",") ? 1 : 0)
    case .quantity, .category: appendWrapped(row, type, of: batch, to: &output)
    case .correlation: appendCorrelation(group, type, of: batch, to: &output)
    case .other:
      output += #""type":"#.utf8
      JSONText.appendQuoted(type.name, to: &output)
      appendOther(row, type, of: batch, to: &output)
    }
    appendTimeFrame(row, type, of: batch, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private func appendNumber(
    _ row: Int, _ name: [UInt8], _ unit: [UInt8], _ shift: Int, of batch: SampleBatch, to output: inout [UInt8]
  ) {
    JSONText.appendQuoted(name, to: &output)
    output += #":{"value":"#.utf8
    var number: [UInt8] = []
    DecimalWriter.append(batch.value[row], to: &number)
    DecimalShift.append(0..<number.count, in: number.span.bytes, by: shift, to: &output)
    output += #","unit":"#.utf8
    JSONText.appendQuoted(unit, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  /// A remark that names a temporal relationship is one: `with temporal relationship at rest`.
  private func appendRemark(_ schema: OpenMHealthSchema, to output: inout [UInt8]) {
    let prefix = "with temporal relationship "
    guard let remark = schema.remark, remark.hasPrefix(prefix) else { return }
    output += #","temporal_relationship_to_physical_activity":"#.utf8
    JSONText.appendQuoted(remark.dropFirst(prefix.count).utf8, to: &output)
  }

  private func appendWrapped(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    if type.column == .number {
      output += #""quantity_type":"#.utf8
      JSONText.appendQuoted(type.name, to: &output)
      output += (type.isCount ? #","count":"# : #","unit_value":{"value":"#).utf8
      DecimalWriter.append(batch.value[row], to: &output)
      if type.isCount { return }
      output += #","unit":"#.utf8
      JSONText.appendQuoted(type.unit, to: &output)
      output.append(UInt8(ascii: "}"))
    } else {
      output += #""category_type":"#.utf8
      JSONText.appendQuoted(type.name, to: &output)
      output += #","category_value":"#.utf8
      appendCase(row, type, of: batch, to: &output)
    }
  }

  private func appendCase(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    let item = Int(batch.enumCase[row])
    if type.cases.indices.contains(item) {
      JSONText.appendQuoted(type.cases[item], to: &output)
    } else {
      JSONText.appendQuoted(batch.arena[batch.text[row].indices], to: &output)
    }
  }

  private func appendCorrelation(
    _ group: Range<Int>, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]
  ) {
    output += #""correlation_type":"#.utf8
    JSONText.appendQuoted(type.name, to: &output)
    for (name, isNumber) in [("quantity_samples", true), ("category_samples", false)] {
      let members = group.dropFirst().filter { (types[Int(batch.type[$0])].column == .number) == isNumber }
      if members.isEmpty { continue }
      output += #","\#(name)":["#.utf8
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "{"))
        appendWrapped(member, types[Int(batch.type[member])], of: batch, to: &output)
        appendTimeFrame(member, types[Int(batch.type[member])], of: batch, to: &output)
        output.append(UInt8(ascii: "}"))
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  private func appendOther(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    if type.column == .parts {
      let parts = batch.text[row].indices
      guard parts.count > 2 else { return }
      output.append(UInt8(ascii: ","))
      output += batch.arena[parts.lowerBound + 1..<parts.upperBound - 1]
    } else {
      output += #","value":"#.utf8
      appendCase(row, type, of: batch, to: &output)
    }
  }

  /// Start and end keep both times exactly; a length beside them would fit two forms of an interval, which is invalid.
  private func appendTimeFrame(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    guard batch.start[row] != SampleBatch.noTime else { return }
    let isInstant = batch.start[row] == batch.end[row] && batch.startOffset[row] == batch.endOffset[row]
    output += #","effective_time_frame":{"#.utf8
    if isInstant, !type.schema.needsInterval {
      output += #""date_time":""#.utf8
      output += Self.time(batch.start[row], batch.startOffset[row])
      output += #""}"#.utf8
      return
    }
    output += #""time_interval":{"start_date_time":""#.utf8
    output += Self.time(batch.start[row], batch.startOffset[row])
    output += #"","end_date_time":""#.utf8
    output += Self.time(batch.end[row], batch.endOffset[row])
    output += #""}}"#.utf8
  }
}
