import HealthModel
import HealthValidation
import SeededRandom
import Testing

/// Laws of the rules over several samples, over made-up samples with a printed seed.
struct AcrossPropertyTests {
  @Test("the division into batches changes nothing") func batches() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let registry = try AcrossTypes.registry()
    var total = 0
    for _ in 0..<20 {
      let input = AcrossInput(registry, Self.samples(200, &generator))
      var options = AcrossOptions()
      options.window = Int.random(in: 1...100, using: &generator)
      options.seriesWindow = Int.random(in: 1...12, using: &generator)
      options.maximumSeries = Int.random(in: 1...8, using: &generator)
      var rules = AcrossRules(registry: registry, options: options)
      let whole = try input.findings(by: &rules)
      total += whole.count
      for _ in 0..<4 {
        let cuts = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
          Int.random(in: 0...input.lines.count, using: &generator)
        }
        var others = AcrossRules(registry: registry, options: options)
        let divided = try input.findings(cutBefore: cuts, by: &others)
        #expect(divided == whole)
        #expect(others.leftWindow == rules.leftWindow)
      }
    }
    #expect(total > 100)
  }

  @Test("a sample is a duplicate when it is among the last ones, and only then", arguments: [1, 2, 7, 37, 400])
  func window(_ size: Int) throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    var options = AcrossOptions()
    options.window = size
    // Enough of them to make the index grow, fill and empty its slots again and again.
    let numbers = (0..<3000).map { _ in Int.random(in: 0..<2 * size, using: &generator) }
    let text = numbers.map {
      "{\"type\":\"heartRate\",\"value\":\($0),\"unit\":\"count/min\",\"start\":\"2026-01-01T08:00:00Z\"}\n"
    }.joined()
    let found = try AcrossInput(AcrossTypes.registry(), Array(text.utf8)).findings(options: options)
      .filter { $0.kind != .people }
    let expected = numbers.indices.filter { numbers[max(0, $0 - size)..<$0].contains(numbers[$0]) }
    #expect(found.allSatisfy { $0.code == .duplicate })
    #expect(found.map { Int($0.place.line) - 1 } == expected)
  }

  @Test("overlaps are those of every pair within the window") func overlaps() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    for size in [1, 5, 60] {
      var options = AcrossOptions()
      options.seriesWindow = size
      // Starts of their own, so that no two are the same sample.
      let starts = Array(0..<400).shuffled(using: &generator)
      let stretches = starts.map { (start: $0 * 7, end: $0 * 7 + Int.random(in: 1...20, using: &generator)) }
      let text = stretches.map {
        "{\"type\":\"mindfulSession\",\"start\":\"\(Self.time($0.start))\",\"end\":\"\(Self.time($0.end))\"}\n"
      }.joined()
      let found = try AcrossInput(AcrossTypes.registry(), Array(text.utf8)).findings(options: options)
      var expected: [String] = []
      for (index, own) in stretches.enumerated() {
        let window = max(0, index - size)..<index
        // A second is rounding.
        let other = window.first { min(stretches[$0].end, own.end) - max(stretches[$0].start, own.start) > 1 }
        if let other { expected.append("overlap \(index + 1) \(other + 1)") }
      }
      #expect(AcrossCase.lines(found) == expected.sorted())
    }
  }

  @Test("a stage at a session is outside when no session covers over a minute of it on end") func stages() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let registry = try AcrossTypes.registry()
    for _ in 0..<300 {
      // In steps of 20 seconds, so that gaps come at, below and above the minute.
      let sessions = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        let start = Int.random(in: 0..<60, using: &generator)
        return start..<start + Int.random(in: 1...25, using: &generator)
      }
      let start = Int.random(in: 0..<60, using: &generator)
      let stage = start..<start + Int.random(in: 1...30, using: &generator)
      guard sessions.contains(where: { $0.overlaps(stage) }) else { continue }
      let text = ([stage] + sessions).enumerated().map { index, steps in
        let (start, end) = (Self.time(steps.lowerBound * 20), Self.time(steps.upperBound * 20))
        let value = index == 0 ? "awake" : "inBed"
        return #"{"type":"sleepAnalysis","value":"\#(value)","start":"\#(start)","end":"\#(end)"}"#
      }.joined(separator: "\n")
      let found = try AcrossInput(registry, Array(text.utf8)).findings().filter { $0.kind == .stageOutside }
      let free = stage.map { step in !sessions.contains { $0.contains(step) } }
      let longest = free.split(separator: false).map(\.count).max() ?? 0
      #expect(found.map(\.found) == (longest > 3 ? [Double(longest * 20)] : []))
    }
  }

  /// An instant so many seconds into a day.
  private static func time(_ second: Int) -> String {
    TimestampWriter.string((1_767_225_600 + Int64(second)) * Instant.second)
  }

  /// Samples of few sources, times and ids, so that much of everything is found among them.
  private static func samples(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for _ in 0..<count {
      let start = Int.random(in: 0..<300, using: &generator) * 120
      let end = start + Int.random(in: 0..<20, using: &generator) * 60
      var fields = ["\"start\":\"\(time(start))\""]
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        fields.append("\"type\":\"heartRate\",\"unit\":\"count/min\"")
        fields.append("\"value\":\(Int.random(in: 60..<63, using: &generator))")
      case 1:
        let stage = ["inBed", "awake", "asleepCore", "asleepREM"].randomElement(using: &generator) ?? "awake"
        fields.append("\"type\":\"sleepAnalysis\",\"value\":\"\(stage)\",\"end\":\"\(time(end))\"")
      case 2:
        let members = [("Systolic", 120), ("Diastolic", 80)].map { name, least in
          let value = least + Int.random(in: 0..<2, using: &generator)
          return "{\"type\":\"bloodPressure\(name)\",\"value\":\(value),\"unit\":\"mmHg\"}"
        }
        fields.append("\"type\":\"bloodPressure\",\"members\":[\(members.joined(separator: ","))]")
      default:
        let (type, unit) = Bool.random(using: &generator) ? ("stepCount", "count") : ("activeEnergyBurned", "kcal")
        fields.append("\"type\":\"\(type)\",\"unit\":\"\(unit)\",\"end\":\"\(time(end))\"")
        fields.append("\"value\":\(Int.random(in: 1..<400, using: &generator))")
      }
      let name = ["Watch", "Phone", "Ring", ""].randomElement(using: &generator) ?? ""
      if !name.isEmpty {
        fields.append("\"source\":{\"name\":\"\(name)\",\"version\":\"\(start % 7)\"}")
      }
      if Int.random(in: 0..<5, using: &generator) == 0 { fields.append("\"device\":{\"name\":\"Pod\"}") }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let number = Int.random(in: 10..<60, using: &generator)
        fields.append("\"uuid\":\"3F2504E0-4F89-41D3-9A0C-0305E82C33\(number)\"")
      }
      text += "{\(fields.joined(separator: ","))}\n"
    }
    return Array(text.utf8)
  }
}
