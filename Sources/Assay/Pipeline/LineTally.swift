import HealthDigest
import HealthFormats
import HealthModel
import HealthReports
import Synchronization

/// Counts and hashes the bytes of a range's lines while they are read, in order, by whichever thread reads.
final class LineTally: Sendable {
  private struct State {
    var firstByte: Int64?
    var bytes: Int64 = 0
    var lineFeeds = 0
    var endsLine = true
    var digest = SHA256Stream()
  }

  private let state = Mutex(State())

  func begin(at offset: Int64?) { state.withLock { $0.firstByte = offset } }

  func add(_ bytes: ArraySlice<UInt8>) {
    guard let last = bytes.last else { return }
    state.withLock { state in
      state.bytes += Int64(bytes.count)
      state.lineFeeds += bytes.count { $0 == UInt8(ascii: "\n") }
      state.endsLine = last == UInt8(ascii: "\n")
      state.digest.update(bytes)
    }
  }

  func range(_ range: LineRange, of path: String, size: Int64?, redacts: Bool) -> ReadRange {
    state.withLock { state in
      ReadRange(
        path: path, start: range.start, end: range.end, size: size,
        firstByte: state.bytes > 0 ? state.firstByte : nil,
        lines: state.lineFeeds + (state.endsLine ? 0 : 1), bytes: state.bytes,
        sha256: redacts ? nil : state.digest.digest.hexadecimal)
    }
  }
}

/// The lines of a range, counted as they are read.
struct TalliedSource: ByteSource {
  private var lines: LineRangeSource<FileSource>
  private let tally: LineTally

  init(_ lines: LineRangeSource<FileSource>, _ tally: LineTally) {
    self.lines = lines
    self.tally = tally
    tally.begin(at: lines.firstByte)
  }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    let first = buffer.count
    let got = try lines.read(into: &buffer, count: count)
    tally.add(buffer[first...])
    return got
  }
}
