import HealthModel
import HealthStorage

/// The state that the subjects of a part of the time share, so that each of thousands keeps only its own part.
struct PartTables: Sendable {
  var intervals: IntervalFinder
  /// The sources so far; origins that mean one source have one number.
  private var sources: [MergeSource] = []
  private var known: [MergeSource: Int32] = [:]
  /// The number of the source of each of the scan's origins.
  private var numbers: [Int32] = []

  init(_ intervals: IntervalFinder) { self.intervals = intervals }

  /// Learns the origins that came since the last samples.
  mutating func learn(_ origins: [SampleOrigin], _ priority: SourcePriority) {
    while numbers.count < origins.count {
      let source = priority.source(of: origins[numbers.count])
      let number = known[source] ?? Int32(truncatingIfNeeded: sources.count)
      if known.updateValue(number, forKey: source) == nil { sources.append(source) }
      numbers.append(number)
    }
  }

  /// The number of an origin's source; 0 when the scan does not name sources.
  func number(ofOrigin origin: Int32) -> Int32 {
    let index = Int(origin)
    return numbers.indices.contains(index) ? numbers[index] : 0
  }

  /// The source of a number; `nil` when there is none.
  func source(_ number: Int32) -> MergeSource? {
    let index = Int(number)
    return sources.indices.contains(index) ? sources[index] : nil
  }
}

/// The sources of one subject, numbered from 0 in the order they are met.
///
/// Only sources that the subject has take memory: if each of thousands of subjects has a different watch, a table of
/// all sources for each subject would grow quadratically.
struct SubjectSources: Sendable {
  /// How many are looked through one by one.
  private static let fewCount = 8

  private var partNumbers: [Int32] = []
  /// The subject's number of each source of the part; empty as long as there are few.
  private var places: [Int32: Int32] = [:]
  /// The sample before most often has the same source.
  private var last: (partNumber: Int32, number: Int32) = (-1, -1)

  var count: Int { partNumbers.count }

  /// The subject's number of a source of the part; a new one is the count before.
  mutating func number(of partNumber: Int32) -> Int32 {
    if last.partNumber == partNumber { return last.number }
    let number = find(partNumber) ?? add(partNumber)
    last = (partNumber, number)
    return number
  }

  /// The source of a number; `nil` when there is none.
  func source(_ number: Int32, _ tables: borrowing PartTables) -> MergeSource? {
    let index = Int(number)
    return partNumbers.indices.contains(index) ? tables.source(partNumbers[index]) : nil
  }

  func all(_ tables: borrowing PartTables) -> [MergeSource] {
    var all: [MergeSource] = []
    for number in partNumbers { if let source = tables.source(number) { all.append(source) } }
    return all
  }

  private func find(_ partNumber: Int32) -> Int32? {
    guard places.isEmpty else { return places[partNumber] }
    return partNumbers.firstIndex(of: partNumber).map { Int32(truncatingIfNeeded: $0) }
  }

  private mutating func add(_ partNumber: Int32) -> Int32 {
    let number = Int32(truncatingIfNeeded: count)
    partNumbers.append(partNumber)
    if count > Self.fewCount {
      for (place, other) in partNumbers.enumerated().dropFirst(places.count) {
        places[other] = Int32(truncatingIfNeeded: place)
      }
    }
    return number
  }
}
