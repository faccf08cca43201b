import AssayPlatform
import HealthStorage

/// One run of the suite: gives each case a slot, and reports the result.
struct CaseRun: Sendable {
  /// The result of the first opening of a store.
  struct Opening: Sendable {
    /// The declared capabilities; `nil` if it did not open.
    var capabilities: StorageCapabilities?
    var failure: String?
  }

  private let store: StorageUnderTest
  private let folder: SlotFolder
  private let workbench: SampleWorkbench

  init(store: StorageUnderTest, folder: String, workbench: SampleWorkbench) {
    self.store = store
    self.folder = SlotFolder(parent: folder)
    self.workbench = workbench
  }

  /// Opens a first store.
  func open() async -> Opening {
    await inSlot(of: folder, number: 0, capabilities: []) { bench in
      var opening = Opening()
      do {
        let store = try await bench.open()
        opening.capabilities = store.backend.capabilities
        try await Self.checkEmpty(store)
        try await bench.closeAll()
      } catch {
        opening.failure = CaseFailure.message(of: error)
        try? await bench.closeAll()
      }
      return opening
    } failing: {
      Opening(failure: $0)
    }
  }

  private static func checkEmpty(_ store: OpenedStore) async throws {
    let backend = store.backend
    guard backend.commitSize >= 1 else { throw CaseFailure("a commit may take \(backend.commitSize) samples") }
    if backend.capabilities.contains(.query) {
      try CaseFailure.compare(try await backend.counts().map(\.type), [], "the list of stored types of a new store")
      try await store.expect(SampleQuery(), answers: "")
    }
    if backend.capabilities.contains(.resume) {
      try CaseFailure.compare(try await backend.imports().map(\.input), [], "the list of imports of a new store")
    }
    try CaseFailure.compare(try await backend.information().lastCommit, 0, "the last commit of a new store")
    try CaseFailure.compare(try await backend.verify().map(\.message), [], "the list of faults of a new store")
  }

  /// Runs a case, or says why not.
  func result(of item: Law, number: Int, capabilities: StorageCapabilities) async -> ConformanceResult {
    var result = ConformanceResult(name: item.name, level: item.level.rawValue, outcome: .passed)
    if let reason = item.obstacle(store, capabilities) {
      result.outcome = .skipped(reason)
      return result
    }
    var place = folder
    if item.facility == .smallFolder, let small = store.smallFolder { place = SlotFolder(parent: small) }
    result.outcome = await inSlot(of: place, number: number, capabilities: capabilities) { bench in
      await Self.outcome(of: item, bench)
    } failing: {
      .failed($0)
    }
    return result
  }

  private static func outcome(of item: Law, _ bench: CaseBench) async -> ConformanceResult.Outcome {
    do {
      var run = LawRun(item, bench)
      try await run.run()
      try await bench.closeAll()
      return .passed
    } catch {
      // Closing may fail as well then: the first message is the one that counts.
      try? await bench.closeAll()
      if let skip = error as? CaseFailure, skip.isSkip { return .skipped(skip.message) }
      return .failed(CaseFailure.message(of: error))
    }
  }

  private func inSlot<Value: Sendable>(
    of folder: SlotFolder, number: Int, capabilities: StorageCapabilities,
    _ body: @Sendable (CaseBench) async -> Value, failing: (String) -> Value
  ) async -> Value {
    let slot: StoreSlot
    do {
      slot = try folder.make(number)
    } catch {
      return failing(CaseFailure.message(of: error))
    }
    let bench = CaseBench(store: store, slot: slot, capabilities: capabilities, workbench: workbench)
    let value = await body(bench)
    await store.discard?(slot)
    SlotFolder.remove(slot.folder)
    return value
  }
}

/// Makes folders for slots below a folder of the caller, and removes them.
struct SlotFolder: Sendable {
  let parent: String
  /// A part of the names, so that two runs at once do not meet.
  private let word = String(UInt64.random(in: 1...UInt64.max), radix: 36)

  init(parent: String) { self.parent = (try? RealPath(of: parent))?.shown ?? parent }

  /// Makes an empty folder with a new name, for its owner only.
  func make(_ number: Int) throws -> StoreSlot {
    let name = "slot_\(word)_\(number)"
    let path = PathText.join(parent, name)
    do {
      try FileTree.makeFolder(path, mode: 0o700)
    } catch {
      throw CaseFailure("the folder \(path) cannot be made: \(error)")
    }
    return StoreSlot(name: name, folder: path)
  }

  /// Removes a folder with everything in it; links are removed and not followed.
  static func remove(_ path: String) { FileTree.removeAll(path) }

  /// The files below a folder, with their bytes.
  static func contents(of path: String) -> [(path: String, bytes: [UInt8])] {
    let entries = (try? FolderItem.all(in: path)) ?? []
    return entries.flatMap { entry -> [(path: String, bytes: [UInt8])] in
      let inner = PathText.join(path, entry.name)
      let kind = (try? FileStatus(of: inner, followsLinks: false))?.kind
      return kind == .folder ? contents(of: inner) : [(inner, bytes(of: inner))]
    }
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let file = try? Descriptor(reading: path, followsLinks: false) else { return [] }
    return (try? file.bytes(limit: .max)) ?? []
  }
}
