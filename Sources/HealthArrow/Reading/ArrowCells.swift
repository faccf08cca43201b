import HealthModel

/// The values of one column in a record batch: ranges of its body, checked to be long enough for all rows.
struct ArrowCells: Sendable {
  private let kind: ArrowReadField.Kind
  /// The bits that say which values are there; `nil` if all are.
  private let presence: Range<Int>?
  /// Numbers, offsets of texts, or views.
  private let fixed: Range<Int>
  /// The bytes of texts; of views several.
  private let texts: [Range<Int>]
  private let body: [UInt8]
  /// The texts that the column has numbers of.
  private let dictionary: [[UInt8]]?

  /// Takes the buffers of a column.
  ///
  /// - Parameters:
  ///   - field: the column.
  ///   - node: how many values there are, and how many are absent.
  ///   - buffers: the column's buffers, within the body.
  ///   - body: the bytes of the batch.
  ///   - dictionary: the texts of its dictionary, if it has one.
  /// - Throws: `ArrowReadError` when the buffers are shorter than the column.
  init(
    _ field: ArrowReadField, _ node: (count: Int, absent: Int), _ buffers: [Range<Int>], of body: [UInt8],
    _ dictionary: [[UInt8]]?
  ) throws(ArrowReadError) {
    kind = field.dictionary == nil ? field.kind : field.index
    self.body = body
    self.dictionary = dictionary
    guard kind != .null else {
      (presence, fixed, texts) = (nil, 0..<0, [])
      return
    }
    let needed: Int
    switch kind {
    case .integer(let bits, _), .float(let bits): needed = node.count * (bits / 8)
    case .text(let bits): needed = node.count == 0 ? 0 : (node.count + 1) * (bits / 8)
    case .textView: needed = node.count * 16
    case .instant: needed = node.count * 8
    case .null, .other: needed = 0
    }
    guard buffers.count >= 2, buffers[1].count >= needed else {
      throw .broken("the column \(TextEscaping.escaped(field.name, limit: 80)) is shorter than its batch")
    }
    if node.absent == 0 || (node.absent < 0 && buffers[0].isEmpty) {
      presence = nil
    } else {
      guard buffers[0].count >= (node.count + 7) / 8 else {
        throw .broken("the column \(TextEscaping.escaped(field.name, limit: 80)) does not say which values are there")
      }
      presence = buffers[0]
    }
    fixed = buffers[1]
    texts = Array(buffers[2...])
  }

  /// Whether a row has a value.
  @inline(__always) func has(_ row: Int) -> Bool {
    if kind == .null { return false }
    guard let presence else { return true }
    return body[presence.lowerBound + row >> 3] >> UInt8(row & 7) & 1 == 1
  }

  /// A number that is whole; `nil` for one that is not.
  func integer(_ row: Int) -> Int64? {
    switch kind {
    case .integer(let bits, let isSigned):
      let raw = load(row, bits / 8)
      if isSigned { return (Int64(bitPattern: raw) &<< Int64(64 - bits)) &>> Int64(64 - bits) }
      return Int64(exactly: raw)
    case .float: return Int64(exactly: double(row) ?? .nan)
    case .instant: return Int64(bitPattern: load(row, 8))
    case .text, .textView, .null, .other: return nil
    }
  }

  /// A number.
  func double(_ row: Int) -> Double? {
    switch kind {
    case .float(let bits):
      let raw = load(row, bits / 8)
      return bits == 64 ? Double(bitPattern: raw) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
    case .integer: return integer(row).map { Double($0) }
    case .instant, .text, .textView, .null, .other: return nil
    }
  }

  /// A moment in microseconds since 1970; `nil` for one that is not whole in microseconds, or beyond them.
  func instant(_ row: Int) -> Int64? {
    guard case .instant(let perSecond, _) = kind, let number = integer(row) else { return nil }
    if perSecond == 1_000_000_000 { return number % 1000 == 0 ? number / 1000 : nil }
    let (product, isOver) = number.multipliedReportingOverflow(by: 1_000_000 / perSecond)
    return isOver ? nil : product
  }

  /// A text.
  ///
  /// - Parameter row: a row that has a value.
  /// - Returns: its bytes; `nil` when its place is outside of the column's bytes.
  func text(_ row: Int) -> ArraySlice<UInt8>? {
    if let dictionary {
      guard let index = integer(row), index >= 0, index < dictionary.count else { return nil }
      return dictionary[Int(index)][...]
    }
    switch kind {
    case .text(let bits):
      guard let bytes = texts.first else { return nil }
      let (start, end) = (load(row, bits / 8), load(row + 1, bits / 8))
      guard start <= end, end <= UInt64(bytes.count) else { return nil }
      return body[bytes.lowerBound + Int(start)..<bytes.lowerBound + Int(end)]
    case .textView:
      let view = fixed.lowerBound + 16 * row
      let count = Int(number(view, 4))
      if count <= 12 { return body[view + 4..<view + 4 + count] }
      let (buffer, start) = (Int(number(view + 8, 4)), Int(number(view + 12, 4)))
      guard buffer < texts.count, start <= texts[buffer].count, count <= texts[buffer].count - start else { return nil }
      return body[texts[buffer].lowerBound + start..<texts[buffer].lowerBound + start + count]
    case .integer, .float, .instant, .null, .other: return nil
    }
  }

  @inline(__always) private func load(_ row: Int, _ size: Int) -> UInt64 { number(fixed.lowerBound + row * size, size) }

  /// A number, its lowest byte first; the place was checked.
  @inline(__always) private func number(_ place: Int, _ size: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<size { number |= UInt64(body[place + index]) << UInt64(8 * index) }
    return number
  }
}
