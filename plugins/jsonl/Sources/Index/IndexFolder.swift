import AssayPlatform
import HealthModel
import HealthStorage

/// The folder `index` of a store: files of records, and `manifest.json`, which names those that count.
struct IndexFolder: Sendable {
  let place: StoreFolder

  private static let manifest = "manifest.json"
  private static let newManifest = "manifest.new"

  private func path(_ name: String) -> String { place.path(StoreFolder.index + "/" + name) }
  private func shown(_ name: String) -> String { place.shown(StoreFolder.index + "/" + name) }

  func runs(for index: SampleIndex?) -> RunLocation { RunLocation(place, next: index?.next ?? 1) }

  /// Opens the files that the manifest names; `nil` if the index is missing or damaged.
  ///
  /// Readers take no lock: missing files may have been merged since; if so, a new manifest shows it.
  ///
  /// - Throws: `StorageError` when the folder cannot be read.
  func load(reusing known: SampleIndex?) throws -> SampleIndex? {
    var text: [UInt8]?
    while true {
      let found = try manifestText()
      guard let found, found != text else { return nil }
      text = found
      do {
        return try open(found, reusing: known)
      } catch  where error.cause == .indexDamage {
        continue
      }
    }
  }

  var hasManifest: Bool { Folder.size(of: path(Self.manifest)) != nil }

  private func manifestText() throws -> [UInt8]? {
    guard let file = try OpenFile.existing(path(Self.manifest), name: shown(Self.manifest)) else { return nil }
    return try file.bytes(at: 0, count: min(try file.size(), 1 << 20))
  }

  private func open(_ text: [UInt8], reusing known: SampleIndex?) throws -> SampleIndex {
    let damage = StorageError.indexDamage(shown(Self.manifest))
    guard SealedLine.crc(0..<text.count, in: text) != nil, let fields = JSONFields(0..<text.count, in: text),
      fields.integer("layout") == 1, let line = fields.count("line"), let commit = fields.integer("commit"),
      let next = fields.count("next"), next < 1 << 60, let head = fields.count("head").flatMap({ UInt32(exactly: $0) })
    else { throw damage }
    var index = SampleIndex()
    index.line = line
    index.commit = commit
    index.next = next
    index.head = head
    for table in IndexTable.allCases {
      guard let names = fields.object(table.rawValue) else { throw damage }
      for name in names.keys {
        guard Self.isName(name, of: table), let hash = names.text(name).flatMap(Self.hash) else { throw damage }
        if let run = known?[table].first(where: { $0.name == name && $0.hash == hash }) {
          index[table].append(run)
        } else {
          index[table].append(try open(name, hash: hash))
        }
      }
    }
    return index
  }

  private func open(_ name: String, hash: UInt64) throws -> RunFile {
    guard let file = try OpenFile.existing(path(name), name: shown(name)) else {
      throw StorageError.indexDamage(shown(name))
    }
    let run = try RunFile(file, name: name)
    guard run.hash == hash else { throw StorageError.indexDamage(shown(name)) }
    return run
  }

  private static func isName(_ name: String, of table: IndexTable) -> Bool {
    let suffix = ".run"
    guard name.hasPrefix(table.rawValue + "-"), name.hasSuffix(suffix) else { return false }
    let digits = name.utf8.dropFirst(table.rawValue.utf8.count + 1).dropLast(suffix.utf8.count)
    return !digits.isEmpty && digits.allSatisfy { $0 &- 0x30 <= 9 }
  }

  private static func hash(_ text: String) -> UInt64? {
    let bytes = Array(text.utf8)
    return bytes.count == 16 ? Hexadecimal.number(0..<16, in: bytes, lowerCaseOnly: true) : nil
  }

