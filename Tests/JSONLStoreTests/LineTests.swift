import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// The forms of lines: what is written is read back, and what is anything else is told.
@Suite struct LineTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(arguments: ["", "a", "123456789", "The quick brown fox jumps over the lazy dog"])
  func theSumIsThatOfZlib(text: String) {
    let known: [String: UInt32] = [
      "": 0, "a": 0xE8B7_BE43, "123456789": 0xCBF4_3926,
      "The quick brown fox jumps over the lazy dog": 0x414F_A339,
    ]
    #expect(Checksum.crc32(0..<text.utf8.count, in: bytes(text)) == known[text])
  }

  @Test(arguments: [0, 1, 9, 10, 99, 12_345_678_901, 99_999_999_999_999_999] as [Int64])
  func aLineIsReadBack(commit: Int64) throws {
    var text = bytes(#"before{"uuid":"x","value":1"#)
    StoredLine.close(from: 6, commit: commit, digest: 0xFEDC_BA98_0000_0001, in: &text)
    let line = try #require(StoredLine(6..<text.count, in: text))
    #expect(line.commit == commit)
    #expect(line.digest == 0xFEDC_BA98_0000_0001)
    #expect(Array(text[6..<line.tail]) == bytes(#"{"uuid":"x","value":1"#))
    #expect(SealedLine.crc(6..<text.count, in: text) == nil, "the sum of another form")
  }

  /// No line with a byte changed, left out or added is taken for one.
  @Test func aChangedLineIsNone() {
    var text = bytes(#"{"uuid":"x","value":1"#)
    StoredLine.close(from: 0, commit: 7, digest: 5, in: &text)
    for place in text.indices {
      for bit in 0..<8 {
        var changed = text
        changed[place] ^= 1 << bit
        #expect(StoredLine(0..<changed.count, in: changed) == nil, "byte \(place), bit \(bit)")
      }
      var shorter = text
      shorter.remove(at: place)
      #expect(StoredLine(0..<shorter.count, in: shorter) == nil)
      #expect(StoredLine(0..<place, in: text) == nil)
    }
  }

  @Test func aSealedLineIsWholeOrNot() {
    var object = JSONBuilder.openObject()
    object.member("text", "\u{0}\"\\\n\u{FC}\u{1F49C}")
    object.member("number", -12)
    object.member("flag", true)
    let line = object.sealed
    #expect(SealedLine.crc(0..<line.count, in: line) != nil)
    let fields = JSONFields(0..<line.count, in: line)
    #expect(fields?.text("text") == "\u{0}\"\\\n\u{FC}\u{1F49C}")
    #expect(fields?.integer("number") == -12)
    #expect(fields?.count("number") == nil)
    #expect(fields?.flag("flag") == true)
    #expect(fields?.keys == ["text", "number", "flag", "crc"])
    for place in line.indices {
      var changed = line
      changed[place] ^= 2
      #expect(SealedLine.crc(0..<changed.count, in: changed) == nil)
      #expect(SealedLine.crc(0..<place, in: line) == nil)
    }
  }

  @Test(arguments: [[], ["systolic"], ["a", "b", "a"], [#"","members":["#, #"\"#, "\u{1F49C}"]])
  func referencesAreReadBack(roles: [String]) throws {
    let members = roles.enumerated().map { place, role in
      MemberReference(role: role, type: "heartRate", id: SampleID(high: 1, low: UInt64(place + 1)))
    }
    var text = bytes(#"{"x":[1]"#)
    let start = text.count
    MemberReference.append(members, to: &text)
    let end = text.count
    text += bytes(",\"assay\":{}}\n")
    #expect(MemberReference.start(in: 0..<text.count, before: end, text) == start)
    let found = try #require(MemberReference.all(from: start, to: end, in: text))
    #expect(found.map(\.role) == roles)
    #expect(found.map(\.id) == members.map(\.id))
    for cut in start..<end { #expect(MemberReference.all(from: start, to: cut, in: text) == nil) }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "1970-01"), ("1969-12-31T23:59:59.999999Z", "1969-12"),
    ("0001-01-01T00:00:00Z", "0001-01"), ("9999-12-31T23:59:59Z", "9999-12"), ("2026-10-31T23:59:59Z", "2026-10"),
  ])
  func aMonthIsThatOfTheStartInUTC(time: String, name: String) throws {
    let bytes = Array(time.utf8)
    let parsed = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)
    let reading = try #require(parsed)
    let month = SampleMonth(start: reading.instant.microseconds)
    #expect(month.name == name)
    #expect(SampleMonth(name) == month)
    #expect(SampleMonth.untimed < month)
  }

  @Test(arguments: ["heartRate/2026-01.ndjson", "a.b-c/untimed.ndjson", "x/0001-12.17.ndjson"])
  func aFileIsReadBack(name: String) { #expect(SampleFile(name)?.name == name) }

  @Test(arguments: [
    "", "heartRate", "../2026-01.ndjson", "a/../2026-01.ndjson", "/2026-01.ndjson", "1a/2026-01.ndjson",
    "heartRate/2026-13.ndjson", "heartRate/2026-1.ndjson", "heartRate/2026-01.0.ndjson", "heartRate/2026-01.01.ndjson",
    "heartRate/2026-01.1.2.ndjson", "heartRate/2026-01.ndjson.gz", "heart rate/2026-01.ndjson", "a/b/2026-01.ndjson",
    "heartRate/2026-01.-1.ndjson", "heartRate/0000-01.ndjson",
  ])
  func otherNamesAreNone(name: String) { #expect(SampleFile(name) == nil) }

  /// What is written about a commit comes back, and a state made of it is the same.
  @Test func aCommitIsReadBack() throws {
    var line = CommitLine()
    line.line = 1
    line.commit = 1
    line.types = [("a.b", TypeSignature(kind: "category", cases: [-1: "x\"", 7: "\u{FC}"]))]
    line.longest = [("a.b", 250_000_000_000_000_000)]
    line.added = [("a.b", 3)]
    line.files = [(SampleFile(type: "a.b", month: .untimed), 99)]
    line.progress = ImportProgress(
      input: "/\u{0}\n", path: "", prefixHash: [], details: "{\"a\":\"\\u0000\"}", isFinished: true, catalogHash: "",
      version: "\u{1F49C}")
    let bytes = line.bytes
    let crc = try #require(SealedLine.crc(0..<bytes.count, in: bytes))
    let found = try #require(CommitLine(0..<bytes.count, in: bytes))
    #expect(found.progress == line.progress)
    #expect(found.types.first?.signature == line.types.first?.signature)
    #expect(found.bytes == bytes)
    var state = StoreState()
    try state.apply(found, length: bytes.count, crc: crc)
    #expect(state.types.first?.longest == 250_000_000_000_000_000)
    #expect(state.logLength == bytes.count && state.line == 1 && state.head == crc)
    #expect(throws: StorageError.self) { try state.apply(found, length: bytes.count, crc: crc) }
  }

  /// A state takes no numbers that cannot be.
  @Test(arguments: [
    #"{"line":2,"commit":1}"#, #"{"line":1,"commit":2}"#, #"{"line":1,"commit":0,"added":{"a":1}}"#,
    #"{"line":1,"commit":0,"types":{"a":{"kind":"k"}},"deleted":{"a":1}}"#,
    #"{"line":1,"commit":0,"types":{"a":{"kind":"k"}},"files":{"a/2026-01.2.ndjson":1}}"#,
    #"{"line":1,"commit":0,"types":{"a":{"kind":"k"}},"blanked":{"a/2026-01.ndjson":1}}"#,
    #"{"line":1,"commit":0,"deletions":{"from":5,"to":6}}"#, #"{"line":1,"commit":0,"restored":1}"#,
    #"{"line":1,"commit":1,"types":{"a":{"kind":"k"}},"added":{"a":9223372036854775807,"b":1}}"#,
  ])
  func aCommitThatCannotFollowIsRefused(text: String) throws {
    var state = StoreState()
    let line = try #require(CommitLine(0..<text.utf8.count, in: bytes(text)))
    #expect(throws: StorageError.self) { try state.apply(line, length: 1, crc: 0) }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"line":1}"#, #"{"line":-1,"commit":0}"#, #"{"line":1,"commit":0,"files":{"../x":1}}"#,
    #"{"line":1,"commit":0,"files":[]}"#, #"{"line":1,"commit":0,"types":{"../x":{"kind":"k"}}}"#,
    #"{"line":1,"commit":0,"added":{"a":-1}}"#, #"{"line":1,"commit":0,"deletions":{"from":6,"to":5}}"#,
    #"{"line":1,"line":1,"commit":0}"#, #"{"line":1,"commit":0,"import":{"input":"x"}}"#,
    #"{"line":99999999999999999999,"commit":0}"#,
  ])
  func otherTextIsNoCommit(text: String) { #expect(CommitLine(0..<text.utf8.count, in: bytes(text)) == nil) }
}
