import HealthModel
import HealthQueries
import HealthReports

/// The output of `--explain`: which source lost which interval to which other one, and the naive sum.
struct StatsExplanation {
  /// The most intervals that are listed, and the most pairs of sources.
  private static let limit = 100

  private let answer: StatsAnswer

  init(_ answer: StatsAnswer) { self.answer = answer }

  /// Lines, each ended by a line feed.
  var text: String {
    guard answer.question.isMerged else { return "\(answer.question.type.id): nothing was merged, \(reason)\n" }
    return answer.explanations.map(text).joined()
  }

  private func text(_ explanation: MergeExplanation) -> String {
    let type = answer.question.type.id + (answer.question.showsSubject ? " of \(whose(explanation))" : "")
    guard explanation.lossCount > 0 else {
      return "\(type): no source lost to another\(total(explanation).map { "; \($0)" } ?? "")\n"
    }
    var lines = ["\(type): where sources overlap, one counts (\(answer.question.clock.rules.identifier))"]
    let listed = explanation.pairs.prefix(Self.limit)
    for pair in listed {
      lines.append(
        "  \(shown(pair.source)) lost to \(shown(pair.winner)): \(CountText.of(pair.count, "interval")), "
          + StatsLength.text(pair.duration) + (pair.amount.map { ", \(amount($0))" } ?? ""))
    }
    let others = explanation.pairs.dropFirst(Self.limit).reduce(explanation.others.count) { $0 + $1.count }
    if others > 0 { lines.append("  other pairs of sources: \(CountText.of(others, "interval")) more") }
    for loss in explanation.losses.prefix(Self.limit) {
      lines.append(
        "  \(answer.question.clock.span(loss.start, loss.end)) \(shown(loss.source)) lost "
          + (loss.amount.map { amount($0) + " " } ?? "") + "to \(shown(loss.winner))")
    }
    let rest = explanation.lossCount - min(explanation.losses.count, Self.limit)
    if rest > 0 { lines.append("  and \(GroupedDigits.string(rest)) more") }
    if let total = total(explanation) { lines.append("  " + total) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func whose(_ explanation: MergeExplanation) -> String {
    explanation.subject.map { TextEscaping.escaped($0, limit: 60) } ?? "samples without a subject"
  }

  /// The reasons that there is nothing to explain.
  private var reason: String {
    let question = answer.question
    if question.separatesBySource { return "nothing is merged, since sources are separated" }
    return question.type.shape.members != nil
      ? "samples of all sources are counted" : "samples of all sources are looked at together"
  }

  private func total(_ explanation: MergeExplanation) -> String? {
    guard let merged = explanation.merged, let naive = explanation.naive else { return nil }
    var words = "merged \(amount(merged)); a naive sum would be \(number(naive))"
    if merged > 0, naive > merged { words += " (\(Self.percent(naive / merged - 1)))" }
    return words
  }

  private func amount(_ value: Double) -> String {
    number(value) + " " + TextEscaping.escaped(answer.question.shownUnit ?? "")
  }

  /// The number with as many decimals as there are, four at most.
  private func number(_ value: Double) -> String { FixedDecimals.trimmed(value, 4, isGrouped: true) }

  private static func percent(_ share: Double) -> String {
    "+" + FixedDecimals.trimmed(share * 100, share < 0.1 ? 1 : 0, isGrouped: true) + " %"
  }

  private func shown(_ source: String) -> String { TextEscaping.escaped(source, limit: 60) }
}
