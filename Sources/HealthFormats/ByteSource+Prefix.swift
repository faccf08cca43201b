extension ByteSource {
  /// The first bytes, or all when there are fewer; there may be room for more after them.
  mutating func prefix(_ count: Int, room: Int = 0) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    if room > 0 { bytes.reserveCapacity(count + room) }
    while bytes.count < count, try read(into: &bytes, count: count - bytes.count) > 0 {}
    return bytes
  }

  /// The first bytes, or all before the end or the place where the source breaks off.
  ///
  /// Damage after the beginning is for whoever reads on.
  mutating func prefixAsFarAsSound(_ count: Int) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      do throws(InputError) {
        if try read(into: &bytes, count: count - bytes.count) == 0 { break }
      } catch {
        if bytes.isEmpty { throw error }
        break
      }
    }
    return bytes
  }
}
