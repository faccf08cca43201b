import Foundation
import SeededRandom
import Testing

/// `assay stats --input`: sorted lines are answered as a store with their samples is.
@Suite("Statistics of sorted lines") struct StatsInputTests {
  private struct Head: Decodable {
    var uuid: String
    var type: String
    var subject: String?
    var start: String?
  }

  /// Lines of three people and of nobody, around a change of clocks, with sources that overlap, several values at one
  /// moment, and values inside correlations as well as by themselves.
  private static func lines(_ random: inout SeededGenerator) -> [String] {
    var lines: [String] = []
    for subject in ["P1", "P2", "Ü3", nil] {
      let whose = subject.map { #","subject":"\#($0)""# } ?? ""
      for index in 0..<60 {
        let start =
          "2025-03-\(["08", "09", "10"][index % 3])T\(String(format: "%02d", Int.random(in: 0...22, using: &random)))"
        let minute = String(format: "%02d", Int.random(in: 0...58, using: &random))
        let offset = ["Z", "-05:00", "-04:00", "+09:00"].randomElement(using: &random) ?? "Z"
        let source = ["Apple Watch", "iPhone", "Pace"].randomElement(using: &random) ?? ""
        let common =
          #""start":"\#(start):\#(minute):00\#(offset)","end":"\#(start):59:30\#(offset)","source":{"name":"\#(source)"}\#(whose)}"#
        let instant = #""start":"\#(start):\#(minute):00\#(offset)","source":{"name":"\#(source)"}\#(whose)}"#
        let value = Int.random(in: 1...90, using: &random)
        switch index % 6 {
        case 0: lines.append(#"{"type":"stepCount","value":\#(value),"unit":"count",\#(common)"#)
        case 1:
          lines.append(#"{"type":"heartRate","value":\#(value + 40).25,"unit":"count/min",\#(instant)"#)
          lines.append(#"{"type":"heartRate","value":\#(value + 41),"unit":"count/min",\#(instant)"#)
        case 2: lines.append(#"{"type":"sleepAnalysis","value":"asleepCore",\#(common)"#)
        case 3:
          lines.append(
            #"{"type":"bloodPressure","members":[{"type":"bloodPressureSystolic","value":\#(value + 60),"unit":"mmHg"},"#
              + #"{"type":"bloodPressureDiastolic","value":\#(value),"unit":"mmHg"}],\#(instant)"#)
        case 4: lines.append(#"{"type":"bloodPressureSystolic","value":\#(value + 60),"unit":"mmHg",\#(instant)"#)
        default: lines.append(#"{"type":"environmentalAudioExposure","value":\#(value),"unit":"dBASPL",\#(common)"#)
        }
      }
    }
    return lines.shuffled(using: &random)
  }

  /// The samples in the normal form, sorted as `--input` takes them.
  private static func sorted(_ path: String) throws -> [String] {
    let result = try AssayBinary.run(["normalize", "--quiet", path])
    #expect(result.status == 0, "\(result.errorText)")
    let lines = try result.text.split(separator: "\n").map { line in
      (try JSONDecoder().decode(Head.self, from: Data(line.utf8)), String(line))
    }
    func key(_ head: Head) -> [[UInt8]] {
      // Without the Z, a time with a fraction comes after the one that it begins with.
      [head.subject ?? "", head.type, head.start?.replacingOccurrences(of: "Z", with: "") ?? ""].map { Array($0.utf8) }
    }
    return lines.sorted { left, right in
      let (left, right) = (key(left.0), key(right.0))
      for place in 0..<3 where left[place] != right[place] {
        return left[place].lexicographicallyPrecedes(right[place])
      }
      return false
    }.map(\.1)
  }

  private static let questions = [
    "--type stepCount --by day --separate-by-subject", "--type heartRate --by hour --separate-by-subject",
    "--type heartRate --type stepCount --type sleepAnalysis --by day,subject --output-format csv",
    "--type sleepAnalysis --by day --subject P1 --output-format json",
    "--type bloodPressureSystolic --by day --separate-by-subject --output-format jsonl",
    "--type bloodPressure --type bloodPressureDiastolic --separate-by-subject",
    "--type stepCount --by subject,source,day --output-format jsonl",
    "--type stepCount --by day,subject --fill --output-format csv",
    "--type stepCount --type heartRate --by day,subject --wide --output-format csv",
    "--type stepCount --by day,subject --explain", "--type environmentalAudioExposure --by week --subject P2",
    "--type stepCount --by day --from 2025-03-09 --to 2025-03-10 --by subject", "--type heartRate --by subject",
  ]

  @Test("are answered as a store is, in any zone", arguments: ["UTC", "America/New_York", "Asia/Tokyo", "sample"])
  func store(_ zone: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.seed &+ 300)
    try TemporaryFolder.with { folder in
      let input = try folder.write("input.ndjson", Self.lines(&random).joined(separator: "\n") + "\n")
      let store = TestStore(folder)
      _ = try store.importing(input)
      let lines = try folder.write("sorted.ndjson", try Self.sorted(input).joined(separator: "\n") + "\n")
      for question in Self.questions {
        let words = question.split(separator: " ").map(String.init) + ["--timezone", zone]
        let wanted = try AssayBinary.run(["stats", "--store", store.path] + words)
        let found = try AssayBinary.run(["stats", "--input", lines] + words)
        #expect(found.text == wanted.text, "\(question)")
        #expect(found.status == wanted.status && !found.text.isEmpty, "\(question): \(found.errorText)")
        let piped = try AssayBinary.run(["stats", "--input", "-"] + words, input: try TestFile.bytes(lines))
        #expect(piped.text == wanted.text, "\(question)")
      }
    }
  }
}
