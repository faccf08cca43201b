package import ArgumentParser
package import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

/// `assay lsp`: a language server over standard input and output.
package struct LanguageServerCommand: AsyncParsableCommand, PluginVerb {
  package static let configuration = CommandConfiguration(
    commandName: "lsp", _superCommandName: "assay",
    abstract: "Check assay.yaml, type definitions and samples while they are edited (Language Server Protocol).",
    discussion: """
      Editors start it and send it what is typed; it answers with the findings that `lint` has, what a name means, which \
      names there are, and where a type is defined. It reads standard input and writes standard output, and nothing \
      else. Documentation/editors.md has the settings of VS Code and Neovim.

      Example, for Neovim: vim.lsp.start({name = 'assay', cmd = {'assay', 'lsp'}, root_dir = vim.fn.getcwd()})
      """)

  @Flag(help: "Accepted for editors that pass it; the server always uses standard input and output.")
  var stdio = false

  package init() {}

  package mutating func run(in program: ProgramContext) async throws {
    guard !Terminal.input.isInteractive else {
      throw Failure.usage(
        "lsp is started by an editor, which speaks to it over standard input; Documentation/editors.md has the settings"
      )
    }
    let server = LanguageServer(program)
    let output = ByteOutput.standardOutput()
    var frames = MessageFrames()
    var isAtEnd = false
    var input = try FileSource(path: "-")
    while !server.isFinished, StopSignals.pending() == nil {
      var batch = Batch()
      isAtEnd = try batch.fill(from: &input, &frames)
      if batch.isEmpty {
        if isAtEnd { break }
        continue
      }
      for refusal in batch.refusals { try output.append(MessageFrames.framed(refusal)) }
      for answer in await server.answer(batch.messages) { try output.append(MessageFrames.framed(answer)) }
      try output.flush()
      if batch.isBroken {
        throw Failure.usage("standard input holds no messages of the Language Server Protocol")
      }
    }
    if let signal = StopSignals.pending() { throw ExitCode(128 + signal) }
    if server.exitStatus != 0 { throw ExitCode(server.exitStatus) }
  }
}

/// What an editor has sent already: it is answered together, so that only the last of several texts is judged.
private struct Batch {
  var messages: [[UInt8]] = []
  /// The answers to what cannot be read.
  var refusals: [[UInt8]] = []
  var isBroken = false

  var isEmpty: Bool { messages.isEmpty && refusals.isEmpty }

  /// How many milliseconds pass between two looks for a signal.
  private static let pause = 200
  /// The most messages, and the most bytes of them, that are answered together.
  private static let maximumMessages = 256
  private static let maximumBytes = 16 << 20

  /// Takes the messages that are there; waits for the first for a while.
  ///
  /// - Returns: whether the input has ended.
  mutating func fill(from input: inout FileSource, _ frames: inout MessageFrames) throws -> Bool {
    var size = 0
    while messages.count + refusals.count < Self.maximumMessages, size < Self.maximumBytes, !isBroken {
      if let frame = frames.next() {
        if case .message(let message) = frame {
          messages.append(message)
          size += message.count
        } else if let refusal = LanguageServer.refusal(of: frame) {
          refusals.append(refusal)
          isBroken = frame == .broken
        }
        continue
      }
      let milliseconds = isEmpty ? Self.pause : 0
      guard Readiness.of(Terminal.input.rawValue, .reading, milliseconds: milliseconds).isReady
      else { return false }
      var piece: [UInt8] = []
      do throws(InputError) {
        guard try input.read(into: &piece, count: 1 << 16) > 0 else { return true }
      } catch .unreadable(_, let reason) {
        throw Failure("standard input cannot be read: \(reason)", status: .environment)
      }
      frames.take(piece)
    }
    return false
  }
}
