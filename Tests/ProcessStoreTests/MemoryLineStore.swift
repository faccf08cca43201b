import HealthModel
import HealthStorage
import HealthTestKit

@testable import HealthPlugins

/// A store of lines in memory: what the kit serves in these tests.
///
/// It keeps the laws as far as the transcripts go.
final class MemoryLineStore: LineStore {
  private struct Sample {
    var digest: UInt64
    var type: String
    var start: Int64?
    var end: Int64?
    var text: [UInt8]
    var members: [(id: SampleID, role: String)] = []
  }

  private struct Content {
    var samples: [SampleID: Sample] = [:]
    var notes: [(key: String, text: String)] = []
    /// What each commit added and deleted.
    var commits: [(added: [SampleID], deleted: [DeletedSample])] = []
  }

  /// Samples of this type are refused.
  var refusedType: String?
  /// What reads columns and writes them as lines; without it they are refused.
  var columns: (registry: Registry, lines: LineEncoder)?
  /// The append with this number, from 1, fails.
  var failingAppend: Int?

  /// What is said after the hello.
  var openingNote: String?

  private var content = Content()
  private var transaction: Content?
  private var added: [SampleID] = []
  private var appends = 0
  private(set) var isClosed = false

  func open(_ hello: HostHello) throws(PluginError) -> PluginHello {
    guard hello.parameters["path"] != nil else {
      throw PluginError(.configuration, "no path is named", hint: "name one as `?path=FILE`")
    }
    return PluginHello(
      name: "transcript", version: "1.0.0", levels: ["query", "changes", "delete", "statistics", "compact"],
      conditions: PluginHello.basicConditions.filter { $0 != "descending" } + ["descending", "limit"],
      maximumBatch: 1000, credits: 4, commitSize: 10_000,
      resume: content.notes.first { $0.key == "session" }.flatMap { PluginHello.ResumePoint(note: $0.text) })
  }

  func append(_ lines: SampleLines) throws(PluginError) -> BatchAcknowledgement {
    appends += 1
    guard appends != failingAppend else {
      throw PluginError(.system, "no room is left on the disk", code: .full, hint: "make room")
    }
    var state = transaction ?? content
    var answer = BatchAcknowledgement()
    var line = 0
    while line < lines.count {
      let group = lines.group(at: line)
      appendGroup(group, lines, &state, &answer)
      line = group.upperBound
    }
    transaction = state
    return answer
  }

  func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement {
    guard let (registry, encoder) = self.columns else {
      throw PluginError(.configuration, "this store does not take columns", code: .unsupported)
    }
    let batch = try columns.samples(of: registry)
    var text: [UInt8] = []
    for row in 0..<batch.count {
      encoder.append(row, of: batch, correlation: Int(batch.correlation[row]), to: &text)
    }
    return try append(try SampleLines(parsing: text, count: batch.count))
  }

  private func appendGroup(
    _ group: Range<Int>, _ lines: SampleLines, _ state: inout Content, _ answer: inout BatchAcknowledgement
  ) {
    if let refusedType, group.contains(where: { lines.type($0) == refusedType }) {
      answer.refused += group.map { BatchAcknowledgement.Refusal(line: $0, reason: "steps are too many") }
      return
    }
    func isSame(_ line: Int) -> Bool { state.samples[lines.lines[line].id]?.digest == lines.lines[line].digest }
    func isStored(_ line: Int) -> Bool { state.samples[lines.lines[line].id] != nil }
    if group.contains(where: { isStored($0) && !isSame($0) }) {
      for line in group { if isSame(line) { answer.duplicates.append(line) } else { answer.conflicts.append(line) } }
      return
    }
    let isNew = !isStored(group.lowerBound)
    for line in group {
      guard !isStored(line) else {
        answer.duplicates.append(line)
        continue
      }
      let item = lines.lines[line]
      state.samples[item.id] = Sample(
        digest: item.digest, type: lines.type(line), start: item.start, end: item.end, text: Array(lines.sample(line)))
      added.append(item.id)
    }
    guard isNew else { return }
    state.samples[lines.lines[group.lowerBound].id]?.members = group.dropFirst().map { line in
      (lines.lines[line].id, lines.role(line) ?? "")
    }
  }

  func commit(notes: [(key: String, text: String)]) throws(PluginError) -> Int64 {
    var state = transaction ?? content
    for note in notes {
      if let place = state.notes.firstIndex(where: { $0.key == note.key }) {
        state.notes[place] = note
      } else {
        state.notes.append(note)
      }
    }
    if !added.isEmpty { state.commits.append((added, [])) }
    content = state
    try rollback()
    return Int64(content.commits.count)
  }

