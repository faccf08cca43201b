import AssayPlatform
import Synchronization

/// The requests and the results of a channel's thread.
extension PluginChannel {
  /// The next orders for the thread.
  struct Orders {
    var outgoing: [[UInt8]]
    var ending: ChannelState.Ending?
    var mayRead: Bool
    /// The number of milliseconds to wait if no descriptor is ready.
    var sleep: Int
  }

  /// Takes what is to be written, and ends the patience of who waits too long.
  func orders(now: Int, stageEnd: Int) -> Orders {
    let (orders, waiter) = state.withLock { state -> (Orders, CheckedContinuation<Void, Never>?) in
      var wakesAt = stageEnd
      var continuation: CheckedContinuation<Void, Never>?
      if let waiter = state.waiter {
        let silentEnd = max(waiter.since, state.lastSign) + waiter.limit
        let workingEnd = max(waiter.since, state.lastAnswer) + waiter.workingLimit
        let end = min(silentEnd, workingEnd)
        if now >= end {
          let failure =
            silentEnd <= workingEnd ? ChannelFailure.silent(waiter.limit) : .onlyWorking(waiter.workingLimit)
          state.failure = state.failure ?? failure
          state.ending = .killed
          state.waiter = nil
          continuation = waiter.continuation
        } else {
          wakesAt = min(wakesAt, end)
        }
      }
      state.wakesAt = wakesAt
      state.isPaused = !state.hasArrivalRoom
      let orders = Orders(
        outgoing: state.outgoing, ending: state.ending, mayRead: !state.isPaused, sleep: wakesAt - now)
      state.outgoing = []
      return (orders, continuation)
    }
    waiter?.resume()
    return orders
  }

  /// The question that may be answered with rows.
  var asked: Int64? { state.withLock { $0.asked } }

  /// Says how many batches may be on their way.
  func set(credits: Int) { state.withLock { $0.credits = credits } }

  /// Subtracts bytes that were written from those that wait.
  func wrote(_ count: Int) {
    let waiter = state.withLock { state in
      state.outgoingBytes -= count
      return state.takeReadyWaiter()
    }
    waiter?.resume()
  }

  /// Passes on what arrived.
  ///
  /// - Parameters:
  ///   - arrivals: the parts of answers; may be empty.
  ///   - isWorking: whether the plugin said that it is working.
  func deliver(_ arrivals: [Arrival], isWorking: Bool = false) {
    guard isWorking || !arrivals.isEmpty else { return }
    let waiter = state.withLock { state in
      state.lastSign = MonotonicTime.milliseconds()
      if !arrivals.isEmpty { state.lastAnswer = state.lastSign }
      state.arrivals += arrivals
      state.arrivedBytes += arrivals.reduce(0) { $0 + $1.size }
      return state.takeReadyWaiter()
    }
    waiter?.resume()
  }

  /// Keeps what the plugin wrote to standard error.
  func heard(_ text: ArraySlice<UInt8>) { state.withLock { $0.errorTail.append(text) } }

  // MARK: Ending

  /// The process is gone.
  func finish(_ end: ProcessEnd) {
    let (waiter, enders) = state.withLock { state in
      state.failure = state.failure ?? .ended(end)
      state.isOver = true
      let enders = state.enders
      state.enders = []
      return (state.takeReadyWaiter(), enders)
    }
    waiter?.resume()
    for ender in enders { ender.resume() }
  }

  /// Stops waiting for a process that not even SIGKILL ends.
  func giveUp() { finish(.unknown) }
}
