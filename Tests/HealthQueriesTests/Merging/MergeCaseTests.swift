import Testing

/// Every case of `Tests/Cases/merging/overlaps.txt`: all pieces of all samples.
struct MergeCaseTests {
  @Test(arguments: try MergeCase.all()) func pieces(_ item: MergeCase) {
    let answer = item.answer(item.samples)
    #expect(MergeCaseTests.sorted(answer) == MergeCaseTests.sorted(item.pieces))
    #expect(answer.filter { $0.winner == nil }.map(\.value).reduce(0, +) == item.merged)
    #expect(answer.map(\.value).reduce(0, +) == item.naive)
    #expect(item.samples.map(\.value).reduce(0, +) == item.naive)
  }

  @Test("the order of samples that start together changes nothing", arguments: try MergeCase.all())
  func equalStarts(_ item: MergeCase) {
    let turned = item.samples.enumerated().sorted { left, right in
      (left.element.start, right.offset) < (right.element.start, left.offset)
    }
    let answer = item.answer(turned.map(\.element))
    #expect(MergeCaseTests.sorted(answer) == MergeCaseTests.sorted(item.pieces))
  }

  private static func sorted(_ pieces: [MergeCase.Piece]) -> [MergeCase.Piece] {
    pieces.sorted { left, right in
      (left.start, left.end, left.source, left.value) < (right.start, right.end, right.source, right.value)
    }
  }
}
