import HealthFormats

/// The beginning of a source: a look at a file must not read a row or a text that never ends.
struct BoundedSource: ByteSource {
  private var source: any ByteSource
  private var rest: Int

  /// The first bytes of a source.
  init(_ source: any ByteSource, limit: Int) {
    self.source = source
    rest = limit
  }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    let got = try source.read(into: &buffer, count: min(count, rest))
    rest -= got
    return got
  }
}
