/// The series queries of HealthKit, by its names.
extension SeriesQuery {
  /// The places of a workout, or those of one route: HealthKit's `HKWorkoutRouteQuery`.
  ///
  /// The columns are `latitude` and `longitude` in degrees and, where they are known, `altitude`, `horizontalAccuracy`
  /// and `verticalAccuracy` in meters, `speed` in m/s, and `course` in degrees.
  ///
  /// - Parameter sample: a workout, or a route.
  /// - Returns: the query.
  public static func workoutRoutes(of sample: Sample) -> SeriesQuery { SeriesQuery("workoutRoute", of: sample) }

  /// The beats of hearts: HealthKit's `HKHeartbeatSeriesQuery`.
  ///
  /// Each point is a beat; `precededByGap` is 1 where beats before it were missed.
  ///
  /// - Parameter sample: a heartbeat series, or the sample of heart rate variability that was computed from it.
  /// - Returns: the query.
  public static func heartbeatSeries(of sample: Sample) -> SeriesQuery { SeriesQuery("heartbeatSeries", of: sample) }

  /// The voltages of an electrocardiogram: HealthKit's `HKElectrocardiogramQuery`.
  ///
  /// The column is `voltage`, in microvolts.
  ///
  /// - Parameter sample: an electrocardiogram.
  /// - Returns: the query.
  public static func voltages(of sample: Sample) -> SeriesQuery { SeriesQuery("electrocardiogram", of: sample) }
}
