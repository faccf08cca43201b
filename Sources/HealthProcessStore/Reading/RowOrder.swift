import HealthModel
import HealthPluginKit
import HealthStorage

/// Checks that rows arrive in the requested order, without repeats.
struct RowOrder {
  private let sort: SampleQuery.Sort
  private var type: [UInt8] = []
  private var last: SampleLine?

  init(_ sort: SampleQuery.Sort) { self.sort = sort }

  /// Checks rows; returns the first head that does not come after the one before it.
  mutating func firstFault(in rows: SampleLines) -> Int? {
    for (index, line) in rows.lines.enumerated() where line.correlation == nil {
      let name = rows.text[line.type]
      if let last {
        if name.elementsEqual(type) {
          guard precedes(last, line) else { return index }
        } else {
          guard type.lexicographicallyPrecedes(name) else { return index }
          type = Array(name)
        }
      } else {
        type = Array(name)
      }
      last = line
    }
    return nil
  }

  /// Whether one sample of a type comes before another: those without a time first, whatever the direction.
  private func precedes(_ left: SampleLine, _ right: SampleLine) -> Bool {
    let first = sort.isByEnd ? left.end : left.start
    let second = sort.isByEnd ? right.end : right.start
    guard first != second else { return left.id < right.id }
    guard let first else { return true }
    guard let second else { return false }
    return sort.isDescending ? first > second : first < second
  }
}
