import Foundation
import HealthFormats
import Testing

@testable import HealthConnect

/// Every table of the published schema, in three of its versions, against what its rows have to become.
@Suite(.enabled(if: MadeDatabases.hasPython, "python3 is not here"))
struct RecordTests {
  @Test("all records of a version become the samples that they are", arguments: [9, 17, 23])
  func version(_ version: Int) throws {
    try MadeDatabases.with { folder in
      let name = folder.appendingPathComponent("health-connect-\(version)").path
      let found = try MadeDatabases.lines(of: name + ".db")
      let truth = try String(contentsOfFile: name + ".truth.ndjson", encoding: .utf8).split(separator: "\n").map {
        line in
        let data = Data(line.utf8)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        return "\(object["place"] ?? "") \(try MadeDatabases.sorted(data, without: "place"))"
      }
      #expect(truth.count > 60)
      for line in Set(truth).subtracting(found.samples).sorted() { Issue.record("missing: \(line)") }
      for line in Set(found.samples).subtracting(truth).sorted() { Issue.record("not expected: \(line)") }
      #expect(found.samples.count == truth.count)
      #expect(found.unsupported == (version == 23 ? ["alcohol_consumption_record_table": 2] : [:]))
      #expect(found.refused.isEmpty)
      #expect(try HealthConnectRows(path: name + ".db", registry: MadeDatabases.registry.get()).version == version)
    }
  }

  @Test("each record and field has a type") func types() throws {
    let types = RecordTypes(try MadeDatabases.registry.get())
    for table in RecordTable.all {
      switch table.form {
      case .quantity(_, _, let field), .series(_, _, _, let field), .cases(_, _, let field):
        #expect(types.has("\(table.record).\(field)"), "\(table.record).\(field)")
      case .bloodPressure:
        #expect(types.has("\(table.record).systolic") && types.has("\(table.record).diastolic"))
        #expect(types.has(table.record))
      case .exercise:
        #expect(types.has("\(table.record).exerciseType") && types.has("\(table.record).exerciseRoute"))
      case .sleep:
        #expect(types.has("\(table.record).stages[].stage") && types.has("\(table.record).stages[]"))
        #expect(types.has(table.record))
      case .presence, .nutrition, .plannedExercise: break
      }
    }
  }

  @Test("kinds of exercise are in the order of the database") func exercises() {
    #expect(ExerciseType.platform(33)?.name == "running")
    #expect(ExerciseType.platform(45)?.name == "strength_training")
    #expect(ExerciseType.platform(53)?.name == "walking")
    #expect(ExerciseType.platform(61)?.androidx == 54)
    #expect(ExerciseType.platform(-1) == nil && ExerciseType.platform(62) == nil)
    #expect(Set(ExerciseType.all.map(\.name)).count == 62)
  }
}
