import AssayPlatform
import HealthJSON

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
      answers.write(message("error", "this plugin reads; it keeps no store and judges nothing"))
      return 1
    }
    var json = JSONBuilder(message: "hello")
    json.member("protocol", 1)
    json.member("name", reader.name)
    json.member("version", reader.version)
    json.key("levels")
    json.array { $0.value("read") }
    answers.write(json.line)
    answers.flush()
    guard let read = try? lines.line(), let request = JSONValue(parsing: read), request["t"]?.text == "read",
      let format = request["format"]?.text
    else {
      answers.write(message("error", "expected `read` after the hello"))
      return 1
    }
    do {
      try reader.read(ReaderInput(lines), format: format, into: answers)
      answers.write(JSONBuilder(message: "end").line)
      return 0
    } catch let damage as ReaderDamage {
      answers.write(message("damaged", damage.message))
      return 0
    } catch {
      answers.write(message("error", "\(error)"))
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

  private static func message(_ kind: String, _ words: String) -> [UInt8] {
    var json = JSONBuilder(message: kind)
    json.member("message", words)
    return json.line
  }
}
