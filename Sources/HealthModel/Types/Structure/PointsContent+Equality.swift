extension PointsContent {
  /// Whether two have the same numbers; a missing one, which is NaN, equals a missing one.
  public static func == (left: PointsContent, right: PointsContent) -> Bool {
    left.rate == right.rate && left.times == right.times
      && left.columns.elementsEqual(right.columns) { one, other in
        one.elementsEqual(other) { $0 == $1 || $0.isNaN && $1.isNaN }
      }
  }

  /// Hashes what equal points have in common.
  public func hash(into hasher: inout Hasher) {
    rate.hash(into: &hasher)
    times.hash(into: &hasher)
    for column in columns { column.count.hash(into: &hasher) }
  }
}
