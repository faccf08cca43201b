/// Large made-up inputs, the same on every machine: sound samples with and without ids, correlations, and what an
/// import must not trip over: repeats, conflicts, refused records, elements without a type.
///
/// Lines have workouts with their routes and electrocardiograms among them; of 3,001 samples one is a route of 10,000
/// points and one an electrocardiogram of 15,360 voltages.
enum GeneratedInput: String, CaseIterable, Sendable {
  case jsonLines = "samples.ndjson"
  case export = "export.xml"

  /// The text of an input with about so many samples.
  func text(_ count: Int) -> String {
    switch self {
    case .jsonLines: Self.linesText(count)
    case .export: Self.exportText(count)
    }
  }

  private static func linesText(_ count: Int) -> String {
    let source = #""source":{"name":"Made-up Watch","bundle":"org.example.watch","version":"11.3.1","product":"W1,1"}"#
    let device = #""device":{"name":"Made-up Watch","manufacturer":"Example","model":"Watch","hardware":"W1,1"}"#
    var text = ""
    var line = ""
    var given: Int?
    for index in 0..<count {
      let common = "\"start\":\"\(json(index))\",\(source),\(device),\"metadata\":{\"note\":\"number \(index)\"}}\n"
      let value = 50 + index % 90
      if index % 503 == 7 {
        // The line before once more: a duplicate, whatever it is, unless it is refused.
      } else if let sample = structured(index) {
        line = "{\(sample),\(common)"
      } else if index % 601 == 9, let given {
        line = "{\"uuid\":\"\(id(given))\",\"type\":\"heartRate\",\"value\":299,\"unit\":\"count/min\",\(common)"
      } else if index % 211 == 5 {
        line = "{\"type\":\"heartRate\",\"value\":\(value),\"unit\":\"kg\",\(common)"
      } else if index % 97 == 11 {
        let uuid = index % 2 == 0 ? "\"uuid\":\"\(id(index))\"," : ""
        line =
          "{\(uuid)\"type\":\"bloodPressure\",\"members\":["
          + "{\"type\":\"bloodPressureSystolic\",\"value\":\(value + 60),\"unit\":\"mmHg\"},"
          + "{\"type\":\"bloodPressureDiastolic\",\"value\":\(value),\"unit\":\"mmHg\"}],\(common)"
      } else if index % 3 == 0 {
        given = index
        line = "{\"uuid\":\"\(id(index))\",\"type\":\"heartRate\",\"value\":\(value),\"unit\":\"count/min\",\(common)"
      } else {
        line = "{\"type\":\"heartRate\",\"value\":\(value),\"unit\":\"count/min\",\(common)"
      }
      text += line
    }
    return text
  }

  /// The members of a structured sample at some places; a route follows its workout.
  private static func structured(_ index: Int) -> String? {
    switch (index % 307, index % 3001) {
    case (13, _):
      return "\"type\":\"workout\",\"uuid\":\"\(id(index))\",\"end\":\"\(json(index + 100))\","
        + "\"fields\":{\"activity\":\"running\",\"duration\":{\"value\":\(index % 60),\"unit\":\"min\"}},"
        + "\"lists\":{\"events\":[{\"kind\":\"resume\",\"start\":\"\(json(index + 20))\"},"
        + "{\"kind\":\"pause\",\"start\":\"\(json(index + 10))\"}]}"
    case (14, _), (_, 2801):
      let points = 0..<(index % 3001 == 2801 ? 10_000 : 60)
      return "\"type\":\"workoutRoute\",\"parent\":\"\(id(index - 1))\",\"end\":\"\(json(index + 2000))\","
        + "\"points\":{\"units\":{\"latitude\":\"deg\",\"longitude\":\"deg\",\"altitude\":\"m\"},"
        + "\"time\":[\(list(points) { "\($0)" })],\"latitude\":[\(list(points) { "48.\(100_000 + ($0 + index) % 899_999)" })],"
        + "\"longitude\":[\(list(points) { "11.\(100_000 + ($0 * 7 + index) % 899_999)" })],"
        + "\"altitude\":[\(list(points) { $0 % 9 == 4 ? "null" : "\(500 + $0 % 90)" })]}"
    case (15, _), (_, 2901):
      let points = 0..<(index % 3001 == 2901 ? 15_360 : 256)
      return "\"type\":\"electrocardiogram\",\"fields\":{\"classification\":\"sinusRhythm\"},"
        + "\"points\":{\"rate\":{\"value\":512,\"unit\":\"Hz\"},\"units\":{\"voltage\":\"mV\"},"
        + "\"voltage\":[\(list(points) { "\(($0 * 37 + index) % 900 - 450).\($0 % 9 + 1)" })]}"
    default: return nil
    }
  }

  private static func list(_ range: Range<Int>, _ item: (Int) -> String) -> String {
    range.map(item).joined(separator: ",")
  }

  private static func exportText(_ count: Int) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 14 -->
      <!ELEMENT HealthData ANY>
      ]>
      <HealthData locale="en_US">
       <ExportDate value="2025-04-02 16:15:00 +0000"/>

      """
    var correlations = ""
    for index in 0..<count {
      let value = 50 + index % 90
      switch index {
      case _ where index % 503 == 7:
        text += record("HeartRate", "count/min", index - 1, 50 + (index - 1) % 90)
      case _ where index % 211 == 5:
        text += record("HeartRate", "kg", index, value)
      case _ where index % 401 == 3:
        text += " <Workout workoutActivityType=\"HKWorkoutActivityTypeWalking\" sourceName=\"Made-up Watch\" "
        text += "startDate=\"\(xml(index))\" endDate=\"\(xml(index))\"/>\n"
      case _ where index % 97 == 11:
        let systolic = record("BloodPressureSystolic", "mmHg", index, value + 60)
        let diastolic = record("BloodPressureDiastolic", "mmHg", index, value)
        // The phone repeats members at the top level, long before their correlation; trimmed exports do not.
        if index % 2 == 0 { text += systolic + diastolic }
        correlations += " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" \(times(index))>\n"
        correlations += " " + systolic + " " + diastolic + " </Correlation>\n"
      default:
        text += record("HeartRate", "count/min", index, value)
      }
    }
    return text + correlations + "</HealthData>\n"
  }

  private static func record(_ type: String, _ unit: String, _ index: Int, _ value: Int) -> String {
    " <Record type=\"HKQuantityTypeIdentifier\(type)\" unit=\"\(unit)\" \(times(index)) value=\"\(value)\">\n"
      + "  <MetadataEntry key=\"note\" value=\"number \(index)\"/>\n </Record>\n"
  }

  private static func times(_ index: Int) -> String {
    let time = xml(index)
    return "sourceName=\"Made-up Watch\" sourceVersion=\"11.3.1\" creationDate=\"\(time)\" startDate=\"\(time)\" "
      + "endDate=\"\(time)\""
  }

  private static func id(_ index: Int) -> String {
    let digits = String(index)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private static func json(_ index: Int) -> String { date(index) + "T" + time(index) + "Z" }

  private static func xml(_ index: Int) -> String { date(index) + " " + time(index) + " +0000" }

  /// A sample every seven seconds, so that a month is enough for 350,000 of them.
  private static func date(_ index: Int) -> String { "2025-03-" + two(1 + index * 7 / 86_400) }

  private static func time(_ index: Int) -> String {
    let second = index * 7 % 86_400
    return two(second / 3600) + ":" + two(second / 60 % 60) + ":" + two(second % 60)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
