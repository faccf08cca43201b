import Assay
import HealthModel
import HealthValidation
import Testing

/// A finding about an entry of a record's tape points to it, however deep it is.
@Suite("Places of findings") struct FindingPlaceTests {
  private static let text = Array(
    #"{"lists":{"events":[0,1,2,{"start":4,"a/b~":{"unit":"m"}}]},"metadata":{"k":{"value":1}}}"#.utf8)

  /// The entries of the text, each behind the one that it is a part of, with their pointers and classes of places.
  private static let entries: [(pointer: String, place: String)] = [
    ("/lists", "/*"), ("/lists/events", "/*/*"), ("/lists/events/2", "/*/*/*"), ("/lists/events/3", "/*/*/*"),
    ("/lists/events/3/start", "/*/*/*/*"), ("/lists/events/3/a~1b~0", "/*/*/*/*"),
    ("/lists/events/3/a~1b~0/unit", "/*/*/*/*/*"), ("/metadata/k", "/metadata/*"),
    ("/metadata/k/value", "/metadata/*/*"),
  ]

  private static func tape() throws -> RecordTape {
    var tape = RecordTape()
    let value = RawField(kind: .number, start: 0, end: 1)
    tape.append(TapeEntry(.unknown, key: try key("lists"), value: value))
    tape.append(value, for: try key("events"), partOf: 0)
    tape.append(value, number: 2, partOf: 1)
    tape.append(value, number: 3, partOf: 1)
    tape.append(value, for: try key("start"), partOf: 3)
    tape.append(value, for: try key("a/b~"), partOf: 3)
    tape.append(value, for: try key("unit"), partOf: 5)
    tape.append(TapeEntry(.metadata, key: try key("k"), value: value))
    tape.append(value, for: try key("value"), partOf: 7)
    return tape
  }

  private static func key(_ name: String) throws -> RawField {
    let quoted = Array("\"\(name)\"".utf8)
    let start = try #require(
      (0...text.count - quoted.count).first { text[$0..<$0 + quoted.count].elementsEqual(quoted) })
    return RawField(kind: .string, start: start + 1, end: start + quoted.count - 1)
  }

  @Test("a pointer has the keys and numbers from the sample to the entry", arguments: [-1, 0, 12])
  func pointers(member: Int32) throws {
    let inMember = member < 0 ? "" : "/members/\(member)"
    // The words of a finding are not those of another place, though all else is the same.
    let hints = HintBudget()
    for _ in 0..<3 {
      for (index, entry) in Self.entries.enumerated() {
        let (diagnostic, found) = try render(Int32(index), on: Self.tape(), member: member, hints)
        #expect(diagnostic.pointer == inMember + entry.pointer)
        #expect(found.field == (member < 0 ? "" : "/members/*") + entry.place)
      }
    }
  }

  @Test("entries keep their pointers on a tape that has others before them")
  func moved() throws {
    var tape = try Self.tape()
    tape.append(contentsOf: try Self.tape())
    for (index, entry) in Self.entries.enumerated() {
      let (diagnostic, _) = try render(Int32(index + Self.entries.count), on: tape, member: -1, HintBudget())
      #expect(diagnostic.pointer == entry.pointer)
    }
  }

  @Test("places are equal when all steps are")
  func equal() throws {
    let tape = try Self.tape()
    let places = (0..<Int32(Self.entries.count)).map { FindingPlace(of: $0, on: tape, member: -1) }
    #expect(Set(places).count == places.count)
    #expect(places == (0..<Int32(Self.entries.count)).map { FindingPlace(of: $0, on: tape, member: -1) })
    #expect(FindingPlace(.metadata) != FindingPlace(.metadata, member: 0))
  }

  private func render(
    _ entry: Int32, on tape: RecordTape, member: Int32, _ hints: HintBudget
  ) throws -> (Diagnostic, FindingClass) {
    let validator = Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    var renderer = FindingRenderer(validator: validator, path: "made-up", chunkStart: ReadPosition())
    renderer.hints = hints
    let finding = Finding(
      .fieldUnknown, severity: .warning, at: FindingPlace(of: entry, on: tape, member: member),
      span: ByteRange(1..<2), record: ByteRange(0..<Self.text.count))
    let bytes = Self.text.span.bytes
    return (
      renderer.diagnostic(finding, in: bytes, syntax: .json), renderer.classes(of: finding, in: bytes, syntax: .json)
    )
  }
}
