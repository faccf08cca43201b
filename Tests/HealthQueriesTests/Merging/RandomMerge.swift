import HealthStorage
import SeededRandom

@testable import HealthQueries

/// Random samples of up to four sources, and what brute force makes of them.
struct RandomMerge {
  var samples: [MergedSample] = []
  /// The rank of each source; the lowest counts.
  var ranks: [Int] = []

  /// Times are small numbers, so that starts, ends and instants often coincide.
  init(seed: UInt64, index: Int) {
    var generator = SeededGenerator(seed: seed &+ UInt64(truncatingIfNeeded: index))
    func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
    ranks = [0, 1, 2, 3]
    for place in 0..<3 { ranks.swapAt(place, Int(number(Int64(place)...3))) }
    let sources = number(1...4)
    for value in 0..<number(0...24) {
      let start = number(0...30)
      let length = number(0...3) == 0 ? 0 : number(1...9)
      let source = Int32(number(0...(sources - 1)))
      samples.append(MergedSample(start..<(start + length), source: source, value: Double(value)))
    }
    samples.sort { $0.start < $1.start }
  }

  /// A merger that knows the sources by their numbers.
  func merger() -> SourceMerger {
    let priority = SourcePriority((0..<4).map { "rank \($0)" })
    var merger = SourceMerger()
    for rank in ranks { _ = merger.number(of: priority.source(of: SampleOrigin(name: "rank \(rank)"))) }
    return merger
  }

  /// What the merger makes of them.
  func answer() -> [MergedPiece] {
    var merger = merger()
    var pieces: [MergedPiece] = []
    for sample in samples { merger.add(sample) { pieces.append($0) } }
    merger.finish { pieces.append($0) }
    return pieces
  }

  /// The same by looking at each stretch between two neighboring starts or ends.
  func oracle() -> [MergedPiece] {
    let moments = Set(samples.flatMap { [$0.start, $0.end] }).sorted()
    return samples.flatMap { sample -> [MergedPiece] in
      guard sample.start < sample.end else {
        let rivals = samples.filter {
          $0.start <= sample.start && (sample.start < $0.end || $0.start == $0.end && $0.start == sample.start)
        }
        return [piece(of: sample, sample.start, sample.start, among: rivals)]
      }
      var pieces: [MergedPiece] = []
      for (start, end) in zip(moments, moments.dropFirst()) where sample.start <= start && end <= sample.end {
        let next = piece(of: sample, start, end, among: samples.filter { $0.start <= start && end <= $0.end })
        if let last = pieces.last, last.winner == next.winner {
          pieces[pieces.count - 1].end = end
        } else {
          pieces.append(next)
        }
      }
      return pieces
    }
  }

  private func piece(
    of sample: MergedSample, _ start: Int64, _ end: Int64, among rivals: [MergedSample]
  ) -> MergedPiece {
    let best = rivals.map(\.source).min { ranks[Int($0)] < ranks[Int($1)] } ?? sample.source
    return MergedPiece(sample: sample, start: start, end: end, winner: best == sample.source ? nil : best)
  }
}
