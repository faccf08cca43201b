import HealthFormats
import HealthModel
import HealthPlugins
import HealthStorage

/// The samples that a plugin makes of an input.
struct PluginSource: ConvertedSource {
  private let input: ConvertedInput
  private var bytes: any ByteSource
  private let plugin: ReaderPlugin
  private let format: String
  private let name: String
  private let limits: ProcessLimits
  private let isInterrupted: @Sendable () -> Bool
  private var process: ReaderProcess?
  private var piece: [UInt8] = []

  init(
    _ input: ConvertedInput, _ bytes: any ByteSource, _ plugin: ReaderPlugin, format: String, name: String,
    limits: ProcessLimits, isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.input = input
    self.bytes = bytes
    self.plugin = plugin
    self.format = format
    self.name = name
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

  /// Reads the rest of the input; says how much it was.
  private mutating func drain() throws(InputError) -> Int {
    var total = 0
    while true {
      piece.removeAll(keepingCapacity: true)
      let count = try bytes.read(into: &piece, count: ReaderProcess.pieceSize)
      if count == 0 { return total }
      total += count
    }
  }

  private func add(_ message: ReaderMessage, to lines: inout ConvertedLines) throws(InputError) {
    switch message {
    case .sample(let sample, let place): lines.add(sample, at: place.converted)
    case .fault(let words, let place, let record): lines.addFault(words, at: place.converted, record: record)
    case .unsupported(let kind, let place, let record): lines.addUnsupported(kind, at: place.converted, record: record)
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
        plugin.executable, format: format, name: name, limits: limits, host: "assay \(AssayVersion.current)",
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
    return .damaged(
      path: input.displayPath, code: .reader, reason: "\(error.code.rawValue): \(error.message)")
  }
}

extension ReaderPlace {
  var converted: ConvertedPlace {
    switch self {
    case .line(let number): .line(number)
    case .byte(let offset): .byte(offset)
    case .item(let label, let number): .item(label, number)
    case .name(let name): .name(name)
    }
  }
}
