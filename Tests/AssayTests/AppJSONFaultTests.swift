import Assay
import AssayKit
import Foundation
import HealthModel
import HealthQueries
import Testing

@testable import HealthFormats

/// JSON of apps that is not as it should be: nothing is dropped without a finding, and nothing grows without bound.
@Suite("Faults in JSON of apps") struct AppJSONFaultTests {
  private static let registry = Result { try HealthTypes.builtIn().registry }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var format: String
    var text: String
    var says: [String]
    var codes: [String]?

    var testDescription: String { "\(format): \(text)" }
  }

  private static let cases: [Case] = {
    let path = ProjectFiles.root + "/Tests/Cases/app-json/faults.ndjson"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
  }()

  /// What a text becomes: the type of each sample, and what is said in place of one.
  private func read(_ text: [UInt8], _ name: String) throws -> (says: [String], codes: [String], bytes: Int) {
    let format = try #require(InputFormat(rawValue: name))
    let input = ConvertedInput(
      ResolvedInput(text: text, path: "a.json", format: format), types: try Self.registry.get())
    var source = try #require(try format.converted?.makeSource(of: input))
    var result: (says: [String], codes: [String], bytes: Int) = ([], [], 0)
    var isMore = true
    while isMore {
      var lines = ConvertedLines()
      do throws(InputError) {
        isMore = try source.next(into: &lines)
      } catch {
        guard case .damaged(_, _, let reason) = error else { throw error }
        result.says.append(reason)
        isMore = false
      }
      result.bytes += lines.bytes.count
      let notes = Dictionary(grouping: lines.places.notes) { Int($0.line) }
      for (index, line) in lines.bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
        let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        if let note = notes[index]?.first {
          result.says.append((note.code == nil ? "unsupported " : "") + String(decoding: note.text, as: UTF8.self))
          if let code = note.code { result.codes.append(code.name) }
        } else {
          result.says.append(object?["type"] as? String ?? "no type")
        }
      }
    }
    return result
  }

  @Test("each value of a wrong form is reported or counted", arguments: cases) func form(_ given: Case) throws {
    let found = try read(Array(given.text.utf8), given.format)
    #expect(found.says == given.says)
    if let codes = given.codes { #expect(found.codes == codes) }
  }

  @Test("the cases are all read") func count() { #expect(Self.cases.count == 40) }

  @Test("bytes that are not UTF-8 are named") func encoding() throws {
    let text =
      Array(#"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"source":""#.utf8) + [0xFF]
      + Array(#""}]}]}}"#.utf8)
    #expect(try read(text, "health-auto-export").says == ["bytes that are not UTF-8"])
  }

  @Test("the offset of the end is read") func endOffset() throws {
    let text =
      #"{"Steps":[{"count":5,"startTime":"2026-01-05T08:00:00Z","endTime":"2026-01-05T09:00:00Z","#
      + #""startZoneOffset":{"totalSeconds":3600},"endZoneOffset":{"totalSeconds":7200}}]}"#
    let format = try #require(InputFormat(rawValue: "react-native-health-connect"))
    let input = ConvertedInput(
      ResolvedInput(text: Array(text.utf8), path: "a.json", format: format), types: try Self.registry.get())
    var source = try #require(try format.converted?.makeSource(of: input))
    var lines = ConvertedLines()
    _ = try source.next(into: &lines)
    let line = String(decoding: lines.bytes, as: UTF8.self)
    #expect(line.contains(#""offset":"+01:00""#) && line.contains(#""end_offset":"+02:00""#), "\(line)")
  }

  @Test("long texts are not repeated for many points", arguments: ["samples", "stages"]) func product(
    _ list: String
  ) throws {
    let client = String(repeating: "x", count: 1 << 20)
    let points = Array(repeating: "{}", count: 1_000).joined(separator: ",")
    let kind = list == "stages" ? "SleepSession" : "HeartRate"
    let text =
      "{\"\(kind)\":[{\"endTime\":\"2026-01-05T08:00:00Z\",\"metadata\":{\"clientRecordId\":\"\(client)\"},\"\(list)\":[\(points)]}]}"
    let found = try read(Array(text.utf8), "react-native-health-connect")
    #expect(found.says == ["the record has too many points for texts as long as its own"])
    #expect(found.bytes < 1_000)
  }

  @Test("members that no record needs are not kept") func kept() throws {
    let names = (0..<20_000).map { "\"n\($0)\":\"\(String(repeating: "x", count: 100))\"" }.joined(separator: ",")
    let points = Array(repeating: "{\"qty\":1}", count: 5_000).joined(separator: ",")
    let text = "{\"data\":{\"metrics\":[{\(names),\"data\":[\(points)],\"name\":\"step_count\",\"units\":\"count\"}]}}"
    let found = try read(Array(text.utf8), "health-auto-export")
    #expect(found.says.count == 5_000 && found.says.allSatisfy { $0 == "stepCount" })
  }

  @Test("a metric whose name comes too late is refused as a whole") func lateName() throws {
    let points = Array(repeating: "{\"qty\":1}", count: 100_000).joined(separator: ",")
    let text =
      "{\"data\":{\"metrics\":[{\"data\":[\(points)],\"name\":\"step_count\",\"units\":\"count\"},"
      + "{\"data\":[{\"qty\":1}],\"name\":\"step_count\",\"units\":\"count\"}]}}"
    let found = try read(Array(text.utf8), "health-auto-export")
    #expect(found.says.count == 100_001 && found.says.last == "stepCount")
    #expect(
      found.says.dropLast().allSatisfy {
        $0.hasPrefix("`name` and `units` come after more records than are held for them, at most 16 MiB")
      })
  }

  @Test("of many wrong names the first are named") func names() throws {
    let lines = (0..<2_000).map { "{\"data\":{\"K\($0)\":{}}}\n" }.joined()
    let found = try read(Array(lines.utf8), "health-auto-export")
    #expect(found.says.count == 2_000)
    #expect(Set(found.says).count == 1_001)
    #expect(found.says.last == "a further member is not a list of records")
  }
}
