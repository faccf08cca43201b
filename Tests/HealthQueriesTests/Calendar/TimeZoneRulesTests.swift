import Foundation
import HealthModel
import Testing

@testable import HealthQueries

/// Zones by their names, and their clocks.
@Suite struct TimeZoneRulesTests {
  private static let minute: Int64 = 60_000_000

  @Test(
    arguments: [
      ("UTC", 0), ("Z", 0), ("+00:00", 0), ("-00:00", 0), ("+05:30", 330), ("-09:30", -570), ("+18:00", 1080),
      ("-18:00", -1080),
    ])
  func aFixedOffsetNeedsNoDatabase(_ name: String, _ minutes: Int) throws {
    let offset = Int64(minutes) * Self.minute
    let zone = try TimeZoneRules(name, in: TimeZoneDatabase(folders: []))
    #expect(zone.identifier == name)
    for instant in [Int64.min, -1, 0, 253_402_300_799_999_999, .max] {
      #expect(zone.offset(at: instant) == offset)
    }
    #expect(zone.local(1_000_000_000) == 1_000_000_000 + offset)
    #expect(zone.instant(ofLocal: 1_000_000_000) == 1_000_000_000 - offset)
  }

  @Test(arguments: [(330, "+05:30"), (0, "+00:00"), (-1, "-00:01"), (2000, "+18:00"), (Int.min, "-18:00")])
  func anOffsetOfMinutesIsNamedByThem(_ minutes: Int, _ name: String) {
    #expect(TimeZoneRules(offsetMinutes: minutes).identifier == name)
  }

  @Test func readingsAtTheEndsOfTimeDoNotOverflow() throws {
    for name in ["+18:00", "-18:00", "UTC", "TZ:CET-1CEST,M3.5.0,M10.5.0/3"] {
      let zone = try CalendarCase.zone(name)
      for instant in [Int64.min, .min + 1, .max - 1, .max] {
        _ = zone.local(instant)
        _ = zone.instant(ofLocal: instant)
      }
    }
  }

