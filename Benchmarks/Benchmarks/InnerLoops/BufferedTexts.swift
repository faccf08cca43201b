/// Short texts behind each other in one buffer, as they stand in an input.
struct BufferedTexts {
  private(set) var bytes: [UInt8] = []
  private(set) var ranges: [Range<Int>] = []

  /// Adds texts by a function that appends the one of a number.
  init(_ count: Int, _ append: (Int, inout [UInt8]) -> Void) {
    for number in 0..<count {
      let start = bytes.count
      append(number, &bytes)
      ranges.append(start..<bytes.count)
      bytes.append(UInt8(ascii: ","))
    }
  }

  init(_ texts: [String]) { self.init(texts.count) { $1 += texts[$0].utf8 } }
}
