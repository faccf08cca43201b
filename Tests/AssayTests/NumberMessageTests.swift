import Assay
import HealthModel
import HealthValidation
import Testing

/// A number that cannot be kept is refused for what is wrong with it, with a hint only where it helps.
@Suite("Words for numbers") struct NumberMessageTests {
  private static let range = "from -1.8e308 to 1.8e308"
  private static let long = "60." + String(repeating: "0", count: 500)
  private static let quotes = "write the number without quotes"

  @Test("a day of metadata that does not exist is called that") func days() throws {
    for (text, words) in [
      ("2026-02-30T00:00:00Z", "is a day that does not exist"), ("2026-02-01", "is not a date with an offset"),
      ("yesterday", "is not a date with an offset"),
    ] {
      let line =
        #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","#
        + #""metadata":{"HKDateOfEarliestDataUsedForEstimate":"\#(text)"}}"#
      let found = try LineFindings.diagnostics(line, LineFindings.validator())
      #expect(found.map(\.code) == [.metadataKind])
      #expect(found.first?.message == "`HKDateOfEarliestDataUsedForEstimate` \(words): \(text)")
    }
  }

  @Test(
    "the words say what is wrong",
    arguments: [
      ("1e308", "count/s", "takes numbers of count/min \(range), got 1e308 count/s", nil),
      ("-1e308", "count/s", "takes numbers of count/min \(range), got -1e308 count/s", nil),
      ("1e400", "count/min", "takes numbers \(range), got 1e400", nil),
      ("-1e400", "count/s", "takes numbers \(range), got -1e400", nil),
      (long, "count/min", "takes numbers of at most 64 characters, got 60.000", "17 digits say all"),
      (long + "e400", "count/min", "takes numbers of at most 64 characters, got 60.000", "17 digits say all"),
      (#""72""#, "count/min", #"takes a number, got "72""#, quotes),
      (#""1e400""#, "count/min", #"takes a number, got "1e400""#, nil),
      (#""\#(long)""#, "count/min", #"takes a number, got "60.000"#, nil),
      (#""k. A.""#, "count/min", #"takes a number, got "k. A.""#, nil),
      ("true", "count/min", "takes a number, got true", nil),
    ] as [(String, String, String, String?)])
  func words(_ value: String, _ unit: String, _ words: String, _ hint: String?) throws {
    let line = #"{"type":"heartRate","value":\#(value),"unit":"\#(unit)","start":"2026-01-01T08:00:00Z"}"#
    let found = try LineFindings.diagnostics(line, LineFindings.validator())
    #expect(found.map(\.code) == [.valueNotANumber])
    #expect(found.first?.message.hasPrefix("heartRate " + words) == true, "\(found)")
    #expect((found.first?.hint == nil) == (hint == nil), "\(found)")
    if let hint { #expect(found.first?.hint?.hasPrefix(hint) == true, "\(found)") }
    // Nothing of the sample is shown, and the hint is the same.
    let redacted = try LineFindings.diagnostics(line, LineFindings.validator(), redacts: true)
    #expect(redacted.first?.message.hasSuffix("got (redacted)") == true, "\(redacted)")
    #expect(redacted.first?.hint == found.first?.hint)
  }

  @Test(
    "a text is a number that is too long, one that is too large, or none",
    arguments: [
      ("72", nil), ("-0.5e-7", nil), ("1e400", .tooLarge), ("-1E+400", .tooLarge), (long, .tooLong),
      (String(repeating: "9", count: 65), .tooLong), ("", .noNumber), ("-", .noNumber), ("1e", .noNumber),
      ("1e+", .noNumber), ("01", .noNumber), (".5", .noNumber), ("5.", .noNumber), ("1.2.3", .noNumber),
      ("1,5", .noNumber), ("e5", .noNumber), ("1e4e4", .noNumber), ("NaN", .noNumber),
      (String(repeating: "x", count: 65), .noNumber), ("0" + String(repeating: "9", count: 65), .noNumber),
    ] as [(String, NumberFault?)])
  func faults(_ text: String, _ fault: NumberFault?) { #expect(NumberFault(Array(text.utf8)) == fault) }
}
