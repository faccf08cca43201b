import HealthFormats
import HealthModel

/// A small format that is converted: the text COUNT and then a byte for each record, the steps of an hour.
///
/// 255 is a damaged record, 254 one of a kind that has no type, 253 one that is doubtful, 252 the end of what can be read.
struct CounterFormat: ConvertedFormat {
  let name = "counter"
  let fileEndings = [".count"]
  let page = "samples.md"

  func recognizes(_ beginning: FormatBeginning) -> Bool { beginning.has(magic: Array("COUNT".utf8)) }

  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    CounterSource(input: input, bytes: try input.makeByteSource())
  }

  static let format = InputFormat(CounterFormat())

  /// A file of records.
  static func file(_ records: [UInt8]) -> [UInt8] { Array("COUNT".utf8) + records }
}

private struct CounterSource: ConvertedSource {
  let input: ConvertedInput
  var bytes: any ByteSource
  var buffer: [UInt8] = []
  var offset: Int64 = 0
  var hour: Int64 = 0

  mutating func next(into lines: inout ConvertedLines) throws(InputError) -> Bool {
    buffer.removeAll(keepingCapacity: true)
    guard try bytes.read(into: &buffer, count: 64) > 0 else { return false }
    for byte in buffer {
      defer { offset += 1 }
      guard offset >= 5 else { continue }
      hour += 1
      let place = ConvertedLocation.item("hour", hour)
      switch byte {
      case 255: lines.addFault("the record has no count", at: place)
      case 254: lines.addUnsupported("pause", at: place)
      case 252: throw input.damaged("the record after hour \(hour - 1) is cut off")
      default:
        let value = byte == 100 ? -5 : Int(byte)
        let sample =
          "{\"type\":\"stepCount\",\"value\":\(value),\"unit\":\"count\",\"start\":\"\(Self.time(hour)):00:00Z\","
          + "\"end\":\"\(Self.time(hour)):59:00Z\"}"
        lines.add(sample.utf8, at: hour == 1 ? .byte(offset) : hour == 2 ? .line(7) : place)
        if byte == 253 { lines.note(.nearDuplicate, "the count is doubtful") }
      }
    }
    return true
  }

  private static func time(_ hour: Int64) -> String {
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    return "2025-\(two(hour / 600 % 12 + 1))-\(two(hour / 24 % 25 + 1))T\(two(hour % 24))"
  }
}
