/// A point of a line, in the units of what is drawn or in those of a drawing.
struct LinePoint: Hashable {
  var x: Double
  var y: Double
}

extension [LinePoint] {
  /// The parts of a line between gaps; a point without one of its numbers, or with one that no axis can hold, is a gap.
  var runs: [[LinePoint]] {
    split { !NiceScale.canHold($0.x) || !NiceScale.canHold($0.y) }.map { Array($0) }
  }

  /// The same line with at most four points in each column of a width: the first, the lowest, the highest and the last.
  ///
  /// What is drawn covers the same places, since columns are narrower than the line. The points ascend in `x`.
  func thinned(columns width: Double) -> [LinePoint] {
    var kept: [LinePoint] = []
    var start = 0
    while start < count {
      let column = (self[start].x / width).rounded(.down)
      var end = start + 1
      var (lowest, highest) = (start, start)
      while end < count, (self[end].x / width).rounded(.down) == column {
        if self[end].y < self[lowest].y { lowest = end }
        if self[end].y > self[highest].y { highest = end }
        end += 1
      }
      for index in Set([start, lowest, highest, end - 1]).sorted() { kept.append(self[index]) }
      start = end
    }
    return kept
  }

  /// The same curve without points that are nearer than a distance to the last one that is kept; the ends and the
  /// extremes stay.
  func thinned(distance: Double) -> [LinePoint] {
    guard count > 2 else { return self }
    var extremes: Set<Int> = [0, count - 1]
    for value in [\LinePoint.x, \LinePoint.y] {
      if let least = indices.min(by: { self[$0][keyPath: value] < self[$1][keyPath: value] }) { extremes.insert(least) }
      if let most = indices.max(by: { self[$0][keyPath: value] < self[$1][keyPath: value] }) { extremes.insert(most) }
    }
    var kept: [LinePoint] = []
    for index in indices {
      let (point, last) = (self[index], kept.last)
      let (dx, dy) = (point.x - (last?.x ?? -.infinity), point.y - (last?.y ?? -.infinity))
      if extremes.contains(index) || dx * dx + dy * dy >= distance * distance { kept.append(point) }
    }
    return kept
  }
}
