import Assay
import AssayKit
import Dispatch
import HealthModel
import HealthPluginKit
import HealthStorage
import Synchronization

/// A backend of this program, served as a plugin: what it costs to have it in another process.
final class BackendLineStore: LineStore {
  private let backend: any StorageBackend
  /// The transaction that the host has open; the plugin's calls come one after the other.
  private let steps: Steps
  private let registry: Registry
  private let lines: NormalizedLines

  init(_ backend: any StorageBackend, registry: Registry) {
    self.backend = backend
    steps = Steps(backend)
    self.registry = registry
    lines = NormalizedLines(registry: registry)
  }

  func open(_ hello: HostHello) throws(PluginError) -> PluginHello {
    PluginHello(name: "bench", version: "1", levels: [], maximumBatch: 5000, credits: 4, commitSize: 50_000)
  }

  func append(_ lines: SampleLines) throws(PluginError) -> BatchAcknowledgement {
    var text: [UInt8] = []
    var groups: [Int] = []
    for index in 0..<lines.count {
      text += lines.sample(index)
      text.append(UInt8(ascii: "\n"))
      if lines.lines[index].correlation == nil { groups.append(0) }
      groups[groups.count - 1] += 1
    }
    let steps = steps
    let coding = self.lines
    let bytes = text
    let sizes = groups
    let receipt = try wait { try await steps.append(try coding.samples(bytes, groups: sizes)) }
    var answer = BatchAcknowledgement()
    for (row, outcome) in receipt.outcomes.enumerated() {
      switch outcome {
      case .accepted: break
      case .duplicate: answer.duplicates.append(row)
      case .conflict: answer.conflicts.append(row)
      case .refused: answer.refused.append(.init(line: row, reason: receipt.reasons[row] ?? ""))
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
