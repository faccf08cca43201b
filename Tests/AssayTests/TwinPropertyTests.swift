import Assay
import HealthModel
import HealthReports
import HealthStorage
import SeededRandom
import Testing

/// A member that an export repeats at top level is read once; what else is in the store makes no difference.
struct TwinPropertyTests {
  /// An export: the numbers of blood pressures whose members stand at top level, and of those that come whole.
  private struct Export {
    var single: [Int]
    var whole: [Int]

    /// Samples read: two members of each number, and a correlation of each that is whole.
    var read: Int { 2 * Set(single + whole).count + whole.count }

    var text: String {
      let lines =
        single.map(Self.members)
        + whole.map { number in
          "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" \(Self.origin(number))>\n"
            + "\(Self.members(number))\n</Correlation>"
        }
      return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        + lines.joined(separator: "\n") + "\n</HealthData>\n"
    }

    private static func members(_ number: Int) -> String {
      [("Systolic", 100 + number), ("Diastolic", 60 + number)].map { name, value in
        "<Record type=\"HKQuantityTypeIdentifierBloodPressure\(name)\" unit=\"mmHg\" value=\"\(value)\" "
          + "\(origin(number))/>"
      }.joined(separator: "\n")
    }

    private static func origin(_ number: Int) -> String {
      let time = "2026-01-01 08:\(number < 10 ? "0" : "")\(number):00 +0000"
      return "sourceName=\"Cuff\" creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\""
    }
  }

  @Test("what is read does not depend on what is stored, nor on the order of files", arguments: 0..<20)
  func books(_ round: Int) async throws {
    let seed = SeededGenerator.seed() &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let bench = try Workbench(registry: ProjectFiles.registry())
    let store = MemoryStore(registry: bench.registry)
    let exports = (0..<4).map { _ in
      Export(
        single: (0..<8).filter { _ in Bool.random(using: &random) },
        whole: (0..<8).filter { _ in Bool.random(using: &random) })
    }
    let paths = try exports.enumerated().map { try bench.file("\($0.offset).xml", $0.element.text) }
    for place in (Array(0..<4) + Array(0..<4)).shuffled(using: &random) {
      let summary = try await bench.load(paths[place], into: store)
      #expect(summary.read == exports[place].read, "seed \(seed), \(exports[place])")
      #expect(
        summary.read == summary.accepted + (summary.duplicates ?? 0) + (summary.conflicts ?? 0) + summary.refused,
        "seed \(seed)")
      #expect(summary.refused == 0)
    }
    var wanted = Set(exports.flatMap { $0.single + $0.whole }).count * 2
    wanted += Set(exports.flatMap(\.whole)).count
    #expect(try await store.counts().reduce(0) { $0 + $1.count } == wanted, "seed \(seed)")
  }
}
