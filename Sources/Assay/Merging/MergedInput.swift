import HealthModel
import HealthReports

/// An input of the merged report: read whole, or in ranges that follow one another.
struct MergedInput {
  /// A part of the input in one of the reports.
  struct Piece {
    let report: Int
    let unit: Int
    let range: ReadRange?
    /// How many lines of the file are before the range; `nil` if they were not counted.
    var linesBefore: Int?
  }

  let path: String
  private(set) var pieces: [Piece]
  /// Whether the pieces are the whole input.
  private(set) var isComplete = true

  /// The ranges; none for an input that was read whole.
  var ranges: [ReadRange] { pieces.compactMap(\.range) }

  /// Puts the pieces of an input in order.
  init(_ path: String, _ pieces: [Piece], of reports: [String]) throws(RunFailure) {
    self.path = path
    self.pieces = pieces.sorted {
      ($0.range?.start ?? 0, $0.range?.end ?? 0) < ($1.range?.start ?? 0, $1.range?.end ?? 0)
    }
    let shown = TextEscaping.escaped(path, limit: 1000)
    func names(_ piece: Piece) -> String {
      let report = TextEscaping.escaped(reports[piece.report], limit: 1000)
      return piece.range.map { "\($0.start):\($0.end) in \(report)" } ?? "the whole of it in \(report)"
    }
    if let whole = pieces.first(where: { $0.range == nil }) {
      guard let other = pieces.first(where: { $0.report != whole.report || $0.unit != whole.unit }) else { return }
      throw .usage("\(shown) is there twice: \(names(whole)), \(names(other))")
    }
    try follow(shown, names)
  }

  private mutating func follow(_ shown: String, _ names: (Piece) -> String) throws(RunFailure) {
    guard let first = pieces.first, let size = first.range?.size else { return }
    var end = min(first.range?.start ?? 0, size)
    var next: Int64? = first.range?.start == 0 ? 0 : nil
    var lines: Int? = first.range?.start == 0 ? 0 : nil
    var last = first
    for index in pieces.indices {
      guard let range = pieces[index].range else { continue }
      let piece = pieces[index]
      guard range.size == size else {
        throw .usage(
          "\(shown) had \(size) bytes in one report and \(range.size ?? 0) in another, so it changed: \(names(first)), "
            + names(piece))
      }
      let start = min(range.start, size)
      if start != end {
        throw .usage(
          "the ranges of \(shown) \(start > end ? "have a gap" : "overlap") between \(names(last)) and \(names(piece))")
      }
      end = max(start, min(range.end, size))
      if let begin = range.firstByte {
        if let next, next != begin {
          throw .usage(
            "\(shown): the lines of \(names(piece)) begin at byte \(begin) instead of \(next), so the file changed or "
              + "the report of \(names(last)) broke off")
        }
        next = begin + range.bytes
      }
      pieces[index].linesBefore = lines
      lines = lines.map { $0 + range.lines }
      last = piece
    }
    isComplete = first.range?.start == 0 && end == size
    if isComplete, next != size {
      throw .usage(
        "the ranges of \(shown) have \(next ?? 0) bytes, and the file has \(size); run those again that broke off")
    }
  }
}
