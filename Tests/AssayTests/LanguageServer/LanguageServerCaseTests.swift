import Assay
import Foundation
import HealthFormats
import Testing

@testable import LanguageServer

/// The language server says what its conversations say, and no more.
@Suite("Conversations with the language server") struct LanguageServerCaseTests {
  /// A server over the catalog of this repository.
  static func server() -> LanguageServer {
    var program = ProgramContext(formats: .all) { ProjectFiles.now }
    program.builtIn = .folder(ProjectFiles.root + "/catalog")
    return LanguageServer(program)
  }

  @Test("each message is answered as the case says", arguments: try Conversation.all())
  func conversation(_ conversation: Conversation) async throws {
    let folder = try ConfigurationFolder()
    for (name, text) in conversation.files {
      try folder.add(name)
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    let server = Self.server()
    if let capabilities = conversation.capabilities {
      let message = #"{"id":0,"method":"initialize","params":{"capabilities":\#(capabilities)}}"#
      _ = await server.answer([Array(message.utf8), Array(#"{"method":"initialized"}"#.utf8)])
    }
    func placed(_ text: String) -> String {
      text.replacing("@ROOT@", with: "file://" + folder.path)
        .replacing("@CATALOG@", with: "file://" + ProjectFiles.root + "/catalog")
    }
    var waiting: [[UInt8]] = []
    for (line, step) in conversation.steps {
      switch step {
      case .send(let messages):
        #expect(waiting.isEmpty, "before line \(line): \(waiting.map { String(decoding: $0, as: UTF8.self) })")
        waiting = await server.answer(
          messages.map { Array(placed(String(decoding: $0, as: UTF8.self).replacing("\\/", with: "/")).utf8) })
      case .get(let expected):
        guard !waiting.isEmpty else {
          Issue.record("line \(line): nothing came")
          continue
        }
        let bytes = waiting.removeFirst()
        let found = try JSONSerialization.jsonObject(with: Data(bytes))
        let wanted = try JSONSerialization.jsonObject(with: Data(placed(expected).utf8))
        let fault = MessageMatch.fault(found, wanted)
        let shown = String(decoding: bytes.prefix(2000), as: UTF8.self)
        #expect(fault == nil, "line \(line) at \(fault ?? ""): \(shown)")
      }
    }
    #expect(waiting.isEmpty, "at the end: \(waiting.map { String(decoding: $0, as: UTF8.self) })")
  }

  @Test("the status is that of the protocol") func status() async {
    let server = Self.server()
    #expect(server.exitStatus == 1)
    _ = await server.answer([Array(#"{"id":1,"method":"initialize"}"#.utf8), Array(#"{"method":"exit"}"#.utf8)])
    #expect(server.isFinished)
    #expect(server.exitStatus == 1)
    let other = Self.server()
    _ = await other.answer([
      Array(#"{"id":1,"method":"initialize"}"#.utf8), Array(#"{"id":2,"method":"shutdown"}"#.utf8),
      Array(#"{"method":"exit"}"#.utf8),
    ])
    #expect(other.exitStatus == 0)
  }
}
