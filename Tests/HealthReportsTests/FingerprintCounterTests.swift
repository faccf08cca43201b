import HealthModel
import Testing

@testable import HealthReports

@Suite("Fingerprints") struct FingerprintLedgerTests {
  @Test("the same finding, whatever its line and words") func stable() {
    var first = FingerprintCounter()
    var second = FingerprintCounter()
    let name = first.fingerprint(of: MadeUp.finding(line: 3))
    let again = second.fingerprint(of: MadeUp.finding(line: 90, message: "other words"))
    #expect(name == again)
    #expect(name.utf8.count == 32)
    #expect(name.allSatisfy { $0.isHexDigit && !$0.isUppercase })
  }

  @Test("other findings, and the same ones again, have others") func different() {
    var ledger = FingerprintCounter()
    var field = MadeUp.finding()
    field.field = "/unit"
    var evidence = MadeUp.finding()
    evidence.evidence = "kg"
    let type = MadeUp.finding(type: nil)
    let findings = [
      MadeUp.finding(), MadeUp.finding(), field, evidence, type, MadeUp.finding(path: "other.ndjson"),
      MadeUp.finding(.valueImplausible), field,
    ]
    var names: Set<String> = []
    for finding in findings { names.insert(ledger.fingerprint(of: finding)) }
    #expect(names.count == findings.count)
  }

  @Test("behind the limit the place tells findings apart") func limit() {
    var ledger = FingerprintCounter(limit: 1)
    let counted = ledger.fingerprint(of: MadeUp.finding(line: 1))
    var names: Set<String> = []
    for line in 1...3 { names.insert(ledger.fingerprint(of: MadeUp.finding(path: "other.ndjson", line: line))) }
    #expect(names.count == 3)
    let again = ledger.fingerprint(of: MadeUp.finding(line: 1))
    #expect(again != counted)
  }
}
