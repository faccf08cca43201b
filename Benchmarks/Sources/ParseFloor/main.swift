// Reads the lines of an NDJSON file with the project's own reader, on one thread, into the same buffer that samples are
// judged from, judges none, and prints how many there are: what validation cannot be faster than.
//
//   ParseFloor FILE
//
// Status 1 when a line is no object, 2 when the file cannot be read.

import HealthFormats
import HealthModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lines read so far.
struct ParseFloor {
  private(set) var samples = 0
  private(set) var broken = 0

  /// Reads a file to its end, in chunks as large as those of a run with one job.
  mutating func read(_ path: String) throws(InputError) {
    var source = try ResolvedInput.resolve(path: path, format: .jsonLines).makeChunks(size: 1 << 20)
    try take(&source)
  }

  private mutating func take(_ source: inout any ChunkSource) throws(InputError) {
    var buffer = RawSampleBuffer(syntax: .json)
    while let chunk = try source.next() { count(chunk, &buffer) }
  }

  private mutating func count(_ chunk: InputChunk, _ buffer: inout RawSampleBuffer) {
    var reader = JSONLinesReader(chunk: chunk)
    let content = chunk.bytes
    let bytes = content.span.bytes
    while true {
      buffer.removeAll()
      switch reader.next(in: bytes, into: &buffer) {
      case .sample: if buffer.problems.isEmpty { samples += 1 } else { broken += 1 }
      case .unsupported, .companion, .broken: broken += 1
      case .end: return
      }
    }
  }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: ParseFloor FILE")
  exit(2)
}
var lines = ParseFloor()
do {
  try lines.read(CommandLine.arguments[1])
} catch {
  print("ParseFloor: \(error)")
  exit(2)
}
print(lines.samples)
if lines.broken > 0 { exit(1) }
