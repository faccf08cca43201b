import AssayPlatform
import HealthModel

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

  /// Says something for the editor's log.
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
      projects[key] = EditorProject(
        configuration, folder: folder, previous: projects[key], drafts: drafts, settings)
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
}
