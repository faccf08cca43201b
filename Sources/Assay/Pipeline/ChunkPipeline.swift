import Dispatch
import HealthFormats
import HealthModel
import HealthValidation
import Synchronization

/// Runs chunks through workers on several threads and hands the results on in input order.
///
/// A worker reads its own chunk, so that the bytes are in the cache of the processor that looks at them. At most two
/// chunks for each job are in flight, and as many as the caller wants ahead, and the workers wait, so memory is bounded
/// whatever the input's size. A chunk with very many findings comes in parts, one after the other.
struct ChunkPipeline: Sendable {
  let jobs: Int
  private let ahead: Int
  private let makeWorker: @Sendable () -> ChunkWorker

  init(jobs: Int, inputSize: Int64? = nil, ahead: Int = 0, makeWorker: @escaping @Sendable () -> ChunkWorker) {
    let isOneChunk = inputSize.map { $0 <= Int64(Self.chunkSize(jobs: jobs)) } ?? false
    self.jobs = isOneChunk ? 1 : jobs
    self.ahead = ahead
    self.makeWorker = makeWorker
  }

  /// How many bytes of input are in flight, unless there are very many jobs.
  ///
  /// With what is made of it, a chunk takes three to six times its size: 8 MB in flight made an import on four
  /// processors take 67 MB.
  static let inFlight = 4 << 20

  static func chunkSize(jobs: Int) -> Int { min(max(inFlight / (2 * max(1, jobs)), 256 << 10), 512 << 10) }

  /// The size of a chunk of an input for a number of jobs.
  ///
  /// A row of a table and a record of foreign JSON are a fifth of the size of other samples, and several samples may be
  /// made of one, while what is made of a sample stays as large. With chunks of the same size an import of a table with
  /// two samples to a row took 102 MB.
  static func chunkSize(jobs: Int, of format: InputFormat, _ layout: TableLayout) -> Int {
    let size = chunkSize(jobs: jobs)
    guard format == .csv || layout.records != nil else { return size }
    let samples = ([layout] + layout.further).reduce(0) { $0 + max(1, $1.mapping.rows.count) }
    return max(smallest, size / (4 * samples))
  }

  /// The size below which a chunk is not worth its way between threads.
  private static let smallest = 32 << 10

  /// Judges all chunks of a source; `consume` gets the results in input order, and returns whether to go on.
  func judge(
    _ source: sending any ChunkSource, format: InputFormat, consume: (consuming ChunkResult) async throws -> Bool
  ) async throws {
    if jobs <= 1 {
      var source = source
      var worker = makeWorker()
      while let chunk = try source.next() {
        var part: InputChunk? = chunk
        while let current = part {
          var result = worker.judge(current, format: format)
          part = result.rest.take()
          if try await !consume(result) { return }
        }
      }
      return
    }
    // More than chunks of the usual size ever reach.
    let chunks = SharedChunks(source, limit: max(2 * Self.inFlight, 4 * jobs * Self.chunkSize(jobs: jobs)))
    let workers = WorkerPool(makeWorker)
    try await withThrowingTaskGroup(of: ChunkResult?.self) { group in
      var inFlight = 0
      var waiting: [Int: ChunkResult] = [:]
      var next = 0
      while true {
        while inFlight + waiting.count < 2 * jobs + ahead, !chunks.isAtEnd, !chunks.isFull {
          inFlight += 1
          group.addTask { await workers.judge(format) { chunks.next() } }
        }
        guard inFlight > 0, let outcome = try await group.next() else {
          // The error of the source is reported after everything read before it has been processed.
          if let failure = chunks.failure { throw failure }
          return
        }
        inFlight -= 1
        guard let result = outcome else { continue }
        waiting[result.chunk.index] = result
        while var ready = waiting.removeValue(forKey: next) {
          if let rest = ready.rest.take() {
            // No sooner than its turn: what waits stays small.
            inFlight += 1
            group.addTask { await workers.judge(format) { rest } }
          } else {
            chunks.release(next)
            next += 1
          }
          do {
            if try await consume(ready) { continue }
          } catch {
            chunks.end()
            throw error
          }
          chunks.end()
          return
        }
      }
    }
  }
}

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

  var isFull: Bool { underWay.withLock { $0.bytes >= limit } }

  func release(_ index: Int) {
    underWay.withLock { taken in taken.bytes -= taken.sizes.removeValue(forKey: index) ?? 0 }
  }

  var isAtEnd: Bool { hasEnded.load(ordering: .relaxed) }

  var failure: InputError? { source.withLock { $0.failure } }

  func end() { hasEnded.store(true, ordering: .relaxed) }
}

/// Workers that are not busy, and the threads they work on.
///
/// Each keeps its caches from chunk to chunk. The threads are none of those that tasks share: the task that takes the
/// results up would wait for one until a worker is done with its chunk, and the store with it.
final class WorkerPool: Sendable {
  private let idle = Mutex<[Seat]>([])
  private let make: @Sendable () -> ChunkWorker
  private let threads = DispatchQueue(label: "assay.workers", qos: .utility, attributes: .concurrent)

  init(_ make: @escaping @Sendable () -> ChunkWorker) { self.make = make }

  func judge(_ format: InputFormat, _ next: @escaping @Sendable () -> InputChunk?) async -> ChunkResult? {
    await withCheckedContinuation { continuation in
      threads.async {
        let result = next().map { chunk in
          let seat = self.idle.withLock { $0.popLast() } ?? Seat(self.make())
          defer { self.idle.withLock { $0.append(seat) } }
          return seat.worker.withLock { $0.judge(chunk, format: format) }
        }
        continuation.resume(returning: result)
      }
    }
  }

  /// A place for a worker, which is never copied.
  private final class Seat: Sendable {
    let worker: Mutex<ChunkWorker>

    init(_ worker: consuming sending ChunkWorker) { self.worker = Mutex(worker) }
  }
}
