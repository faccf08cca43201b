import HealthFormats
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

/// Stored samples as lines of a table, members below their correlation.
struct SampleTable: StoredTable {
  private let types: [TypeColumns]
  private let clock: TableClock
  private var table: PageTable
  private let hasSubjects: Bool
  private let decoder: SampleDecoder

  /// The properties that all samples of a type share.
  private struct TypeColumns {
    let column: ValueColumn
    let name: [UInt8]
    let unit: [UInt8]
    let shown: ShownUnits.Entry?
    let cases: [[UInt8]]
    /// What is said of a structured sample.
    let parts: [ShownColumn]
  }

  init(registry: Registry, units: ShownUnits, zone: TimeZoneRules?, hasSubjects: Bool = false) {
    clock = TableClock(zone: zone)
    self.hasSubjects = hasSubjects
    let columns = ["start", "end", "type", "value", "unit", "source"] + (hasSubjects ? ["subject"] : [])
    table = PageTable(columns, numbers: ["value"])
    decoder = SampleDecoder(registry: registry)
    types = registry.types.enumerated().map { index, type in
      let shape = type.shape
      return TypeColumns(
        column: shape.column, name: Array(type.id.utf8),
        unit: shape.quantity.map { Array($0.shownUnit(units[index]?.unit ?? $0.unit).utf8) } ?? [],
        shown: units[index], cases: shape.enumeration?.cases.map { Array($0.name.utf8) } ?? [],
        parts: StructureColumns(type, in: registry)?.own ?? [])
    }
  }

  mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    let sources = batch.sources.ranges.map { Self.source(batch.arena[$0.indices]) }
    let subjects = batch.subjects.ranges.map { Array(TextEscaping.escaped(utf8: batch.arena[$0.indices]).utf8) }
    let structured = decoder.structured(in: batch)
    for row in 0..<batch.count {
      let type = types[Int(batch.type[row])]
      addTime(batch.start[row], batch.startOffset[row])
      addTime(batch.end[row], batch.endOffset[row])
      table.add {
        if batch.correlation[row] >= 0 { $0 += [0x20, 0x20] }
        $0 += type.name
      }
      addValue(row, type, structured[row], of: batch)
      table.add { $0 += type.unit }
      let source = Int(batch.source[row])
      table.add { $0 += source >= 0 ? sources[source] : Self.nothing }
      let subject = Int(batch.subject[row])
      if hasSubjects { table.add { $0 += subject >= 0 ? subjects[subject] : Self.nothing } }
      table.endRow(to: &output)
    }
  }

  /// Adds what waits until the columns' widths are known.
  mutating func finish(to output: inout [UInt8]) { table.finish(to: &output) }

  private static let nothing = [UInt8(ascii: "-")]

  private mutating func addTime(_ time: Int64, _ written: Int16) {
    let clock = clock
    table.add { text in
      guard time != SampleBatch.noTime else {
        text += Self.nothing
        return
      }
      let offset = written == SampleBatch.noOffset ? 0 : written
      clock.append(Instant(microseconds: time, offset: offset), to: &text)
    }
  }

  private mutating func addValue(_ row: Int, _ type: TypeColumns, _ structured: Sample?, of batch: SampleBatch) {
    switch type.column {
    case .number:
      let value = batch.value[row]
      table.add(isNumber: true) { DecimalWriter.append(type.shown?.value(value) ?? value, to: &$0) }
    case .parts:
      let text = structured.map { ShownRow($0).summary(type.parts) } ?? ""
      table.add { $0 += TextEscaping.escaped(text, limit: 80).utf8 }
    case .enumCase, .text:
      let item = Int(batch.enumCase[row])
      if item >= 0, item < type.cases.count {
        table.add { $0 += type.cases[item] }
      } else {
        let text = TextEscaping.escaped(utf8: batch.arena[batch.text[row].indices])
        table.add { $0 += text.utf8 }
      }
    case .absent: table.add { $0 += "(members follow)".utf8 }
    }
  }

  /// A source's name, else its bundle.
  private static func source(_ object: ArraySlice<UInt8>) -> [UInt8] {
    let json = JSONValue(parsing: object)
    return Array(TextEscaping.escaped(json?["name"]?.text ?? json?["bundle"]?.text ?? "-").utf8)
  }
}
