import Foundation
import HealthStorage
import Testing

@testable import HealthQueries

/// A case of `Tests/Cases/merging/overlaps.txt`; the form is described beside it.
struct MergeCase: Sendable, CustomTestStringConvertible {
  /// A stretch with what it comes to, and who counts instead.
  struct Piece: Sendable, Hashable, CustomStringConvertible {
    var source: String
    var start: Int64
    var end: Int64
    var value: Double
    var winner: String?

    var description: String {
      let minute: Int64 = 60_000_000
      return "\(source) \(start / minute)-\(end / minute) \(value)" + (winner.map { " lost to \($0)" } ?? "")
    }
  }

  var name: String
  var order: [String] = []
  var samples: [Piece] = []
  var pieces: [Piece] = []
  var merged = 0.0
  var naive = 0.0

  var testDescription: String { name }

  /// The pieces that the merger makes of samples, as the cases name them.
  func answer(_ samples: [Piece]) -> [Piece] {
    var merger = SourceMerger()
    let priority = SourcePriority(order)
    var words: [String] = []
    func word(_ number: Int32) -> String { words[Int(number)] }
    var pieces: [Piece] = []
    func take(_ piece: MergedPiece) {
      pieces.append(
        Piece(
          source: word(piece.sample.source), start: piece.start, end: piece.end, value: Self.part(piece),
          winner: piece.winner.map(word)))
    }
    for sample in samples {
      let number = merger.number(of: priority.source(of: Self.origin(sample.source)))
      if Int(number) == words.count { words.append(sample.source) }
      merger.add(MergedSample(sample.start..<sample.end, source: number, value: sample.value), take)
    }
    merger.finish(take)
    return pieces
  }

  /// The part of the value that belongs to a piece.
  static func part(_ piece: MergedPiece) -> Double {
    let length = piece.sample.end - piece.sample.start
    guard length > 0 else { return piece.sample.value }
    return piece.sample.value * Double(piece.end - piece.start) / Double(length)
  }

  /// What the sources of the cases are.
  static func origin(_ word: String) -> SampleOrigin {
    switch word {
    case "watch", "watch2": SampleOrigin(bundle: "com.apple.health.\(word)", name: word, product: "Watch6,7")
    case "phone": SampleOrigin(bundle: "com.apple.health.phone", name: word, product: "iPhone15,2")
    case "hand": SampleOrigin(bundle: "com.apple.Health", name: word, isUserEntered: true)
    default: SampleOrigin(bundle: "org.example." + word, name: word)
    }
  }

  /// All cases.
  static func all() throws -> [MergeCase] {
    var cases: [MergeCase] = []
    for line in try lines(of: "overlaps.txt") {
      if line.hasPrefix("case ") {
        cases.append(MergeCase(name: String(line.dropFirst(5))))
        continue
      }
      let words = line.split(separator: " ").map(String.init)
      guard !cases.isEmpty, cases[cases.count - 1].read(words) else { throw CaseIsBroken(line: line) }
    }
    return cases
  }

  /// The lines of a file of `Tests/Cases/merging` that are no comments.
  static func lines(of file: String) throws -> [String] {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    let bytes = try Data(contentsOf: url.appendingPathComponent("Cases/merging/" + file))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  private mutating func read(_ words: [String]) -> Bool {
    switch (words[0], words.count) {
    case ("order", 2...): order = Array(words.dropFirst())
    case ("sample", 4):
      guard let piece = Piece(words) else { return false }
      samples.append(piece)
    case ("counts", 4), ("loses", 5):
      guard let piece = Piece(words) else { return false }
      pieces.append(piece)
    case ("sum", 4):
      guard let merged = Double(words[1]), let naive = Double(words[3]) else { return false }
      (self.merged, self.naive) = (merged, naive)
    default: return false
    }
    return true
  }
}

extension MergeCase.Piece {
  /// Reads the words of a line: what it is, source, time, value, winner.
  fileprivate init?(_ words: [String]) {
    var moments: [Int64] = []
    for text in words[2].split(separator: "-") {
      let parts = text.split(separator: ":").compactMap { Int64($0) }
      guard parts.count == 2 else { return nil }
      moments.append((parts[0] * 60 + parts[1]) * 60_000_000)
    }
    guard let start = moments.first, let end = moments.last, let value = Double(words[3]) else { return nil }
    self.init(
      source: words[1], start: start, end: end, value: value, winner: words.count > 4 ? words[4] : nil)
  }
}

extension MergedSample {
  /// A sample of which only time, source and value matter.
  init(_ time: Range<Int64>, source: Int32, value: Double) {
    self.init(
      start: time.lowerBound, end: time.upperBound, value: value, enumCase: -1, source: source, zone: -1,
      startOffset: 0)
  }
}

/// A line of a case file that cannot be read.
struct CaseIsBroken: Error {
  var line: String
}
