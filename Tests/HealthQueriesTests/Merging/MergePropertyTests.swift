import HealthStorage
import SeededRandom
import Testing

@testable import HealthQueries

/// Laws of merging, tried on random samples.
///
/// Replay a failure with `SEED=…`.
struct MergePropertyTests {
  private static let rounds = 1_000

  @Test("the merger and brute force agree") func oracle() {
    let seed = SeededGenerator.seed()
    for index in 0..<Self.rounds {
      let random = RandomMerge(seed: seed, index: index)
      #expect(Self.counted(random.answer()) == Self.counted(random.oracle()), "SEED=\(seed), round \(index)")
    }
  }

  @Test("the pieces of a sample follow each other from its start to its end") func wholeness() {
    let seed = SeededGenerator.seed()
    for index in 0..<Self.rounds {
      let random = RandomMerge(seed: seed, index: index)
      // Values are the samples' numbers, so that equal samples are told apart.
      let groups = Dictionary(grouping: random.answer(), by: \.sample)
      #expect(Set(groups.keys) == Set(random.samples), "SEED=\(seed), round \(index)")
      let broken = groups.filter { sample, pieces in
        let pieces = pieces.sorted { $0.start < $1.start }
        let follow = zip(pieces, pieces.dropFirst()).allSatisfy { left, right in
          left.start < left.end && left.end == right.start && left.winner != right.winner
        }
        return !follow || pieces.first?.start != sample.start || pieces.last?.end != sample.end
      }
      #expect(broken.isEmpty, "SEED=\(seed), round \(index)")
    }
  }

  @Test("pieces of two sources that count never overlap") func exclusion() {
    let seed = SeededGenerator.seed()
    for index in 0..<Self.rounds {
      let pieces = RandomMerge(seed: seed, index: index).answer().filter { $0.winner == nil && $0.start < $0.end }
      let overlapping = pieces.filter { left in
        pieces.contains { right in
          left.sample.source != right.sample.source && left.start < right.end && right.start < left.end
        }
      }
      #expect(overlapping.isEmpty, "SEED=\(seed), round \(index)")
    }
  }

  @Test("one source alone loses nothing") func alone() {
    let seed = SeededGenerator.seed()
    for index in 0..<Self.rounds {
      var random = RandomMerge(seed: seed, index: index)
      random.samples = random.samples.filter { $0.source == 0 }
      let whole = random.samples.map { MergedPiece(sample: $0, start: $0.start, end: $0.end, winner: nil) }
      #expect(Self.counted(random.answer()) == Self.counted(whole), "SEED=\(seed), round \(index)")
    }
  }

  @Test("a lower source changes nothing of what higher ones count or lose") func lowerSources() {
    let seed = SeededGenerator.seed()
    for index in 0..<Self.rounds {
      let random = RandomMerge(seed: seed, index: index)
      for rank in 1...3 {
        let isHigher: (MergedSample) -> Bool = { random.ranks[Int($0.source)] < rank }
        var higher = random
        higher.samples = random.samples.filter(isHigher)
        let kept = random.answer().filter { isHigher($0.sample) }
        #expect(Self.counted(kept) == Self.counted(higher.answer()), "SEED=\(seed), round \(index)")
      }
    }
  }

  @Test("a merger that has finished begins anew") func reuse() {
    let seed = SeededGenerator.seed()
    var merger = RandomMerge(seed: seed, index: 0).merger()
    for index in 0..<Self.rounds {
      var random = RandomMerge(seed: seed, index: index)
      random.ranks = RandomMerge(seed: seed, index: 0).ranks
      var pieces: [MergedPiece] = []
      for sample in random.samples { merger.add(sample) { pieces.append($0) } }
      merger.finish { pieces.append($0) }
      #expect(Self.counted(pieces) == Self.counted(random.answer()), "SEED=\(seed), round \(index)")
    }
  }

  @Test("a hundred thousand samples of one time are merged") func depth() {
    let count = 100_000
    var merger = SourceMerger()
    let high = merger.number(of: SourcePriority().source(of: SampleOrigin(product: "Watch6,7")))
    let low = merger.number(of: SourcePriority().source(of: SampleOrigin(product: "iPhone15,2")))
    var counts: [Int32?: Int] = [:]
    let take: (MergedPiece) -> Void = { counts[$0.winner, default: 0] += 1 }
    for index in 0..<count {
      let start = Int64(index)
      merger.add(MergedSample(start..<(2_000_000 - start), source: index == 0 ? high : low, value: 1), take)
    }
    merger.finish(take)
    #expect(counts == [nil: 1, high: count - 1])
  }

  @Test("what a sample that comes late has before that counts") func late() {
    var merger = SourceMerger()
    let high = merger.number(of: SourcePriority().source(of: SampleOrigin(product: "Watch6,7")))
    let low = merger.number(of: SourcePriority().source(of: SampleOrigin(product: "iPhone15,2")))
    let samples = [
      MergedSample(50..<60, source: high, value: 0), MergedSample(10..<20, source: low, value: 1),
      MergedSample(40..<40, source: low, value: 2), MergedSample(30..<58, source: low, value: 3),
    ]
    var pieces: [MergedPiece] = []
    for sample in samples { merger.add(sample) { pieces.append($0) } }
    merger.finish { pieces.append($0) }
    let expected = [
      MergedPiece(sample: samples[0], start: 50, end: 60, winner: nil),
      MergedPiece(sample: samples[1], start: 10, end: 20, winner: nil),
      MergedPiece(sample: samples[2], start: 40, end: 40, winner: nil),
      MergedPiece(sample: samples[3], start: 30, end: 50, winner: nil),
      MergedPiece(sample: samples[3], start: 50, end: 58, winner: high),
    ]
    #expect(Self.counted(pieces) == Self.counted(expected))
  }

  private static func counted(_ pieces: [MergedPiece]) -> [MergedPiece: Int] {
    pieces.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