  /// Puts a manifest beside the one that counts; the files it names must be on the disk.
  func stage(_ index: SampleIndex) throws {
    var object = JSONBuilder.openObject()
    object.member("layout", 1)
    object.member("line", index.line)
    object.member("commit", index.commit)
    object.member("head", Int64(index.head))
    object.member("next", index.next)
    for table in IndexTable.allCases {
      var names = JSONBuilder.openObject()
      for run in index[table] {
        var hash: [UInt8] = []
        Hexadecimal.append(run.hash, digits: 16, to: &hash)
        names.member(run.name, String(decoding: hash, as: UTF8.self))
      }
      object.member(table.rawValue, object: names)
    }
    let file = try OpenFile.made(path(Self.newManifest), name: shown(Self.newManifest))
    try file.cut(to: 0)
    try file.put(object.sealed, at: 0)
    try file.synchronize()
  }

  /// Makes the manifest that was staged the one that counts.
  func publish() throws {
    try Folder.replace(path(Self.manifest), with: path(Self.newManifest), name: shown(Self.manifest))
  }

  /// Removes the files that an index does not name: what an interrupted process left.
  func clean(keeping index: SampleIndex) throws {
    var kept: Set<String> = [Self.manifest]
    for table in IndexTable.allCases { kept.formUnion(index[table].map(\.name)) }
    let folder = StoreFolder.index
    for name in try Folder.names(in: place.path(folder), name: place.shown(folder)) ?? [] where !kept.contains(name) {
      guard name == Self.newManifest || IndexTable.allCases.contains(where: { Self.isName(name, of: $0) }) else {
        continue
      }
      try Folder.removeFile(path(name), name: shown(name))
    }
  }

  /// Merges files while there are many of them; no failure counts, since the index is as good without.
  func tidied(_ index: SampleIndex) -> SampleIndex {
    var current = index
    while let table = IndexTable.allCases.first(where: { current.mergeable($0) != nil }),
      let range = current.mergeable(table)
    {
      var merged = current
      var target = runs(for: current)
      do {
        let old = try merged.merge(range, of: table, at: &target)
        try stage(merged)
        try publish()
        target.remove(old)
      } catch {
        return current
      }
      current = merged
    }
    return current
  }
}

/// The index as of one commit: for each table the files it consists of, the oldest first.
///
/// It can be made again from the samples at any time and only saves reading them.
struct SampleIndex: Sendable {
  private var runs: [IndexTable: [RunFile]] = [:]
  /// The line of `commits.jsonl` that the index is as of; 0 for a store without commits.
  var line = 0
  /// The sum of that line.
  var head: UInt32 = 0
  var commit: Int64 = 0
  var next = 1

  subscript(table: IndexTable) -> [RunFile] {
    get { runs[table] ?? [] }
    set { runs[table] = newValue }
  }

  /// Whether the index covers everything in a state.
  func isCurrent(for state: StoreState) -> Bool {
    belongs(to: state) && commit == state.commit && state.lastReplacement <= line
  }

  /// Whether the index is of the same store as a state, and not of a later one.
  func belongs(to state: StoreState) -> Bool {
    if line == 0 { return commit == 0 && head == 0 }
    return line <= state.line && state.lines[line - 1].crc == head
  }

  /// The index after more commits, up to the last one of a state.
  func moved(to state: StoreState) -> SampleIndex {
    var copy = self
    copy.line = state.line
    copy.head = state.head
    copy.commit = state.commit
    return copy
  }

  /// How many records a table has, superseded ones included.
  func count(of table: IndexTable) -> Int { self[table].reduce(0) { $0 + $1.count } }

  /// Refuses a log that ends before what the index knows, which was written when the log had it.
  ///
  /// - Throws: `StorageError.corrupt`: the log lost lines that were committed.
  func checkNotAhead(of state: StoreState, _ place: StoreFolder) throws {
    guard line > state.line else { return }
    throw StorageError.corrupt(
      place, "\(StoreFolder.log) ends with line \(state.line), and the index knows line \(line) of it")
  }
}
