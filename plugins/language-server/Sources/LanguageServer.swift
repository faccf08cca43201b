import Assay
import AssayPlatform
import HealthModel

/// A language server for `assay.yaml`, definitions of types and samples: findings while they are written, what a name
/// means, which names there are, and where one is defined.
///
/// It takes the messages of the Language Server Protocol and returns those for the editor; whoever owns it connects it
/// with a stream. It reads the files of the projects that the documents belong to, and writes none.
///
/// Used by one task at a time.
final class LanguageServer {
  enum Phase {
    case waiting, ready, closing
  }

  /// The number that a program ends with whose editor said `exit`, or went away: 0 after `shutdown`, else 1.
  var exitStatus: Int32 { phase == .closing ? 0 : 1 }
  private(set) var isFinished = false

  struct Judgment: Hashable {
    var project: String
    var revision: Int
  }

  let program: ProgramContext
  private(set) var phase = Phase.waiting
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
  var outbox: [[UInt8]] = []

  /// The most documents that are open at once, and the most bytes of them.
  static let maximumDocuments = 1000
  static let maximumText = 256 << 20

  init(_ program: ProgramContext) { self.program = program }

  /// Findings are made after the last of the messages, so that what an editor sends together is judged once, and a
  /// request whose cancellation is among them is refused.
  func answer(_ messages: [[UInt8]]) async -> [[UInt8]] {
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

  /// - Returns: the message for the editor; `nil` for a message that can be read.
  static func refusal(of frame: MessageFrames.Frame) -> [UInt8]? {
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

// MARK: What editors say

extension LanguageServer {
  /// Takes a notification; those that are not known are passed over, as the protocol demands.
  func notification(_ method: String, _ message: EditorMessage) {
    switch method {
    case "textDocument/didOpen":
      let document = message.parameters?["textDocument"]
      guard let uri = message.uri, let text = document?["text"]?.text else { return }
      // Files that are not open may have changed since the last look.
      forgetProjects()
      keep(uri, text, document?["version"]?.integer)
    case "textDocument/didChange":
      guard let uri = message.uri, documents[uri] != nil,
        let change = message.parameters?["contentChanges"]?.elements?.last, let text = change["text"]?.text
      else { return }
      guard change["range"] == nil else { return log("a change of a part of \(uri) was passed over: send all of it") }
      keep(uri, text, message.parameters?["textDocument"]?["version"]?.integer)
      if let path = documents[uri]?.path, EditorDocument.isYAML(path) { forgetProjects() }
    case "textDocument/didSave", "workspace/didChangeWatchedFiles": forgetProjects()
    case "textDocument/didClose":
      guard let uri = message.uri, let document = documents.removeValue(forKey: uri) else { return }
      changed.remove(uri)
      judgments[uri] = nil
      if document.path.map(EditorDocument.isYAML) ?? false {
        forgetProjects()
      } else {
        publish([], to: uri, of: document)
      }
    default: break
    }
  }

  private func keep(_ uri: String, _ text: String, _ version: Int64?) {
    let size = documents.values.reduce(text.utf8.count) { $0 + ($1.uri == uri ? 0 : $1.bytes.count) }
    guard documents[uri] != nil || documents.count < Self.maximumDocuments, size <= Self.maximumText else {
      documents[uri] = nil
      judgments[uri] = nil
      publish([], to: uri, of: nil)
      return log("\(uri) was not taken: too many documents are open, or they are too long")
    }
    documents[uri] = EditorDocument(
      uri: uri, path: FileURI.path(of: uri).map { PathText.normalized($0, from: "/") }, version: version,
      bytes: Array(text.utf8))
    changed.insert(uri)
  }

  /// Reads every project again when it is asked for next.
  ///
  /// Open samples are judged again if it changed.
  private func forgetProjects() {
    places = [:]
    stale.formUnion(projects.keys)
  }

  func log(_ text: String) {
    outbox.append(
      EditorMessage.notification("window/logMessage") { json in
        json.member("type", 2)
        json.member("message", TextEscaping.escaped(text, limit: 2000))
      })
  }
}

// MARK: Projects

extension LanguageServer {
  /// The project of a document, read if it was not since the last change; `nil` for what is not a file.
  func project(of document: EditorDocument) -> EditorProject? {
    guard let path = document.path else { return nil }
    let folder = PathText.parent(of: path)
    if let key = places[folder] { return projects[key] }
    let configuration = ConfigurationLocation.find(from: folder)
    let key = configuration ?? folder
    if !places.values.contains(key) {
      projects[key] = EditorProject(configuration, folder: folder, previous: projects[key], drafts: drafts, program)
      stale.insert(key)
    }
    places[folder] = key
    return projects[key]
  }

  /// The texts of open YAML files by their paths, with and without links in them.
  private var drafts: [String: [UInt8]] {
    var drafts: [String: [UInt8]] = [:]
    for document in documents.values {
      guard let path = document.path, EditorDocument.isYAML(path) else { continue }
      drafts[path] = document.bytes
      drafts[PathText.resolved(path)] = document.bytes
    }
    return drafts
  }

  /// The URI of a file: the editor's own, if it is open.
  func uri(of path: String) -> String {
    let open = documents.values.first { document in
      document.path == path || document.path.map(PathText.resolved) == path
    }
    return open?.uri ?? FileURI.uri(of: path)
  }

  static let maximumFindings = 1000

  /// Judges what changed, and publishes the findings.
  func publish() async {
    for uri in documents.keys.sorted() {
      guard let document = documents[uri], let path = document.path, let project = project(of: document),
        let key = places[PathText.parent(of: path)], !EditorDocument.isYAML(path)
      else { continue }
      // A project is read again when any file is saved, which seldom changes what its samples are judged by.
      let judgment = Judgment(project: key, revision: project.revision)
      guard changed.contains(uri) || judgments[uri] != judgment else { continue }
      judgments[uri] = judgment
      await publishSamples(of: document, path, project)
    }
    changed = []
    for key in stale.sorted() {
      if places.values.contains(key), let project = projects[key] {
        publishProject(project, key)
      } else {
        // No open document belongs to it any more.
        projects[key] = nil
        for uri in published.removeValue(forKey: key)?.sorted() ?? [] { publish([], to: uri, of: documents[uri]) }
      }
    }
    stale = []
  }

  private func publishSamples(of document: EditorDocument, _ path: String, _ project: EditorProject) async {
    let input = EditorInput(document: document, path: path, project: project, formats: program.formats)
    guard let registry = project.registry, let format = input.format else {
      return publish([], to: document.uri, of: document)
    }
    guard document.bytes.count <= EditorInput.maximumSize else {
      publish([], to: document.uri, of: document)
      return log(
        "\(document.uri) is longer than \(EditorInput.maximumSize >> 20) MiB, so it is not judged here; run assay lint")
    }
    do {
      let found = try await input.findings(format, registry, program)
      publish(found, to: document.uri, of: document, project)
    } catch {
      log("\(document.uri) was not judged: \(Failure(error))")
    }
  }

  private func publishProject(_ project: EditorProject, _ key: String) {
    for failure in project.failures { log(failure) }
    var byPath: [String: [Diagnostic]] = [:]
    for finding in project.findings { byPath[finding.location.path, default: []].append(finding) }
    var uris: Set<String> = []
    for (shown, findings) in byPath.sorted(by: { $0.key < $1.key }) {
      let path = absolute(shown, in: project)
      let uri = uri(of: path)
      guard uris.insert(uri).inserted else { continue }
      publish(findings, to: uri, of: documents[uri] ?? Self.file(uri, path), project)
    }
    for uri in (published[key] ?? []).subtracting(uris).sorted() { publish([], to: uri, of: documents[uri]) }
    // An open file without findings is said to have none.
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) where !uris.contains(document.uri) {
      guard let path = document.path, EditorDocument.isYAML(path), published[key]?.contains(document.uri) != true,
        places[PathText.parent(of: path)] == key
      else { continue }
      publish([], to: document.uri, of: document)
    }
    published[key] = uris
  }

  /// The text of a file that is not open, for the places in it.
  private static func file(_ uri: String, _ path: String) -> EditorDocument? {
    guard let bytes = try? ConfigurationLocation.read(path) else { return nil }
    return EditorDocument(uri: uri, path: path, version: nil, bytes: bytes)
  }

  func absolute(_ path: String, in project: EditorProject) -> String {
    let root = "catalog/"
    if case .folder(let folder) = program.builtIn, path.hasPrefix(root),
      !FileTree.exists(project.absolute(path))
    {
      return PathText.join(PathText.resolved(folder), String(path.dropFirst(root.count)))
    }
    return project.absolute(path)
  }

  // MARK: Messages

  func publish(_ findings: [Diagnostic], to uri: String, of document: EditorDocument?, _ project: EditorProject? = nil)
  {
    if findings.count > Self.maximumFindings {
      log("\(uri) has more than \(Self.maximumFindings) findings; the first ones are shown")
    }
    outbox.append(
      EditorMessage.notification("textDocument/publishDiagnostics") { json in
        json.member("uri", uri)
        json.member("version", document?.version)
        json.key("diagnostics")
        json.array { list in
          for finding in findings.prefix(Self.maximumFindings) { append(finding, document, project, to: &list) }
        }
      })
  }

  private func append(
    _ finding: Diagnostic, _ document: EditorDocument?, _ project: EditorProject?, to list: inout JSONBuilder
  ) {
    list.object { json in
      append(document?.range(of: finding.location) ?? 0..<0, document, to: &json)
      json.member("severity", Self.number(finding.severity))
      json.member("code", finding.code.name)
      json.member("source", "assay")
      json.member("message", finding.message + (finding.hint.map { "\nhint: \($0)" } ?? ""))
      guard showsRelated, let project else { return }
      var related = finding.related
      if let rule = finding.ruleLocation {
        let place = SourceLocation(path: rule.path, line: rule.line, column: rule.column)
        related.append(RelatedLocation(location: place, message: "the rule"))
      }
      append(related.compactMap { located($0, document, project) }, to: &json)
    }
  }

  /// A place that belongs to a finding, if an editor can go there.
  private func located(
    _ place: RelatedLocation, _ document: EditorDocument?, _ project: EditorProject
  ) -> (uri: String, position: EditorDocument.Position, message: String)? {
    let path = absolute(place.location.path, in: project)
    guard place.location.line > 0, FileTree.exists(path) else { return nil }
    let uri = uri(of: path)
    if let document, document.uri == uri {
      let start = document.range(of: place.location).lowerBound
      return (uri: uri, position: document.position(of: start, encoding), message: place.message)
    }
    let position = EditorDocument.Position(line: place.location.line - 1, character: max(0, place.location.column - 1))
    return (uri: uri, position: position, message: place.message)
  }

  private func append(
    _ related: [(uri: String, position: EditorDocument.Position, message: String)], to json: inout JSONBuilder
  ) {
    guard !related.isEmpty else { return }
    json.key("relatedInformation")
    json.array { list in
      for place in related {
        list.object { entry in
          entry.key("location")
          entry.object { location in
            location.member("uri", place.uri)
            Self.append(place.position, place.position, to: &location)
          }
          entry.member("message", place.message)
        }
      }
    }
  }

  func append(_ range: Range<Int>, _ document: EditorDocument?, to json: inout JSONBuilder) {
    let none = EditorDocument.Position(line: 0, character: 0)
    Self.append(
      document?.position(of: range.lowerBound, encoding) ?? none,
      document?.position(of: range.upperBound, encoding) ?? none, to: &json)
  }

  static func append(_ start: EditorDocument.Position, _ end: EditorDocument.Position, to json: inout JSONBuilder) {
    json.key("range")
    json.object { range in
      for (name, place) in [("start", start), ("end", end)] {
        range.key(name)
        range.object { inner in
          inner.member("line", place.line)
          inner.member("character", place.character)
        }
      }
    }
  }

  private static func number(_ severity: Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }

  func request(_ method: String, _ message: EditorMessage) {
    switch method {
    case "textDocument/hover": answer(message, hover)
    case "textDocument/completion": answer(message, completion)
    case "textDocument/definition": answer(message, definition)
    default: refuse(message, .methodNotFound, "there is no method \(TextEscaping.escaped(method, limit: 100))")
    }
  }

  /// A document, the place in it that is asked about, and what is known there.
  private struct Question {
    var document: EditorDocument
    var path: String
    var offset: Int
    var project: EditorProject
    var registry: Registry

    /// The part of the text that is one document of JSON.
    var sample: Range<Int> { path.hasSuffix(".json") ? document.bytes.indices : document.line(at: offset) }

    func text(_ range: Range<Int>) -> String { String(decoding: document.bytes[range], as: UTF8.self) }
  }

  private func answer(_ message: EditorMessage, _ body: (Question, inout JSONBuilder) -> Bool) {
    guard let uri = message.uri, let position = message.parameters?["position"],
      let line = position["line"]?.int, let character = position["character"]?.int
    else {
      return refuse(message, .invalidParameters, "the request needs `textDocument.uri` and `position`")
    }
    var json = JSONBuilder.openObject()
    var isAnswered = false
    if let document = documents[uri], document.bytes.count <= EditorInput.maximumSize, let path = document.path,
      let project = project(of: document), let registry = project.registry ?? Self.registry(whileBroken: path)
    {
      let offset = document.offset(of: EditorDocument.Position(line: line, character: character), encoding)
      isAnswered = body(
        Question(document: document, path: path, offset: offset, project: project, registry: registry), &json)
    }
    outbox.append(EditorMessage.answer(message.id) { $0.value(json: isAnswered ? json.finished : Array("null".utf8)) })
  }

  /// The types for a file while there are none: no types for a configuration, whose keys can be completed without.
  private static func registry(whileBroken path: String) -> Registry? {
    ConfigurationLocation.names.contains(PathText.name(of: path)) ? try? Registry(types: []) : nil
  }

  // MARK: What a name means

  private func subject(_ question: Question) -> (subject: EditorSubject, range: Range<Int>)? {
    let found: EditorSubject?
    let range: Range<Int>
    if EditorDocument.isYAML(question.path) {
      range = DefinitionCursor(at: question.offset, in: question.document).text
      found = EditorSubject(word: question.text(range), in: question.registry)
    } else {
      let place = SampleCursor(at: question.offset, in: question.sample, of: question.document.bytes)
      range = place.text
      found = EditorSubject(place, word: question.text(range), in: question.registry)
    }
    return found.map { (subject: $0, range: range) }
  }

  private func hover(_ question: Question, _ json: inout JSONBuilder) -> Bool {
    guard let (subject, range) = self.subject(question) else { return false }
    json.key("contents")
    json.object { contents in
      contents.member("kind", showsMarkdown ? "markdown" : "plaintext")
      contents.member("value", showsMarkdown ? subject.markdown : subject.plainText)
    }
    append(range, question.document, to: &json)
    return true
  }

  private func definition(_ question: Question, _ json: inout JSONBuilder) -> Bool {
    guard let mark = self.subject(question)?.subject.mark(in: question.project.entries) else { return false }
    let path = absolute(mark.path, in: question.project)
    guard FileTree.exists(path) else { return false }
    json.member("uri", uri(of: path))
    let place = EditorDocument.Position(line: max(0, mark.line - 1), character: max(0, mark.column - 1))
    Self.append(place, place, to: &json)
    return true
  }

  // MARK: Which names there are

  private func completion(_ question: Question, _ json: inout JSONBuilder) -> Bool {
    let words = EditorCompletions(registry: question.registry, formats: program.formats)
    var range: Range<Int>
    var isQuoted = true
    var list: [EditorCompletions.Word]
    if EditorDocument.isYAML(question.path) {
      let place = DefinitionCursor(at: question.offset, in: question.document)
      range = place.text
      let isConfiguration = ConfigurationLocation.names.contains(PathText.name(of: question.path))
      list =
        isConfiguration
        ? words.words(inConfiguration: place)
        : words.words(inDefinition: place, of: DefinitionCursor.topLevel("type", in: question.document))
    } else {
      let place = SampleCursor(at: question.offset, in: question.sample, of: question.document.bytes)
      range = place.text
      isQuoted = place.isQuoted
      list = words.words(at: place)
    }
    json.member("isIncomplete", false)
    json.key("items")
    json.array { items in
      for (index, word) in list.enumerated() {
        items.object { item in
          item.member("label", word.text)
          item.member("kind", word.kind.rawValue)
          item.member("detail", word.detail)
          item.member("sortText", Self.order(index))
          item.key("textEdit")
          item.object { edit in
            append(range, question.document, to: &edit)
            edit.member("newText", isQuoted ? word.text : "\"\(word.text)\"")
          }
        }
      }
    }
    return true
  }

  /// A text that keeps the order of the list, in which an editor would sort words.
  private static func order(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}
