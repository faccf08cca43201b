import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// What `cat` and `jq` see is a contract: names, members and their order.
@Suite struct LayoutTests {
  let place: Place

  init() throws { place = try Place() }

  /// The CRC-32 of a text, bit by bit, as the store's own is by table.
  private func crc(_ text: String) -> String {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in text.utf8 {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return hexadecimal(UInt64(~crc), 8)
  }

  private func hexadecimal(_ number: UInt64, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// A sample's line, made from its normal form.
  private func line(_ normal: String, members: String = "", commit: Int, digest: UInt64) -> String {
    var line = String(normal.dropLast()) + members
    line += #","assay":{"commit":\#(commit),"digest":"\#(hexadecimal(digest, 16))""#
    return line + #","crc":"\#(crc(line))"}}"#
  }

  @Test func aSampleIsALineInTheFileOfItsTypeAndMonth() async throws {
    let store = try await place.open()
    let samples = [
      Bench.heartRate(60, at: 0, more: #","source":{"name":"Watch"}"#), Bench.heartRate(61, at: 40 * Bench.day),
      Bench.steps(5, at: -1), #"{"type":"dateOfBirth","value":"1990-04-12"}"#,
    ]
    try await store.keep(samples)
    try await store.close()
    #expect(
      try place.lasting() == [
        "commits.jsonl", "lock", "samples/dateOfBirth/untimed.ndjson", "samples/heartRate/2026-01.ndjson",
        "samples/heartRate/2026-02.ndjson", "samples/stepCount/2025-12.ndjson", "store.json",
      ])
    #expect(try place.text("store.json") == #"{"format":"assay-jsonl","version":1}"# + "\n")
    let batch = try Bench.batch(samples)
    let texts = try normal(samples)
    let files = [
      "heartRate/2026-01.ndjson", "heartRate/2026-02.ndjson", "stepCount/2025-12.ndjson", "dateOfBirth/untimed.ndjson",
    ]
    for (row, file) in files.enumerated() {
      let expected = line(texts[row], commit: 1, digest: batch.digest[row])
      #expect(try place.text("samples/" + file) == expected + "\n")
    }
  }

  @Test func aCorrelationNamesItsMembersAndTheyHaveLinesOfTheirOwn() async throws {
    let store = try await place.open()
    let batch = try Bench.batch([Bench.pressure(120, 80, at: 0)])
    _ = try await store.append(batch)
    try await store.commit(nil)
    try await store.close()
    let names = ["bloodPressureSystolic", "bloodPressureDiastolic"]
    let references = names.enumerated().map { place, name in
      #"{"role":"\#(name)","type":"\#(name)","uuid":"\#(batch.id[place + 1])"}"#
    }
    let text = try place.text("samples/bloodPressure/2026-01.ndjson")
    #expect(text.contains(#","members":[\#(references.joined(separator: ","))],"assay":{"commit":1,"#))
    for name in names {
      let member = try place.text("samples/\(name)/2026-01.ndjson")
      #expect(member.contains(#""type":"\#(name)""#) && !member.contains("role") && !member.contains("members"))
    }
  }

  @Test func aCommitIsALine() async throws {
    let store = try await place.open()
    try await store.keep([Bench.heartRate(60, at: 0, lasting: 2), Bench.heartRate(61, at: 1)])
    let progress = ImportProgress(input: "/in", path: "in", prefixHash: [1, 255], catalogHash: "c", version: "1")
    try await store.commit(progress)
    try await store.close()
    let length = try place.bytes("samples/heartRate/2026-01.ndjson").count
    let begun = #"""
      {"line":1,"commit":1,"types":{"heartRate":{"kind":"quantity","unit":"count/min","aggregation":"discreteTemporallyWeighted"}},"longest":{"heartRate":2000000},"added":{"heartRate":2},"files":{"heartRate/2026-01.ndjson":\#(length)}
      """#
    let second = #"""
      {"line":2,"commit":1,"import":{"input":"/in","path":"in","byte_offset":0,"line":1,"column":1,"prefix_hash":"01ff","read":0,"accepted":0,"duplicates":0,"conflicts":0,"refused":0,"quarantine_length":0,"unsupported_length":0,"finished":false,"incomplete":false,"catalog":"c","version":"1","details":"{}"}
      """#
    #expect(
      try place.lines("commits.jsonl") == [begun, second].map { $0 + #","crc":"\#(crc($0))"}"# })
  }

  @Test func aDeletionLeavesAnIDAndABlankLine() async throws {
    let store = try await place.open()
    let batch = try Bench.batch([Bench.heartRate(60, at: 0), Bench.heartRate(61, at: 1)])
    _ = try await store.append(batch)
    try await store.commit(nil)
    let before = try place.text("samples/heartRate/2026-01.ndjson").split(separator: "\n")
    var query = SampleQuery()
    query.ids = [batch.id[0]]
    _ = try await store.delete(query)
    let begun = #"{"uuid":"\#(batch.id[0])","type":"heartRate","commit":2"#
    #expect(try place.text("deletions.ndjson") == begun + #","crc":"\#(crc(begun))"}"# + "\n")
    let blank = String(repeating: " ", count: before[0].utf8.count)
    #expect(try place.text("samples/heartRate/2026-01.ndjson") == blank + "\n" + before[1] + "\n")
    #expect(try place.names().contains { $0.hasPrefix("blanks") } == false)
    try await store.close()
  }

  /// A file has its commits one behind the other, each in the order of start and id.
  @Test func linesOfACommitAreInOrder() async throws {
    let store = try await place.open()
    try await store.keep([Bench.heartRate(62, at: 9), Bench.heartRate(60, at: 3), Bench.heartRate(61, at: 6)])
    try await store.keep([Bench.heartRate(59, at: 0)])
    try await store.close()
    let values = try place.lines("samples/heartRate/2026-01.ndjson").map { line in
      line.split(separator: "\"value\":").last.map { String($0.prefix(2)) } ?? ""
    }
    #expect(values == ["60", "61", "62", "59"])
  }

  @Test func filesAreForTheirOwnerOnly() async throws {
    let store = try await place.open()
    try await store.keep([Bench.heartRate(60, at: 0)])
    try await store.close()
    for name in try place.names() {
      #expect(permissions(of: place.store + "/" + name) == 0o600, "\(name)")
    }
    for name in ["", "/samples", "/samples/heartRate", "/index"] {
      #expect(permissions(of: place.store + name) == 0o700, "\(name)")
    }
  }

  private func permissions(of path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_mode & 0o777) : nil
  }
}
