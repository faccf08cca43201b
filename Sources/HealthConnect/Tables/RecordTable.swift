/// What is known of a table of records: facts of Health Connect's schema, none of which a file has to keep to.
package struct RecordTable: Sendable {
  package enum Form: Sendable {
    /// One quantity: its column, its unit in the database, and the field of the record in codes.
    case quantity(String, unit: String, field: String)
    /// That the record is there is all it says.
    case presence
    /// A case of the type: its column, and the raw number of the case for each number of the database; -1 for none.
    case cases(String, [Int], field: String)
    case bloodPressure
    case nutrition
    /// A sample for each row of another table: the table, the column, its unit, and the field in codes.
    case series(String, column: String, unit: String, field: String)
    case sleep
    case exercise
    case plannedExercise
  }

  /// A column that becomes metadata.
  package struct Note: Sendable {
    package enum Form: Sendable {
      case text
      case number
      case words([String])
      /// A number of HealthKit for each number; -1 for none, which is kept under `otherwise`.
      case raw([Int])
      /// 1 for true, 2 for false.
      case protection
      /// Whether a menstruation begins on the day of the record, by the table of menstruations.
      case cycleStart
      /// A quantity.
      case unit(String)

      var isCycleStart: Bool { if case .cycleStart = self { true } else { false } }
    }

    package let column: String
    package let key: StaticString
    package let form: Form

    init(_ column: String, _ key: StaticString, _ form: Form) {
      self.column = column
      self.key = key
      self.form = form
    }
  }

  package let name: String
  /// The name of the record in codes: `StepsRecord`.
  package let record: String
  package let isInstant: Bool
  package let form: Form
  package let notes: [Note]

  static func instant(_ name: String, _ record: String, _ form: Form, _ notes: Note...) -> RecordTable {
    RecordTable(name: name, record: record, isInstant: true, form: form, notes: notes)
  }

  static func interval(_ name: String, _ record: String, _ form: Form, _ notes: Note...) -> RecordTable {
    RecordTable(name: name, record: record, isInstant: false, form: form, notes: notes)
  }

  var children: [String] {
    switch form {
    case .series(let child, _, _, _): [child]
    case .sleep: ["sleep_stages_table"]
    case .exercise: ["exercise_laps_table", "exercise_segments_table", "exercise_route_table"]
    case .plannedExercise:
      [
        "planned_exercise_session_blocks_table", "planned_exercise_session_steps_table",
        "planned_exercise_session_goals_table",
      ]
    default: []
    }
  }
}
