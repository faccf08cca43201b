import Foundation
import HealthModel
import HealthReports
import SeededRandom
import Testing

/// Reports are printed to terminals and logs, which act on control characters wherever they are.
@Suite("Text that is shown") struct ShownTextTests {
  /// DEL, the control that begins an 8-bit escape sequence, a bidirectional override, zero-width characters, and one
  /// that needs two code units of UTF-16.
  static let harmful = "\u{7F}\u{80}\u{9B}2J\u{AD}\u{61C}\u{200B}\u{200E}\u{202E}\u{2028}\u{2066}\u{FEFF}\u{E0041}"

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && TextEscaping.escaped(String(scalar)) != String(scalar)
  }

  @Test("no report has a character that a terminal acts on", arguments: ReportFormat.allCases)
  func reports(_ format: ReportFormat) throws {
    var finding = MadeUp.finding(path: "a\(Self.harmful).ndjson", message: TextEscaping.escaped(Self.harmful))
    finding.pointer = "/metadata/\(Self.harmful)"
    finding.type = "heartRate\(Self.harmful)"
    finding.related = [RelatedLocation(location: finding.location, message: "the first")]
    let text = try ReportRun.text(format, of: [finding], summary: MadeUp.summary([finding.location.path]))
    #expect(text.unicodeScalars.allSatisfy { !Self.isHarmful($0) }, "\(text.unicodeScalars.filter(Self.isHarmful))")
  }

  @Test("escapes in JSON mean the same text") func sameText() throws {
    let finding = MadeUp.finding(path: "a\(Self.harmful).ndjson")
    let root = try ReportRun.object(String(decoding: JSONReport.object(finding), as: UTF8.self))
    #expect(root["path"] as? String == finding.location.path)
  }

  @Test("any text comes back from JSON as it was, and is safe to print") func anyText() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let edges: [UInt32] = [0, 0x1F, 0x20, 0x22, 0x5C, 0x7E, 0x7F, 0x9F, 0xA0, 0x200B, 0x2028, 0xFEFF, 0xFFFF, 0xE0020]
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let edge = (edges.randomElement(using: &random) ?? 0) &+ UInt32.random(in: 0...2, using: &random)
        let value = Bool.random(using: &random) ? edge : UInt32.random(in: 0...0x10FFFF, using: &random)
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      var json = JSONBuilder()
      json.object { $0.member(text, text) }
      let shown = String(decoding: json.bytes, as: UTF8.self)
      #expect(shown.unicodeScalars.allSatisfy { !Self.isHarmful($0) }, "SEED=\(seed)")
      let root = try ReportRun.object(shown)
      #expect(root.keys.first == text && root[text] as? String == text, "SEED=\(seed): \(shown)")
    }
  }
}
