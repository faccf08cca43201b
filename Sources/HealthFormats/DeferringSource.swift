/// A source whose failure waits until what came before it has been handed out.
struct DeferringSource<Source: ByteSource> {
  private var source: Source
  private var isDrained = false
  /// Why the source broke off.
  private(set) var failure: InputError?

  init(_ source: Source) { self.source = source }

  /// Reads until the buffer holds this number of bytes; returns `false` at the end of the input, or where reading
  /// fails.
  mutating func fill(_ buffer: inout [UInt8], to target: Int) -> Bool {
    if buffer.count < target, !isDrained { buffer.reserveCapacity(target) }
    while buffer.count < target, !isDrained {
      do throws(InputError) {
        if try source.read(into: &buffer, count: target - buffer.count) == 0 { isDrained = true }
      } catch {
        failure = error
        isDrained = true
      }
    }
    return !isDrained
  }
}
