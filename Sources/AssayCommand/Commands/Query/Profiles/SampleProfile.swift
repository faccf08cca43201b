/// How another program names what samples of a type say: the columns of its tables, and keys of its JSON.
struct SampleProfile: Sendable {
  struct Column: Sendable {
    /// What it says.
    enum Content: Sendable {
      case start, end
      /// A number in a unit, as an expression of conditions; where it is missing, the average of the samples of a type
      /// that are inside the sample.
      case number(String, unit: String, orSamplesOf: String? = nil)
    }

    let name: String
    let content: Content

    init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  /// The name that `--as` takes.
  let name: String
  let type: String
  /// The columns, in their order.
  let columns: [Column]

  static let all = [runningDays]

  /// Workouts as the app Running Days keeps them: by what the type computes, so that a ride has its distance, too.
  static let runningDays = SampleProfile(
    name: "running-days", type: "workout",
    columns: [
      Column("startTime", .start),
      Column("endTime", .end),
      Column("durationSeconds", .number("first(duration, end - start)", unit: "s")),
      Column("distanceMeters", .number("distance", unit: "m")),
      Column("energyBurnedKcal", .number("energy", unit: "kcal")),
      Column("avgHeartRate", .number("averageHeartRate", unit: "count/min", orSamplesOf: "heartRate")),
    ])
}
