import HealthModel
import HealthReports

/// The subject of an input's stored samples, remembered with its import, so that withdrawing a participant also removes
/// the name of the import.
enum InputSubject: Sendable, Equatable {
  /// No sample has been read.
  case none
  case one(String)
  case several

  /// Adds the samples of a chunk.
  mutating func take(_ batch: SampleBatch) {
    guard self != .several, batch.count > 0 else { return }
    guard batch.subjects.ranges.count == 1, !batch.subject.contains(-1) else {
      self = .several
      return
    }
    let subject = batch.arena[batch.subjects.ranges[0].indices]
    switch self {
    case .none: self = .one(String(decoding: subject, as: UTF8.self))
    // By bytes, as stores compare: `==` takes two spellings of one accented letter for the same name.
    case .one(let name): if !name.utf8.elementsEqual(subject) { self = .several }
    case .several: break
    }
  }

  private static let key = "subject"

  /// Reads what was saved.
  init(details: String) {
    switch JSONValue(parsing: details.utf8)?[Self.key] {
    case nil: self = .none
    case .some(let value): self = value.text.map { .one($0) } ?? .several
    }
  }

  /// The details of an import, a JSON object, with the subject.
  func added(to details: String) -> String {
    var json = JSONBuilder()
    switch self {
    case .none: return details
    case .one(let subject): json.object { $0.member(Self.key, subject) }
    case .several: json.object { $0.member(Self.key, false) }
    }
    guard details.utf8.count > 2 else { return details }
    return details.dropLast() + "," + String(decoding: json.bytes.dropFirst(), as: UTF8.self)
  }
}
