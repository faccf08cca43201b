import HealthModel

/// How much of the file the connection that writes keeps in memory.
enum PageCache {
  /// The usual size in KiB: the cache is a part of the process's 64 MB.
  static let usual = 16_384
  /// The size in KiB for samples with long texts.
  static let small = 4_096
  /// From how many bytes of text a sample on, on average, the pages of a batch are mostly those of texts.
  private static let longText = 16_384

  /// The size for a batch, in KiB.
  ///
  /// The pages of a long text, as a route has, are written once and not looked at again, and such a sample takes many
  /// times its size in memory before.
  static func size(for batch: SampleBatch) -> Int {
    batch.arena.count / max(1, batch.count) >= longText ? small : usual
  }
}
