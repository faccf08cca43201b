package import HealthFormats
package import HealthModel
package import HealthPlugins
import HealthStorage

/// The samples that a plugin makes of an input.
struct PluginSource: ConvertedSource {
  private let input: ConvertedInput
  private var bytes: any ByteSource
  private let plugin: ReaderPlugin
  private let format: String
  private let name: String
  private let part: String?
  private let limits: ProcessLimits
  private let isInterrupted: @Sendable () -> Bool
  private var process: ReaderProcess?
  private var piece: [UInt8] = []
  /// The table that it makes of the input.
  private(set) var table: [UInt8] = []

  init(
    _ input: ConvertedInput, _ bytes: any ByteSource, _ plugin: ReaderPlugin, format: String, name: String,
    part: String?, limits: ProcessLimits, isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.input = input
    self.bytes = bytes
    self.plugin = plugin
    self.format = format
    self.name = name
    self.part = part
    self.limits = limits
    self.isInterrupted = isInterrupted
  }

  mutating func next(into lines: inout ConvertedLines) throws(InputError) -> Bool {
    let process = try started()
    while true {
      if process.wantsInput {
        piece.removeAll(keepingCapacity: true)
        _ = try bytes.read(into: &piece, count: ReaderProcess.pieceSize)
        process.send(piece)
      }
      let messages: [ReaderMessage]
      do throws(StorageError) {
        messages = try process.next()
      } catch {
        throw failure(error)
      }
      if messages.isEmpty, isInterrupted() {
        process.stop()
        throw failure(StorageError(.pluginExited, "the plugin \(plugin.name) was interrupted"))
      }
      let count = lines.count
      for message in messages { try add(message, to: &lines) }
      if process.isAtEnd {
        // What the plugin did not ask for may be damaged.
        let rest = process.hasWholeInput ? 0 : try drain()
        do throws(StorageError) {
          try process.finish(unsent: rest)
        } catch {
          throw failure(error)
        }
        return false
      }
      if lines.count > count { return true }
    }
  }

  private mutating func drain() throws(InputError) -> Int {
    var total = 0
    while true {
      piece.removeAll(keepingCapacity: true)
      let count = try bytes.read(into: &piece, count: ReaderProcess.pieceSize)
      if count == 0 { return total }
      total += count
    }
  }

  private mutating func add(_ message: ReaderMessage, to lines: inout ConvertedLines) throws(InputError) {
    switch message {
    case .sample(let sample, let place): lines.add(sample, at: place.converted)
    case .fault(let words, let place, let record): lines.addFault(words, at: place.converted, record: record)
    case .unsupported(let kind, let place, let record): lines.addUnsupported(kind, at: place.converted, record: record)
    case .text(let piece): table += piece
    case .damaged(let words):
      process?.stop()
      throw input.damaged(words)
    default: break
    }
  }

  private mutating func started() throws(InputError) -> ReaderProcess {
    if let process { return process }
    do throws(StorageError) {
      let process = try ReaderProcess(
        plugin.executable, format: format, name: name, part: part, limits: limits,
        host: "assay \(AssayVersion.current)",
        isInterrupted: isInterrupted)
      self.process = process
      return process
    } catch {
      throw failure(error)
    }
  }

  /// A plugin that fails makes its input incomplete: what came before counts.
  ///
  /// One that cannot run says nothing of the input.
  private func failure(_ error: StorageError) -> InputError {
    if error.code == .pluginStart { return .unreadable(path: input.displayPath, reason: error.message) }
    return .damaged(path: input.displayPath, code: .reader, reason: "\(error.code.rawValue): \(error.message)")
  }
}

extension ReaderLocation {
  var converted: ConvertedLocation {
    switch self {
    case .line(let number): .line(number)
    case .byte(let offset): .byte(offset)
    case .item(let label, let number): .item(label, number)
    case .name(let name): .name(name)
    }
  }
}

/// A plugin that reads a format, ready to be started.
package struct ReaderPlugin: Sendable {
  package let name: String
  package let reader: PluginManifest.Reader
  package let executable: PluginExecutable
  /// Whether files are recognized as the format's; otherwise only `--format` says it.
  package let recognizes: Bool

  package static func all(in folder: PluginFolder, recognizes: Bool) throws(Failure) -> [ReaderPlugin] {
    guard !folder.manifest.readers.isEmpty else { return [] }
    let executable = try folder.executable()
    return folder.manifest.readers.map { reader in
      ReaderPlugin(name: folder.manifest.name, reader: reader, executable: executable, recognizes: recognizes)
    }
  }
}

package struct PluginFormat: ConvertedFormat {
  package var name: String { plugin.reader.format }
  package var fileEndings: [String] { plugin.recognizes ? plugin.reader.suffixes : [] }
  package let page = "plugins.md"
  package let hasForeignPlaces = true

  private let plugin: ReaderPlugin
  private let seconds: Double
  private let isInterrupted: @Sendable () -> Bool

  package init(_ plugin: ReaderPlugin, seconds: Double, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
    self.plugin = plugin
    self.seconds = seconds
    self.isInterrupted = isInterrupted
  }

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    plugin.recognizes && plugin.reader.magic.contains { beginning.has(magic: $0.bytes, at: $0.offset) }
  }

  package func recognizes(member: String) -> Bool { plugin.recognizes && plugin.reader.members.contains(member) }

  package func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    try source(of: input, part: nil)
  }

  package func table(of input: ConvertedInput, part: String?) throws(InputError) -> [UInt8]? {
    guard plugin.reader.isTable else { return nil }
    var source = try source(of: input, part: part)
    var lines = ConvertedLines()
    while try source.next(into: &lines) {}
    return source.table
  }

  private func source(of input: ConvertedInput, part: String?) throws(InputError) -> PluginSource {
    let name = input.displayPath.split(separator: "/").last.map(String.init) ?? "-"
    return PluginSource(
      input, try input.makeByteSource(), plugin, format: self.name, name: name, part: part,
      limits: ProcessLimits(answerSeconds: seconds), isInterrupted: isInterrupted)
  }
}

/// A format that a configuration names and that no plugin of the run reads.
struct AbsentPluginFormat: ConvertedFormat {
  let name: String
  let fileEndings: [String] = []
  let page = "plugins.md"

  init?(named name: String) {
    guard StorageURL.isScheme(name), name.utf8.count <= 64, name.utf8.last != UInt8(ascii: "-"),
      !name.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A })
    else { return nil }
    self.name = name
  }

  func recognizes(_ beginning: FormatBeginning) -> Bool { false }

  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    throw .unknownFormat(
      path: input.displayPath,
      reason:
        "no plugin of this run reads the format \(name); name its plugin by --plugin, or the configuration by --config")
  }
}

extension InputFormat {
  func read(by formats: FormatList) -> InputFormat { formats.plugins.first { $0 == self } ?? self }
}
