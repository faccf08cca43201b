import HealthModel
import HealthStorage

/// Scans for statistics: the columns of what a query answers, part by part.
enum ScanCases {
  private static let text = #"""
    early {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T09:00:00+02:00","end":"2026-01-01T09:20:00+02:00","source":{"name":"Watch","bundle":"com.example.watch","version":"11.2","product":"Watch6,7"},"device":{"name":"Apple Watch","model":"Watch","software":"11.2"}}
    long {"type":"heartRate","value":61.5,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T10:30:00Z","source":{"name":"Watch","bundle":"com.example.watch","version":"11.3","product":"Watch6,7"},"device":{"name":"Apple Watch","model":"Watch","software":"11.3"}}
    touching {"type":"heartRate","value":62,"unit":"count/min","start":"2026-01-01T08:30:00Z","end":"2026-01-01T09:00:00Z","metadata":{"HKTimeZone":"Europe/Berlin"}}
    atCut {"type":"heartRate","value":63,"unit":"count/min","start":"2026-01-01T09:00:00Z","source":{"name":"Log"},"subject":"p-1","metadata":{"HKWasUserEntered":true,"k":1}}
    beforeCut {"type":"heartRate","value":64,"unit":"count/min","start":"2026-01-01T09:59:59.999999-07:00","source":{"name":"Log"},"metadata":{"HKWasUserEntered":false,"HKTimeZone":"America/Denver"}}
    second {"uuid":"F0000000-0000-4000-8000-000000000001","type":"heartRate","value":65,"unit":"count/min","start":"2026-01-01T18:00:00Z","end":"2026-01-01T18:05:00Z"}
    first {"uuid":"10000000-0000-4000-8000-000000000002","type":"heartRate","value":66,"unit":"count/min","start":"2026-01-01T18:00:00Z"}
    core {"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T00:05:00Z","end":"2026-01-01T01:05:00Z"}
    bed {"type":"sleepAnalysis","value":"inBed","start":"2026-01-01T00:00:00Z","end":"2026-01-01T02:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T00:01:00Z","end":"2026-01-01T00:02:00Z","source":{"name":"Cuff"},"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    alone {"type":"bloodPressureSystolic","value":140,"unit":"mmHg","start":"2026-01-01T00:02:00Z"}
    birth {"type":"dateOfBirth","value":"1990-04-12"}
    """#

  private static let everything = "alone g birth core bed second first beforeCut atCut touching long early"

  /// 2026-01-01 at an hour UTC.
  private static func moment(_ hour: Int64) -> Int64 { 1_767_225_600_000_000 + hour * 3_600_000_000 }

  /// A scan, and the names of what its parts have, with bars between parts.
  private struct Wish: Sendable {
    let what: String
    let scan: SampleScan
    let wanted: String

    init(
      _ what: String, _ wanted: String, _ type: String = "heartRate", cuts: [Int64] = [],
      columns: SampleScan.Columns = [], _ change: (inout SampleQuery) -> Void = { _ in }
    ) {
      self.what = what
      self.wanted = wanted
      var query = SampleQuery()
      query.types = [type]
      change(&query)
      scan = SampleScan(query, cuts: cuts, columns: columns)
    }
  }

  private static let all6 = "early long touching atCut beforeCut first second"

  private static let wishes: [Wish] = [
    Wish("a type", all6),
    Wish("a category", "bed core", "sleepAnalysis"),
    Wish("members in their own type", "g.1 alone", "bloodPressureSystolic"),
    Wish("a correlation without its members", "g", "bloodPressure"),
    Wish("samples without a time", "", "dateOfBirth"),
    Wish("a type without samples", "", "stepCount"),
    Wish("a type without samples, in parts", "||", "stepCount", cuts: [moment(8), moment(9), moment(10), moment(11)]),
    Wish("a type that is unknown", "", "kit.unknown"),
    Wish("parts", "long touching|long touching atCut|long", cuts: [moment(8), moment(9), moment(10), moment(11)]),
    Wish("a part up to a microsecond before a sample", "|beforeCut", cuts: [moment(16), moment(17) - 1, moment(17)]),
    Wish("parts around everything", "\(all6)", cuts: [moment(0), moment(24)]),
    Wish(
      "parts of all time", "early|\(all6)|",
      cuts: [Instant.earliest, moment(7) + 1, moment(23), Instant.latest]),
    Wish("cuts in place of a time", "long touching", cuts: [moment(8), moment(9)]) {
      $0.from = moment(9)
      $0.to = moment(10)
      $0.isStrictStart = true
      $0.isStrictEnd = true
    },
    Wish("order, limit and page do not matter", all6) {
      $0.sort = .endDescending
      $0.limit = 1
      $0.omitsMembers = true
    },
    Wish("members where they are left out of answers", "g.1 alone", "bloodPressureSystolic") { $0.omitsMembers = true },
    Wish("from and to", "long touching atCut") {
      $0.from = moment(9)
      $0.to = moment(10)
    },
    Wish("strictly", "atCut") {
      $0.from = moment(9)
      $0.to = moment(10)
      $0.isStrictStart = true
      $0.isStrictEnd = true
    },
    Wish("a source by its bundle", "early long") { $0.source = "com.example.watch" },
    Wish("a source by its name, in parts", "atCut|", cuts: [moment(9), moment(10), moment(11)]) { $0.source = "Log" },
    Wish("values", "touching atCut beforeCut") {
      $0.values = [ValueCondition(.greater, .number(61.5)), ValueCondition(.less, .number(65))]
    },
    Wish("a case", "core", "sleepAnalysis") { $0.values = [ValueCondition(.equal, .text("asleepCore"))] },
    Wish("metadata", "atCut") { $0.metadata = [MetadataCondition(key: "k")] },
    Wish("a device", "early long") { $0.device = DeviceCondition(.model, ["Watch"]) },
    Wish("a subject", "atCut") { $0.subject = "p-1" },
    Wish("a correlation's members", "g", "bloodPressure") {
      $0.members = [MemberCondition(role: "bloodPressureSystolic", values: [ValueCondition(.equal, .number(120))])]
    },
  ]

  /// The origin and the zone of each sample, where the scan asks for both.
  private static let origins = """
    early: com.example.watch, Watch, Watch6,7, Apple Watch, Watch, measured, no zone
    long: com.example.watch, Watch, Watch6,7, Apple Watch, Watch, measured, no zone
    touching: -, -, -, -, -, measured, Europe/Berlin
    atCut: -, Log, -, -, -, entered, no zone
    beforeCut: -, Log, -, -, -, measured, America/Denver
    first: -, -, -, -, -, measured, no zone
    second: -, -, -, -, -, measured, no zone
    """

  static let all = laws + randomCases

  private static let laws: [ConformanceCase] = [
    ConformanceCase("a scan passes on what a query answers, part by part", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep(everything)
      var faults: [String] = []
      for wish in wishes {
        for columns: SampleScan.Columns in [[], .sources, .zones, [.sources, .zones]] {
          var scan = wish.scan
          scan.columns = columns
          do {
            try await store.expect(scan, gives: wish.wanted, "the scan of `\(wish.what)`")
          } catch {
            faults.append(CaseFailure.message(of: error))
          }
        }
      }
      if !faults.isEmpty { throw CaseFailure(faults.prefix(4).joined(separator: "; ")) }
    },
    ConformanceCase("a scan reports sources, devices, typed-in samples and time zones", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep(everything)
      let scan = Wish("origins", "", columns: [.sources, .zones]).scan
      try CaseFailure.compare(try await store.origins(scan), origins, "the origins in the scan")
      let cut = Wish("origins", "", cuts: [moment(0), moment(24)], columns: [.sources, .zones]).scan
      try CaseFailure.compare(try await store.origins(cut), origins, "the origins in the scan of a part")
      let member = Wish("a member", "", "bloodPressureSystolic", columns: [.sources, .zones]).scan
      try CaseFailure.compare(
        try await store.origins(member),
        "g.1: -, Cuff, -, -, -, measured, no zone\nalone: -, -, -, -, -, measured, no zone",
        "a member's origin in the scan")
    },
    ConformanceCase("a scan reports subjects", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("early first")
      try CaseFailure.compare(
        try await store.subjects(Wish("subjects", "", columns: .subjects).scan), "early: -, first: -",
        "a scan of a store without subjects")
      try await store.keep("atCut")
      let wanted = "early: -, atCut: p-1, first: -"
      for cuts in [[], [moment(0), moment(24)]] {
        let scan = Wish("subjects", "", cuts: cuts, columns: .subjects).scan
        try CaseFailure.compare(try await store.subjects(scan), wanted, "the subjects in a scan")
      }
      try CaseFailure.compare(
        try await store.subjects(Wish("sources", "", columns: .sources).scan), "early: -, atCut: -, first: -",
        "a scan that does not ask for subjects")
      try await store.expect(Wish("a type", "", columns: .subjects).scan, gives: "early atCut first", "its samples")
    },
    ConformanceCase("a scan of an empty store has the requested number of parts", .query) { bench in
      let store = try await bench.open()
      try await store.expect(Wish("nothing", "").scan, gives: "", "a scan without cuts")
      try await store.expect(
        Wish("nothing", "", cuts: [moment(0), moment(1), moment(2)]).scan, gives: "|", "a scan of two parts")
    },
    ConformanceCase("a scan sees committed samples only", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("early")
      try await store.append("atCut", gives: "+")
      try await store.expect(Wish("a type", "").scan, gives: "early", "a scan before the commit")
      await store.rollback()
      try await store.expect(Wish("a type", "").scan, gives: "early", "a scan after the rollback")
      try await store.keep("atCut")
      try await store.expect(Wish("a type", "").scan, gives: "early atCut", "a scan after the commit")
    },
    ConformanceCase("a scan passes on no deleted samples", .query, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep(everything)
      try await store.delete("long g", count: 4)
      try await store.expect(
        Wish("a type", "").scan, gives: "early touching atCut beforeCut first second", "a scan of what is left")
      try await store.expect(
        Wish("members", "", "bloodPressureSystolic").scan, gives: "alone", "a scan of a deleted member's type")
    },
    ConformanceCase("a scan of thousands is in order and ends with an error that is thrown", .query) { bench in
      let lines = (0..<5_000).map { index in
        // Neither in the order of time nor each at a separate time.
        let minute = index * 7 % 1_440
        return #"""
          n\#(index) {"type":"stepCount","value":\#(index),"unit":"count","start":"2026-01-01T\#(clock(minute))Z","end":"2026-01-02T\#(clock(minute))Z","metadata":{"k":\#(index)}}
          """#
      }
      let samples = try bench.samples(lines.joined(separator: "\n"))
      let store = try await bench.open(samples)
      try await store.append(try samples.batch())
      try await store.commit()
      let cuts = (-1...9).map { moment(Int64($0) * 6) }
      try await store.expectAsQueried(SampleScan(SampleQuery { $0.types = ["stepCount"] }, cuts: cuts))
      try await store.expectAsQueried(SampleScan(SampleQuery { $0.types = ["stepCount"] }))
      do {
        _ = try await store.backend.scan(SampleScan(SampleQuery { $0.types = ["stepCount"] }), into: { _ in 0 }) {
          (count: inout Int, columns: SampleColumns) in
          count += columns.count
          if count > 100 { throw CaseFailure("enough") }
        }
      } catch let failure as CaseFailure where failure.message == "enough" {
        return
      }
      throw CaseFailure("an error of the function that receives samples is not thrown")
    },
  ]

  private static let randomCases: [ConformanceCase] = (1...5).map { (seed: UInt64) in
    ConformanceCase("scans of the random samples of seed \(seed) pass on what queries answer", .query) { bench in
      var random = RandomSamples(seed: seed)
      let store = try await bench.open()
      for _ in 0..<20 { try await store.append(try bench.workbench.batch(random.lines())) }
      try await store.commit()
      for _ in 0..<20 {
        var query = random.selection()
        query.types = [random.pick(["heartRate", "stepCount", "sleepAnalysis", "kit.sitting"], or: "heartRate")]
        let minutes = Set((0..<random.number(in: 0...4)).map { _ in Int64(random.number(in: -1...7)) })
        let cuts = minutes.count < 2 ? [] : minutes.sorted().map { moment(8) + $0 * 60_000_000 }
        try await store.expectAsQueried(SampleScan(query, cuts: cuts, columns: [.sources, .zones]))
      }
    }
  }

  private static func clock(_ minute: Int) -> String {
    let parts = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts.joined(separator: ":") + ":00"
  }
}
