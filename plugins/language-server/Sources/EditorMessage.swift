import HealthModel

/// A message of an editor: a request, which has an id, or a notification.
struct EditorMessage {
  /// Why a message is refused: the codes of JSON-RPC and of the Language Server Protocol.
  enum Refusal: Int64 {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case canceled = -32800
  }

  /// The id of a request, a number or a text; `nil` for a notification.
  let id: JSONValue?
  /// What is asked for or said; `nil` for an answer to a request, of which there are none.
  let method: String?
  let parameters: JSONValue?

  init?(_ bytes: [UInt8]) {
    guard let value = JSONValue(parsing: bytes) else { return nil }
    switch value["id"] {
    case .some(.int64(let number)): id = .int64(number)
    case .some(.string(let text)): id = .string(text)
    default: id = nil
    }
    method = value["method"]?.text
    parameters = value["params"]
    isAnswer = value["result"] != nil || value["error"] != nil
  }

  let isAnswer: Bool

  var uri: String? { parameters?["textDocument"]?["uri"]?.text }

  static func answer(_ id: JSONValue?, _ result: (inout JSONBuilder) -> Void) -> [UInt8] {
    var json = message()
    append(id, to: &json)
    json.key("result")
    result(&json)
    return json.finished
  }

  static func refusal(_ id: JSONValue?, _ reason: Refusal, _ text: String) -> [UInt8] {
    var json = message()
    append(id, to: &json)
    json.key("error")
    json.object { error in
      error.member("code", reason.rawValue)
      error.member("message", text)
    }
    return json.finished
  }

  static func notification(_ method: String, _ parameters: (inout JSONBuilder) -> Void) -> [UInt8] {
    var json = message()
    json.member("method", method)
    json.key("params")
    json.object(parameters)
    return json.finished
  }

  private static func message() -> JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("jsonrpc", "2.0")
    return json
  }

  private static func append(_ id: JSONValue?, to json: inout JSONBuilder) {
    json.key("id")
    switch id {
    case .some(.int64(let number)): json.value(number)
    case .some(.string(let text)): json.value(text)
    default: json.value(json: "null".utf8)
    }
  }
}
