import Assay
import AssayKit
import Foundation
import HealthModel
import HealthQueries
import HealthReports
import HealthValidation
import Testing

@testable import HealthFormats

/// JSON of apps: what becomes of each form, and that its samples pass.
@Suite("JSON of apps") struct AppJSONTests {
  private static let folder = ProjectFiles.root + "/Tests/Cases/app-json/"
  private static let names = [
    "health-auto-export", "flutter-health", "react-native-health-connect", "hcgateway", "health-connect-webhook",
  ]
  private static let registry = Result { try HealthTypes.builtIn().registry }

  /// The lines that a text becomes, as objects with their keys in order: a sample, or what is said in its place.
  private func lines(of text: [UInt8], _ name: String) throws -> [String] {
    let format = try #require(InputFormat(rawValue: name))
    let input = ConvertedInput(
      ResolvedInput(text: text, path: "a.json", format: format), types: try Self.registry.get())
    var source = try #require(try format.converted?.makeSource(of: input))
    var result: [String] = []
    var isMore = true
    while isMore {
      var lines = ConvertedLines()
      isMore = try source.next(into: &lines)
      let notes = Dictionary(grouping: lines.places.notes) { Int($0.line) }
      for (index, line) in lines.bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
        if let note = notes[index]?.first {
          let text = String(decoding: note.text, as: UTF8.self)
          result.append(note.code.map { "{\"code\":\"\($0.name)\"}" } ?? "{\"unsupported\":\"\(text)\"}")
        } else {
          result.append(try Self.sorted(Data(line)))
        }
      }
    }
    return result
  }

  private static func sorted(_ data: Data) throws -> String {
    let object = try JSONSerialization.jsonObject(with: data)
    let text = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: text, as: UTF8.self)
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + name)))
  }

  @Test("each record becomes what it means", arguments: names) func records(_ name: String) throws {
    let found = try lines(of: Self.bytes(name + ".json"), name)
    let wanted = try Self.bytes(name + ".expected.ndjson").split(separator: UInt8(ascii: "\n")).map {
      try Self.sorted(Data($0))
    }
    #expect(found.count == wanted.count)
    for (found, wanted) in zip(found, wanted) { #expect(found == wanted) }
  }

  @Test("a document, an array and lines of documents are the same", arguments: names)
  func layouts(_ name: String) throws {
    let text = try Self.bytes(name + ".json")
    let found = try lines(of: text, name)
    let object = try JSONSerialization.jsonObject(with: Data(text))
    let documents = (object as? [Any]) ?? [object]
    let each = try documents.map { try JSONSerialization.data(withJSONObject: $0) }
    let byLine = each.reduce(into: [UInt8]()) { $0 += [UInt8]($1) + [UInt8(ascii: "\n")] }
    let list = each.map { [UInt8]($0) }.joined(separator: [UInt8(ascii: ",")])
    let array = [UInt8(ascii: "[")] + list + [UInt8(ascii: "]")]
    // Members of objects have no order, so that of the lists in a document is not kept.
    #expect(try lines(of: byLine, name).sorted() == found.sorted())
    #expect(try lines(of: array, name).sorted() == found.sorted())
  }

  @Test("a text that breaks off is damaged, whatever was read of it", arguments: names) func cut(_ name: String) throws
  {
    let text = try Self.bytes(name + ".json")
    for count in stride(from: 1, to: text.count - 2, by: 37) {
      #expect(throws: InputError.self, "\(count)") { try lines(of: Array(text[..<count]), name) }
    }
  }

  @Test(
    "what is not JSON is refused",
    arguments: ["[1,2", "{\"a\":}", "{]", "{\"a\" 1}", "[,]", "{\"data\":{\"metrics\":[{]}}}"])
  func broken(_ text: String) throws {
    #expect(throws: InputError.self) { try lines(of: Array(text.utf8), "health-auto-export") }
  }

  @Test("samples pass, but for names without a type", arguments: names) func valid(_ name: String) async throws {
    let format = try #require(InputFormat(rawValue: name))
    let input = ResolvedInput(text: try Self.bytes(name + ".json"), path: "a.json", format: format)
    let options = ValidationOptions(now: ProjectFiles.now)
    var request = CheckRequest(inputs: [])
    request.types = try Self.registry.get()
    let summary = try await CheckEngine(request).checkInput(input, options: options)
    switch name {
    // A type that is not there; the times of Flutter have no offset.
    case "health-auto-export": #expect(summary.refused == 1)
    case "flutter-health": #expect(summary.refused == 8 && summary.unsupported == ["GENDER": 1])
    case "hcgateway": #expect(summary.refused == 1)
    default: #expect(summary.refused == 0)
    }
  }
}
