package import AssayKit
import AssayPlatform
import HealthModel
package import HealthQueries

/// A language server for `assay.yaml`, definitions of types and samples: findings while they are written, what a name
/// means, which names there are, and where one is defined.
///
/// It takes the messages of the Language Server Protocol and returns those for the editor; whoever owns it connects it
/// with a stream. It reads the files of the projects that the documents belong to, and writes none.
///
/// ```swift
/// let server = LanguageServer(LanguageServer.Settings(now: { now }))
/// var frames = MessageFrames()
/// frames.take(bytes)
/// while case .message(let message)? = frames.next() {
///   for answer in await server.answer([message]) { write(MessageFrames.framed(answer)) }
/// }
/// ```
///
/// Used by one task at a time.
package final class LanguageServer {
  package struct Settings: Sendable {
    package var builtIn: CatalogLocation
    /// The compiled form of the copy in the program.
    package var compiled: CompiledTypes
    /// The moment that counts as now, in microseconds since 1970 UTC.
    package var now: @Sendable () -> Int64
    /// How many threads judge samples.
    package var jobs: Int
    package var zones = TimeZoneDatabase.system()

    /// Creates settings; by default the built-in catalog is the copy in the program, and one thread judges.
    package init(
      builtIn: CatalogLocation = .embedded, compiled: CompiledTypes = CompiledTypes(), jobs: Int = 1,
      now: @escaping @Sendable () -> Int64
    ) {
      self.builtIn = builtIn
      self.compiled = compiled
      self.jobs = jobs
      self.now = now
    }
  }

  /// How far the conversation is.
  enum Phase {
    case waiting, ready, closing
  }

  /// The number that a program ends with whose editor said `exit`, or went away: 0 after `shutdown`, else 1.
  package var exitStatus: Int32 { phase == .closing ? 0 : 1 }
  /// Whether the editor said `exit`.
  package private(set) var isFinished = false

  /// A reading of a project.
  struct Judgment: Hashable {
    var project: String
    var revision: Int
  }

  let settings: Settings
  private(set) var phase = Phase.waiting
  /// How the editor counts columns.
  private(set) var encoding = EditorDocument.Encoding.utf16
  private(set) var showsMarkdown = true
  /// Whether the editor shows places that belong to a finding.
  private(set) var showsRelated = false
  /// The open documents by URI.
  var documents: [String: EditorDocument] = [:]
  /// The projects by the path of the configuration, or by the folder without one.
  var projects: [String: EditorProject] = [:]
  /// The keys of `projects` by folder, since the last change of a project.
  var places: [String: String] = [:]
  /// The documents that are judged when all messages are taken.
  var changed: Set<String> = []
  /// By what each open document of samples was judged last: the key of its project, and that one's revision.
  var judgments: [String: Judgment] = [:]
  /// The projects whose findings are not published yet.
  var stale: Set<String> = []
  /// The documents with findings, by the key of the project that they are of.
  var published: [String: Set<String>] = [:]
  /// The messages to the editor, until they are returned.
  var outbox: [[UInt8]] = []

  /// The most documents that are open at once, and the most bytes of them.
  static let maximumDocuments = 1000
  static let maximumText = 256 << 20

  /// Creates a server that waits for `initialize`.
  package init(_ settings: Settings) { self.settings = settings }

  /// Takes messages, and answers them.
  ///
  /// Findings are made after the last of the messages, so that what an editor sends together is judged once, and a
  /// request whose cancellation is among them is refused.
  package func answer(_ messages: [[UInt8]]) async -> [[UInt8]] {
    var taken: [EditorMessage?] = []
    var canceled: [JSONValue: Int] = [:]
    for (index, message) in messages.enumerated() {
      let read = EditorMessage(message)
      taken.append(read)
      if read?.method == "$/cancelRequest", let id = read?.parameters?["id"] { canceled[id] = index }
    }
    for (index, message) in taken.enumerated() where !isFinished {
      guard let message else {
        outbox.append(EditorMessage.refusal(nil, .parseError, "the message is not JSON"))
        continue
      }
      if let id = message.id, let place = canceled[id], place > index {
        outbox.append(EditorMessage.refusal(id, .canceled, "the request was canceled"))
      } else {
        // What came before it is judged, since nothing is afterward.
        if message.method == "shutdown", phase == .ready { await publish() }
        take(message)
      }
    }
    if phase == .ready { await publish() }
    defer { outbox = [] }
    return outbox
  }

  /// Says that a message was refused before it was read.
  ///
  /// - Returns: the message for the editor; `nil` for a message that can be read.
  package static func refusal(of frame: MessageFrames.Frame) -> [UInt8]? {
    switch frame {
    case .message: nil
    case .tooLong(let count):
      EditorMessage.refusal(
        nil, .invalidRequest,
        "a message of \(count) bytes was passed over; at most \(MessageFrames.maximumLength) are read")
    case .broken:
      EditorMessage.refusal(nil, .parseError, "the headers of a message do not say its length (Content-Length)")
    }
  }

  private func take(_ message: EditorMessage) {
    guard let method = message.method else {
      if !message.isAnswer { refuse(message, .invalidRequest, "the message has no method") }
      return
    }
    switch (phase, method) {
    case (_, "exit"): isFinished = true
    case (.waiting, "initialize"): initialize(message)
    case (.waiting, _):
      if message.id != nil { refuse(message, .notInitialized, "`initialize` comes first") }
    case (.closing, _):
      if message.id != nil { refuse(message, .invalidRequest, "the server was shut down") }
    case (.ready, "initialize"): refuse(message, .invalidRequest, "the server is initialized already")
    case (.ready, "shutdown"):
      guard let id = message.id else { return }
      phase = .closing
      outbox.append(EditorMessage.answer(id) { $0.value(json: "null".utf8) })
    case (.ready, _): if message.id != nil { request(method, message) } else { notification(method, message) }
    }
  }

  func refuse(_ message: EditorMessage, _ reason: EditorMessage.Refusal, _ text: String) {
    outbox.append(EditorMessage.refusal(message.id, reason, text))
  }

  /// Takes what the editor can do, and says what the server can.
  private func initialize(_ message: EditorMessage) {
    guard let id = message.id else { return }
    phase = .ready
    let can = message.parameters?["capabilities"]
    let encodings = can?["general"]?["positionEncodings"]?.elements?.compactMap(\.text) ?? []
    encoding = encodings.contains(EditorDocument.Encoding.utf8.rawValue) ? .utf8 : .utf16
    let forms = can?["textDocument"]?["hover"]?["contentFormat"]?.elements?.compactMap(\.text)
    showsMarkdown = forms?.contains("markdown") ?? true
    showsRelated = can?["textDocument"]?["publishDiagnostics"]?["relatedInformation"]?.flag ?? false
    outbox.append(
      EditorMessage.answer(id) { [encoding] json in
        json.object { result in
          result.key("capabilities")
          result.object { server in
            server.member("positionEncoding", encoding.rawValue)
            server.key("textDocumentSync")
            server.object { sync in
              sync.member("openClose", true)
              sync.member("change", 1)
              sync.member("save", true)
            }
            server.member("hoverProvider", true)
            server.member("definitionProvider", true)
            server.key("completionProvider")
            server.object { $0.member("triggerCharacters", texts: ["\"", " "]) }
          }
          result.key("serverInfo")
          result.object { info in
            info.member("name", "assay")
            info.member("version", AssayVersion.current)
          }
        }
      })
  }
}
