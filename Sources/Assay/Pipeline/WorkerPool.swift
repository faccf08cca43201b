import Dispatch
import HealthFormats
import Synchronization

/// Workers that are not busy, and the threads they work on.
///
/// Each keeps its caches from chunk to chunk. The threads are none of those that tasks share: the task that takes the
/// results up would wait for one until a worker is done with its chunk, and the store with it.
final class WorkerPool: Sendable {
  private let idle = Mutex<[Seat]>([])
  private let make: @Sendable () -> ChunkWorker
  private let threads = DispatchQueue(label: "assay.workers", qos: .utility, attributes: .concurrent)

  init(_ make: @escaping @Sendable () -> ChunkWorker) { self.make = make }

  /// The source's next chunk; `nil` at its end.
  func process(next chunks: SharedChunks, format: InputFormat) async -> ChunkResult? {
    await withCheckedContinuation { continuation in
      threads.async { continuation.resume(returning: chunks.next().map { self.work(on: $0, format) }) }
    }
  }

  /// The content of the first records of a part of a chunk.
  func process(_ chunk: InputChunk, format: InputFormat) async -> ChunkResult {
    await withCheckedContinuation { continuation in
      threads.async { continuation.resume(returning: self.work(on: chunk, format)) }
    }
  }

  private func work(on chunk: InputChunk, _ format: InputFormat) -> ChunkResult {
    let seat = idle.withLock { $0.popLast() } ?? Seat(make())
    defer { idle.withLock { $0.append(seat) } }
    return seat.worker.withLock { $0.processPart(of: chunk, format: format) }
  }

  /// A place for a worker, which is never copied.
  private final class Seat: Sendable {
    let worker: Mutex<ChunkWorker>

    init(_ worker: consuming sending ChunkWorker) { self.worker = Mutex(worker) }
  }
}
