import CSQLite
import HealthModel

/// Checks the pages of a table before its rows are read.
///
/// SQLite believes the number of cells that a page claims: a smaller one hides rows, and no read fails. `PRAGMA
/// quick_check` would report it, but it evaluates generated columns of a schema that is not trusted, and reports a text in
/// a column of numbers, which is not damage. This check reads pages only: cells, free blocks and fragments have to fill a
/// page, rows are in order, and no page is in two places (sqlite.org/fileformat2.html).
struct PageCheck {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let pageSize: Int
  /// The bytes of a page without those that are reserved at its end.
  private let usable: Int
  private let pageCount: Int64
  /// The pages that were met, a bit each, 64 under a key.
  private var seen: [Int64: UInt64] = [:]

  private static let deepest = 30
  private static let headerLength = 100

  init(_ connection: OpaquePointer) throws(Failure) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var size: sqlite3_int64 = 0
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let fileSize = file.pointee.pMethods?.pointee.xFileSize, fileSize(file, &size) == SQLITE_OK
    else { throw Failure.database(SQLITE_CANTOPEN, "the size of the file is not known") }
    self.file = file
    guard size >= Self.headerLength else { throw Failure.database(SQLITE_NOTADB, "the file is not a database") }
    let header = try Self.read(file, Self.headerLength, at: 0)
    // 1 stands for 65,536.
    let claimed = Int(header[16]) << 8 | Int(header[17])
    pageSize = claimed == 1 ? 65_536 : claimed
    usable = pageSize - Int(header[20])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, usable >= 480 else {
      throw Failure.database(SQLITE_NOTADB, "the file is not a database")
    }
    guard size % Int64(pageSize) == 0 else { throw Failure.database(SQLITE_CORRUPT, "the file ends inside a page") }
    pageCount = size / Int64(pageSize)
  }

  private struct Kind {
    /// Whether cells begin with the number of another page.
    let isInterior: Bool
    let isTable: Bool

    init?(_ byte: UInt8) {
      switch byte {
      case 2: (isInterior, isTable) = (true, false)
      case 5: (isInterior, isTable) = (true, true)
      case 10: (isInterior, isTable) = (false, false)
      case 13: (isInterior, isTable) = (false, true)
      default: return nil
      }
    }
  }

  mutating func check(root: Int64) throws(Failure) {
    var lastRow: Int64?
    var height: Int?
    try walk(root, depth: 0, &lastRow, upTo: nil, &height)
  }

  private mutating func walk(
    _ number: Int64, depth: Int, _ lastRow: inout Int64?, upTo bound: Int64?, _ height: inout Int?
  ) throws(Failure) {
    try visit(number)
    guard depth < Self.deepest else { throw damage(number, "the tree is too deep") }
    let page = try Self.read(file, pageSize, at: (number - 1) * Int64(pageSize))
    let header = number == 1 ? Self.headerLength : 0
    guard let kind = Kind(page[header]) else { throw damage(number, "it is not a page of a table") }
    let cells = Int(page[header + 3]) << 8 | Int(page[header + 4])
    let given = Int(page[header + 5]) << 8 | Int(page[header + 6])
    let content = given == 0 ? 65_536 : given
    let pointers = header + (kind.isInterior ? 12 : 8)
    guard pointers + 2 * cells <= content, content <= usable else {
      throw damage(number, "its \(cells) cells do not fit")
    }
    if !kind.isInterior {
      if let height, height != depth { throw damage(number, "the tree is uneven") }
      height = depth
    }
    var used = Int(page[header + 7])
    for index in 0..<cells {
      let start = Int(page[pointers + 2 * index]) << 8 | Int(page[pointers + 2 * index + 1])
      guard start >= content, start + 4 <= usable else { throw damage(number, "a cell is outside of its content") }
      let cell = try Cell(page, start, kind, usable).orThrow(damage(number, "a cell is cut"))
      used += cell.length
      if let child = cell.child { try walk(child, depth: depth + 1, &lastRow, upTo: cell.row, &height) }
      if let row = cell.row {
        // The number in an interior page is the largest of its child.
        if let lastRow, kind.isInterior ? row < lastRow : row <= lastRow {
          throw damage(number, "rows are not in order")
        }
        if let bound, row > bound { throw damage(number, "rows are not in order") }
        lastRow = row
      }
      try followOverflow(of: cell, on: number)
    }
    used += try freeBytes(page, header, from: content, number)
    guard used == usable - content else {
      throw damage(number, "its \(cells) cells do not fill it, so rows are missing")
    }
    guard kind.isInterior else { return }
    let last = Self.number(page, header + 8)
    try walk(last, depth: depth + 1, &lastRow, upTo: bound, &height)
  }

  /// Passes over the pages of a content that is longer than its cell.
  private mutating func followOverflow(of cell: Cell, on number: Int64) throws(Failure) {
    guard var next = cell.overflow else { return }
    var left = cell.rest
    while left > 0 {
      try visit(next)
      left -= Int64(usable - 4)
      let bytes = try Self.read(file, 4, at: (next - 1) * Int64(pageSize))
      next = Self.number(bytes, 0)
    }
    guard next == 0 else { throw damage(number, "a content is longer than its cell says") }
  }

  /// The bytes of the free blocks on a page.
  private func freeBytes(_ page: [UInt8], _ header: Int, from content: Int, _ number: Int64) throws(Failure) -> Int {
    var sum = 0
    var block = Int(page[header + 1]) << 8 | Int(page[header + 2])
    var end = content
    while block > 0 {
      guard block >= end, block + 4 <= usable else { throw damage(number, "a free block is outside of its content") }
      let size = Int(page[block + 2]) << 8 | Int(page[block + 3])
      end = block + size
      guard size >= 4, end <= usable else { throw damage(number, "a free block is outside of its content") }
      sum += size
      block = Int(page[block]) << 8 | Int(page[block + 1])
    }
    return sum
  }

  private mutating func visit(_ number: Int64) throws(Failure) {
    guard number > 0, number <= pageCount else { throw damage(number, "the file does not have it") }
    let bit = UInt64(1) << UInt64(number & 63)
    let old = seen[number >> 6, default: 0]
    guard old & bit == 0 else { throw damage(number, "it is in two places") }
    seen[number >> 6] = old | bit
  }

  private func damage(_ page: Int64, _ text: String) -> Failure {
    Failure.database(SQLITE_CORRUPT, "page \(page): \(text)")
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int64 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func read(
    _ file: UnsafeMutablePointer<sqlite3_file>, _ count: Int, at offset: Int64
  ) throws(Failure) -> [UInt8] {
    var code = SQLITE_IOERR
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress, let read = file.pointee.pMethods?.pointee.xRead else { return }
      code = read(file, start, Int32(truncatingIfNeeded: count), offset)
      filled = code == SQLITE_OK ? count : 0
    }
    guard code == SQLITE_OK else { throw Failure.database(code, "the file cannot be read") }
    return bytes
  }

  private struct Cell {
    /// Its bytes on the page.
    private(set) var length = 0
    private(set) var child: Int64?
    private(set) var row: Int64?
    /// The first of the pages with what does not fit, and how many bytes that is.
    private(set) var overflow: Int64?
    private(set) var rest: Int64 = 0

    init?(_ page: [UInt8], _ start: Int, _ kind: Kind, _ usable: Int) {
      var place = start
      if kind.isInterior {
        guard place + 4 <= usable else { return nil }
        child = PageCheck.number(page, place)
        place += 4
      }
      var payload: Int64 = 0
      if !kind.isInterior || !kind.isTable {
        guard let number = Self.variable(page, &place, usable), number >= 0 else { return nil }
        payload = number
      }
      if kind.isTable {
        guard let number = Self.variable(page, &place, usable) else { return nil }
        row = number
      }
      let least = Int64((usable - 12) * 32 / 255 - 23)
      let most = kind.isTable ? Int64(usable - 35) : Int64((usable - 12) * 64 / 255 - 23)
      var local = payload
      if payload > most {
        let fitting = least + (payload - least) % Int64(usable - 4)
        local = fitting <= most ? fitting : least
        rest = payload - local
        guard place + Int(local) + 4 <= usable else { return nil }
        overflow = PageCheck.number(page, place + Int(local))
        place += 4
      }
      place += Int(local)
      guard place <= usable else { return nil }
      length = max(4, place - start)
    }

    /// A number of one to nine bytes.
    private static func variable(_ page: [UInt8], _ place: inout Int, _ end: Int) -> Int64? {
      var value: UInt64 = 0
      for index in 0..<9 {
        guard place < end else { return nil }
        let byte = page[place]
        place += 1
        if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
        value = value << 7 | UInt64(byte & 0x7F)
        if byte < 0x80 { return Int64(bitPattern: value) }
      }
      return nil
    }
  }
}

extension Optional {
  fileprivate func orThrow<Failure: Error>(_ error: @autoclosure () -> Failure) throws(Failure) -> Wrapped {
    guard let self else { throw error() }
    return self
  }
}
