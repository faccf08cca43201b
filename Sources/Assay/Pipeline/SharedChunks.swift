import HealthFormats
import Synchronization

/// A source that several threads take chunks of, one after the other.
final class SharedChunks: Sendable {
  private let source: Mutex<Place>
  /// Beside the lock: who asks does not wait for a thread that is reading.
  private let hasEnded = Atomic(false)

  private struct Place {
    var chunks: any ChunkSource
    var failure: InputError?
  }

  init(_ chunks: sending any ChunkSource) { source = Mutex(Place(chunks: chunks)) }

  /// The next chunk; `nil` after the last, where the source broke off, and once the run has ended.
  func next() -> InputChunk? {
    source.withLock { place in
      guard !isAtEnd else { return nil }
      do throws(InputError) {
        if let chunk = try place.chunks.next() { return chunk }
      } catch {
        place.failure = error
      }
      end()
      return nil
    }
  }

  /// Whether there is nothing more to take.
  var isAtEnd: Bool { hasEnded.load(ordering: .relaxed) }

  /// Why the source broke off.
  var failure: InputError? { source.withLock { $0.failure } }

  /// Ends the run: no worker takes further chunks.
  func end() { hasEnded.store(true, ordering: .relaxed) }
}
