import Foundation
import HealthModel
import HealthReports
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
    var finding = MadeUp.finding(
      path: "a\(Self.harmful).ndjson", message: TextEscaping.escaped(Self.harmful),
      type: "heartRate\(Self.harmful)")
    finding.pointer = "/metadata/\(Self.harmful)"
    finding.related = [RelatedLocation(location: finding.location, message: "the first")]
    let text = try ReportRun.text(format, of: [finding], summary: MadeUp.summary([finding.location.path]))
    #expect(text.unicodeScalars.allSatisfy { !Self.isHarmful($0) }, "\(text.unicodeScalars.filter(Self.isHarmful))")
  }

  @Test("escapes in JSON mean the same text") func sameText() throws {
    let finding = MadeUp.finding(path: "a\(Self.harmful).ndjson")
    let root = try ReportRun.object(String(decoding: DiagnosticLines.object(finding), as: UTF8.self))
    #expect(root["path"] as? String == finding.location.path)
  }
}
