import Assay
import Foundation
import HealthModel
import HealthReports
import SeededRandom
import Testing

/// The normal form of structured samples, by `Tests/Cases/structure/forms.ndjson`, and its laws.
@Suite("Normal form of structured samples") struct StructureFormTests {
  /// One line of the cases: a sample, and the object that its normal form has.
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let given: String
    let normal: String
    var testDescription: String { name }

    /// The texts are taken as they stand in the line.
    init?(_ line: Substring) {
      guard let given = line.range(of: "\"given\":"), let normal = line.range(of: ",\"normal\":"),
        let name = line.range(of: "\"name\":\"")
      else { return nil }
      self.name = String(line[name.upperBound...].prefix { $0 != "\"" })
      self.given = String(line[given.upperBound..<normal.lowerBound])
      self.normal = String(line[normal.upperBound...].dropLast())
    }

    static let all: [Form] = {
      let bytes = (try? ProjectFiles.bytes("Tests/Cases/structure/forms.ndjson")) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(Form.init)
    }()
  }

  @Test("there are cases") func some() { #expect(Form.all.count >= 12) }

  @Test("a sample has this form", arguments: Form.all) func form(_ form: Form) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let once = try await bench.normalize(try bench.file("a.ndjson", form.given))
    #expect(once.contains("," + form.normal.dropFirst().dropLast() + ","), "\(once)")
    #expect(try await bench.normalize(try bench.file("b.ndjson", once)) == once)
  }

  @Test("a field that was converted is kept as it was written") func originals() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let line = """
      {"type":"workout","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","fields":{"activity":"running","duration":{"value":30,"unit":"min"},"totalDistance":{"value":5,"unit":"m"}}}
      """
    let once = try await bench.normalize(try bench.file("a.ndjson", line))
    #expect(once.contains("\"original\":{\"fields\":{\"duration\":{\"value\":30,\"unit\":\"min\"}}}"), "\(once)")
    #expect(try await bench.normalize(try bench.file("b.ndjson", once)) == once)
  }

  @Test("a parent is not part of what an id is made of") func parents() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let route =
      #"{"type":"workoutRoute","start":"2026-01-01T08:00:00Z","points":{"time":[0],"units":{"latitude":"deg","longitude":"deg"},"latitude":[1],"longitude":[2]}"#
    let alone = try await bench.normalize(try bench.file("a.ndjson", route + "}"))
    let owned = try await bench.normalize(
      try bench.file("b.ndjson", route + #","parent":"5D0B6A6E-0F6C-4A51-9C39-70C2D0A7A001"}"#))
    #expect(alone.prefix(46) == owned.prefix(46) && alone.hasPrefix("{\"uuid\":\""), "\(alone) \(owned)")
    #expect(owned.contains("5D0B6A6E"))
  }

  @Test("order and units of the input change neither form nor id") func orders() async throws {
    let seed = SeededGenerator.seed()
    var generator = SeededGenerator(seed: seed)
    let bench = try Workbench(registry: ProjectFiles.registry())
    for round in 0..<40 {
      var workout = MadeWorkout(using: &generator)
      let one = try await bench.normalize(try bench.file("a.ndjson", workout.line))
      workout.shuffle(using: &generator)
      let other = try await bench.normalize(try bench.file("b.ndjson", workout.line))
      #expect(
        Self.withoutOriginal(one) == Self.withoutOriginal(other) && !one.isEmpty,
        "seed \(seed), round \(round): \(workout.line)")
    }
  }
}

extension StructureFormTests {
  /// The line without what it keeps of the input.
  private static func withoutOriginal(_ line: String) -> String {
    line.replacing(#/,"original":\{.*?\}\}\}/#, with: "")
  }
}

/// A workout whose parts can be written in any order and in several units.
private struct MadeWorkout {
  private var fields: [String]
  private var events: [String]
  private var statistics: [String]
  private let meters: Int
  private var isInKilometers = false

  init(using generator: inout SeededGenerator) {
    meters = Int.random(in: 1...40, using: &generator) * 500
    fields = ["\"activity\":\"cycling\"", "\"duration\":{\"value\":\(meters),\"unit\":\"s\"}"]
    // One event for each second, so that their order is said by their times.
    events = (0..<Int.random(in: 0...30, using: &generator)).map { second in
      "{\"kind\":\"lap\",\"start\":\"2026-01-01T08:00:\(second < 10 ? "0" : "")\(second)Z\"}"
    }
    statistics = ["heartRate", "cyclingPower", "activeEnergyBurned"].map { "{\"type\":\"\($0)\"}" }
  }

  mutating func shuffle(using generator: inout SeededGenerator) {
    fields.shuffle(using: &generator)
    events.shuffle(using: &generator)
    statistics.shuffle(using: &generator)
    isInKilometers.toggle()
  }

  var line: String {
    let distance =
      isInKilometers ? "{\"unit\":\"km\",\"value\":\(Double(meters) / 1000)}" : "{\"value\":\(meters),\"unit\":\"m\"}"
    let all = (fields + ["\"totalDistance\":\(distance)"]).joined(separator: ",")
    let lists = "{\"statistics\":[\(statistics.joined(separator: ","))],\"events\":[\(events.joined(separator: ","))]}"
    return "{\"type\":\"workout\",\"start\":\"2026-01-01T08:00:00Z\",\"end\":\"2026-01-01T20:00:00Z\","
      + "\"fields\":{\(all)},\"lists\":\(lists)}"
  }
}
