/// A stretch of a sample that did not count, as the ledger keeps it.
struct LedgerLoss: Sendable {
  /// Who lost to whom, by the numbers of one ledger.
  struct Way: Hashable, Sendable {
    var loser: Int
    var winner: Int
  }

  /// The part of a loss, cut at a border, that its other half shares.
  struct Seam: Hashable {
    var moment: Int64
    var way: Way
    var sampleStart: Int64
    var sampleEnd: Int64
    var value: UInt64
    var enumCase: Int32
  }

  var way: Way
  var start: Int64
  var end: Int64
  var amount: Double
  let sampleStart: Int64
  let sampleEnd: Int64
  let value: Double
  let enumCase: Int32

  init(_ piece: MergedPiece, way: Way, amount: Double) {
    self.way = way
    self.amount = amount
    start = piece.start
    end = piece.end
    sampleStart = piece.sample.start
    sampleEnd = piece.sample.end
    value = piece.sample.value
    enumCase = piece.sample.enumCase
  }

  /// Where a part before may have the beginning.
  var seamAtStart: Seam { seam(at: start) }
  /// Where the next part may have the rest.
  var seamAtEnd: Seam { seam(at: end) }

  /// Adds the rest, which the next part has.
  mutating func goOn(_ rest: LedgerLoss) {
    end = rest.end
    amount += rest.amount
  }

  private func seam(at moment: Int64) -> Seam {
    Seam(
      moment: moment, way: way, sampleStart: sampleStart, sampleEnd: sampleEnd, value: value.bitPattern,
      enumCase: enumCase)
  }
}
