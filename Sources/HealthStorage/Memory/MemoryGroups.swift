import HealthModel

/// A sample's part in a correlation.
struct MemberLink: Sendable, Hashable {
  var id: SampleID
  /// The index of its role in the correlation's definition.
  var role: Int32
}

/// Which samples are members of which correlations, in order.
struct MemoryGroups: Sendable {
  /// The links of all correlations, one after another.
  private var links: [MemberLink] = []
  private var ranges: [SampleID: Range<Int>] = [:]
  /// How often each sample is a member.
  private var uses: [SampleID: Int] = [:]

  var correlations: some Collection<SampleID> { ranges.keys }

  /// The members of a correlation; none for other samples.
  func members(of id: SampleID) -> ArraySlice<MemberLink> { links[ranges[id] ?? 0..<0] }

  func isMember(_ id: SampleID) -> Bool { uses[id] != nil }

  mutating func add(_ id: SampleID, _ members: ArraySlice<MemberLink>) {
    guard !members.isEmpty else { return }
    let start = links.count
    links.append(contentsOf: members)
    ranges[id] = start..<links.count
    for member in members { uses[member.id, default: 0] += 1 }
  }

  /// Forgets what correlations hold.
  mutating func remove(_ ids: Set<SampleID>) {
    var kept = MemoryGroups()
    for (id, range) in ranges where !ids.contains(id) { kept.add(id, links[range]) }
    self = kept
  }

  /// Whether the samples that are known as members are those that correlations hold.
  var isSound: Bool {
    var found: [SampleID: Int] = [:]
    for range in ranges.values { for link in links[range] { found[link.id, default: 0] += 1 } }
    return found == uses
  }
}