  func rollback() throws(PluginError) {
    transaction = nil
    added = []
  }

  func notes(prefix: String) throws(PluginError) -> [(key: String, text: String)] {
    content.notes.filter { $0.key.hasPrefix(prefix) }
  }

  private func matching(_ query: SampleQuery) -> [SampleID] {
    let linked = query.omitsMembers ? Set(content.samples.values.flatMap { $0.members.map(\.id) }) : []
    let found = content.samples.filter { id, sample in
      (query.types.isEmpty || query.types.contains(sample.type)) && query.ids?.contains(id) != false
        && !linked.contains(id)
        && query.matchesTime(sample.start ?? SampleBatch.noTime, sample.end ?? SampleBatch.noTime)
    }
    return found.keys.sorted { left, right in
      let (first, second) = (PageToken(self, left), PageToken(self, right))
      return first.precedes(type: second.type, time: second.time, id: second.id, sort: query.sort)
    }
  }

  private func page(_ ids: some Sequence<SampleID>) -> RowPage {
    var page = RowPage()
    func add(_ id: SampleID, _ role: String?) {
      guard let sample = content.samples[id] else { return }
      page.append(
        id: id, digest: sample.digest, type: sample.type, start: sample.start, end: sample.end, role: role,
        sample: sample.text)
    }
    for id in ids {
      add(id, nil)
      for member in content.samples[id]?.members ?? [] { add(member.id, member.role) }
    }
    return page
  }

  func query(_ query: SampleQuery, _ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {
    _ = try body(page(matching(query).prefix(query.limit ?? Int.max)))
  }

  func counts() throws(PluginError) -> [StoredTypeCount] {
    let counts = Dictionary(grouping: content.samples.values, by: \.type).mapValues(\.count)
    return counts.sorted { $0.key < $1.key }.map { StoredTypeCount(type: $0.key, count: $0.value) }
  }

  func changes(
    _ query: ChangeQuery, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> ChangeAnchor {
    let last = Int64(content.commits.count)
    guard query.anchor.commit <= last else {
      throw PluginError(.data, "the store has no commit with the anchor \(query.anchor)", code: .failed)
    }
    for number in Int(query.anchor.commit)..<content.commits.count {
      let commit = content.commits[number]
      var wanted = SampleQuery()
      wanted.ids = commit.added
      wanted.omitsMembers = query.omitsMembers
      let rows = page(matching(wanted))
      guard rows.count > 0 || !commit.deleted.isEmpty else { continue }
      guard try body(.added(rows)), try body(.deleted(commit.deleted)), try body(.endOfCommit(Int64(number + 1))) else {
        return ChangeAnchor(commit: Int64(number))
      }
    }
    return ChangeAnchor(commit: last)
  }

  func delete(_ query: SampleQuery) throws(PluginError) -> DeletionReceipt {
    let gone = matching(query).compactMap { id in
      content.samples[id].map { DeletedSample(id: id, type: $0.type) }
    }
    for sample in gone { content.samples[sample.id] = nil }
    if !gone.isEmpty { content.commits.append(([], gone)) }
    return DeletionReceipt(deleted: gone.count, anchor: ChangeAnchor(commit: Int64(content.commits.count)))
  }

  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics {
    var statistics = SampleStatistics()
    (statistics.count, statistics.sum) = (1, 120)
    (statistics.minimum, statistics.maximum, statistics.mostRecent) = (120, 120, 120)
    (statistics.firstStart, statistics.lastStart) = (1_767_254_400_000_000, 1_767_254_400_000_000)
    return statistics
  }

  func information() throws(PluginError) -> StoreInformation {
    StoreInformation(
      format: "memory", byteCount: 1000, lastCommit: Int64(content.commits.count), deletions: 0,
      details: [StoreInformation.Detail("made for", "tests")])
  }

  func verify() throws(PluginError) -> [StoreFault] { [] }

  func compact() throws(PluginError) -> CompactionReceipt { CompactionReceipt(bytesBefore: 81_920, bytesAfter: 40_960) }

  func forget(_ keys: [String]) throws(PluginError) -> Int {
    let before = content.notes.count
    content.notes.removeAll { keys.contains($0.key) }
    return before - content.notes.count
  }

  func close() { isClosed = true }

  fileprivate func place(_ id: SampleID) -> (type: String, time: Int64?) {
    (content.samples[id]?.type ?? "", content.samples[id]?.start)
  }
}

extension PageToken {
  /// The place of a stored sample in the order.
  fileprivate init(_ store: MemoryLineStore, _ id: SampleID) {
    let place = store.place(id)
    self.init(type: place.type, time: place.time, id: id)
  }
}
