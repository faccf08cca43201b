import SeededRandom

/// Made-up samples of all shapes, with each field now there and now not.
struct RandomArrowLines {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Some lines.
  mutating func next() -> [String] { (0..<1 + Int.random(in: 0..<12, using: &random)).map { _ in line() } }

  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

  private mutating func line() -> String {
    let values = [
      #""type":"heartRate","unit":"count/min","value":\#(Int.random(in: 30...200, using: &random))"#,
      #""type":"heartRate","unit":"count/s","value":1.25"#, #""type":"bodyMass","unit":"lb","value":154.3"#,
      #""type":"sleepAnalysis","value":"asleepREM""#, #""type":"sleepAnalysis","value":0"#, Self.pressure,
      #""type":"dateOfBirth","value":"1990-04-12""#, #""type":"bloodType","value":"oNegative""#,
    ]
    let value = pick(values)
    let digits = String(UInt64.random(in: 1 << 44..<1 << 48, using: &random), radix: 16)
    var fields = [value]
    if !value.contains("Birth"), !value.contains("bloodType") {
      let day = "2026-01-0\(Int.random(in: 1...9, using: &random))"
      fields.append(#""start":"\#(day)T08:00:00.25-07:00""#)
      fields.append(pick(["", #""end":"\#(day)T22:30:00+05:30""#]))
    }
    fields += [
      pick(["", #""subject":"P01""#, #""subject":"ü""#]), pick(["", #""created":"2026-01-11T00:00:00Z""#]),
      pick(["", #""source":{"name":"Watch\u00a0A","os":"11"}"#, #""source":{"bundle":"a","more":[1,"x\"y"]}"#]),
      pick(["", #""device":{"name":"W","local":"","udi":"1"}"#, #""device":{"more":{"a":null}}"#]),
      pick(["", #""metadata":{"b":1,"a":"é\n"}"#, #""metadata":{}"#]), pick(["", #""else":{"a":[]},"more":"1""#]),
      pick(["", #""uuid":"6C1B5A0E-3D0B-4E0E-9A6D-\#(digits)""#]),
    ]
    return "{" + fields.filter { !$0.isEmpty }.joined(separator: ",") + "}"
  }

  private static let pressure =
    #""type":"bloodPressure","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},"#
    + #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","source":{"name":"Cuff"}}]"#
}