  /// A reading that is shown twice means the first time, one that is skipped the moment the clock goes forward.
  @Test(
    arguments: [
      ("2024-03-31T01:59:59Z", "2024-03-31T00:59:59Z"), ("2024-03-31T02:00:00Z", "2024-03-31T01:00:00Z"),
      ("2024-03-31T02:30:00Z", "2024-03-31T01:00:00Z"), ("2024-03-31T03:00:00Z", "2024-03-31T01:00:00Z"),
      ("2024-10-27T02:30:00Z", "2024-10-27T00:30:00Z"), ("2024-10-27T03:00:00Z", "2024-10-27T02:00:00Z"),
    ])
  func aReadingMeansItsFirstInstant(_ reading: String, _ instant: String) throws {
    let local = try #require(CalendarCase.instant(reading))
    let found = try TimeZoneRules("Europe/Berlin").instant(ofLocal: local)
    #expect(TimestampWriter.string(found) == instant)
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC",
  ])
  func aReadingMeansTheInstantsThatShowIt(_ name: String) throws {
    let zone = try TimeZoneRules(name)
    let other = try #require(TimeZone(identifier: name))
    var random = CalendarRandom()
    for _ in 0..<200 {
      // 1990 to 2035, mostly near a change of the clock.
      let instant = Int64.random(in: 631_152_000...2_051_222_400, using: &random) * 1_000_000
      let change = zone.period(at: instant).end
      let local =
        zone.local(change == .max ? instant : change) + Int64.random(in: -90...90, using: &random) * Self.minute
      #expect(zone.meaning(ofLocal: local) == Self.meaning(ofLocal: local, in: other), "\(local), SEED=\(random.seed)")
    }
  }

  /// The same by Foundation's zone: the instants around a reading, one by one.
  private static func meaning(ofLocal local: Int64, in zone: TimeZone) -> TimeZoneRules.Meaning {
    let offsets = stride(from: 18 * 60, through: -18 * 60, by: -15).filter { minutes in
      let date = Date(timeIntervalSince1970: Double(local) / 1_000_000 - Double(minutes * 60))
      return zone.secondsFromGMT(for: date) == minutes * 60
    }
    guard let first = offsets.first else { return .never }
    return offsets.count > 1 ? .twice(earlier: Int16(first)) : .once(Int16(first))
  }

  @Test(
    arguments: [
      ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"),
      ("new york", "America/New_York"), ("Asia/Katmandoo", "Asia/Katmandu"),
    ])
  func aMistypedNameIsSuggested(_ name: String, _ wanted: String) {
    // Lists without old names suggest the new one, systems without lists none.
    let names = TimeZoneDatabase.system().names()
    guard names.contains(wanted) else { return }
    let error = #expect(throws: QueryError.self) { try TimeZoneRules(name) }
    #expect(error?.reason == .wrongTimeZone)
    #expect(error?.instead == "did you mean `\(wanted)`?")
  }

  @Test func anAbbreviationIsNotTakenForAnother() {
    let error = #expect(throws: QueryError.self) { try TimeZoneRules("PST") }
    #expect(error?.instead?.contains("EST") == false)
  }

  @Test(
    arguments: [
      "", "..", "../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin", "Europe/", "Europe",
      "Europe/Berlin\0", "Europe/Berlin ", "+25:00", "+18:01", "+5:30", "utc\n", "tzdata.zi",
      String(repeating: "A", count: 65), "\u{1B}[2J",
    ])
  func whatIsNoNameIsNoZone(_ name: String) {
    let error = #expect(throws: QueryError.self) { try TimeZoneRules(name) }
    #expect(error?.reason == .wrongTimeZone)
    #expect(error?.instead != nil)
    #expect(error?.description.utf8.allSatisfy { $0 >= 0x20 } == true)
    #expect(TimeZoneRules(known: name) == nil)
  }

  @Test func aMachineWithoutZonesSaysWhatToDo() {
    let database = TimeZoneDatabase(folders: ["/nonexistent/zoneinfo"])
    let error = #expect(throws: QueryError.self) { try TimeZoneRules("Europe/Berlin", in: database) }
    #expect(error?.reason == .wrongTimeZone)
    #expect(error?.message.contains("there is no time zone database in /nonexistent/zoneinfo") == true)
    #expect(error?.instead == "install tzdata or set TZDIR; UTC and offsets such as +02:00 work without it")
  }

  @Test func theFirstFolderWithTheZoneCounts() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (folder.appendingPathComponent("1/Made"), folder.appendingPathComponent("2/Made"))
    for place in [first, second] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    try Data(TimeZoneFileBytes(footer: "AAA-1").bytes).write(to: second.appendingPathComponent("Up"))
    let database = TimeZoneDatabase(folders: [folder.path + "/1", folder.path + "/2"])
    #expect(try TimeZoneRules("Made/Up", in: database).offset(at: 0) == 60 * Self.minute)
    try Data("no zone".utf8).write(to: first.appendingPathComponent("Up"))
    let error = #expect(throws: QueryError.self) { try TimeZoneRules("Made/Up", in: database) }
    #expect(error?.message == "the file of the time zone `Made/Up` cannot be read: it is cut short")
    try Data(count: TimeZoneFile.sizeLimit + 1).write(to: first.appendingPathComponent("Up"))
    let other = #expect(throws: QueryError.self) { try TimeZoneRules("Made/Up", in: database) }
    #expect(other?.message == "the file of the time zone `Made/Up` cannot be read: it is longer than 1 MiB")
  }

  @Test(
    arguments: [
      ("tzdata.zi", "# version 1\nR d 1916 o - Jun 14 23 1 S\nZ Made/Up 1 - A\n1 - B\nL Made/Up Other/Name\nL x\n"),
      ("zone1970.tab", "#code\nDE,DK\t+5230+01322\tMade/Up\tmost\nXX\t+0\tOther/Name\nXX\n"),
      ("zone.tab", "#\tA\tB\tC\nDE\t+5230+01322\tMade/Up\nXX\t+0\tOther/Name\n\n"),
    ])
  func namesAreReadFromEachList(_ list: String, _ text: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent(list))
    #expect(TimeZoneDatabase(folders: [folder.path]).names() == ["Made/Up", "Other/Name"])
  }
}
