import Assay
import AssayKit
import Dispatch
import HealthModel
import HealthPlugins
import HealthStorage
import Synchronization

/// A backend of this program, served as a plugin: what it costs to have it in another process.
final class BackendLineStore: LineStore {
  private let backend: any StorageBackend
  /// The transaction that the host has open; the plugin's calls come one after the other.
  private let steps: Steps
  private let registry: Registry
  private let lines: NormalizedLines
  private let takesColumns: Bool

  init(_ backend: any StorageBackend, registry: Registry, takesColumns: Bool) {
    self.backend = backend
    self.takesColumns = takesColumns
    steps = Steps(backend)
    self.registry = registry
    lines = NormalizedLines(registry: registry)
  }

  func open(_ hello: HostHello) throws(PluginError) -> PluginHello {
    PluginHello(
      name: "bench", version: "1", levels: [], maximumBatch: 5000, minimumBatch: 1000, credits: 4, commitSize: 50_000,
      takesColumns: takesColumns)
  }

  /// Some lines of a batch, which are decoded beside others.
  private struct Piece: Sendable {
    var text: [UInt8] = []
    var groups: [Int] = []
    var count = 0

    /// How many lines a piece has, and further ones of its last group.
    static let size = 256

    static func pieces(of lines: SampleLines) -> [Piece] {
      var pieces: [Piece] = []
      var piece = Piece()
      for index in 0..<lines.count {
        if lines.lines[index].correlation == nil {
          if piece.count >= size {
            pieces.append(piece)
            piece = Piece()
          }
          piece.groups.append(0)
        }
        piece.text += lines.sample(index)
        piece.text.append(UInt8(ascii: "\n"))
        piece.groups[piece.groups.count - 1] += 1
        piece.count += 1
      }
      return pieces + [piece]
    }
  }

  func append(_ lines: SampleLines) throws(PluginError) -> BatchAcknowledgement {
    let steps = steps
    let coding = self.lines
    let pieces = Piece.pieces(of: lines)
    // The next ones are decoded while one is stored.
    let receipts = try wait {
      let batches = pieces.map { piece in
        Task.detached { try coding.samples(piece.text, groups: piece.groups) }
      }
      var receipts: [AppendReceipt] = []
      for batch in batches { receipts.append(try await steps.append(try await batch.value)) }
      return receipts
    }
    return Self.acknowledgement(of: receipts)
  }

  func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement {
    let steps = steps
    let batch = try columns.samples(of: registry)
    return Self.acknowledgement(of: [try wait { try await steps.append(batch) }])
  }

  private static func acknowledgement(of receipts: [AppendReceipt]) -> BatchAcknowledgement {
    var answer = BatchAcknowledgement()
    var line = 0
    for receipt in receipts {
      for (row, outcome) in receipt.outcomes.enumerated() {
        switch outcome {
        case .accepted: break
        case .duplicate: answer.duplicates.append(line)
        case .conflict: answer.conflicts.append(line)
        case .refused: answer.refused.append(.init(line: line, reason: receipt.reasons[row] ?? ""))
        }
        line += 1
      }
    }
    return answer
  }

  func commit(notes: [(key: String, text: String)]) throws(PluginError) -> Int64 {
    let steps = steps
    try wait { try await steps.commit() }
    return 1
  }

  func rollback() throws(PluginError) {
    let steps = steps
    try wait { await steps.rollback() }
  }

  func notes(prefix: String) throws(PluginError) -> [(key: String, text: String)] { [] }

  func query(_ query: SampleQuery, _ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {
    throw PluginError(.configuration, "not measured", code: .unsupported)
  }

  func counts() throws(PluginError) -> [StoredTypeCount] {
    throw PluginError(.configuration, "not measured", code: .unsupported)
  }

  func changes(
    _ query: ChangeQuery, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> ChangeAnchor {
    throw PluginError(.configuration, "not measured", code: .unsupported)
  }

  func delete(_ query: SampleQuery) throws(PluginError) -> DeletionReceipt {
    throw PluginError(.configuration, "not measured", code: .unsupported)
  }

  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics {
    throw PluginError(.configuration, "not measured", code: .unsupported)
  }

  func information() throws(PluginError) -> StoreInformation { StoreInformation(format: "bench") }
  func verify() throws(PluginError) -> [StoreFault] { [] }

  func compact() throws(PluginError) -> CompactionReceipt {
    throw PluginError(.configuration, "not measured", code: .unsupported)
  }

  func close() {
    let backend = backend
    try? wait { try await backend.close() }
  }

  /// Waits for a task; the plugin's calls come one after the other from a thread of their own.
  private func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws(PluginError) -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let value = try await work()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    switch result.withLock({ $0 }) {
    case .success(let value): return value
    case .failure(let error): throw PluginError(.system, "\(error)")
    case nil: throw PluginError(.system, "no result")
    }
  }
}

/// A transaction that lasts from one message of the host to the next.
private actor Steps {
  private let backend: any StorageBackend
  private var transaction: WriteTransaction?

  init(_ backend: any StorageBackend) { self.backend = backend }

  func append(_ batch: SampleBatch) async throws -> AppendReceipt {
    if transaction == nil { transaction = try await backend.begin() }
    guard let receipt = try await transaction?.append(batch) else { throw StorageError(.failed, "no transaction") }
    return receipt
  }

  func commit() async throws {
    if let open = transaction.take() { try await open.finish() }
  }

  func rollback() async {
    if let open = transaction.take() { await open.rollback() }
  }
}
