import HealthModel
import HealthStorage
import HealthUnits

/// The samples of one type in the order of their starts, read page by page.
struct WideSeries {
  /// A value on its way to a cell.
  struct Entry {
    var start: Int64
    var offset: Int16
    var subject: String?
    var column: Int
    var cell: WideCell
    var source: MergeSource
    var id: SampleID
  }

  private static let pageLength = 4096

  private var query: SampleQuery
  private let layout: WideLayout
  private let priority: SourcePriority
  private let store: HealthStore
  /// Decodes samples of a structured type; `nil` for other types, whose values are columns of a batch.
  private let decoder: SampleDecoder?
  private var page: [Entry] = []
  private var place = 0
  private var isLastPage = false

  init(
    _ type: String, of query: SampleQuery, _ layout: WideLayout, _ priority: SourcePriority, in store: HealthStore
  ) {
    var query = query
    query.types = [type]
    (query.sort, query.limit, query.after, query.omitsMembers) = (.ascending, Self.pageLength, nil, false)
    self.query = query
    self.layout = layout
    self.priority = priority
    self.store = store
    let isStructured = store.registry.type(named: type)?.shape.structure != nil
    decoder = isStructured ? SampleDecoder(registry: store.registry) : nil
  }

  /// The next value; `nil` after the last one.
  var head: Entry? { place < page.count ? page[place] : nil }

  /// Goes to the next value.
  mutating func advance() async throws {
    place += 1
    try await fill()
  }

  /// Reads pages until there is a value, or nothing is left.
  mutating func fill() async throws {
    while place >= page.count, !isLastPage {
      page.removeAll(keepingCapacity: true)
      place = 0
      var count = 0
      var last: PageToken?
      var found: [Entry] = []
      let (layout, priority, registry, decoder) = (layout, priority, store.registry, decoder)
      try await store.read(query) { batch in
        var reading = WideValue(batch, priority, structured: decoder?.structured(in: batch) ?? [:])
        var head = 0
        while head < batch.count {
          let group = batch.group(at: head)
          count += 1
          last = PageToken(head, of: batch, in: registry, sort: .ascending)
          reading.append(group, layout, to: &found)
          head = group.upperBound
        }
        return true
      }
      page = found
      query.after = last
      isLastPage = count < Self.pageLength
    }
  }
}

/// Makes values of the samples of one batch.
private struct WideValue {
  private let batch: SampleBatch
  private let priority: SourcePriority
  private let subjects: [String]
  /// The samples of structured types, by row.
  private let structured: [Int: Sample]
  /// The sources that were met, by the indexes of source and device and whether a person typed the sample in.
  private var known: [SourceKey: MergeSource] = [:]

  private struct SourceKey: Hashable {
    var source: Int32
    var device: Int32
    var isUserEntered: Bool
  }

  init(_ batch: SampleBatch, _ priority: SourcePriority, structured: [Int: Sample]) {
    self.batch = batch
    self.priority = priority
    self.structured = structured
    subjects = batch.subjects.ranges.map { String(decoding: batch.arena[$0.indices], as: UTF8.self) }
  }

  /// Appends the values of a sample, or those of a correlation's members.
  mutating func append(_ group: Range<Int>, _ layout: WideLayout, to entries: inout [WideSeries.Entry]) {
    let head = group.lowerBound
    let type = Int(batch.type[head])
    guard batch.start[head] != SampleBatch.noTime else { return }
    if let structure = layout.structures[type] {
      guard let sample = structured[head] else { return }
      for (column, cell) in structure.cells(of: sample) { append(cell, column, of: head, in: head, to: &entries) }
    } else if let place = layout.places[type] {
      append(head, in: head, place, to: &entries)
    } else if let roles = layout.members[type] {
      for member in group.dropFirst() {
        let role = Int(batch.role[member])
        if roles.indices.contains(role), let place = roles[role] { append(member, in: head, place, to: &entries) }
      }
    }
  }

  /// Appends a value; a member is in the row of its correlation.
  private mutating func append(
    _ row: Int, in head: Int, _ place: WideLayout.Place, to entries: inout [WideSeries.Entry]
  ) {
    let cell: WideCell
    let item = Int(batch.enumCase[row])
    if place.cases.indices.contains(item) {
      cell = .text(place.cases[item])
    } else if place.cases.isEmpty {
      cell = .number(place.conversion?(batch.value[row]) ?? batch.value[row])
    } else {
      return
    }
    append(cell, place.column, of: row, in: head, to: &entries)
  }

  private mutating func append(
    _ cell: WideCell, _ column: Int, of row: Int, in head: Int, to entries: inout [WideSeries.Entry]
  ) {
    let subject = Int(batch.subject[head])
    let offset = batch.startOffset[head]
    entries.append(
      WideSeries.Entry(
        start: batch.start[head], offset: offset == SampleBatch.noOffset ? 0 : offset,
        subject: subject < 0 ? nil : subjects[subject], column: column, cell: cell, source: source(of: row),
        id: batch.id[row]))
  }

  private mutating func source(of row: Int) -> MergeSource {
    let isUserEntered = ScannedMetadata.isUserEntered(batch.metadata[row].indices, in: batch.arena)
    let key = SourceKey(source: batch.source[row], device: batch.device[row], isUserEntered: isUserEntered)
    if let source = known[key] { return source }
    let source = key.source < 0 ? nil : batch.sources.ranges[Int(key.source)].indices
    let device = key.device < 0 ? nil : batch.devices.ranges[Int(key.device)].indices
    let found = priority.source(
      of: SampleOrigin(source: source, device: device, in: batch.arena, isUserEntered: isUserEntered))
    known[key] = found
    return found
  }
}
