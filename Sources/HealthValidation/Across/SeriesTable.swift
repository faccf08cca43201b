/// The state of series, by key; limited in number: a new one replaces the least recently used.
struct SeriesTable<Content: Sendable>: Sendable {
  var contents: [Content] = []
  private(set) var left = 0

  private let limit: Int
  private var keys: [SeriesKey] = []
  private var numbers: [SeriesKey: Int] = [:]
  /// The series used just before each; -1 for the one used longest ago.
  private var older: [Int] = []
  /// The series used just after each; -1 for the one used last.
  private var newer: [Int] = []
  private var oldest = -1
  private var newest = -1

  init(limit: Int) { self.limit = limit }

  /// Uses a key's series, which begins with `content` when there is none.
  ///
  /// - Returns: the series' number, and the state of the one that it replaced.
  mutating func use(_ key: SeriesKey, new content: @autoclosure () -> Content) -> (number: Int, evicted: Content?) {
    // Samples of one series mostly follow each other.
    if newest >= 0, keys[newest] == key { return (newest, nil) }
    if let number = numbers[key] {
      unlink(number)
      link(number)
      return (number, nil)
    }
    var number = keys.count
    var evicted: Content?
    if number < limit {
      keys.append(key)
      contents.append(content())
      older.append(-1)
      newer.append(-1)
    } else {
      number = oldest
      unlink(number)
      numbers[keys[number]] = nil
      evicted = contents[number]
      keys[number] = key
      contents[number] = content()
      left += 1
    }
    numbers[key] = number
    link(number)
    return (number, evicted)
  }

  private mutating func unlink(_ number: Int) {
    let (before, behind) = (older[number], newer[number])
    if before >= 0 { newer[before] = behind } else { oldest = behind }
    if behind >= 0 { older[behind] = before } else { newest = before }
  }

  private mutating func link(_ number: Int) {
    older[number] = newest
    newer[number] = -1
    if newest >= 0 { newer[newest] = number } else { oldest = number }
    newest = number
  }
}
