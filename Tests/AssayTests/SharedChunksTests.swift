import HealthFormats
import HealthModel
import Testing

@testable import Assay

/// How many bytes of a source are taken before what was taken is done.
struct SharedChunksTests {
  private struct Source: ChunkSource {
    var index = 0

    mutating func next() throws(InputError) -> InputChunk? {
      defer { index += 1 }
      guard index < 4 else { return nil }
      return InputChunk(
        bytes: [UInt8](repeating: 0x20, count: 50), offset: Int64(50 * index), index: index,
        context: ChunkContext(isFirst: index == 0, isLast: index == 3))
    }
  }

  @Test("no chunk is taken while too many bytes are under way") func full() {
    let chunks = SharedChunks(Source(), limit: 80)
    var taken = [chunks.next()?.index, chunks.next()?.index]
    #expect(chunks.isFull && !chunks.isAtEnd)
    taken.append(chunks.next()?.index)
    chunks.release(0)
    #expect(!chunks.isFull)
    taken.append(chunks.next()?.index)
    chunks.release(7)
    #expect(chunks.isFull)
    chunks.release(2)
    chunks.release(1)
    taken += [chunks.next()?.index, chunks.next()?.index]
    #expect(taken == [0, 1, nil, 2, 3, nil])
    #expect(chunks.isAtEnd && chunks.failure == nil)
  }
}
