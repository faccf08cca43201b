import CLibrary
import CPlatform
import Synchronization
import SystemPackage

/// The output of a program, and how it ended.
package struct ProgramAnswer: Sendable {
  package var end: ChildProcess.End
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
      if ends[1].isReady { answer.error += program.error.piece(&space).prefix(max(0, errorLimit - answer.error.count)) }
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

/// A process that this one started, until it is reaped.
package struct ChildProcess: Sendable {
  /// Its number, which is also that of its group when it leads one.
  package let number: Int32
  /// A descriptor that can be read when the process has ended; `nil` where the system has none.
  package let descriptor: SharedDescriptor?

  package enum End: Sendable, Hashable {
    case exited(Int32)
    case signaled(Int32)
    /// Somebody else knows.
    case unknown
  }

  init(number: Int32) {
    self.number = number
    let descriptor = platform_pidfd(number)
    self.descriptor = descriptor < 0 ? nil : SharedDescriptor(Descriptor(taking: descriptor))
  }

  /// Whether the process has ended; its number stays its own until it is reaped.
  package var hasEnded: Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT) != 0 {
      // Somebody else has reaped it.
      if errno != EINTR { return true }
    }
    return information.si_signo != 0
  }

  /// Waits for the end of the process and gives its number back.
  package func reap() -> End {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 {
      if errno != EINTR { return .unknown }
    }
    // The lower seven bits are the signal's number; the status is above.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
  }

  /// Asks the processes of its group to end.
  package func terminateGroup() { signal(SIGTERM) }

  package func killGroup() { signal(SIGKILL) }

  /// Whether the number still belongs to this process: the system does not reuse it until the process is reaped.
  ///
  /// In a process that ignores SIGCHLD, as one may be started, the system reaps children by itself; a host may reap all
  /// children of the process it runs in.
  private var hasNumber: Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Sends a signal to its process group; sends none if the number may belong to another group by now.
  private func signal(_ signal: Int32) { if hasNumber { _ = kill(-number, signal) } }
}

/// An end of a pipe, which no other program inherits: closed when somebody says so, at the latest with its last user.
package final class PipeEnd: Sendable {
  private let raw: Atomic<Int32>

  private init(_ descriptor: consuming Descriptor) { raw = Atomic(descriptor.relinquish()) }

  deinit { close() }

  /// Makes a pipe with the largest buffer that the system allows, up to 1 MiB.
  package static func pair() throws(SystemError) -> (readEnd: PipeEnd, writeEnd: PipeEnd) {
    let ends = try SystemError.calling { try FileDescriptor.pipe(options: .closeOnExec) }
    platform_widen_pipe(ends.writeEnd.rawValue, 1 << 20)
    return (PipeEnd(Descriptor(ends.readEnd)), PipeEnd(Descriptor(ends.writeEnd)))
  }

  /// The descriptor; `nil` once it is closed.
  package var number: Int32? {
    let number = raw.load(ordering: .relaxed)
    return number < 0 ? nil : number
  }

  /// Closes the end; what is closed already stays so.
  package func close() {
    let number = raw.exchange(-1, ordering: .relaxed)
    if number >= 0 { _ = Descriptor(taking: number) }
  }

  /// How many bytes are in the pipe that nobody has read; 0 if that is not known.
  package var unread: Int { number.map { Int(platform_unread($0)) } ?? 0 }

  /// Makes reads and writes return at once.
  package func unblock() { Descriptor(borrowing: raw.load(ordering: .relaxed)).setBlocking(false) }

  /// Reads the available bytes, at most as many as fit; returns 0 once the write end is closed.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try Descriptor(borrowing: raw.load(ordering: .relaxed)).read(into: buffer)
  }

  /// Writes what the pipe takes at once; says how much.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try Descriptor(borrowing: raw.load(ordering: .relaxed)).writeSome(bytes)
  }
}

