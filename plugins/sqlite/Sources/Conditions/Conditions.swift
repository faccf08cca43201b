/// Conditions of an SQL statement with the values they compare with: data is bound, never written into the text.
struct Conditions {
  enum Value {
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
  }

  private var texts: [String] = []
  private var values: [Value] = []

  var valueCount: Int { values.count }

  /// Keeps a value to bind.
  mutating func place(_ value: Value) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  mutating func require(_ text: String) { texts.append(text) }

  mutating func require(_ comparison: String, _ number: Int64) { require("\(comparison) \(place(.integer(number)))") }

  /// All conditions, which must hold together.
  var text: String { texts.isEmpty ? "TRUE" : texts.joined(separator: " AND ") }

  /// Binds the values to the first places of a statement.
  func bind(to statement: PreparedStatement) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .integer(let number): statement.bind(place, number)
      case .real(let number): statement.bind(place, real: number)
      case .text(let text): statement.bind(place, copying: text)
      case .bytes(let bytes): statement.bind(place, blob: bytes)
      }
    }
  }
}
