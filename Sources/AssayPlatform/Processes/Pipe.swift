import CLibrary
import CPlatform
import Synchronization
import SystemPackage

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
