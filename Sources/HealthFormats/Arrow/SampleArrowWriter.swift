package import HealthModel
import HealthUnits

/// Writes normalized samples as columns of the Arrow format: a row for each sample, members of correlations included.
package struct SampleArrowWriter: Sendable {
  package let schema: ArrowSchema
  private let types: [TypeText]
  private let hasDigests: Bool

  private struct TypeText: Sendable {
    let id: [UInt8]
    let kind: [UInt8]
    let unit: [UInt8]
    let cases: [(name: [UInt8], raw: Int64?)]
    let roles: [[UInt8]]
    let column: ValueColumn
    let parts: NestedPlan?
  }

  /// Creates a writer for the types of a registry, which must be the one the samples were judged by.
  package init(registry: Registry, hasPlaces: Bool = false, hasDigests: Bool = false) {
    self.hasDigests = hasDigests
    schema = ArrowSampleColumn.schema(
      catalogHash: registry.contentHash,
      adding: (hasDigests ? [ArrowTraceColumn.digest] : []) + (hasPlaces ? ArrowTraceColumn.places : []))
    types = registry.types.map { type in
      let shape = type.shape
      return TypeText(
        id: Array(type.id.utf8), kind: Array(type.kind.rawValue.utf8),
        unit: shape.quantity.map { Array($0.unit.sampleText.utf8) } ?? [],
        cases: shape.enumeration?.cases.map { (Array($0.name.utf8), $0.raw.map(Int64.init)) } ?? [],
        roles: shape.members?.map { Array($0.role.utf8) } ?? [], column: shape.column,
        parts: shape.structure.map(NestedPlan.init))
    }
  }

  /// The samples of a batch, in its order, in as many tables as offsets of 32 bits ask for: nearly always one.
  package func tables(of batch: SampleBatch) -> [ArrowTable] {
    let repeated = [batch.sources, batch.devices, batch.subjects, batch.origins].reduce(0) { sum, table in
      sum + (table.ranges.map(\.indices.count).max() ?? 0)
    }
    let limit = Int(Int32.max) / 2
    let most = max(1, (limit - min(limit, batch.arena.count)) / max(repeated, 256))
    return stride(from: 0, to: batch.count, by: most).map { table(of: $0..<min(batch.count, $0 + most), batch) }
  }

  private func table(of rows: Range<Int>, _ batch: SampleBatch) -> ArrowTable {
    var table = ArrowTable(schema)
    table.count = rows.count
    appendIdentity(rows, batch, to: &table)
    appendTimes(rows, batch, to: &table)
    appendValues(rows, batch, to: &table)
    appendParts(.sourceOther, ArrowSampleColumn.sourceParts, batch.source, batch.sources, rows, batch, to: &table)
    appendParts(.deviceOther, ArrowSampleColumn.deviceParts, batch.device, batch.devices, rows, batch, to: &table)
    appendTexts(.metadata, batch.metadata, rows, batch, to: &table)
    appendTexts(.original, batch.original, rows, batch, to: &table)
    appendNames(.subject, batch.subject, batch.subjects, rows, batch, to: &table)
    appendNames(.origin, batch.origin, batch.origins, rows, batch, to: &table)
    appendOther(rows, batch, to: &table)
    appendCorrelations(rows, batch, to: &table)
    appendStructures(rows, batch, to: &table)
    if hasDigests {
      let digests = batch.digest
      for row in rows {
        table.columns[ArrowSampleColumn.allCases.count].append { Hexadecimal.append(digests[row], to: &$0) }
      }
    }
    return table
  }

  private func fill(_ column: ArrowSampleColumn, of table: inout ArrowTable, _ body: (inout ArrowColumn) -> Void) {
    body(&table.columns[column.rawValue])
  }

  private func appendIdentity(_ rows: Range<Int>, _ batch: SampleBatch, to table: inout ArrowTable) {
    let (ids, type) = (batch.id, batch.type)
    fill(.id, of: &table) { column in
      for row in rows { column.append { ids[row].append(to: &$0) } }
    }
    fill(.type, of: &table) { column in
      for row in rows { column.append(types[Int(type[row])].id) }
    }
    fill(.kind, of: &table) { column in
      for row in rows { column.append(types[Int(type[row])].kind) }
    }
  }

  private func appendTimes(_ rows: Range<Int>, _ batch: SampleBatch, to table: inout ArrowTable) {
    for (name, times) in [
      (ArrowSampleColumn.startTime, batch.start), (.endTime, batch.end), (.createdTime, batch.created),
    ] {
      fill(name, of: &table) { column in
        for row in rows {
          if times[row] == SampleBatch.noTime { column.appendNone() } else { column.append(times[row]) }
        }
      }
    }
    for (name, offsets, times) in [
      (ArrowSampleColumn.startOffset, batch.startOffset, batch.start), (.endOffset, batch.endOffset, batch.end),
      (.createdOffset, batch.createdOffset, batch.created),
    ] {
      fill(name, of: &table) { column in
        for row in rows {
          if times[row] == SampleBatch.noTime || offsets[row] == SampleBatch.noOffset {
            column.appendNone()
          } else {
            column.append(Int32(offsets[row]))
          }
        }
      }
    }
  }

  private func appendValues(_ rows: Range<Int>, _ batch: SampleBatch, to table: inout ArrowTable) {
    let (type, values, cases, texts, arena) = (batch.type, batch.value, batch.enumCase, batch.text, batch.arena)
    fill(.value, of: &table) { column in
      for row in rows {
        if types[Int(type[row])].column == .number {
          column.append(values[row].bitPattern)
        } else {
          column.appendNone()
        }
      }
    }
    fill(.unit, of: &table) { column in
      for row in rows {
        let unit = types[Int(type[row])]
        if unit.column == .number { column.append(unit.unit) } else { column.appendNone() }
      }
    }
    fill(.category, of: &table) { column in
      for row in rows {
        if let item = item(row, type, cases) { column.append(item.name) } else { column.appendNone() }
      }
    }
    fill(.categoryValue, of: &table) { column in
      for row in rows {
        if let raw = item(row, type, cases)?.raw { column.append(raw) } else { column.appendNone() }
      }
    }
    fill(.text, of: &table) { column in
      for row in rows {
        let kind = types[Int(type[row])].column
        // A text may be empty and still be there.
        if kind == .text || (kind == .enumCase && item(row, type, cases) == nil) {
          column.append(arena[texts[row].indices])
        } else {
          column.appendNone()
        }
      }
    }
    fill(.structure, of: &table) { column in
      for row in rows {
        if types[Int(type[row])].column == .parts, !texts[row].isEmpty {
          column.append(arena[texts[row].indices])
        } else {
          column.appendNone()
        }
      }
    }
  }

  /// The case of a sample; `nil` where its value is not one.
  @inline(__always) private func item(_ row: Int, _ type: [Int32], _ cases: [Int32]) -> (name: [UInt8], raw: Int64?)? {
    let (list, index) = (types[Int(type[row])].cases, Int(cases[row]))
    return index >= 0 && index < list.count ? list[index] : nil
  }

  private func appendParts(
    _ other: ArrowSampleColumn, _ keys: [(key: StaticString, column: ArrowSampleColumn)], _ numbers: [Int32],
    _ objects: InternTable, _ rows: Range<Int>, _ batch: SampleBatch, to table: inout ArrowTable
  ) {
    let parts = AttributionParts(objects, keys: keys.map(\.key), in: batch.arena)
    let text = parts.text
    for (part, name) in (keys.map(\.column) + [other]).enumerated() {
      fill(name, of: &table) { column in
        for row in rows {
          let range = numbers[row] < 0 ? 0..<0 : parts.range(numbers[row], part)
          if range.isEmpty { column.appendNone() } else { column.append(text[range]) }
        }
      }
    }
  }

  private func appendTexts(
    _ name: ArrowSampleColumn, _ ranges: [ByteRange], _ rows: Range<Int>, _ batch: SampleBatch,
    to table: inout ArrowTable
  ) {
    let arena = batch.arena
    fill(name, of: &table) { column in
      for row in rows {
        if ranges[row].isEmpty { column.appendNone() } else { column.append(arena[ranges[row].indices]) }
      }
    }
  }

  private func appendNames(
    _ name: ArrowSampleColumn, _ numbers: [Int32], _ names: InternTable, _ rows: Range<Int>, _ batch: SampleBatch,
    to table: inout ArrowTable
  ) {
    let (arena, ranges) = (batch.arena, names.ranges)
    fill(name, of: &table) { column in
      for row in rows {
        if numbers[row] < 0 { column.appendNone() } else { column.append(arena[ranges[Int(numbers[row])].indices]) }
      }
    }
  }

  /// The unknown fields, which a batch has as pairs without the braces of their object.
  private func appendOther(_ rows: Range<Int>, _ batch: SampleBatch, to table: inout ArrowTable) {
    let (arena, ranges) = (batch.arena, batch.unknown)
    fill(.other, of: &table) { column in
      for row in rows {
        guard !ranges[row].isEmpty else {
          column.appendNone()
          continue
        }
        column.append {
          $0.append(UInt8(ascii: "{"))
          $0.append(contentsOf: arena[ranges[row].indices])
          $0.append(UInt8(ascii: "}"))
        }
      }
    }
  }

  private func appendStructures(_ rows: Range<Int>, _ batch: SampleBatch, to table: inout ArrowTable) {
    let (type, texts, bytes) = (batch.type, batch.text, batch.arena.span.bytes)
    var without = 0
    func fill() {
      for column in ArrowSampleColumn.parentID.rawValue..<ArrowSampleColumn.allCases.count {
        table.columns[column].appendNone(without)
      }
      without = 0
    }
    for row in rows {
      guard let plan = types[Int(type[row])].parts, !texts[row].isEmpty else {
        without += 1
        continue
      }
      fill()
      plan.append(texts[row].indices, bytes, to: &table)
    }
    fill()
  }

  private func appendCorrelations(_ rows: Range<Int>, _ batch: SampleBatch, to table: inout ArrowTable) {
    let (ids, type, correlations, roles) = (batch.id, batch.type, batch.correlation, batch.role)
    fill(.correlationID, of: &table) { column in
      for row in rows {
        if correlations[row] < 0 {
          column.appendNone()
        } else {
          column.append { ids[Int(correlations[row])].append(to: &$0) }
        }
      }
    }
    fill(.role, of: &table) { column in
      for row in rows {
        let names = correlations[row] < 0 ? [] : types[Int(type[Int(correlations[row])])].roles
        let role = Int(roles[row])
        if role >= 0, role < names.count { column.append(names[role]) } else { column.appendNone() }
      }
    }
    fill(.position, of: &table) { column in
      for row in rows {
        if correlations[row] < 0 {
          column.appendNone()
        } else {
          column.append(Int32(truncatingIfNeeded: row) &- correlations[row] &- 1)
        }
      }
    }
  }
}

