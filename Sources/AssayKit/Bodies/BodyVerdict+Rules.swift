import HealthModel

extension BodyVerdict {
  /// Adds what rules of the program's own found: after the others of a sample, and when not all are kept, after those of
  /// all samples, errors first.
  mutating func add(_ found: [(sample: Int, diagnostic: Diagnostic)], limit: Int) {
    guard !found.isEmpty else { return }
    findingCount += found.count
    let room = max(0, limit - findings.count)
    var kept = found
    if found.count > room {
      let order = found.indices.sorted {
        (found[$1].diagnostic.severity, $0) < (found[$0].diagnostic.severity, $1)
      }
      kept = order.prefix(room).sorted().map { found[$0] }
    }
    let own = findings
    findings.removeAll(keepingCapacity: true)
    findings.reserveCapacity(own.count + kept.count)
    var next = 0
    for finding in own {
      while next < kept.count, kept[next].sample < finding.sample {
        findings.append(BodyFinding(sample: kept[next].sample, diagnostic: kept[next].diagnostic))
        next += 1
      }
      findings.append(finding)
    }
    for item in kept[next...] { findings.append(BodyFinding(sample: item.sample, diagnostic: item.diagnostic)) }
  }
}

/// Lines and columns of a body, counted going forward.
struct BodyPlace {
  private var line = 1
  private var column = 1
  private var cursor = 0

  /// Where a byte is; it is not before the last one that was asked for.
  mutating func location(of offset: Int, in bytes: RawSpan) -> SourceLocation {
    let start = min(max(cursor, offset), bytes.byteCount)
    let extent = TextExtent(of: cursor..<start, in: bytes)
    column = extent.lineFeeds == 0 ? column + extent.columns : 1 + extent.columns
    line += extent.lineFeeds
    cursor = start
    return SourceLocation(path: "", line: line, column: column, byteOffset: Int64(offset))
  }
}
