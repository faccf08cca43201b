import Foundation

/// Writes a Swift file that compiles files in, as one text: a property of a type, such as `Embedded`.
///
/// The plugin `EmbedFiles` runs `FileEmbedder OUTPUT TYPE.NAME FOLDER PATH…`.
///
/// Before the bytes of each file are their number, a space, the path, and the end of a line: `EmbeddedFiles` in `Assay`
/// reads it.
@main struct FileEmbedder {
  static func main() throws {
    let words = CommandLine.arguments
    let place = words[2].split(separator: ".")
    var source = Data("extension \(place[0]) {\n  static let \(place[1]): StaticString = ##\"\"\"\n".utf8)
    for path in words[4...] {
      let bytes = try Data(contentsOf: URL(filePath: words[3] + "/" + path))
      source += Data("\(bytes.count) \(path)\n".utf8)
      // A carriage return is written as an escape: Swift reads the line ends of a text in several lines as line feeds, and
      // every file after one with CR LF would begin at the wrong place.
      for byte in bytes { source += byte == 0x0D ? Data("\\##r".utf8) : Data([byte]) }
    }
    source += Data("\n\"\"\"##\n}\n".utf8)
    let output = URL(filePath: words[1])
    // A file that says the same keeps its date, so that nothing is compiled anew.
    if (try? Data(contentsOf: output)) != source { try source.write(to: output, options: .atomic) }
  }
}