/// The parts of the distinct sources, or devices, of a batch: each object is taken apart once, not for each sample.
struct AttributionParts {
  let text: [UInt8]
  /// For each object the parts in the order of the columns, and then what has no column, as an object of its own; empty
  /// where there is none.
  private let ranges: [Range<Int>]
  private let width: Int

  init(_ table: InternTable, keys: [StaticString], in arena: [UInt8]) {
    let bytes = arena.span.bytes
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    for object in table.ranges {
      var parts = Array(repeating: 0..<0, count: keys.count)
      var other: [UInt8] = []
      var cursor = JSONCursor(position: Int(object.start), end: Int(object.end), isLenient: true)
      // The text was written by this program and is well formed.
      try? cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        let value = try cursor.value(bytes, depth: 1)
        let column = keys.firstIndex { !key.isEscaped && bytes.equals(key.range, $0) }
        if let column, value.kind == .string, parts[column].isEmpty {
          let start = text.count
          JSONText.appendDecoded(value.range, in: bytes, to: &text)
          parts[column] = start..<text.count
          return
        }
        other.append(other.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        // With quotes, which the range of a text leaves out.
        other.append(contentsOf: arena[key.range.lowerBound - 1..<cursor.position])
      }
      if !other.isEmpty { other.append(UInt8(ascii: "}")) }
      ranges += parts
      ranges.append(text.count..<text.count + other.count)
      text += other
    }
    self.text = text
    self.ranges = ranges
    width = keys.count + 1
  }

  /// A part of an object; the part after the last is what has no column.
  @inline(__always) func range(_ object: Int32, _ part: Int) -> Range<Int> { ranges[Int(object) &* width &+ part] }
}
