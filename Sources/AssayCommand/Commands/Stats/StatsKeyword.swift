import HealthModel
import HealthQueries

/// The values of `--statistic`, and the default for a type.
enum StatsKeyword: String, CaseIterable {
  case count, sum, average, minimum, maximum
  case mostRecent = "most-recent"
  case duration

  /// Reads the values of the option, in the order of the answer's columns.
  static func read(_ names: [String]) throws -> [StatsKeyword] {
    let words = try names.map { name in
      guard let word = StatsKeyword(rawValue: name) else {
        throw Failure.usage(
          "--statistic takes \(list(allCases)), got `\(TextEscaping.escaped(name))`"
            + (near(name).map { "; did you mean `\($0.rawValue)`?" } ?? ""))
      }
      return word
    }
    return allCases.filter(words.contains)
  }

  /// The word that another one stands for: what others call it, or how it is misspelt.
  private static func near(_ name: String) -> StatsKeyword? {
    switch name.lowercased() {
    case "mean", "avg": .average
    case "min", "lowest": .minimum
    case "max", "highest": .maximum
    case "total": .sum
    case "last", "latest", "recent": .mostRecent
    default: Suggestion.nearest(to: name, among: allCases.map(\.rawValue)).flatMap { StatsKeyword(rawValue: $0) }
    }
  }

  static func allowed(for type: TypeDefinition) -> [StatsKeyword] {
    guard let shape = type.shape.quantity else { return [.count, .duration] }
    return shape.aggregation == .cumulative
      ? [.count, .sum, .mostRecent, .duration] : [.count, .average, .minimum, .maximum, .mostRecent, .duration]
  }

  /// The default answer: of a sum, the most recent part says little.
  static func usual(for type: TypeDefinition) -> [StatsKeyword] {
    let words = allowed(for: type)
    return words.contains(.sum) ? words.filter { $0 != .mostRecent } : words
  }

  /// The library's word for it; counts come with every answer.
  var option: StatisticsOptions {
    switch self {
    case .count: []
    case .sum: .cumulativeSum
    case .average: .discreteAverage
    case .minimum: .discreteMin
    case .maximum: .discreteMax
    case .mostRecent: .mostRecent
    case .duration: .duration
    }
  }

  var title: String { self == .mostRecent ? "most recent" : rawValue }

  /// `sum, average or count`.
  static func list(_ words: [StatsKeyword]) -> String { Suggestion.alternatives(words.map(\.rawValue)) }
}
