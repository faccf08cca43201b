public import HealthModel

/// By which clock intervals begin and end.
public enum ReportZone: Sendable, Hashable {
  /// The clock of one place for all samples.
  case named(TimeZoneRules)
  /// The clock where each sample was taken: that of its time zone (metadata `HKTimeZone`), else the offset its start
  /// was written with.
  ///
  /// A day is then what the calendar of the person said, wherever they were.
  case sample
}
