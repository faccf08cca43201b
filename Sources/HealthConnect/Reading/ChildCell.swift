/// A number of a row in eight bytes, as `RecordStatement` reads it: whole, with a fraction, or both ways.
struct ChildCell {
  private enum Form: UInt8 {
    case none, integer, number, onlyInteger, onlyNumber
  }

  // Two words would take 16 bytes a cell with their padding; three parts of four bytes take 12.
  private var high: UInt32 = 0
  private var low: UInt32 = 0
  private var form = Form.none

  /// The cell of a column in the row that a statement is at.
  init(_ statement: RecordStatement, _ column: Int32) {
    self.init(integer: statement.setInteger(column), number: statement.setNumber(column))
  }

  init(integer: Int64?, number: Double?) {
    var bits: UInt64 = 0
    switch (integer, number) {
    case (nil, nil): break
    case (let integer?, nil): (form, bits) = (.onlyInteger, UInt64(bitPattern: integer))
    case (nil, let number?): (form, bits) = (.onlyNumber, number.bitPattern)
    case (let integer?, let number?):
      (form, bits) =
        number == Double(integer) ? (.integer, UInt64(bitPattern: integer)) : (.number, number.bitPattern)
    }
    high = UInt32(truncatingIfNeeded: bits >> 32)
    low = UInt32(truncatingIfNeeded: bits)
  }

  private var bits: UInt64 { UInt64(high) << 32 | UInt64(low) }

  /// The whole number; `nil` if it is not one, or not set.
  var integer: Int64? {
    switch form {
    case .integer, .onlyInteger: Int64(bitPattern: bits)
    // As SQLite cuts a fraction off.
    case .number:
      switch Double(bitPattern: bits) {
      case 0x1p63...: .max
      case ..<(-0x1p63): .min
      case let number: Int64(exactly: number.rounded(.towardZero))
      }
    case .none, .onlyNumber: nil
    }
  }

  /// The number; `nil` if it is not set.
  var number: Double? {
    switch form {
    case .integer: Double(Int64(bitPattern: bits))
    case .number, .onlyNumber: Double(bitPattern: bits)
    case .none, .onlyInteger: nil
    }
  }
}
