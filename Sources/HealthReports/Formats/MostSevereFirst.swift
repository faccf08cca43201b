import HealthModel

/// Keeps a limited number of elements: the most severe, and among equally severe ones the first.
struct MostSevereFirst<Element> {
  private var kept: [[Element]]
  private let limit: Int
  private(set) var count = 0

  init(limit: Int) {
    self.limit = limit
    kept = Array(repeating: [], count: Int(Severity.error.rawValue) + 1)
  }

  /// Whether another element would be kept.
  func wants(_ severity: Severity) -> Bool {
    count < limit || kept[..<Int(severity.rawValue)].contains { !$0.isEmpty }
  }

  /// Keeps an element; if the list is full, it replaces the last one of the lowest severity.
  mutating func add(_ element: Element, _ severity: Severity) {
    guard wants(severity) else { return }
    if count == limit, let least = kept.firstIndex(where: { !$0.isEmpty }) {
      kept[least].removeLast()
      count -= 1
    }
    kept[Int(severity.rawValue)].append(element)
    count += 1
  }

  /// The elements: the highest severity first, each severity in the order they came.
  var elements: [Element] { kept.reversed().flatMap { $0 } }
}
