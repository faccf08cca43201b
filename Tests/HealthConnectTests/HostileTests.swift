import Foundation
import HealthModel
import Testing

@testable import HealthConnect

/// Databases that try to do harm are read as data, or refused.
@Suite(.enabled(if: MadeDatabases.hasPython, "python3 is not here"), .timeLimit(.minutes(5)))
struct HostileTests {
  @Test("no database makes the reader crash, hang or run something") func all() throws {
    try MadeDatabases.with(["--hostile"]) { folder in
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names.count > 30)
      for name in names where name.hasPrefix("damaged") || name == "short.db" || name == "exchanged.db" {
        // What comes before a damaged page counts; a database that cannot be opened is refused.
        _ = try? MadeDatabases.lines(of: folder.appendingPathComponent(name).path)
      }
      func lines(_ name: String) throws -> (samples: [String], unsupported: [String: Int], refused: [String]) {
        try MadeDatabases.lines(of: folder.appendingPathComponent(name + ".db").path)
      }
      let trigger = try lines("trigger")
      #expect(
        trigger.samples.count == 1 && trigger.refused.contains { $0.hasPrefix("trigger t: it is passed over") })
      let view = try lines("view")
      #expect(view.samples.count == 1 && view.refused.contains { $0.hasPrefix("view weight_record_table: ") })
      let generated = try lines("generated")
      #expect(generated.samples.count == 1)
      #expect(generated.refused.contains { $0.hasPrefix("weight_record_table: ") })
      let virtual = try lines("virtual")
      #expect(virtual.samples.count == 1 && virtual.refused.contains { $0.contains("height_other_table") })
      let keyless = try lines("keyless")
      #expect(keyless.refused.contains { $0.contains("row_id is not the key") })
      let orphans = try lines("orphans")
      #expect(orphans.samples.count == 1)
      #expect(
        orphans.refused.sorted() == [
          "heart_rate_record_series_table row 1: its record is not in heart_rate_record_table",
          "heart_rate_record_series_table row 2: its record is not in heart_rate_record_table",
          "sleep_stages_table row 1: its record is not in sleep_session_record_table",
        ])
      let kinds = try lines("kinds")
      #expect(kinds.samples.contains { $0.contains("\"heavy\"") } && kinds.samples.contains { $0.contains("2 bytes") })
      #expect(kinds.samples.contains { $0.contains("9223372036854775807 ms") })
      let long = try lines("long")
      #expect(long.samples.allSatisfy { $0.utf8.count < 100_000 })
      let odd = try lines("odd-name")
      #expect(odd.unsupported == ["newer_record_table": 1])
      #expect(odd.refused.count == 1 && odd.refused.allSatisfy { $0.hasPrefix("table, whose name is not a word: ") })
      #expect(throws: Failure.self) { try lines("many") }
    }
  }

  @Test("what belongs to no record, or to a record twice, is reported and read once") func belonging() throws {
    try MadeDatabases.with(["--hostile"]) { folder in
      func lines(_ name: String) throws -> (samples: [String], unsupported: [String: Int], refused: [String]) {
        try MadeDatabases.lines(of: folder.appendingPathComponent(name + ".db").path)
      }
      let repeated = try lines("repeated")
      #expect(repeated.samples.map { $0.components(separatedBy: "\"kind\":\"lap\"").count - 1 }.reduce(0, +) == 1)
      #expect(repeated.samples.map { $0.components(separatedBy: "\"category\"").count - 1 }.reduce(0, +) == 2)
      #expect(
        Set(repeated.refused) == [
          "exercise_laps_table: 2 of its rows are not read: their record is not in exercise_session_record_table",
          "exercise_route_table: row_id is not the key of exercise_session_record_table, so its records cannot be found "
            + "by their number",
          "planned_exercise_session_steps_table: 1 of its rows are not read: their record is not in "
            + "planned_exercise_session_blocks_table",
        ])
      let parents = try lines("no-parents")
      #expect(parents.samples.count == 1)
      #expect(
        parents.refused == [
          "heart_rate_record_series_table: 2 of its rows are not read: heart_rate_record_table, which their records are "
            + "in, is missing"
        ])
      let series = try lines("no-series")
      #expect(series.samples.count == 2 && !series.samples.joined().contains("sleepAnalysis"))
      #expect(
        series.refused == [
          "heart_rate_record_series_table: it is missing, so the records in heart_rate_record_table are incomplete",
          "sleep_stages_table: it is missing, so the records in sleep_session_record_table are incomplete",
        ])
      let cycle = try lines("cycle")
      #expect(cycle.refused.contains { $0.hasPrefix("menstruation_period_record_table: ") })
      #expect(cycle.samples.count == 2 && !cycle.samples.joined().contains("HKMenstrualCycleStart"))
    }
  }

  @Test("a page that hides rows is damage") func hidden() throws {
    try MadeDatabases.with(["--hostile"]) { folder in
      do {
        _ = try MadeDatabases.lines(of: folder.appendingPathComponent("hidden.db").path)
        Issue.record("rows were lost silently")
      } catch let error as Failure {
        #expect(error.isDamage)
        #expect(error.description.hasPrefix("weight_record_table, page "))
        #expect(error.description.hasSuffix("so rows are missing"))
      }
    }
  }

  @Test("a file that is no database is refused") func text() throws {
    let path = NSTemporaryDirectory() + "assay-connect-\(UUID().uuidString).db"
    try
      "no database, but a text that is long enough to be one, at least for its header of 100 bytes, and then some more"
      .write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: Failure.self) { try MadeDatabases.lines(of: path) }
    #expect(throws: Failure.self) { try MadeDatabases.lines(of: path + " is not there") }
  }
}
