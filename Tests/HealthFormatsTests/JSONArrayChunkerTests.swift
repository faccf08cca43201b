import HealthModel
import Testing

@testable import HealthFormats

@Suite("Chunks of JSON arrays")
struct JSONArrayChunkerTests {
  private static let document: [UInt8] = {
    let elements = (0..<300).map { "{\"type\":\"t\($0)\",\"a\":[\"}\\\"]\",{\"b\":[]}]}" }
    return Array("[\(elements.joined(separator: ",\n "))]\n".utf8)
  }()

  @Test("the size of chunks changes nothing but where they are cut", arguments: [1, 100, 5000, 1 << 20])
  func sizes(_ size: Int) {
    for most in [1, 1000, 1 << 20] {
      let read = ReadElements(JSONArrayChunker(source: SlowSource(Self.document, most: most), size: size))
      #expect(read.ends.count == 300)
      #expect(read.error == nil)
      #expect(read.bytes == Self.document)
    }
  }

  @Test("a source that breaks off gives all whole elements before that, then the error")
  func brokenSource() {
    let whole = ReadElements(JSONArrayChunker(source: MemorySource(Self.document), size: 1 << 20))
    for length in stride(from: 0, to: Self.document.count, by: 97) {
      for size in [100, 1 << 20] {
        let source = BrokenSource(Array(Self.document[..<length]))
        let read = ReadElements(JSONArrayChunker(source: source, size: size))
        #expect(read.error == .unreadable(path: "broken", reason: "made up"))
        #expect(read.ends == whole.ends.filter { $0 <= length })
      }
    }
  }
}

/// What reading an array gives.
private struct ReadElements {
  /// Where elements end.
  var ends: [Int] = []
  var bytes: [UInt8] = []
  var error: InputError?

  init(_ source: some ChunkSource) {
    var source = source
    do throws(InputError) {
      while let chunk = try source.next() { read(chunk) }
    } catch {
      self.error = error
    }
  }

  private mutating func read(_ chunk: InputChunk) {
    #expect(chunk.offset == Int64(bytes.count))
    bytes += chunk.bytes
    var reader = JSONArrayReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    while true {
      buffer.removeAll()
      guard case .sample(let span) = reader.next(in: chunk.bytes.span.bytes, into: &buffer) else { return }
      ends.append(Int(chunk.offset) + span.upperBound)
    }
  }
}
