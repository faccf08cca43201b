import Foundation
import Testing

/// A long answer as CSV begins before all of it is read, and loses nothing.
@Suite("Long tables") struct LongTableTests {
  /// Many plain samples, then, in the order of types, some with more to say.
  private static func lines(_ count: Int) -> String {
    let plain = (0..<count).map { index in
      let (minute, second) = (index / 60, index % 60)
      let time = String(format: "2026-01-01T%02d:%02d:%02dZ", minute / 60, minute % 60, second)
      return #"{"type":"activeEnergyBurned","value":1,"unit":"kcal","start":"\#(time)"}"#
    }
    let rich = [
      #"{"type":"bloodPressure","start":"2026-01-02T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#,
      #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-02T08:00:00Z","subject":"P1","source":{"name":"Watch"},"metadata":{"note":"say \"so\"","org.example.score":5},"mood":[1]}"#,
    ]
    return (plain + rich).joined(separator: "\n") + "\n"
  }

  /// The cells of a row by the names of the header.
  private func cells(_ line: Substring, _ header: Substring) -> [String: String] {
    var cells: [String] = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        // Two quotes inside of quotes are one.
        if isQuoted, cells[cells.count - 1].hasSuffix("\u{1}") {
          cells[cells.count - 1].removeLast()
          cells[cells.count - 1].append("\"")
        } else if !isQuoted {
          cells[cells.count - 1].append("\u{1}")
        }
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    let names = header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return Dictionary(zip(names, cells.map { $0.replacingOccurrences(of: "\u{1}", with: "") })) { first, _ in first }
  }

  @Test("what the first samples do not have goes to columns of fields and of JSON") func general() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("input.ndjson", Self.lines(10_001)))
      let result = try AssayBinary.run(["query", "--store", store.path, "--output-format", "csv"])
      #expect(result.status == 0, "\(result.errorText)")
      let lines = result.text.split(separator: "\n")
      // The members of the blood pressure come with it and as samples of their types.
      #expect(lines.count == 1 + 10_001 + 2 + 2)
      let header = try #require(lines.first)
      #expect(header.hasPrefix("uuid,type,value,unit,start,end,offset,"))
      #expect(header.hasSuffix(",metadata,original,other"))
      let heart = cells(try #require(lines.first { $0.contains(",heartRate,") }), header)
      #expect(heart["subject"] == "P1" && heart["source.name"] == "Watch" && heart["value"] == "61", "\(heart)")
      #expect(heart["metadata"] == #"{"note":"say \"so\"","org.example.score":5}"#)
      #expect(heart["other"] == #"{"mood":[1]}"#)
      let pressure = cells(try #require(lines.first { $0.contains(",bloodPressure,") }), header)
      #expect(pressure["members.bloodPressureSystolic.value"] == "120")
      #expect(pressure["members.bloodPressureDiastolic.unit"] == "mmHg")
      // The table of an export has the columns that samples need, whatever their number.
      let export = try AssayBinary.run(["export", "--store", store.path, "--output-format", "csv"])
      #expect(export.text.prefix { $0 != "\n" }.contains("metadata") == false && export.status == 1)
    }
  }

  @Test("a short answer has the columns that samples need") func short() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("input.ndjson", Self.lines(3)))
      let arguments = ["--store", store.path, "--type", "activeEnergyBurned", "--output-format", "csv"]
      let query = try AssayBinary.run(["query"] + arguments)
      #expect(query.text.hasPrefix("uuid,type,value,unit,start,end,offset\n"))
      #expect(try AssayBinary.run(["export"] + arguments).output == query.output)
    }
  }
}
