import HealthFormats
import HealthModel
import HealthValidation

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

  static func chunkSize(jobs: Int) -> Int {
    min(max(inFlight / (2 * max(1, jobs)), 256 << 10), 512 << 10)
  }

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

  /// Reads the source to its end.
  ///
  /// - Throws: `InputError` when the source cannot be read, and what `consume` throws.
  func run(
    _ source: sending any ChunkSource, format: InputFormat, consume: (consuming ChunkResult) async throws -> Bool
  ) async throws {
    if jobs <= 1 {
      var source = source
      var worker = makeWorker()
      while let chunk = try source.next() {
        var part: InputChunk? = chunk
        while let current = part {
          var result = worker.processPart(of: current, format: format)
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
          group.addTask { await workers.process(next: chunks, format: format) }
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
            group.addTask { await workers.process(rest, format: format) }
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
