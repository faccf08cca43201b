import HealthModel
import HealthStorage

/// Writes the samples of a transaction to their files and commits them.
struct CommitWriter {
  private let place: StoreFolder
  private let registry: Registry
  private let transaction: Transaction
  private var line = CommitLine()
  /// The files that were written to, with what they were before.
  private(set) var files: [(file: SampleFile, before: StoredFile?)] = []
  private var newFolders: Set<String> = []
  private var needsSamplesFolder = false

  /// Prepares to write a transaction whose samples are in their order.
  init(_ transaction: Transaction, at place: StoreFolder, _ registry: Registry) {
    self.place = place
    self.registry = registry
    self.transaction = transaction
  }

  /// Writes the files and the commit's line.
  ///
  /// - Returns: the state with the commit.
  /// - Throws: an error; nothing is committed then. After a failed sync it is unknown what a power cut would bring back:
  ///   the files stay as such a commit needs them. Otherwise they are as they were.
  mutating func commit(_ progress: ImportProgress?, restored: Int) throws -> StoreState {
    do {
      return try write(progress, restored)
    } catch {
      if error.cause != .unsynced { undo() }
      throw error
    }
  }

  private mutating func write(_ progress: ImportProgress?, _ restored: Int) throws -> StoreState {
    let samples = transaction.samples
    var begin = 0
    while begin < samples.count {
      let month = SampleMonth(start: samples[begin].start)
      var end = begin + 1
      while end < samples.count, samples[end].type == samples[begin].type,
        SampleMonth(start: samples[end].start) == month
      { end += 1 }
      try write(begin..<end, month)
      begin = end
    }
    for folder in newFolders.sorted() {
      let name = StoreFolder.samples + "/" + folder
      try Folder.synchronize(place.path(name), name: place.shown(name))
    }
    if needsSamplesFolder {
      try Folder.synchronize(place.path(StoreFolder.samples), name: place.shown(StoreFolder.samples))
    }
    line.line = transaction.state.line + 1
    line.commit = transaction.state.commit + (samples.isEmpty ? 0 : 1)
    line.restored = restored
    line.progress = progress
    return try CommitLog(place: place).append(line, behind: transaction.state)
  }

  /// Writes samples of one type and month after what is committed of their file.
  private mutating func write(_ range: Range<Int>, _ month: SampleMonth) throws {
    let number = transaction.samples[range.lowerBound].type
    let type = try note(range, of: number)
    let state = transaction.state
    let before = number < state.types.count ? state.types[number].files[month] : nil
    let name = SampleFile(type: type, month: month, generation: before?.generation ?? 0)
    let folder = StoreFolder.samples + "/" + type
    _ = try Folder.make(place.path(folder), name: place.shown(folder))
    // Files that no commit records may not be on the disk, even if another process made them.
    if (before?.length ?? 0) == 0 { newFolders.insert(type) }
    if number >= state.types.count || state.types[number].files.isEmpty { needsSamplesFolder = true }
    let file = try OpenFile.made(place.path(name), name: place.shown(name))
    files.append((name, before))
    let start = before?.length ?? 0
    let size = try file.size()
    guard size >= start else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(name.name) is shorter than its commits say")
    }
    if size > start { try file.cut(to: start) }
    let end = try write(range, to: file, from: start)
    try file.synchronize()
    line.files.append((name, end))
  }

  private func write(_ range: Range<Int>, to file: OpenFile, from start: Int) throws -> Int {
    var output = PieceWriter(file, at: start)
    for sample in transaction.samples[range] {
      try output.append { try transaction.spool.copy(sample.line, to: &$0) }
    }
    return try output.finish()
  }

  /// Notes in the commit's line what samples of a type change; returns the name that the store has for the type.
  private mutating func note(_ range: Range<Int>, of number: Int) throws -> String {
    guard let index = transaction.types.indexes[number] else {
      throw StorageError(.failed, "\(place.shown): a sample has no type")
    }
    let definition = registry.types[index]
    let isKnown = number < transaction.state.types.count
    let name = isKnown ? transaction.state.types[number].id : definition.id
    if line.added.last?.type == name {
      line.added[line.added.count - 1].count += range.count
    } else {
      line.added.append((name, range.count))
      let signature = TypeSignature(definition)
      if isKnown {
        var new = transaction.state.types[number].signature
        new.cases = signature.cases.filter { new.cases[$0.key] == nil }
        if !new.cases.isEmpty { line.types.append((name, new)) }
      } else {
        line.types.append((name, signature))
      }
    }
    var longest: Int64 = 0
    for sample in transaction.samples[range] where sample.start != SampleBatch.noTime {
      let (length, isTooLong) = sample.end.subtractingReportingOverflow(sample.start)
      longest = max(longest, isTooLong ? Int64.max : length)
    }
    if line.longest.last?.type == name {
      line.longest[line.longest.count - 1].length = max(line.longest[line.longest.count - 1].length, longest)
    } else if longest > (isKnown ? transaction.state.types[number].longest : 0) {
      line.longest.append((name, longest))
    }
    return name
  }

  /// Takes the files back to what they were; what stays after their committed length means nothing, and the next writer
  /// cuts it off.
  func undo() {
    for (name, before) in files {
      if let before {
        let file = try? OpenFile.existing(place.path(name), name: place.shown(name), isWritable: true)
        try? file?.cut(to: before.length)
      } else {
        try? Folder.removeFile(place.path(name), name: place.shown(name))
      }
    }
  }
}
