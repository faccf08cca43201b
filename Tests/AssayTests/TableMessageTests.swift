import HealthFormats
import HealthModel
import HealthValidation
import Testing

@testable import Assay

/// Findings of tables: the words name the format that was asked for, and the place is the cell.
struct TableMessageTests {
  /// The findings of a table's rows.
  private func findings(_ text: String, _ layout: TableLayout = TableLayout()) throws -> [Diagnostic] {
    let validator = Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    var worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: false)
    var chunks = CSVChunker(source: MemorySource(Array(text.utf8)), size: 1 << 20, layout: layout)
    var found: [Diagnostic] = []
    while let chunk = try chunks.next() {
      let result = worker.judge(chunk, format: .csv, stopsAtLimit: false)
      var renderer = FindingRenderer(
        validator: validator, path: "t.csv", chunk: result.chunk, at: ReadPosition())
      found += result.findings.map {
        renderer.diagnostic($0, in: result.chunk.bytes.span.bytes, syntax: .csv)
      }
    }
    return found
  }

  @Test(
    "a time that is not of the table's format is told which one that is",
    arguments: ["01/06/2026 13:02 PM", "1/7/2026 7:02 AM", "2026-01-06 13:02"])
  func format(_ cell: String) throws {
    let layout = TableLayout(dateFormat: "MM/dd/yyyy hh:mm a")
    let found = try findings("type,value,unit,start\nheartRate,72,count/min,\(cell)\n", layout)
    #expect(found.map(\.code) == [.timeInvalid])
    #expect(found[0].message == "`start` is not a time of the format `MM/dd/yyyy hh:mm a`: \(cell)")
    #expect(found[0].hint?.hasPrefix("`date_format` says so") == true)
    #expect(found[0].location.line == 2 && found[0].location.column == 24)
  }

  @Test(
    "a column that the header lacks has the nearest one as a hint",
    arguments: [("Pulss", "did you mean `Puls`?"), ("zeit", "did you mean `Zeit`?"), ("weight", nil)]
      as [(String, String?)])
  func missing(_ name: String, _ hint: String?) throws {
    for mapping in [[name: "value"], [name: "value", "*": "-"]] {
      let found = try findings("type,Puls,unit,Zeit\n", TableLayout(columns: mapping))
      #expect(found.first?.code == .csvHeader && found.first?.message.hasSuffix("`\(name)`") == true)
      #expect(found.first?.hint == hint)
    }
  }

  @Test(
    "a percentage with its sign has the unit that reads it as a hint",
    arguments: [("21.5%", true), ("21.5 %", true), ("21.5%%", false), ("%", false)])
  func percentSign(_ cell: String, _ isNumber: Bool) throws {
    let text = "type,value,unit,start\nbodyFatPercentage,\(cell),percent 0-100,2026-01-01T08:00:00Z\n"
    let found = try findings(text)
    #expect(found.map(\.code) == [.valueNotANumber])
    #expect((found[0].hint?.contains("`percent 0-100`") == true) == isNumber)
    let layout = TableLayout(columns: ["unit": "-"], constants: ["unit": "percent 0-100"])
    #expect(try findings(text, layout).isEmpty == isNumber)
  }

  @Test(
    "a percentage with a decimal comma needs the unit and the mark, and the hint has both",
    arguments: [("97,5%", true), ("97,5 %", true), ("9,7,5%", false), (",%", false)])
  func percentComma(_ cell: String, _ isNumber: Bool) throws {
    let text = "type;value;unit;start\noxygenSaturation;\(cell);%;2026-01-01T08:00:00Z\n"
    let found = try findings(text)
    #expect(found.map(\.code) == [.valueNotANumber])
    let hint = "assay.yaml reads such a column with the unit `percent 0-100` and `decimal: \",\"`"
    #expect(found.map(\.hint) == [isNumber ? hint : nil])
    // The mark alone is not enough.
    let comma = UInt8(ascii: ",")
    let half = TableLayout(columns: ["unit": "-"], constants: ["unit": "%"], decimalMark: comma)
    #expect(try findings(text, half).map(\.hint) == found.map(\.hint))
    let whole = TableLayout(columns: ["unit": "-"], constants: ["unit": "percent 0-100"], decimalMark: comma)
    #expect(try findings(text, whole).isEmpty == isNumber)
  }

  @Test(
    "two numbers in a cell need a column each",
    arguments: [("120/80", true), ("120 / 80", true), ("120/", false), ("1/2/3", false), ("a/80", false)])
  func pairs(_ cell: String, _ isPair: Bool) throws {
    let found = try findings("type,value,unit,start\nbloodPressureSystolic,\(cell),mmHg,2026-01-01T08:00:00Z\n")
    #expect(found.map(\.code) == [.valueNotANumber])
    #expect(found.map(\.hint) == [isPair ? "a cell has one number: give each of the two a column of its own" : nil])
  }

  @Test("a row without its time zone is told where to write it") func zone() throws {
    var layout = TableLayout(columns: ["tz": "-"])
    layout.mapping.zone = "tz"
    let found = try findings("type,value,unit,start,tz\nheartRate,72,count/min,2026-01-01T08:00:00,\n", layout)
    #expect(found.map(\.code) == [.timeNoOffset])
    #expect(found[0].message.hasSuffix("has no offset, and its record names no time zone"))
    #expect(found[0].hint?.contains("`timezone` names") == true)
  }

  @Test("a time that the layout gives to every row is not of the format of cells") func constant() throws {
    let layout = TableLayout(constants: ["start": "today"], dateFormat: "dd.MM.yyyy")
    let found = try findings("type,value,unit\nheartRate,72,count/min\n", layout)
    #expect(found.map(\.message) == ["`start` is not an instant: today"])
  }

  @Test(
    "the hint speaks of digits only where these are the reason",
    arguments: [
      ("dd.MM.yyyy HH:mm", "31.02.2026 02:30", false), ("dd.MM.yyyy HH:mm", "31.1.2026 02:30", true),
      ("d.M.yyyy HH:mm", "1.2.2026 2:30", true), ("d.M.yyyy HH:mm", "1.2.2026", false),
      ("yyyy-MM-dd'T'HH:mm", "2026-01-01T8:30", true), ("MM/dd/yyyy hh:mm a", "01/06/2026 13:02 PM", false),
    ])
  func digits(_ format: String, _ cell: String, _ isReason: Bool) throws {
    let found = try findings("type,value,unit,start\nheartRate,72,count/min,\(cell)\n", TableLayout(dateFormat: format))
    let digits = "; two letters such as `hh` take two digits, `h` one or two"
    #expect(found.map(\.hint) == ["`date_format` says so" + (isReason ? digits : "")])
  }

  @Test("the words for a cell do not depend on the rows before it") func rows() throws {
    let cells = [
      "yesterday", "2026-01-01", "2026-01-01T08:00", "2026-01-01 08:00", "2026-01-01T8:00:00Z", "2026-01-01 8:00:00Z",
    ]
    let rows = (cells + cells.reversed() + cells).map { "heartRate,72,count/min,\($0)\n" }
    let alone = try rows.map { try findings("type,value,unit,start\n" + $0).map { [$0.message, $0.hint ?? ""] } }
    let together = try findings("type,value,unit,start\n" + rows.joined()).map { [$0.message, $0.hint ?? ""] }
    #expect(together == alone.flatMap { $0 })
  }

  @Test(
    "a number with a comma has a hint at how commas are read",
    arguments: [("\"70,5\"", true), ("\"1.070,5\"", false), ("\"7,0,5\"", false), ("k. A.", false)])
  func comma(_ cell: String, _ hasHint: Bool) throws {
    let found = try findings("type,value,unit,start\nheartRate,\(cell),count/min,2026-01-01T08:00:00Z\n")
    #expect(found.map(\.code) == [.valueNotANumber])
    #expect(
      found.map(\.hint)
        == [hasHint ? "if the table writes decimal commas, say so in assay.yaml: `decimal: \",\"`" : nil])
  }

  @Test("a comma before three digits may be either mark, and the column decides") func thousands() throws {
    let found = try findings("type,value,unit,start\nstepCount,\"3,490\",count,2026-01-01T08:00:00Z\n")
    #expect(
      found.map(\.hint) == [
        "say in assay.yaml what the comma is in this column: `thousands: \",\"` or `decimal: \",\"`"
      ])
  }

  @Test(
    "blanks that look like others are shown as what they are",
    arguments: [
      ("72\u{A0}", "72\\u{A0}"), ("7\u{202F}2", "7\\u{202F}2"), ("\u{200B}72", "\\u{200B}72"),
      ("\u{FEFF}72", "\\u{FEFF}72"), ("7 2", "7 2"),
    ])
  func blanks(_ cell: String, _ shown: String) throws {
    let found = try findings("type,value,unit,start\nheartRate,\(cell),count/min,2026-01-01T08:00:00Z\n")
    #expect(found.map(\.message) == ["heartRate takes a number, got \(shown)"])
  }

  @Test(
    "a unit in the cell is checked against those of the type",
    arguments: [("135 mmHg", nil), ("18kPa", nil), ("135 kg", "unit-incompatible"), ("135 mmHgg", "unit-unknown")]
      as [(cell: String, code: String?)])
  func cellUnit(_ row: (cell: String, code: String?)) throws {
    let layout = TableLayout(
      columns: ["at": "start", "v": "value"], constants: ["type": "bloodPressureSystolic", "unit": "mmHg"])
    let found = try findings("at,v\n2026-01-01T08:00:00Z,\(row.cell)\n", layout)
    #expect(found.map(\.code.name) == (row.code.map { [$0] } ?? []))
  }

  @Test(
    "a time that is only short of something is told what is missing",
    arguments: [
      ("2026-01-05 07:58", "the seconds and the offset are missing, write it like 2026-01-01T08:00:00-07:00", true),
      ("2026-01-05T07:58", "the seconds and the offset are missing, write it like 2026-01-01T08:00:00-07:00", false),
      ("2026-01-05", "the time of day and the offset are missing, write it like 2026-01-01T08:00:00-07:00", true),
      ("2026-01-05T07:58Z", "the seconds are missing, write it like 2026-01-01T08:00:00-07:00", false),
      ("2026-01-05T07:58+01:00", "the seconds are missing, write it like 2026-01-01T08:00:00-07:00", false),
      ("2026-01-05 7:58", "like 2026-01-01T08:00:00-07:00", true),
      ("05.01.2026", "like 2026-01-01T08:00:00-07:00", true),
      ("2026-02-30T08:00:00Z", "like 2026-01-01T08:00:00-07:00", false),
      ("é026-01-05", "like 2026-01-01T08:00:00-07:00", true),
    ])
  func shape(_ cell: String, _ hint: String, _ namesFormat: Bool) throws {
    let found = try findings("type,value,unit,start\nheartRate,72,count/min,\(cell)\n")
    let format = namesFormat ? ", or say by `date_format` in assay.yaml how the table writes times" : ""
    #expect(found.map(\.code) == [.timeInvalid] && found[0].hint == hint + format, "\(found)")
  }

  @Test(
    "a missing cell is marked where it is",
    arguments: [
      ("heartRate,,count/min,2026-01-01T08:00:00Z", DiagnosticCode.fieldMissing, 11),
      ("heartRate,72,,2026-01-01T08:00:00Z", .unitMissing, 14), ("heartRate,72,count/min,", .fieldMissing, 24),
      (",72,count/min,2026-01-01T08:00:00Z", .fieldMissing, 1),
      ("\"heartRate\",\"\",count/min,2026-01-01T08:00:00Z", .fieldMissing, 13),
    ])
  func missing(_ row: String, _ code: DiagnosticCode, _ column: Int) throws {
    let found = try findings("type,value,unit,start\n\n\(row)\n")
    #expect(found.map(\.code) == [code])
    #expect(found.first?.location.line == 3 && found.first?.location.column == column, "\(found)")
  }

  @Test("what the table has no column for is marked at the row") func noColumn() throws {
    let found = try findings("type,value,start\nheartRate,72,2026-01-01T08:00:00Z\n")
    #expect(found.map(\.code) == [.unitMissing])
    #expect(found.first?.location.line == 2 && found.first?.location.column == 1)
  }
}
