import HealthFormats
import HealthModel

/// The kind of exercise of a row, as workouts and planned workouts have it.
struct RowExercise {
  private let number: Int64?
  private let type: ExerciseType?

  init(_ row: RecordStatement, _ column: Int32) {
    number = row.setInteger(column)
    type = number.flatMap { ExerciseType.platform($0) }
  }

  /// Begins the fields with HealthKit's activity; another field or the end of the object follows.
  func beginFields(to line: inout SampleText) {
    line.append(",\"fields\":{\"activity\":")
    line.append(Int64(type?.activity ?? 3000))
  }

  /// Adds the kind's own name as metadata.
  func appendMetadata(to line: inout SampleText) {
    guard let number else { return }
    line.key("health_connect_exercise_type")
    if let type { line.quote(type.name) } else { line.append(number) }
  }
}

extension RecordStatement {
  /// The id in a cell; `nil` for what is not one.
  func id(_ column: Int32) -> UUIDBytes? { kind(column) == .blob ? withBytes(column) { UUIDBytes($0) } : nil }
}
