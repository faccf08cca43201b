import HealthFormats
import Synchronization

/// A source that several threads take chunks of, one after the other.
///
/// A chunk is seldom larger than the source was asked for: a sample of many megabytes is one by itself. While such chunks
/// are under way, no others are taken, since each takes several times its size in memory.
final class SharedChunks: Sendable {
  private let source: Mutex<Place>
  /// Beside the lock: who asks does not wait for a thread that is reading.
  private let hasEnded = Atomic(false)
  /// Beside that lock as well.
  private let underWay = Mutex(UnderWay())
  private let limit: Int

  private struct Place {
    var chunks: any ChunkSource
    var failure: InputError?
  }

  /// The chunks that were taken and are not done: their sizes by their numbers.
  private struct UnderWay {
    var sizes: [Int: Int] = [:]
    var bytes = 0
  }

  init(_ chunks: sending any ChunkSource, limit: Int = .max) {
    source = Mutex(Place(chunks: chunks))
    self.limit = limit
  }

  /// The next chunk; `nil` after the last, where the source broke off, once the run has ended, and while too much is
  /// under way.
  func next() -> InputChunk? {
    source.withLock { place in
      guard !isAtEnd, !isFull else { return nil }
      do throws(InputError) {
        if let chunk = try place.chunks.next() {
          underWay.withLock { taken in
            // A file of an export is read by the worker, into several times its size.
            let size = chunk.file == nil ? chunk.bytes.count : 2 * Int(clamping: chunk.skipped)
            taken.sizes[chunk.index] = size
            taken.bytes += size
          }
          return chunk
        }
      } catch {
        place.failure = error
      }
      end()
      return nil
    }
  }

  /// Whether so much is under way that no chunk is taken.
  var isFull: Bool { underWay.withLock { $0.bytes >= limit } }

  /// Records that a chunk is finished.
  func release(_ index: Int) {
    underWay.withLock { taken in taken.bytes -= taken.sizes.removeValue(forKey: index) ?? 0 }
  }

  /// Whether there is nothing more to take.
  var isAtEnd: Bool { hasEnded.load(ordering: .relaxed) }

  /// Why the source broke off.
  var failure: InputError? { source.withLock { $0.failure } }

  /// Ends the run: no worker takes further chunks.
  func end() { hasEnded.store(true, ordering: .relaxed) }
}
