/// How another program names what samples of a type say: the columns of its tables, and keys of its JSON.
struct SampleProfile: Sendable {
  /// One column.
  struct Column: Sendable {
    /// What it says.
    enum Content: Sendable {
      /// When the sample starts and ends.
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
  /// The type of the samples.
  let type: String
  /// The columns, in their order.
  let columns: [Column]

  /// All profiles there are.
  static let all = [runningDays]

  /// Workouts as the app Running Days keeps them.
  ///
  /// What the device summed up counts before the totals of older exports;
  /// numbers of a part of a workout repeat those of the whole.
  static let runningDays = SampleProfile(
    name: "running-days", type: "workout",
    columns: [
      Column("startTime", .start),
      Column("endTime", .end),
      Column("durationSeconds", .number("first(duration, end - start)", unit: "s")),
      Column("distanceMeters", .number(total(of: "distanceWalkingRunning", else: "totalDistance"), unit: "m")),
      Column("energyBurnedKcal", .number(total(of: "activeEnergyBurned", else: "totalEnergyBurned"), unit: "kcal")),
      Column(
        "avgHeartRate",
        .number(
          "average(statistics.average where type = heartRate and activityID is missing)", unit: "count/min",
          orSamplesOf: "heartRate")),
    ])

  private static func total(of type: String, else field: String) -> String {
    "first(sum(statistics.sum where type = \(type) and activityID is missing), \(field))"
  }
}
