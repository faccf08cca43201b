import HealthStorage
import SeededRandom
import Testing

@testable import HealthQueries

/// The books of what was lost: order, limit, and parts that are joined.
struct MergeLedgerTests {
  private static let watch = SourcePriority().source(of: SampleOrigin(name: "watch", product: "Watch6,7"))
  private static let phone = SourcePriority().source(of: SampleOrigin(name: "phone", product: "iPhone15,2"))
  private static let app = SourcePriority().source(of: SampleOrigin(name: "app"))

  @Test("losses go by their starts, pairs by their sources") func order() {
    var ledger = MergeCounter()
    ledger.add(Self.piece(30..<40, of: 20..<40), loser: Self.app, winner: Self.phone, amount: 1)
    ledger.add(Self.piece(10..<15, of: 10..<15), loser: Self.phone, winner: Self.watch, amount: 2)
    ledger.add(Self.piece(12..<15, of: 12..<15), loser: Self.app, winner: Self.watch, amount: 4)
    ledger.add(Self.piece(11..<11, of: 11..<11), loser: Self.app, winner: Self.phone, amount: 8)
    let explanation = ledger.explanation(naive: 100, merged: 85)
    #expect(explanation.losses.map(\.start) == [10, 11, 12, 30])
    #expect(explanation.losses.map(\.amount) == [2, 8, 4, 1])
    #expect(explanation.lossCount == 4)
    #expect(
      explanation.pairs == [
        .init(source: "phone", winner: "watch", count: 1, duration: 5, amount: 2),
        .init(source: "app", winner: "watch", count: 1, duration: 3, amount: 4),
        .init(source: "app", winner: "phone", count: 2, duration: 10, amount: 9),
      ])
    #expect(explanation.naive == 100)
    #expect(explanation.merged == 85)
  }

  @Test("categories have no amounts") func categories() {
    var ledger = MergeCounter()
    ledger.add(Self.piece(10..<15, of: 10..<15), loser: Self.phone, winner: Self.watch, amount: 0)
    let explanation = ledger.explanation()
    #expect(explanation.losses.map(\.amount) == [nil])
    #expect(explanation.pairs.map(\.amount) == [nil])
    #expect(explanation.naive == nil)
  }

  @Test("the earliest losses are listed, and all are counted", arguments: [999, 1000, 1001, 10_000])
  func limit(_ count: Int) {
    var ledger = MergeCounter()
    for index in 0..<count {
      // Neither ascending nor descending: 7919 is prime and no divisor of the counts.
      let start = Int64(index * 7919 % count) * 10
      let piece = Self.piece(start..<(start + 5), of: start..<(start + 5))
      ledger.add(piece, loser: Self.app, winner: Self.watch, amount: 1)
    }
    let explanation = ledger.explanation(naive: 0, merged: 0)
    #expect(explanation.lossCount == count)
    #expect(explanation.losses.map(\.start) == (0..<min(count, MergeExplanation.limit)).map { Int64($0) * 10 })
    #expect(explanation.pairs.map(\.amount) == [Double(count)])
  }

  @Test("the pairs of sources that are kept are bounded, exact, and the first ones", arguments: [1, 16])
  func pairs(_ parts: Int) {
    let sources = (0..<300).map { number in
      SourcePriority().source(of: SampleOrigin(bundle: "org.example.\(1000 + number)", name: "s\(number)"))
    }
    let limit = 20
    var ledger = MergeCounter(pairLimit: limit)
    var wanted: [String: Double] = [:]
    for part in 0..<parts {
      var own = MergeCounter(pairLimit: limit)
      for step in 0..<(48_000 / parts) {
        let number = part * (48_000 / parts) + step
        let (loser, winner) = (number * 7919 % 300, number * 104_729 / 300 % 300)
        let start = Int64(number) * 10
        own.add(
          Self.piece(start..<(start + 5), of: start..<(start + 5)), loser: sources[loser], winner: sources[winner],
          amount: 1)
        wanted["\(1000 + loser) \(1000 + winner)", default: 0] += 1
        #expect(own.room.pairs <= 2 * limit && own.room.losses <= 4 * MergeExplanation.limit)
      }
      ledger.append(own)
      #expect(ledger.room.pairs <= 2 * limit && ledger.room.losses <= 8 * MergeExplanation.limit)
    }
    let explanation = ledger.explanation(naive: 0, merged: 0)
    let first = wanted.sorted { $0.key < $1.key }.prefix(limit)
    #expect(explanation.pairs.map(\.amount) == first.map(\.value))
    #expect(explanation.pairs.map(\.count) == first.map { Int($0.value) })
    #expect(explanation.others.amount == wanted.values.reduce(0, +) - first.map(\.value).reduce(0, +))
    #expect(explanation.others.count + explanation.pairs.map(\.count).reduce(0, +) == explanation.lossCount)
  }

  @Test("a loss that goes on over the border of two parts is one") func joined() {
    var first = MergeCounter()
    first.add(Self.piece(10..<20, of: 5..<50), loser: Self.app, winner: Self.watch, amount: 10)
    first.add(Self.piece(12..<20, of: 12..<30), loser: Self.app, winner: Self.watch, amount: 8)
    var second = MergeCounter()
    second.add(Self.piece(20..<30, of: 12..<30), loser: Self.app, winner: Self.watch, amount: 10)
    second.add(Self.piece(20..<40, of: 5..<50), loser: Self.app, winner: Self.watch, amount: 20)
    var third = MergeCounter()
    third.add(Self.piece(40..<45, of: 5..<50), loser: Self.app, winner: Self.watch, amount: 5)
    third.add(Self.piece(45..<50, of: 5..<50), loser: Self.app, winner: Self.phone, amount: 5)
    var ledger = MergeCounter()
    for part in [first, second, third] { ledger.append(part) }
    let explanation = ledger.explanation(naive: 0, merged: 0)
    #expect(
      explanation.losses == [
        .init(source: "app", winner: "watch", start: 10, end: 45, amount: 35),
        .init(source: "app", winner: "watch", start: 12, end: 30, amount: 18),
        .init(source: "app", winner: "phone", start: 45, end: 50, amount: 5),
      ])
    #expect(explanation.lossCount == 3)
    #expect(explanation.pairs.map(\.count) == [2, 1])
  }

  @Test("books of parts are those of the whole, wherever it is cut") func parts() {
    let seed = SeededGenerator.seed()
    for index in 0..<1_000 {
      let random = RandomMerge(seed: seed, index: index)
      let whole = Self.ledger(of: random, from: -1, to: 99).explanation(naive: 0, merged: 0)
      for cuts in [[13], [8, 16, 24], Array(0...39)] as [[Int64]] {
        var joined = MergeCounter()
        for (from, to) in zip([-1] + cuts, cuts + [99]) { joined.append(Self.ledger(of: random, from: from, to: to)) }
        #expect(joined.explanation(naive: 0, merged: 0) == whole, "SEED=\(seed), round \(index), cuts \(cuts)")
      }
    }
  }

  /// The books of one part: samples that overlap it are merged, and what is lost is cut to it.
  ///
  /// Amounts are lengths, so that they add up without rounding.
  private static func ledger(of random: RandomMerge, from: Int64, to: Int64) -> MergeCounter {
    var part = random
    part.samples = random.samples.filter { $0.start < to && ($0.end > from || $0.start >= from) }
    let merger = random.merger()
    var ledger = MergeCounter()
    for var piece in part.answer() {
      guard let winner = piece.winner else { continue }
      let isInstant = piece.start == piece.end
      piece.start = max(piece.start, from)
      piece.end = min(piece.end, to)
      let isInside = isInstant ? from <= piece.sample.start && piece.sample.start < to : piece.start < piece.end
      guard isInside else { continue }
      ledger.add(
        piece, loser: merger.source(piece.sample.source), winner: merger.source(winner),
        amount: Double(piece.end - piece.start))
    }
    return ledger
  }

  private static func piece(_ time: Range<Int64>, of sample: Range<Int64>) -> MergedPiece {
    MergedPiece(
      sample: MergedSample(sample, source: 0, value: 7), start: time.lowerBound, end: time.upperBound, winner: 1)
  }
}
