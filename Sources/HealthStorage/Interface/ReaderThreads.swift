import AssayPlatform
import Dispatch
import Synchronization

/// Threads for work that waits for the disk.
///
/// The cooperative pool has one thread a processor: a reader that blocks one of them holds up every other task of the
/// process. `withTaskExecutorPreference` runs a task's work here instead. At most `count` threads run at a time; more
/// work waits its turn.
package final class ReaderThreads: TaskExecutor {
  private struct State {
    var idle: [DispatchQueue]
    var waiting: [UnownedJob] = []
  }

  package let count: Int
  private let state: Mutex<State>

  /// Creates threads that start when work comes.
  ///
  /// Serial queues, since Dispatch starts a thread for each of them even when all processors are busy.
  package init(_ name: String, count: Int = ReaderThreads.usualCount) {
    self.count = count
    state = Mutex(State(idle: (0..<count).map { _ in DispatchQueue(label: name) }))
  }

  /// One thread for each processor, at least 2 and at most 8.
  package static var usualCount: Int { max(2, min(8, CurrentProcess.processorCount)) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue = state.withLock { state -> DispatchQueue? in
      if let queue = state.idle.popLast() { return queue }
      state.waiting.append(job)
      return nil
    }
    guard let queue else { return }
    queue.async { self.run(job, on: queue) }
  }

  private func run(_ first: UnownedJob, on queue: DispatchQueue) {
    var next: UnownedJob? = first
    while let job = next {
      job.runSynchronously(on: asUnownedTaskExecutor())
      next = state.withLock { state -> UnownedJob? in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.idle.append(queue)
        return nil
      }
    }
  }
}
