import Dispatch
import HealthFormats
import HealthModel
import HealthValidation
import Synchronization

/// Runs chunks through workers on several threads and hands the results on in input order.
///
/// At most two chunks for each job are in flight and the reader waits, so memory is bounded whatever the input's size.
struct ChunkPipeline: Sendable {
  let jobs: Int
  let makeWorker: @Sendable () -> ChunkWorker

  /// The size of a chunk for a number of jobs.
  static func chunkSize(jobs: Int) -> Int {
    min(max(8 << 20 / (2 * max(1, jobs)), 256 << 10), 1 << 20)
  }

  /// Reads the source to its end.
  ///
  /// - Parameters:
  ///   - source: the chunks.
  ///   - format: the format of their records.
  ///   - consume: takes the results in order; `false` ends the run.
  /// - Throws: `InputError` when the source cannot be read, and what `consume` throws.
  func run(
    _ source: inout any ChunkSource, format: InputFormat, consume: (consuming ChunkResult) async throws -> Bool
  ) async throws {
    if jobs <= 1 {
      var worker = makeWorker()
      while let chunk = try source.next() {
        if try await !consume(worker.process(chunk, format: format)) { return }
      }
      return
    }
    let workers = WorkerPool(makeWorker)
    try await withThrowingTaskGroup(of: ChunkResult.self) { group in
      var inFlight = 0
      var isAtEnd = false
      var waiting: [Int: ChunkResult] = [:]
      var next = 0
      // Why the source broke off; what was read before counts, so it is told when all of that is taken up.
      var failure: InputError?
      while true {
        while !isAtEnd, inFlight + waiting.count < 2 * jobs {
          do throws(InputError) {
            guard let chunk = try source.next() else {
              isAtEnd = true
              break
            }
            inFlight += 1
            group.addTask { await workers.process(chunk, format: format) }
          } catch {
            isAtEnd = true
            failure = error
          }
        }
        guard inFlight > 0, let result = try await group.next() else {
          if let failure { throw failure }
          return
        }
        inFlight -= 1
        waiting[result.chunk.index] = result
        while let ready = waiting.removeValue(forKey: next) {
          next += 1
          if try await !consume(ready) {
            group.cancelAll()
            return
          }
        }
      }
    }
  }
}

/// Workers that are not busy, and the threads they work on.
///
/// Each keeps its caches from chunk to chunk. The threads are none of those that tasks share: the task that takes the
/// results up would wait for one until a worker is done with its chunk, and the store with it.
private final class WorkerPool: Sendable {
  private let idle = Mutex<[Seat]>([])
  private let make: @Sendable () -> ChunkWorker
  private let threads = DispatchQueue(label: "assay.workers", qos: .utility, attributes: .concurrent)

  init(_ make: @escaping @Sendable () -> ChunkWorker) { self.make = make }

  func process(_ chunk: InputChunk, format: InputFormat) async -> ChunkResult {
    await withCheckedContinuation { continuation in
      threads.async { continuation.resume(returning: self.work(on: chunk, format)) }
    }
  }

  private func work(on chunk: InputChunk, _ format: InputFormat) -> ChunkResult {
    let seat = idle.withLock { $0.popLast() } ?? Seat(make())
    defer { idle.withLock { $0.append(seat) } }
    return seat.worker.withLock { $0.process(chunk, format: format) }
  }

  /// A place for a worker, which is never copied.
  private final class Seat: Sendable {
    let worker: Mutex<ChunkWorker>

    init(_ worker: consuming sending ChunkWorker) { self.worker = Mutex(worker) }
  }
}
