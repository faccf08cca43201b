import Foundation
import HealthPlugins
import Testing

/// The kit for plugins that read a format in Swift.
@Suite("Readers in Swift") struct ReaderServerTests {
  /// Makes a sample of each line; `bad` is a fault, `pause` has no type, `cut` ends what can be read.
  struct Lines: FormatReader {
    let name = "lines"
    let version = "1.0.0"

    func read(_ input: ReaderInput, format: String, into output: ReaderOutput) throws {
      var number: Int64 = 0
      while let line = input.line() {
        number += 1
        switch String(decoding: line, as: UTF8.self) {
        case "bad": output.fault("the line is bad", at: .line(number))
        case "pause": output.unsupported("pause", at: .item("part", number))
        case "cut": throw PluginError(.data, "the file is cut off")
        case "broken": throw CocoaError(.fileReadUnknown)
        default: output.sample(Array("{\"format\":\"\(format)\",\n\"line\":\(line.count)}".utf8), at: .byte(number))
        }
      }
    }
  }

  /// What the kit answers to a conversation.
  private func answers(_ text: String) throws -> (lines: [String], status: Int32) {
    let input = Pipe()
    let output = Pipe()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let status = ReaderServer.serve(
      Lines(), input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init), status)
  }

  private static let begin = #"{"t":"hello","level":"read"}"# + "\n" + #"{"t":"read","format":"f","name":"n"}"# + "\n"
  private static let end = #"{"t":"bytes","count":0}"# + "\n"

  private func piece(_ text: String) -> String { "{\"t\":\"bytes\",\"count\":\(text.utf8.count)}\n\(text)" }

  @Test("an input in pieces becomes samples, faults and records without a type") func pieces() throws {
    let (lines, status) = try answers(Self.begin + piece("ab\nba") + piece("d\npa") + piece("use\nlast") + Self.end)
    #expect(status == 0)
    #expect(
      lines == [
        #"{"t":"hello","protocol":1,"name":"lines","version":"1.0.0","levels":["read"]}"#,
        #"{"t":"sample","at":{"byte":1},"sample":{"format":"f", "line":2}}"#,
        #"{"t":"fault","at":{"line":2},"message":"the line is bad"}"#,
        #"{"t":"unsupported","at":{"name":"part","number":3},"kind":"pause"}"#,
        #"{"t":"sample","at":{"byte":4},"sample":{"format":"f", "line":4}}"#, #"{"t":"end"}"#,
      ])
  }

  @Test("an input that cannot be read on is damaged, and a reader that fails says so")
  func failures() throws {
    let (damaged, status) = try answers(Self.begin + piece("a\ncut\n") + Self.end)
    #expect(damaged.last == #"{"t":"damaged","message":"the file is cut off"}"# && status == 0)
    let (broken, failed) = try answers(Self.begin + piece("broken\n") + Self.end)
    #expect(broken.last?.hasPrefix(#"{"t":"error","message":"#) == true && failed == 1)
    let (other, refused) = try answers(#"{"t":"hello","level":"judge"}"# + "\n")
    #expect(other.last?.hasPrefix(#"{"t":"error""#) == true && refused == 1)
  }
}
