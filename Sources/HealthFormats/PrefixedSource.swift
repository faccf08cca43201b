/// A source whose first bytes were read already, to see what it is.
struct PrefixedSource<Rest: ByteSource>: ByteSource {
  private var beginning: MemorySource
  private var rest: Rest
  private var isBehind = false

  init(_ prefix: [UInt8], _ rest: Rest) {
    beginning = MemorySource(prefix)
    self.rest = rest
  }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    if !isBehind {
      let got = beginning.read(into: &buffer, count: count)
      if got > 0 { return got }
      isBehind = true
    }
    return try rest.read(into: &buffer, count: count)
  }
}
