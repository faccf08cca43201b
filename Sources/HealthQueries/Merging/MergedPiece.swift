/// A stretch of a sample that counts, or that is lost to another source.
///
/// The pieces of a sample follow each other without gaps from its start to its end. Neighbors differ in whether they
/// count or in whom they are lost to, so that a sample that nothing interrupts is one piece.
struct MergedPiece: Sendable, Hashable {
  var sample: MergedSample
  /// Start of the stretch in microseconds since 1970 UTC.
  var start: Int64
  /// End of the stretch; at the start for an instant only.
  var end: Int64
  /// The number of the source that counts instead; `nil` when the piece counts.
  var winner: Int32?
}
