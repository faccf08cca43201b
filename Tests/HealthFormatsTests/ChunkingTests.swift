import HealthModel
import Testing

@testable import HealthFormats

@Suite("Chunks of exports")
struct ChunkingTests {
  private static let sizes = [1, 7, 64, 1024, 1025, 4096, 65_536]

  @Test("the size of chunks changes nothing but where they are cut", arguments: TestFiles.exports)
  func fixtures(_ name: String) throws {
    let bytes = try TestFiles.bytes(name)
    let whole = ReadExport(bytes)
    for size in Self.sizes {
      var pieces = ReadExport(bytes, chunk: size)
      #expect(pieces.cuts.last == Int64(bytes.count) || pieces.isBroken)
      pieces.cuts = whole.cuts
      #expect(pieces == whole, "chunks of \(size)")
    }
  }

  @Test("made-up documents, broken at random, read the same in chunks of any size")
  func random() {
    var documents = RandomExports(seed: RandomExports.seed)
    for round in 0..<400 {
      let bytes = documents.next()
      let whole = ReadExport(bytes)
      for size in [1, 3, 16, 100, 301, 1024] {
        var pieces = ReadExport(bytes, chunk: size)
        pieces.cuts = whole.cuts
        if pieces != whole {
          Issue.record(
            "SEED=\(RandomExports.seed), round \(round), chunks of \(size): \(String(decoding: bytes, as: UTF8.self))")
          return
        }
      }
    }
  }

  @Test("reading can go on at any place where a chunk ends", arguments: TestFiles.exports)
  func resuming(_ name: String) throws {
    let bytes = try TestFiles.bytes(name)
    let whole = ReadExport(bytes, chunk: 512)
    for cut in whole.cuts.dropLast() {
      let rest = ReadExport(
        ElementChunker(source: MemorySource(Array(bytes[Int(cut)...])), size: 700, offset: cut))
      #expect(rest.records == whole.records.filter { $0.start >= cut || ($0.kind == "broken") })
    }
  }

  @Test("a source that breaks off gives all whole elements before that, then the error")
  func brokenSource() throws {
    let bytes = try TestFiles.bytes("Fixtures/demo/export.xml")
    let whole = ReadExport(bytes)
    for length in stride(from: 0, to: bytes.count, by: 997) {
      for size in [100, 1 << 20] {
        let export = ReadExport(
          ElementChunker(source: FailingSource(Array(bytes[..<length])), size: size))
        #expect(export.error == .unreadable(path: "failing", reason: "made up"))
        #expect(export.records == whole.records.filter { $0.end <= Int64(length) })
      }
    }
  }

  @Test("an element over the limit is refused and the next is read")
  func overlong() {
    let limit = ElementChunker<MemorySource>.maximumElement
    let head = Array("<HealthData>\n<Workout a=\"b\">".utf8)
    let tail = Array("</Workout>\n<Record type=\"last\"/>\n</HealthData>\n".utf8)
    let fixed = head.count - "<HealthData>\n".utf8.count + "</Workout>".utf8.count
    for (extra, isRefused) in [(0, false), (1, true)] {
      let filler = [UInt8](repeating: UInt8(ascii: "x"), count: limit - fixed + extra)
      let export = ReadExport(head + filler + tail)
      #expect(!export.isBroken)
      #expect(export.records.count == 2)
      #expect(export.records.first?.codes == (isRefused ? ["line-too-long"] : []))
      #expect(export.records.last?.samples == [["type": "last"]])
    }
  }

  @Test("an element over the limit that never ends breaks the document off")
  func overlongToTheEnd() {
    let limit = ElementChunker<MemorySource>.maximumElement
    let filler = [UInt8](repeating: UInt8(ascii: "x"), count: limit + 100)
    let export = ReadExport(Array("<HealthData><Record type=\"a\"/><Record type=\"".utf8) + filler, chunk: 1 << 18)
    #expect(export.records.map(\.kind) == ["sample", "sample", "broken"])
    #expect(export.records.map(\.codes) == [[], ["line-too-long"], ["truncated"]])
  }

  @Test("chunks are about as large as asked for, and blanks between elements are cut anywhere")
  func sizes() {
    let blanks = String(repeating: "\n", count: 100_000)
    let export = ReadExport.document("<Record type=\"a\"/>\(blanks)<Record type=\"b\"/>", chunk: 1000)
    #expect(export.samples.count == 2)
    #expect(export.cuts.count > 90)
  }
}

/// A source that ends with an error.
private struct FailingSource: ByteSource {
  private var rest: MemorySource

  init(_ bytes: [UInt8]) { rest = MemorySource(bytes) }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    let got = rest.read(into: &buffer, count: count)
    if got == 0 { throw .unreadable(path: "failing", reason: "made up") }
    return got
  }
}
