import Foundation

/// What a page of `Documentation` shows.
struct PageProgram {
  /// The Swift of the page, block by block.
  let blocks: [String]
  /// What it says that programs print, block by block.
  let outputs: [String]

  /// Reads a page.
  init(_ page: String) throws {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    let text = try String(contentsOf: url.appendingPathComponent("Documentation/" + page), encoding: .utf8)
    blocks = Self.blocks("swift", of: text)
    outputs = Self.blocks("text", of: text)
  }

  private static func blocks(_ language: String, of text: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().compactMap { part in
      part.components(separatedBy: "\n```").first
    }
  }

  /// The blocks that a source does not have, line by line with one indentation: what the page shows is compiled where
  /// this is empty.
  func missing(from file: String) throws -> [String] {
    let source = "\n" + (try String(contentsOfFile: file, encoding: .utf8)) + "\n"
    return blocks.filter { block in
      ![0, 2, 4, 6].contains { indentation in
        let space = String(repeating: " ", count: indentation)
        let lines = block.components(separatedBy: "\n").map { $0.isEmpty ? "" : space + $0 }
        return source.contains("\n" + lines.joined(separator: "\n") + "\n")
      }
    }
  }
}
