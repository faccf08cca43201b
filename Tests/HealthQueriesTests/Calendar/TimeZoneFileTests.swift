import HealthModel
import Testing

@testable import HealthQueries

/// Time zone files: every version, and every damage.
@Suite struct TimeZoneFileTests {
  private static let hour: Int64 = 3_600_000_000

  @Test func aFileOfTheFirstVersionHasNoLastRule() throws {
    let file = TimeZoneFileBytes(
      offsets: [-3600, 7200], changes: [(-1_000_000, 1), (1_000_000, 0)], footer: nil, version: 0)
    let zone = try TimeZoneFile.rules("Old", from: file.bytes)
    #expect(zone.offset(at: .min) == -Self.hour)
    #expect(zone.offset(at: -1_000_000_000_001) == -Self.hour)
    #expect(zone.offset(at: -1_000_000_000_000) == 2 * Self.hour)
    #expect(zone.offset(at: 999_999_999_999) == 2 * Self.hour)
    #expect(zone.offset(at: .max) == -Self.hour)
  }

  @Test func theLastRuleHoldsFromTheLastChangeOn() throws {
    let file = TimeZoneFileBytes(
      offsets: [0, 18_000], changes: [(1_000_000_000, 1), (1_100_000_000, 0)], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    let zone = try TimeZoneFile.rules("Made/Up", from: file.bytes)
    #expect(zone.offset(at: 999_999_999_999_999) == 0)
    #expect(zone.offset(at: 1_099_999_999_999_999) == 5 * Self.hour)
    #expect(zone.offset(at: 1_100_000_000_000_000) == Self.hour)
    #expect(zone.offset(at: 1_120_000_000_000_000) == 2 * Self.hour)
  }

  @Test func changesBeyondTheYearsDoNotMatter() throws {
    let file = TimeZoneFileBytes(
      offsets: [0, 3600, 7200], changes: [(.min, 1), (-1 << 59, 2), (1 << 60, 0), (.max, 1)], footer: "AAA5")
    let zone = try TimeZoneFile.rules("Far", from: file.bytes)
    for instant in [Int64.min, 0, .max] { #expect(zone.offset(at: instant) == 2 * Self.hour) }
  }

  /// A day counted from zero counts 29 February as well, one behind `J` does not.
  @Test(
    arguments: [
      ("AAA0BBB,59/0,299/0", "2060-02-29T00:00:00Z"), ("AAA0BBB,59/0,299/0", "2061-03-01T00:00:00Z"),
      ("AAA0BBB,J60/0,J300/0", "2060-03-01T00:00:00Z"), ("AAA0BBB,J60/0,J300/0", "2061-03-01T00:00:00Z"),
      ("AAA0BBB,0/0,1/0", "2060-01-01T00:00:00Z"), ("AAA0BBB,365/0,1/0", "2060-12-31T00:00:00Z"),
      ("AAA0BBB,M2.5.0/0,M9.1.0", "2060-02-29T00:00:00Z"), ("AAA0BBB,M2.4.1/167,M9.1.0", "2060-02-29T23:00:00Z"),
      ("AAA0BBB,M3.1.0/-167:30:15,M9.1.0", "2060-02-29T00:29:45Z"),
    ])
  func aRuleBeginsOnItsDay(_ rule: String, _ start: String) throws {
    let zone = try TimeZoneFileBytes.zone(rule)
    let instant = try #require(CalendarCase.instant(start))
    #expect(zone.offset(at: instant - 1) == 0)
    #expect(zone.offset(at: instant) == Self.hour)
  }

  @Test(
    arguments: [
      "A0", "AB0", "<AB>0", "<ABC0", "ABC", "ABC25", "ABC0:60", "ABC0DEF", "ABC0DEF,M3.1.0", "ABC0DEF,M3.1.0,",
      "ABC0DEF,M13.1.0,M9.1.0", "ABC0DEF,M3.6.0,M9.1.0", "ABC0DEF,M3.0.0,M9.1.0", "ABC0DEF,M3.1.7,M9.1.0",
      "ABC0DEF,J0,J9", "ABC0DEF,J366,J9", "ABC0DEF,366,9", "ABC0DEF,M3.1.0/168,M9.1.0", "ABC0DEF,M3.1.0,M9.1.0 ",
      "ABC0DEF,M3.1.0,M9.1.0,", "ABC--1", "ABC1000", ":Europe/Berlin", "\0",
    ])
  func aRuleThatIsNoneIsRefused(_ rule: String) {
    #expect(throws: SyntaxError.self) { try TimeZoneFileBytes.zone(rule) }
  }

  static let refused: [(String, TimeZoneFileBytes)] = [
    ("it counts leap seconds", TimeZoneFileBytes(leapSeconds: 27)),
    ("it has no local time", TimeZoneFileBytes(offsets: [])),
    ("it has no local time 1", TimeZoneFileBytes(changes: [(0, 1)])),
    ("it has an offset of -93600 s", TimeZoneFileBytes(offsets: [-93_600])),
    ("it has an offset of -2147483648 s", TimeZoneFileBytes(offsets: [.min])),
    ("its changes are not in order", TimeZoneFileBytes(changes: [(5, 0), (5, 0)])),
    ("its changes are not in order", TimeZoneFileBytes(changes: [(.max, 0), (.min, 0)])),
    ("its last rule cannot be understood", TimeZoneFileBytes(footer: "?")),
    ("it is cut short", TimeZoneFileBytes(footer: nil)),
  ]

  @Test(arguments: refused.indices)
  func aDamagedFileSaysWhy(_ index: Int) {
    let (reason, file) = Self.refused[index]
    #expect(throws: SyntaxError(reason)) { try TimeZoneFile.rules("Bad", from: file.bytes) }
  }

  @Test func whatIsNoTimeZoneFileIsRefused() {
    let files: [[UInt8]] = [
      [], Array("TZif".utf8), Array(repeating: 0xFF, count: 44), Array(repeating: 0xFF, count: 4096),
    ]
    for bytes in files {
      #expect(throws: SyntaxError.self) { try TimeZoneFile.rules("Bad", from: bytes) }
    }
    let counts = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + [UInt8](repeating: 0xFF, count: 24)
    #expect(throws: SyntaxError("it is cut short")) { try TimeZoneFile.rules("Bad", from: counts) }
  }

  @Test func aFileCutAnywhereIsRefused() throws {
    let file = try #require(try TimeZoneDatabase.system().file(of: "America/New_York"))
    for length in 0..<file.count {
      #expect(throws: SyntaxError.self, "\(length)") {
        try TimeZoneFile.rules("Cut", from: Array(file.prefix(length)))
      }
    }
  }

  @Test func noBytesEverTrap() throws {
    var random = CalendarRandom()
    let made = TimeZoneFileBytes(
      offsets: [-12_345, 3600, 7200], changes: [(-1 << 35, 1), (0, 2), (1 << 31, 1)],
      footer: "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1")
    let real = try #require(try TimeZoneDatabase.system().file(of: "Europe/Berlin"))
    var read = 0
    var refused = 0
    for round in 0..<4_000 {
      var bytes = round.isMultiple(of: 2) ? made.bytes : real
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : bytes[place] ^ 1
      }
      if round.isMultiple(of: 5) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
      do throws(SyntaxError) {
        Self.ask(try TimeZoneFile.rules("Fuzz", from: bytes), &random)
        read += 1
      } catch { refused += 1 }
    }
    #expect(read > 200, "SEED=\(random.seed)")
    #expect(refused > 200, "SEED=\(random.seed)")
  }

  /// Asks a zone of damaged rules for everything there is.
  private static func ask(_ zone: TimeZoneRules, _ random: inout CalendarRandom) {
    let seed = random.seed
    for instant in [Int64.min, .max, random.instant(), random.instant(in: zone)] {
      let period = zone.period(at: instant)
      #expect(period.start <= instant && (instant < period.end || period.end == .max), "\(instant) SEED=\(seed)")
      #expect(abs(period.offset) < 26 * hour, "\(instant) SEED=\(seed)")
      let first = zone.instant(ofLocal: zone.local(instant))
      #expect(first <= instant || instant == .min, "\(instant) SEED=\(seed)")
      let grid = IntervalGrid(CalendarInterval(.day), zone: zone)
      let start = grid.start(containing: instant)
      #expect(start <= instant || instant == .min, "\(instant) SEED=\(seed)")
      #expect(grid.next(after: instant).map { $0 > start } ?? (instant > 253_300_000_000_000_000), "SEED=\(seed)")
    }
  }
}
