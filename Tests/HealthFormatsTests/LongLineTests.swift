import HealthModel
import Testing

@testable import HealthFormats

/// Samples of many megabytes, and what is kept of those that are too long.
@Suite("Long lines") struct LongLineTests {
  @Test("a long line brings no more than its own length into its chunk", arguments: [1 << 14, 1 << 18])
  func chunks(_ size: Int) throws {
    let long = String(repeating: "x", count: 3 << 20)
    let short = String(repeating: "{}\n", count: 2 << 20)
    let input = Array((short + long + "\n" + short).utf8)
    var chunker = LineChunker(source: MemorySource(input), size: size)
    var bytes: [UInt8] = []
    var largest = 0
    while let chunk = try chunker.next() {
      #expect(!chunk.context.isOverlong && chunk.skipped == 0)
      largest = max(largest, chunk.bytes.count)
      bytes += chunk.bytes
    }
    #expect(bytes == input)
    #expect(largest <= 2 * long.utf8.count + size)
  }

  @Test("of a line over the limit the first MiB is kept")
  func overlong() throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 5 << 20) + Array("\n{}\n".utf8)
    var chunker = LineChunker(source: MemorySource(input), size: 1 << 18, maximumLine: 4 << 20)
    let next = try chunker.next()
    let first = try #require(next)
    #expect(first.context.isOverlong)
    #expect(first.bytes.count == 1 << 20 && first.skipped == 4 << 20)
    var rest: [UInt8] = []
    while let chunk = try chunker.next() { rest += chunk.bytes }
    #expect(rest == Array("\n{}\n".utf8))
  }

  @Test("of an element over the limit the first MiB is kept")
  func overlongElement() throws {
    let input = Array("[{\"a\":\"".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 5 << 20) + Array("\"}]".utf8)
    var chunker = JSONArrayChunker(source: MemorySource(input), size: 1 << 18, maximumElement: 4 << 20)
    let next = try chunker.next()
    let first = try #require(next)
    #expect(first.context.isOverlong && first.bytes.count == 1 << 20)
    let last = try chunker.next()
    #expect(last == nil)
  }

  /// A document of a clinical record has up to 4 MB.
  @Test(
    "a text in a field may be longer than others",
    arguments: [("fields", true), ("lists", true), ("metadata", false), ("note", false)])
  func texts(_ key: String, _ isTaken: Bool) {
    let text = String(repeating: "x", count: 100_000)
    let chunk = InputChunk(
      bytes: Array("{\"\(key)\":{\"a\":\"\(text)\"},\"z\":1}\n".utf8), offset: 0, index: 0,
      context: ChunkContext(isFirst: true, isLast: true))
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    _ = reader.next(in: chunk.bytes.span.bytes, into: &buffer)
    #expect(buffer.problems.map(\.code) == (isTaken ? [] : [.stringTooLong]))
  }

  @Test("a stored text is read back whatever its length") func stored() {
    let text = String(repeating: "\\u0001", count: 200_000)
    let line = Array("{\"fields\":{\"a\":\"\(text)\"},\"more\":\"\(text)\"}\n".utf8)
    var reader = StoredLineReader(count: line.count)
    var buffer = RawSampleBuffer(syntax: .json)
    let place = reader.next(in: line.span.bytes, into: &buffer)
    #expect(place == 0..<line.count - 1)
    #expect(buffer.problems.isEmpty)
  }
}
