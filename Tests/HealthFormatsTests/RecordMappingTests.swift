import HealthModel
import Testing

@testable import HealthFormats

/// The form in which quarantines keep mappings.
struct RecordMappingTests {
  @Test("what is written of a mapping reads back as the same mapping") func roundTrip() throws {
    var mapping = RecordMapping()
    mapping.values = ["type": ["HR": "heartRate", "\"": "é"], "unit": ["%": "percent 0-100"]]
    mapping.times = ["start": ["date", "time"], "end": ["date", "to"]]
    mapping.zone = "tz"
    mapping.conditions = [
      RecordCondition("status", isOneOf: ["ok", ""]), RecordCondition("kind", isOneOf: ["b"], isNegated: true),
    ]
    mapping.rows = [
      RecordSample(places: ["value": "w", "unit": "u"], constants: ["type": "bodyMass"]),
      RecordSample(places: ["value": "h"]),
    ]
    var json = JSONBuilder()
    json.object { mapping.append(to: &$0) }
    #expect(RecordMapping(try #require(JSONValue(parsing: json.bytes))) == mapping)
  }

  @Test("a mapping that says nothing is written as nothing") func empty() {
    var json = JSONBuilder()
    json.object { RecordMapping().append(to: &$0) }
    #expect(String(decoding: json.bytes, as: UTF8.self) == "{}")
  }

  @Test("the places of a mapping are those of all of its parts, once") func places() {
    var mapping = RecordMapping()
    #expect(mapping.places == [])
    mapping.times = ["start": ["date", "time"]]
    mapping.zone = "tz"
    mapping.conditions = [RecordCondition("status", isOneOf: [""]), RecordCondition("tz", isOneOf: ["UTC"])]
    mapping.rows = [RecordSample(places: ["value": "w"], constants: ["type": "bodyMass"])]
    #expect(mapping.places == ["date", "status", "time", "tz", "w"])
    #expect(!mapping.isDirect)
  }

  @Test(
    "a time that is not of its format is wrong at a part",
    arguments: [
      ("dd.MM.yyyy HH:mm", "05.01.2026 25:70", 11), ("dd.MM.yyyy HH:mm", "31.02.2026 08:00", 0),
      ("dd.MM.yyyy HH:mm", "05.1.2026 08:00", 3), ("dd.MM.yyyy HH:mm", "05.01.2026 8:00", 11),
      ("dd.MM.yyyy HH:mm", "05.01.2026", 10), ("dd.MM.yyyy HH:mm", "05.01.2026 08:00:00", 16),
      ("HH:mm yyyy-MM-dd", "25:00 2026-01-05", 0), ("unix", "x", 0),
    ])
  func fault(_ pattern: String, _ text: String, _ place: Int) throws {
    let bytes = Array(text.utf8)
    #expect(try DateFormat(pattern).fault(in: 0..<bytes.count, of: bytes.span.bytes) == place)
  }
}