package struct ProgramStart: Sendable {
  /// The program's path; without a slash, a name that `PATH` leads to.
  package var path: String
  package var arguments: [String]
  /// Its environment: texts of the form `NAME=value`.
  package var environment: [[UInt8]]
  /// The folder it works in; `nil` for that of this process.
  package var folder: String?

  package init(path: String, arguments: [String], environment: [[UInt8]], folder: String? = nil) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
  }

  /// Starts the program: in a new process group, with three pipes and no other descriptor, every signal at its default.
  package func start() throws(SystemError) -> StartedProgram {
    let input = try PipeEnd.pair()
    let output = try PipeEnd.pair()
    let error = try PipeEnd.pair()
    // The child's ends must be closed now: while this process holds them too, neither side sees an end of file.
    defer { for end in [input.readEnd, output.writeEnd, error.writeEnd] { end.close() } }
    let actions = try StartActions(
      standard: [input.readEnd, output.writeEnd, error.writeEnd].compactMap(\.number), folder: folder)
    let attributes = try StartAttributes()
    let words = CStrings(([path] + arguments).map { Array($0.utf8) })
    let variables = CStrings(environment)
    let number = try Self.number {
      path.utf8.contains(UInt8(ascii: "/"))
        ? posix_spawn(&$0, path, actions.pointer, attributes.pointer, words.pointer, variables.pointer)
        : posix_spawnp(&$0, path, actions.pointer, attributes.pointer, words.pointer, variables.pointer)
    }
    for end in [input.writeEnd, output.readEnd, error.readEnd] { end.unblock() }
    return StartedProgram(
      process: ChildProcess(number: number), input: input.writeEnd, output: output.readEnd, error: error.readEnd)
  }

  /// The number of the process that a call starts, which is repeated for a second while the program is open for writing.
  ///
  /// A program that this process has just written is open for writing in each process that another thread was starting
  /// then, up to the moment at which that process becomes its own program.
  private static func number(_ start: (inout pid_t) -> Int32) throws(SystemError) -> pid_t {
    var number: pid_t = 0
    var status = start(&number)
    for _ in 0..<200 where status == ETXTBSY {
      SystemThread.sleep(milliseconds: 5)
      status = start(&number)
    }
    guard status == 0 else { throw SystemError(code: status) }
    return number
  }
}

/// A program that runs, and the ends of its pipes that belong to this process; none of them ever waits.
package struct StartedProgram: Sendable {
  /// The process, which leads its own group.
  package let process: ChildProcess
  /// The end that writes to its standard input.
  package let input: PipeEnd
  /// The end that reads its standard output.
  package let output: PipeEnd
  /// The end that reads its standard error.
  package let error: PipeEnd
}

/// The operations on descriptors between the start of a process and that of its program.
private struct StartActions: ~Copyable {
  let pointer: UnsafeMutablePointer<posix_spawn_file_actions_t>

  init(standard: [Int32], folder: String?) throws(SystemError) {
    pointer = .allocate(capacity: 1)
    var status = posix_spawn_file_actions_init(pointer)
    // A descriptor is never one of the three itself, which would be written over here; `Descriptor` sees to that.
    for (place, number) in standard.enumerated() where status == 0 {
      status = posix_spawn_file_actions_adddup2(pointer, number, Int32(place))
    }
    for number in Self.others where status == 0 {
      // A number above the limit of open descriptors, inherited from before the limit was lowered, is not accepted here.
      if posix_spawn_file_actions_addclose(pointer, number) != 0 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    }
    if let folder, status == 0 { status = platform_spawn_folder(pointer, folder) }
    guard status == 0 else { throw SystemError(code: status) }
  }

  deinit {
    posix_spawn_file_actions_destroy(pointer)
    pointer.deallocate()
  }

  /// The open descriptors that a program would inherit.
  private static var others: [Int32] {
    let names = (try? FolderItem.all(in: "/proc/self/fd"))?.compactMap { Int32($0.name) }
    return (names ?? Array(3..<1024)).filter { number in
      let flags = fcntl(number, F_GETFD)
      return number > 2 && flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }
}

/// The parameters of a process.
private struct StartAttributes: ~Copyable {
  let pointer: UnsafeMutablePointer<posix_spawnattr_t>

  init() throws(SystemError) {
    pointer = .allocate(capacity: 1)
    var status = posix_spawnattr_init(pointer)
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    // The C library leaves those out that it needs for itself, and these two cannot be changed.
    for number in [SIGKILL, SIGSTOP] { sigdelset(&all, number) }
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if status == 0 { status = posix_spawnattr_setflags(pointer, Int16(flags)) }
    if status == 0 { status = posix_spawnattr_setpgroup(pointer, 0) }
    if status == 0 { status = posix_spawnattr_setsigdefault(pointer, &all) }
    if status == 0 { status = posix_spawnattr_setsigmask(pointer, &none) }
    guard status == 0 else { throw SystemError(code: status) }
  }

  deinit {
    posix_spawnattr_destroy(pointer)
    pointer.deallocate()
  }
}

/// Texts as a program's arguments: pointers to bytes that end with a zero, and a null after the last.
private struct CStrings: ~Copyable {
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [[UInt8]]) {
    count = texts.count
    pointer = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() {
      let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
      for (place, byte) in text.enumerated() { bytes[place] = CChar(bitPattern: byte) }
      bytes[text.count] = 0
      (pointer + index).initialize(to: bytes)
    }
    (pointer + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { pointer[index]?.deallocate() }
    pointer.deallocate()
  }
}
