import Foundation
import Testing

/// A drawing as somebody last looked at it, in `Tests/Golden/charts`; `make bless` writes them.
enum ChartGolden {
  private static let folder: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("Tests/Golden/charts")
  }()

  private static var isBlessing: Bool { ProcessInfo.processInfo.environment["BLESS"] == "1" }

  /// Compares a drawing with the recorded one; one that is not there is recorded and fails.
  static func check(_ text: String, _ name: String) throws {
    let file = folder.appendingPathComponent(name)
    let recorded = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    if recorded == text { return }
    if isBlessing || recorded == nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    if recorded == nil, !isBlessing {
      Issue.record("Tests/Golden/charts/\(name) was not there and is recorded now: look at it")
    } else if !isBlessing {
      #expect(text == recorded, "Tests/Golden/charts/\(name): if it should differ, `make bless`")
    }
  }
}
