import HealthModel

/// The result of a threshold: what was counted, what it allows, and the verdict.
public struct ThresholdResult: Sendable, Hashable {
  /// The threshold as it is written: `unit-incompatible > 0.5%`.
  public var text: String
  /// What was counted: refused samples, or findings.
  public var count: Int
  /// The samples read that it is about.
  public var read: Int
  /// The limit: a number, or a share in percent.
  package var limit: Double
  package var isPercent: Bool

  package init(text: String, count: Int, read: Int, limit: Double, isPercent: Bool) {
    self.text = text
    self.count = count
    self.read = read
    self.limit = limit
    self.isPercent = isPercent
  }

  /// Whether more was found than the threshold allows.
  ///
  /// Whole numbers on both sides: a share that is the limit does not exceed it.
  public var isExceeded: Bool {
    isPercent ? Double(count) * 100 > limit * Double(read) * (1 + 1e-12) : Double(count) > limit
  }

  /// The count as a share of the samples read, in percent; `nil` if none was read.
  package var rate: Double? { read > 0 ? Double(count) / Double(read) * 100 : nil }

  /// The measured value that is compared with the limit: `0.2 % of 1,000 samples`, or a number.
  package var found: String {
    guard isPercent else { return GroupedDigits.string(count) }
    let rounded = ((rate ?? 0) * 1000).rounded() / 1000
    return "\(DecimalWriter.string(rounded)) % of \(GroupedDigits.string(read)) samples"
  }

  /// The limit in words: `0.5 %` or `1,000`.
  var limitText: String {
    if isPercent { return "\(DecimalWriter.string(limit)) %" }
    return Int(exactly: limit).map(GroupedDigits.string) ?? DecimalWriter.string(limit)
  }

  /// The count with its share: `56 of 2,821 (1.99 %)`; `56` if no sample was read.
  var countText: String {
    guard read > 0 else { return count == 0 ? "no samples" : GroupedDigits.string(count) }
    return "\(GroupedDigits.string(count)) of \(GroupedDigits.string(read))\(ShareText.suffix(count, of: read))"
  }

  var verdict: String { isExceeded ? "exceeded" : "within" }

  /// The result as one line of text for people, without a line end; foreign text is made safe to show.
  package var line: String {
    "\(TextEscaping.escaped(text, limit: 200)): \(verdict), \(countText), limit \(limitText)"
  }

  /// Appends results as the member `thresholds`; none if there are none.
  static func append(_ results: [ThresholdResult], to json: inout JSONBuilder) {
    guard !results.isEmpty else { return }
    json.array("thresholds") { list in
      for result in results {
        list.object { item in
          item.member("condition", result.text)
          item.member("count", result.count)
          item.member("read", result.read)
          item.member("rate", finite: result.rate)
          item.member("limit", finite: result.limit)
          item.member("unit", result.isPercent ? "percent" : "count")
          item.member("exceeded", result.isExceeded)
        }
      }
    }
  }
}
