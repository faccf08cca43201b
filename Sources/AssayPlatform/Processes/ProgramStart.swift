import CLibrary
import CPlatform

package struct ProgramStart: Sendable {
  /// The program's path; without a slash, a name that `PATH` leads to.
  package var path: String
  /// Its arguments, without the name of the program itself.
  package var arguments: [String]
  /// Its environment: texts of the form `NAME=value`.
  package var environment: [[UInt8]]
  /// The folder it works in; `nil` for that of this process.
  package var folder: String?

  /// Describes a program.
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
