import HealthModel

/// A sample within a session, that waits for judgment.
struct SessionStage: Sendable {
  var time: Stretch
  var id: SampleID
  var isGivenID: Bool
  var enumCase: Int32
}

/// *stage-outside-session*: the last sessions that one source recorded, and the stages that wait for theirs.
///
/// Input need not be sorted, so a stage is judged when as many stages came after it as the window takes, or at the
/// end. Where the source recorded no session near it, nothing is said: not every source records them.
struct SessionWindow: Sendable {
  private struct Session: Sendable {
    var time: Stretch
    var number: Int
  }

  /// How far a stage may reach out of its sessions, at each end and from one to the next: programs round.
  static let tolerance = 60 * Instant.second
  /// How near a session must be to be a stage's own.
  static let reach = 4 * 3600 * Instant.second

  private let type: Int32
  private let source: SourceNames
  private let subject: String?
  private var sessions: [Session] = []
  private var count = 0
  /// The time from the first to the last of the sessions that left the window, near which nothing is said any more.
  private var leftStart = Int64.max
  private var leftEnd = Int64.min
  /// The stages; once the window is full, a ring whose oldest is at `oldest`.
  private var stages: [SessionStage] = []
  private var oldest = 0

  init(type: Int32, source: SourceNames, subject: String?) {
    self.type = type
    self.source = source
    self.subject = subject
  }

  /// Takes a session; one without length is none.
  mutating func take(session time: Stretch, limit: Int, left: inout Int) {
    guard time.start < time.end else { return }
    if sessions.count >= limit, let index = sessions.indices.min(by: { sessions[$0].number < sessions[$1].number }) {
      let gone = sessions.remove(at: index).time
      leftStart = min(leftStart, gone.start)
      leftEnd = max(leftEnd, gone.end)
      left += 1
    }
    let index = sessions.firstIndex { $0.time.start > time.start } ?? sessions.endIndex
    sessions.insert(Session(time: time, number: count), at: index)
    count += 1
  }

  /// Takes a stage.
  ///
  /// - Returns: the finding about the stage that leaves the window for it, if there is one.
  mutating func take(_ stage: SessionStage, limit: Int, left: inout Int) -> AcrossFinding? {
    guard stages.count >= limit else {
      stages.append(stage)
      return nil
    }
    let gone = stages[oldest]
    stages[oldest] = stage
    oldest = oldest + 1 == limit ? 0 : oldest + 1
    left += 1
    return finding(gone)
  }

  /// The findings about the stages that wait, in the order they were read.
  func findings() -> [AcrossFinding] { (stages[oldest...] + stages[..<oldest]).compactMap { finding($0) } }

  mutating func removeStages() {
    stages.removeAll()
    oldest = 0
  }

  /// Says by how much a stage reaches out of the sessions at it, at an end or from one session to the next; where none
  /// is at it, out of the nearest.
  private func finding(_ stage: SessionStage) -> AcrossFinding? {
    let (start, end) = (stage.time.start, stage.time.end)
    if leftStart <= end &+ Self.reach, leftEnd >= start &- Self.reach { return nil }
    var nearest: Stretch?
    var distance = Int64.max
    // Sessions come by start, so what none of those at the stage covers is met from its start to its end.
    var covered = start
    var outside: Int64 = 0
    for session in sessions {
      let time = session.time
      let gap = max(0, time.start &- end, start &- time.end)
      if gap < distance {
        distance = gap
        nearest = time
      }
      if gap == 0 {
        outside = max(outside, time.start &- covered)
        covered = max(covered, time.end)
      }
    }
    guard let nearest, distance <= Self.reach else { return nil }
    outside = distance == 0 ? max(outside, end &- covered) : max(nearest.start &- start, end &- nearest.end)
    guard outside > Self.tolerance else { return nil }
    return AcrossFinding(
      kind: .stageOutside, type: type, enumCase: stage.enumCase, id: stage.id, isGivenID: stage.isGivenID,
      place: stage.time.place, related: nearest.place, source: source.name ?? source.bundle,
      sourceBundle: source.bundle, subject: subject, found: Double(outside) / Double(Instant.second))
  }
}

/// A stretch of time that a sample fills.
struct Stretch: Sendable {
  var start: Int64
  var end: Int64
  var place: SampleLocation
}

/// *overlap*: the last stretches of one series, which must not share time.
///
/// A session frames its stages, so sessions are compared with sessions and the others with the others. Stretches that
/// only touch share no time, nor do those that share no more than sources round away, unless they are the same.
struct OverlapWindow: Sendable {
  /// Whether only stretches that begin and end together are found: a workout that two devices saved.
  let comparesEnds: Bool

  private struct Entry: Sendable {
    var time: Stretch
    var isSession: Bool
  }

  /// The entries; once the window is full, a ring whose oldest is at `oldest`.
  private var ring: [Entry] = []
  private var oldest = 0
  /// No stretch ever taken ends later or begins earlier: sorted input is never searched.
  private var latestEnd = Int64.min
  private var earliestStart = Int64.max

  init(comparesEnds: Bool) { self.comparesEnds = comparesEnds }

  /// Takes a stretch that is longer than nothing.
  ///
  /// - Returns: the first of the remembered stretches that shares time with it, in the order they were read.
  mutating func take(_ time: Stretch, isSession: Bool, limit: Int, left: inout Int) -> Stretch? {
    let other = first(sharing: time, isSession)
    latestEnd = max(latestEnd, time.end)
    earliestStart = min(earliestStart, time.start)
    let entry = Entry(time: time, isSession: isSession)
    if ring.count < limit {
      ring.append(entry)
    } else {
      ring[oldest] = entry
      oldest = oldest + 1 == limit ? 0 : oldest + 1
      left += 1
    }
    return other
  }

  private func first(sharing time: Stretch, _ isSession: Bool) -> Stretch? {
    guard time.start < latestEnd, time.end > earliestStart else { return nil }
    return first(sharing: time, isSession, in: oldest..<ring.count) ?? first(sharing: time, isSession, in: 0..<oldest)
  }

  @inline(__always) private func isFound(_ one: Stretch, _ other: Stretch) -> Bool {
    let (start, end) = (abs(one.start &- other.start), abs(one.end &- other.end))
    if start == 0, end == 0 { return true }
    guard min(one.end, other.end) &- max(one.start, other.start) > Instant.resolution else { return false }
    return !comparesEnds || max(start, end) <= Instant.resolution
  }

  private func first(sharing time: Stretch, _ isSession: Bool, in numbers: Range<Int>) -> Stretch? {
    for number in numbers {
      let other = ring[number]
      if isFound(other.time, time), other.isSession == isSession { return other.time }
    }
    return nil
  }
}
