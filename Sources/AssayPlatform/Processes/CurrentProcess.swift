import CLibrary
import CPlatform

package enum CurrentProcess {
  /// Ends with a status, after what libraries registered for the end.
  package static func exit(_ status: Int32) -> Never { CLibrary.exit(status) }

  package static func kill() { _ = CLibrary.kill(getpid(), SIGKILL) }

  /// The number of the process that started this one; another one once that has ended.
  package static var parent: Int32 { getppid() }

  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Whether the process can open this many more files at once.
  ///
  /// The runtime opens a few for its event loop, and traps if it cannot: check here before starting one. The limit
  /// alone is not enough, since descriptors may be inherited.
  package static func canOpen(files count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { return errno != EMFILE && errno != ENFILE }
      opened.append(descriptor)
    }
    return true
  }

  /// Takes two descriptors away from what the process prints and reads: standard input is empty from now on, and
  /// standard output goes to standard error.
  ///
  /// - Returns: the numbers by which the two are known now, for this process only.
  package static func takeStandardStreams() throws(SystemError) -> (input: Int32, output: Int32) {
    let input = try Descriptor(borrowing: 0).duplicate()
    let output = try Descriptor(borrowing: 1).duplicate()
    let nothing = try Descriptor(reading: "/dev/null")
    guard dup2(nothing.number, 0) >= 0, dup2(2, 1) >= 0 else { throw .last }
    return (input, output)
  }

  /// Configures how the C library keeps freed memory; only glibc supports it.
  package static func keepMemory(heaps: Int32, largest: Int32, trim: Int32, pad: Int32) {
    platform_keep_memory(heaps, largest, trim, pad)
  }
}
