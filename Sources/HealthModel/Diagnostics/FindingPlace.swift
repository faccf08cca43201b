/// The parts of a structured sample, by the names of their objects.
@usableFromInline package enum StructureSection: UInt8, Sendable, Hashable {
  case fields
  case lists
  case points
  /// The id of the sample that it belongs to.
  case parent

  @usableFromInline package var name: String {
    switch self {
    case .fields: "fields"
    case .lists: "lists"
    case .points: "points"
    case .parent: "parent"
    }
  }
}

/// Where in a record a finding is: the sample, the field, and the path from there through what the tape holds.
///
/// Its texts are ranges of the chunk, so that a finding is copied without reference counting and outlives the tape.
@usableFromInline package struct FindingPlace: Sendable {
  /// A step of a path: into a pair of an object, by where its key is, or into an element of a list, counted from 0.
  @usableFromInline package enum Step: Sendable, Hashable {
    case key(ByteRange)
    case element(Int32)
  }

  /// The member, counted from 0; -1 for the sample itself.
  package var member: Int32
  /// The field at fault, or the one that holds the path.
  package var field: SampleField?
  /// The part of a structured sample that holds the path; `nil` for a field or the sample itself.
  package var section: StructureSection?
  private var depth: UInt8 = 0
  // The last first. An element's number ends where no range does.
  private var steps = Fixed5<ByteRange>(repeating: .empty)

  /// The most steps of a path, as in `/lists/statistics/2/sum/unit`; a longer one lacks the outermost.
  package static let maximumSteps = 5

  /// How many steps the path has.
  @usableFromInline package var count: Int { Int(depth) }

  package init(_ field: SampleField? = nil, member: Int32 = -1) {
    self.field = field
    self.member = member
  }

  /// Creates the place of an entry of a tape; a key without text is not a step.
  package init(of entry: Int32, on tape: borrowing RecordTape, member: Int32) {
    self.init(member: member)
    var place = entry
    while place >= 0 {
      let entry = tape[place]
      addOuter(entry.key.isPresent ? .key(ByteRange(entry.key.range)) : .element(entry.key.start))
      field = entry.kind.object
      section = entry.kind.section
      place = entry.parent
    }
  }

  /// Puts a step before the others.
  package mutating func addOuter(_ step: Step) {
    let range =
      switch step {
      case .key(let range): range
      case .element(let number): ByteRange(start: number, end: -1)
      }
    guard count < Self.maximumSteps, !range.isEmpty else { return }
    steps[count] = range
    depth += 1
  }

  /// Puts a step after the others.
  package mutating func addInner(_ step: Step) {
    let range =
      switch step {
      case .key(let range): range
      case .element(let number): ByteRange(start: number, end: -1)
      }
    guard count < Self.maximumSteps, !range.isEmpty else { return }
    for index in (0..<count).reversed() { steps[index + 1] = steps[index] }
    steps[0] = range
    depth += 1
  }

  package subscript(step: Int) -> Step {
    let range = steps[count - 1 - step]
    return range.end < 0 ? .element(range.start) : .key(range)
  }

  /// The key of the last step; empty where it is none.
  package var key: ByteRange { count > 0 && steps[0].end >= 0 ? steps[0] : .empty }

  package func mapKeys(_ change: (ByteRange) -> ByteRange) -> FindingPlace {
    var place = self
    for index in 0..<count where steps[index].end >= 0 { place.steps[index] = change(steps[index]) }
    return place
  }
}

extension FindingPlace: Hashable {
  /// Whether both are the same place, by the same texts of a chunk.
  @usableFromInline package static func == (left: FindingPlace, right: FindingPlace) -> Bool {
    guard left.member == right.member, left.field == right.field, left.section == right.section,
      left.count == right.count
    else { return false }
    return (0..<left.count).allSatisfy { left.steps[$0] == right.steps[$0] }
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(member)
    hasher.combine(field)
    hasher.combine(section)
    for index in 0..<count { hasher.combine(steps[index]) }
  }
}
