/// The names of a header's columns, of which several may have the same.
///
/// A layout tells columns of one name apart by their numbers: `Distance#1` is the first of several, `Distance#2` the
/// second.
enum RepeatedColumns {
  /// The names that tell the columns apart, in their order; a name that is there once stays as it is.
  static func names(of cells: [TableHeader.Cell]) -> [String] {
    var counts: [[UInt8]: Int] = [:]
    for cell in cells { counts[cell.name, default: 0] += 1 }
    var numbers: [[UInt8]: Int] = [:]
    return cells.map { cell in
      let name = String(decoding: cell.name, as: UTF8.self)
      guard counts[cell.name] ?? 1 > 1, !cell.name.isEmpty else { return name }
      numbers[cell.name, default: 0] += 1
      return "\(name)#\(numbers[cell.name] ?? 1)"
    }
  }
}
