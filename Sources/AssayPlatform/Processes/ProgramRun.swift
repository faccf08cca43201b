import Synchronization

/// The output of a program, and how it ended.
package struct ProgramAnswer: Sendable {
  package var end: ChildProcess.End
  /// Its standard output.
  package var output: [UInt8] = []
  /// The beginning of what it wrote to standard error.
  package var error: [UInt8] = []
  /// Whether the program was ended because it wrote more to standard output than allowed.
  package var isTooLong = false
  /// Whether it took more time than it was given, and was ended.
  package var isTooLate = false
  /// Whether the task that ran it was canceled, and it was ended.
  package var isCanceled = false
}

extension ProgramStart {
  /// Runs the program to its end.
  package func run(
    input: [UInt8], outputLimit: Int, errorLimit: Int, seconds: Int
  ) async throws(SystemError) -> ProgramAnswer {
    let patience = Patience(seconds: seconds)
    let result: Result<ProgramAnswer, SystemError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasThread = SystemThread.start {
          continuation.resume(
            returning: Result { () throws(SystemError) in
              try answer(to: input, outputLimit: outputLimit, errorLimit: errorLimit, patience)
            })
        }
        if !hasThread { continuation.resume(returning: .failure(.wouldBlock)) }
      }
    } onCancel: {
      patience.cancel()
    }
    return try result.get()
  }

  /// Runs the program on this thread.
  private func answer(
    to input: [UInt8], outputLimit: Int, errorLimit: Int, _ patience: Patience
  ) throws(SystemError) -> ProgramAnswer {
    let program = try start()
    var answer = ProgramAnswer(end: .unknown)
    var rest = input[...]
    var space = [UInt8](repeating: 0, count: 1 << 16)
    while program.output.number != nil || program.error.number != nil, !patience.isOver(&answer) {
      if rest.isEmpty { program.input.close() }
      var ends = [
        Readiness(program.output.number, .reading), Readiness(program.error.number, .reading),
        Readiness(program.input.number, .writing),
      ]
      guard Readiness.wait(&ends, milliseconds: Patience.step) else { continue }
      if ends[0].isReady { answer.output += program.output.piece(&space) }
      if ends[1].isReady {
        answer.error += program.error.piece(&space).prefix(max(0, errorLimit - answer.error.count))
      }
      if ends[2].isReady { rest = rest.dropFirst(program.input.send(rest)) }
      if answer.output.count > outputLimit {
        answer.isTooLong = true
        program.process.killGroup()
        break
      }
    }
    program.input.close()
    // It may go on when it has closed its streams.
    while !program.process.hasEnded, !answer.isTooLong, !patience.isOver(&answer) {
      if let descriptor = program.process.descriptor {
        _ = Readiness.of(descriptor.file.number, .reading, milliseconds: Patience.step)
      } else {
        SystemThread.sleep(milliseconds: 10)
      }
    }
    if answer.isTooLate || answer.isCanceled { program.process.killGroup() }
    answer.end = program.process.reap()
    return answer
  }
}

/// How long a program is waited for.
private final class Patience: Sendable {
  private let deadline: Int
  private let isCanceled = Atomic(false)
  /// How many milliseconds may pass before a cancellation is seen.
  static let step = 200

  init(seconds: Int) { deadline = MonotonicTime.milliseconds() + seconds * 1000 }

  func cancel() { isCanceled.store(true, ordering: .relaxed) }

  /// Whether the program has to end; the answer says why.
  func isOver(_ answer: inout ProgramAnswer) -> Bool {
    if isCanceled.load(ordering: .relaxed) {
      answer.isCanceled = true
    } else if MonotonicTime.milliseconds() >= deadline {
      answer.isTooLate = true
    }
    return answer.isCanceled || answer.isTooLate
  }
}

extension PipeEnd {
  /// Reads the available bytes; closes the end at the end of the input.
  fileprivate func piece(_ space: inout [UInt8]) -> ArraySlice<UInt8> {
    let result = space.withUnsafeMutableBytes { bytes in
      Result { () throws(SystemError) in try read(into: bytes) }
    }
    switch result {
    case .success(let count) where count > 0: return space[..<count]
    case .failure(.wouldBlock): return []
    default:
      close()
      return []
    }
  }

  /// Writes as much as the pipe accepts; closes the end once the read end is closed.
  fileprivate func send(_ bytes: ArraySlice<UInt8>) -> Int {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try write(bytes) } }
    switch result {
    case .success(let count): return count
    case .failure(.wouldBlock): return 0
    default:
      close()
      return bytes.count
    }
  }
}
