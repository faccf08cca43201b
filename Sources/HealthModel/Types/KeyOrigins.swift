/// The place of every key of a definition, by dotted path (`value.allowed.max`), in the order of the keys.
///
/// A sorted list, since each type of a catalog keeps one: a dictionary of the same takes about four times the memory.
@usableFromInline package struct KeyOrigins: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    var key: String
    var line: Int32
    var column: Int32
    /// The file, as index into `paths`.
    var path: Int32
  }

  private var entries: [Entry] = []
  /// The files; nearly always one.
  private var paths: [String] = []

  package init() {}

  /// Creates a list of places; of a key that is there twice, the last place counts.
  package init(_ marks: some Sequence<(key: String, value: CatalogMark)>) {
    var marks = Array(marks)
    let isSorted = zip(marks, marks.dropFirst()).allSatisfy { Self.precedes($0.key, $1.key) }
    // Sorting keeps the order of equals, so the last of them is the last that was given.
    if !isSorted { marks.sort { Self.precedes($0.key, $1.key) } }
    entries.reserveCapacity(marks.count)
    for (key, mark) in marks {
      if !isSorted, entries.last?.key == key { entries.removeLast() }
      let path = paths.firstIndex(of: mark.path) ?? paths.count
      if path == paths.count { paths.append(mark.path) }
      entries.append(
        Entry(
          key: key, line: Int32(clamping: mark.line), column: Int32(clamping: mark.column), path: Int32(clamping: path))
      )
    }
  }

  package subscript(key: String) -> CatalogMark? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(entries[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].key == key ? mark(of: entries[low]) : nil
  }

  private func mark(of entry: Entry) -> CatalogMark {
    CatalogMark(path: paths[Int(entry.path)], line: Int(entry.line), column: Int(entry.column))
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    // Strings whose bytes are in one place, as nearly all are, are compared there.
    left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { left.lexicographicallyPrecedes($0) }
    }.flatMap { $0 } ?? left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension KeyOrigins: Sequence {
  /// The keys and their places, in the order of the keys.
  @usableFromInline package func makeIterator() -> some IteratorProtocol<(key: String, value: CatalogMark)> {
    entries.lazy.map { (key: $0.key, value: mark(of: $0)) }.makeIterator()
  }
}
