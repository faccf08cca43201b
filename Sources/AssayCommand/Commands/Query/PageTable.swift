/// Lines of a table whose columns are as wide as the header and the first rows need; wider cells of later rows shift
/// what follows them.
struct PageTable {
  /// How many rows say how wide the columns are.
  static let measuredRows = 1000

  private struct Cell {
    var text: Range<Int>
    var width: Int
    var isNumber: Bool
  }

  private let header: [String]
  private var widths: [Int]
  /// The cells of rows that wait, row by row.
  private var cells: [Cell] = []
  private var texts: [UInt8] = []
  private var isMeasured = false

  /// Begins a table; the columns of numbers have their names at the right, as the numbers are.
  init(_ header: [String], numbers: Set<String>) {
    self.header = header
    widths = header.map(\.unicodeScalars.count)
    for name in header { add(isNumber: numbers.contains(name)) { $0 += name.utf8 } }
  }

  /// Adds the next cell of a row.
  mutating func add(isNumber: Bool = false, _ write: (inout [UInt8]) -> Void) {
    let start = texts.count
    write(&texts)
    let width = texts[start...].count { $0 & 0xC0 != 0x80 }
    cells.append(Cell(text: start..<texts.count, width: width, isNumber: isNumber))
  }

  mutating func endRow(to output: inout [UInt8]) {
    if isMeasured || cells.count >= (Self.measuredRows + 1) * header.count { write(to: &output) }
  }

  mutating func finish(to output: inout [UInt8]) { write(to: &output) }

  private mutating func write(to output: inout [UInt8]) {
    if !isMeasured {
      for (index, cell) in cells.enumerated() {
        widths[index % header.count] = max(widths[index % header.count], cell.width)
      }
      isMeasured = true
    }
    for (index, cell) in cells.enumerated() {
      let column = index % header.count
      let blanks = max(0, widths[column] - cell.width)
      if column > 0 { output.append(contentsOf: repeatElement(0x20, count: 2)) }
      if cell.isNumber { output.append(contentsOf: repeatElement(0x20, count: blanks)) }
      output.append(contentsOf: texts[cell.text])
      if !cell.isNumber { output.append(contentsOf: repeatElement(0x20, count: blanks)) }
      guard column == header.count - 1 else { continue }
      while output.last == 0x20 { output.removeLast() }
      output.append(0x0A)
    }
    cells.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }
}
