/// How much may come of compressed data, so that a small file cannot fill the memory or the day of whoever reads it.
enum DecompressionLimit {
  /// How many bytes may come of one, once there are more than anything may have.
  static let ratio: Int64 = 200
  /// How many bytes may come of anything.
  static let freeSize: Int64 = 16 << 20

  /// The most bytes that this number of compressed bytes may inflate to.
  static func most(of compressed: Int64) -> Int64 {
    let (product, isOverflow) = compressed.multipliedReportingOverflow(by: ratio)
    return max(freeSize, isOverflow ? .max : product)
  }
}
