import AssayPlatform
import HealthModel

/// Reads a format and makes samples of it: the plugin's side of the level `read`.
///
/// ```swift
/// import HealthPlugins
///
/// struct LineReader: FormatReader {
///   let name = "ring-reader"
///   let version = "1.0.0"
///
///   func read(_ input: ReaderInput, format: String, into output: ReaderOutput) throws {
///     var line: Int64 = 0
///     while let text = input.line() {
///       line += 1
///       output.sample(text, at: .line(line))
///     }
///   }
/// }
/// ```
public protocol FormatReader {
  /// The plugin's name, as in its manifest.
  var name: String { get }
  /// The plugin's own version.
  var version: String { get }

  /// Reads one input to its end.
  ///
  /// The same input gives the same samples each time: an import that was interrupted has it read again.
  ///
  /// - Parameters:
  ///   - input: the input's bytes.
  ///   - format: the format that it is read as, one of those that the manifest names.
  ///   - output: takes the samples.
  /// - Throws: `PluginError` of the kind `data` if the input cannot be read on: what came before counts. Any other error is
  ///   one of the plugin, and makes the run incomplete as well.
  func read(_ input: ReaderInput, format: String, into output: ReaderOutput) throws
}

/// The bytes of an input, as the host sends them.
public final class ReaderInput {
  private let lines: LineInput
  private var buffer: [UInt8] = []
  private var taken = 0
  private var isAtEnd = false

  init(_ lines: LineInput) { self.lines = lines }

  /// The next bytes, as many as there are up to a number; none at the end.
  ///
  /// - Parameter count: the most bytes.
  /// - Returns: the bytes.
  public func read(upTo count: Int) -> [UInt8] {
    while taken == buffer.count, fill() {}
    let piece = Array(buffer[taken...].prefix(max(0, count)))
    taken += piece.count
    return piece
  }

  /// The next line without its line feed, for formats that are text; `nil` at the end.
  public func line() -> [UInt8]? {
    var searched = taken
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { taken = end + 1 }
        return Array(buffer[taken..<end])
      }
      searched = buffer.count
      let before = taken
      guard fill() else { break }
      searched -= before
    }
    guard taken < buffer.count else { return nil }
    defer { taken = buffer.count }
    return Array(buffer[taken...])
  }

  private func fill() -> Bool {
    guard !isAtEnd else { return false }
    buffer.removeSubrange(..<taken)
    taken = 0
    guard let line = try? lines.line(), let message = ReaderServer.bytes(in: line), message > 0,
      let piece = lines.bytes(message)
    else {
      isAtEnd = true
      return false
    }
    buffer += piece
    return true
  }
}

/// Takes what a reader makes of an input.
public final class ReaderOutput {
  private let lines: LineOutput
  private var buffer: [UInt8] = []
  private static let size = 64 * 1024

  init(_ lines: LineOutput) { self.lines = lines }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - object: the sample as a JSON object in Assay's form, in UTF-8.
  ///   - place: where its record is in the input.
  public func sample(_ object: [UInt8], at place: ReaderLocation) {
    write("sample", place) { json in
      json.key("sample")
      // A line feed, a blank of JSON, would end the message.
      json.value(json: object.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 })
    }
  }

  /// Adds a record that no sample can be made of: it is refused, and reading goes on.
  ///
  /// - Parameters:
  ///   - message: what was found and wanted: one sentence, lower case, without a full stop.
  ///   - place: where the record is in the input.
  public func fault(_ message: String, at place: ReaderLocation) {
    write("fault", place) { $0.member("message", message) }
  }

  /// Adds a record of a kind that no type exists for: it is counted by its kind.
  ///
  /// - Parameters:
  ///   - kind: the name of the kind.
  ///   - place: where the record is in the input.
  public func unsupported(_ kind: String, at place: ReaderLocation) {
    write("unsupported", place) { $0.member("kind", kind) }
  }

  /// Says that the next message takes longer.
  public func working() {
    write(JSONBuilder(message: "working").line)
    flush()
  }

  private func write(_ kind: String, _ place: ReaderLocation, _ body: (inout JSONBuilder) -> Void) {
    var json = JSONBuilder(message: kind)
    json.key("at")
    place.append(to: &json)
    body(&json)
    write(json.line)
  }

  func write(_ line: [UInt8]) {
    buffer += line
    if buffer.count >= Self.size { flush() }
  }

  func flush() {
    lines.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The place of a record in its original, as findings name it.
public enum ReaderLocation: Sendable, Hashable {
  /// A line of a text, from 1.
  case line(Int64)
  /// An offset in bytes, from 0.
  case byte(Int64)
  /// A numbered part: `.item("record", 12)`. An input has few different names.
  case item(String, Int64)
  /// A part by its name.
  case name(String)

  /// Appends the place as a message has it.
  func append(to json: inout JSONBuilder) {
    if case .name(let name) = self { return json.value(name) }
    json.object { place in
      switch self {
      case .line(let number): place.member("line", number)
      case .byte(let offset): place.member("byte", offset)
      case .item(let name, let number):
        place.member("name", name)
        place.member("number", number)
      case .name: break
      }
    }
  }
}

/// Serves a reader to the host.
///
/// A whole `main.swift`:
///
/// ```swift
/// PluginServer.end(with: ReaderServer.run(MyReader()))
/// ```
public enum ReaderServer {
  /// Serves a reader on standard input and output, for one input.
  ///
  /// Output that the process prints goes to standard error.
  ///
  /// - Parameter reader: called from this thread.
  /// - Returns: the status to exit with: 0 when the input was read, or is damaged; 1 when the reader could not go on.
  public static func run(_ reader: some FormatReader) -> Int32 {
    StopSignals.ignoreClosedPipes()
    guard let streams = try? CurrentProcess.takeStandardStreams() else { return 1 }
    return serve(reader, input: streams.input, output: streams.output)
  }

  /// Serves a reader on two descriptors.
  package static func serve(_ reader: some FormatReader, input: Int32, output: Int32) -> Int32 {
    let lines = LineInput(descriptor: input)
    let answers = ReaderOutput(LineOutput(descriptor: output))
    defer { answers.flush() }
    guard let hello = try? lines.line(), let asked = JSONValue(parsing: hello), asked["t"]?.text == "hello",
      asked["level"]?.text == "read"
    else {
      answers.write(
        JSONBuilder(message: "error", words: "this plugin reads; it keeps no store and judges nothing").line)
      return 1
    }
    answers.write(JSONBuilder(helloOf: reader.name, version: reader.version, level: "read").line)
    answers.flush()
    guard let read = try? lines.line(), let request = JSONValue(parsing: read), request["t"]?.text == "read",
      let format = request["format"]?.text
    else {
      answers.write(JSONBuilder(message: "error", words: "expected `read` after the hello").line)
      return 1
    }
    do {
      try reader.read(ReaderInput(lines), format: format, into: answers)
      answers.write(JSONBuilder(message: "end").line)
      return 0
    } catch let error as PluginError where error.kind == .data {
      answers.write(JSONBuilder(message: "damaged", words: error.message).line)
      return 0
    } catch {
      answers.write(JSONBuilder(message: "error", words: (error as? PluginError)?.message ?? "\(error)").line)
      return 1
    }
  }

  /// How many bytes a message announces; `nil` for another message.
  static func bytes(in line: [UInt8]) -> Int? {
    guard let message = JSONValue(parsing: line), message["t"]?.text == "bytes", let count = message["count"]?.int,
      (0...(1 << 24)).contains(count)
    else { return nil }
    return count
  }
}
