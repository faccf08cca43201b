import HealthModel

/// A value for a parameter of a statement: it never becomes part of the statement's text.
enum BoundValue {
  case flag(Bool)
  case integer(Int32)
  case long(Int64)
  case number(Double)
  case text(String)
  case id(SampleID)
  case integers([Int32])
  case longs([Int64])
  case texts([String?])
  case ids([SampleID])

  /// The server's number of the value's type.
  var type: UInt32 {
    switch self {
    case .flag: 16
    case .long: 20
    case .integer: 23
    case .text: 25
    case .number: 701
    case .integers: 1007
    case .longs: 1016
    case .texts: 1009
    case .id: 2950
    case .ids: 2951
    }
  }

  /// Appends the value in its type's binary form.
  func append(to output: inout [UInt8]) {
    switch self {
    case .flag(let flag): output.append(flag ? 1 : 0)
    case .integer(let value): output.append(bigEndian: value)
    case .long(let value): output.append(bigEndian: value)
    case .number(let value): output.append(bigEndian: value.bitPattern)
    case .text(let text): output.append(contentsOf: text.utf8)
    case .id(let id): output.append(id)
    case .integers(let values):
      Self.beginArray(of: 23, count: values.count, hasNull: false, &output)
      for value in values {
        output.append(bigEndian: Int32(4))
        output.append(bigEndian: value)
      }
    case .longs(let values):
      Self.beginArray(of: 20, count: values.count, hasNull: false, &output)
      for value in values {
        output.append(bigEndian: Int32(8))
        output.append(bigEndian: value)
      }
    case .texts(let texts):
      Self.beginArray(of: 25, count: texts.count, hasNull: texts.contains { $0 == nil }, &output)
      for text in texts {
        output.append(bigEndian: text.map { Int32(clamping: $0.utf8.count) } ?? -1)
        if let text { output.append(contentsOf: text.utf8) }
      }
    case .ids(let ids):
      Self.beginArray(of: 2950, count: ids.count, hasNull: false, &output)
      for id in ids {
        output.append(bigEndian: Int32(16))
        output.append(id)
      }
    }
  }

  private static func beginArray(of element: UInt32, count: Int, hasNull: Bool, _ output: inout [UInt8]) {
    output.append(bigEndian: Int32(count == 0 ? 0 : 1))
    output.append(bigEndian: Int32(hasNull ? 1 : 0))
    output.append(bigEndian: element)
    guard count > 0 else { return }
    output.append(bigEndian: Int32(clamping: count))
    output.append(bigEndian: Int32(1))
  }
}

/// The values of all parameters of a statement, as libpq takes them.
struct BoundValues {
  private var bytes: [UInt8] = []
  private var places: [Range<Int>] = []
  private var types: [UInt32] = []

  init(_ values: [BoundValue]) {
    for value in values {
      let start = bytes.count
      value.append(to: &bytes)
      places.append(start..<bytes.count)
      types.append(value.type)
    }
    // An empty text has a place as well, which an empty array would not give it.
    bytes.append(0)
  }

  /// Passes on count, types, values, lengths and formats.
  func withPointers<Value>(
    _ body: (
      Int32, UnsafePointer<UInt32>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Value
  ) -> Value {
    bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = places.map { place -> UnsafePointer<CChar>? in base.map { $0 + place.lowerBound } }
      let lengths = places.map { Int32(clamping: $0.count) }
      let formats = [Int32](repeating: 1, count: places.count)
      return body(Int32(clamping: places.count), types, values, lengths, formats)
    }
  }
}

struct Statement {
  /// The text, with `$1`, `$2` … where values go.
  var sql: String
  var values: [BoundValue] = []
}
