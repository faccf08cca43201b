struct MergedSample: Sendable, Hashable {
  /// Start in microseconds since 1970 UTC.
  var start: Int64
  /// End in microseconds since 1970 UTC; at the start for an instant.
  var end: Int64
  /// The quantity's value in the canonical unit; 0 for other kinds.
  var value: Double
  /// The case's index in the type's enum; -1 for other kinds.
  var enumCase: Int32
  /// The number that `SourceMerger.number(of:)` gave its source.
  var source: Int32
  /// Index into the scan's zones; -1 when the sample names none.
  var zone: Int32
  /// Clock offset of the start in minutes.
  var startOffset: Int16
}
