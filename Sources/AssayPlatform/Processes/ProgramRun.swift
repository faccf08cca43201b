/// What a program said, and how it ended.
package struct ProgramAnswer: Sendable {
  /// How it ended.
  package var end: ChildProcess.End
  /// What it wrote to standard output.
  package var output: [UInt8] = []
  /// The beginning of what it wrote to standard error.
  package var error: [UInt8] = []
  /// Whether it wrote more to standard output than was asked for, and was ended.
  package var isTooLong = false
}

extension ProgramStart {
  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - input: what it reads from standard input.
  ///   - outputLimit: the most bytes that it may write to standard output.
  ///   - errorLimit: how many bytes of standard error are kept.
  /// - Returns: what it said.
  /// - Throws: `SystemError` when it cannot be started.
  package func run(input: [UInt8], outputLimit: Int, errorLimit: Int) async throws(SystemError) -> ProgramAnswer {
    let result = await withCheckedContinuation { continuation in
      let hasThread = SystemThread.start {
        continuation.resume(
          returning: Result { () throws(SystemError) in
            try answer(to: input, outputLimit: outputLimit, errorLimit: errorLimit)
          })
      }
      if !hasThread { continuation.resume(returning: .failure(.wouldBlock)) }
    }
    return try result.get()
  }

  /// Runs the program on this thread.
  private func answer(to input: [UInt8], outputLimit: Int, errorLimit: Int) throws(SystemError) -> ProgramAnswer {
    let program = try start()
    var answer = ProgramAnswer(end: .unknown)
    var rest = input[...]
    var space = [UInt8](repeating: 0, count: 1 << 16)
    while program.output.number != nil || program.error.number != nil {
      if rest.isEmpty { program.input.close() }
      var ends = [
        Readiness(program.output.number, .reading), Readiness(program.error.number, .reading),
        Readiness(program.input.number, .writing),
      ]
      guard Readiness.wait(&ends, milliseconds: 1000) else { continue }
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
    answer.end = program.process.reap()
    return answer
  }
}

extension PipeEnd {
  /// What can be read now; closes the end when nothing more comes.
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

  /// Writes what the pipe takes; closes the end when nobody reads any more.
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
