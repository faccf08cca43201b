import Testing

/// The names of attributes and elements that the catalog's structured types have in exports.
@Suite("Elements of exports") struct ExportElementTests {
  private static let source = #"sourceName="Watch""#
  private static let dates = #"startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:30:00 +0000""#

  /// An element, and what its normal form contains.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let xml: String
    let parts: [String]
  }

  private static let cases = [
    Case(
      testDescription: "a workout",
      xml: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" totalDistance="5" \
        totalDistanceUnit="km" totalEnergyBurned="1.5" totalEnergyBurnedUnit="Cal" \(source) \(dates)>
        <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-01-01 08:10:00 +0000" duration="1" durationUnit="min">
        <MetadataEntry key="HKSwimmingStrokeStyle" value="2"/></WorkoutEvent>
        <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-01-01 08:05:00 +0000"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" \(dates) average="141" minimum="96" maximum="172" \
        unit="count/min"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" \(dates) sum="5" unit="km"/>
        </Workout>
        """,
      parts: [
        #""activity":"running""#, #""duration":{"value":1800,"unit":"s"}"#,
        #""totalDistance":{"value":5000,"unit":"m"}"#, #""totalEnergyBurned":{"value":1.5,"unit":"kcal"}"#,
        #""events":[{"kind":"pause","start":"2026-01-01T08:05:00Z"},{"kind":"lap","start":"2026-01-01T08:10:00Z","#
          + #""duration":{"value":60,"unit":"s"},"metadata":{"HKSwimmingStrokeStyle":"#,
        #""sum":{"value":5000,"unit":"m"}"#, #""average":{"value":141,"unit":"count/min"}"#,
      ]),
    Case(
      testDescription: "a route with its points",
      xml: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(source) \(dates)><WorkoutRoute \(source) \(dates)>
        <Location date="2026-01-01 08:00:00 +0000" latitude="48.1" longitude="11.5" altitude="519" course="-1" \
        speed="2.5"/>
        <Location date="2026-01-01 08:00:02 +0000" latitude="48.2" longitude="11.6" altitude="520" course="360" \
        speed="-1"/></WorkoutRoute></Workout>
        """,
      parts: [
        #""points":{"time":[0,2],"units":{"latitude":"deg","longitude":"deg","altitude":"m","speed":"m/s","course":"deg"}"#,
        #""latitude":[48.1,48.2],"longitude":[11.5,11.6],"altitude":[519,520],"speed":[2.5,-1],"course":[-1,360]"#,
      ]),
    Case(
      testDescription: "a summary of a day, of which only the energy has a unit",
      xml: """
        <ActivitySummary dateComponents="2026-01-01" activeEnergyBurned="1000" activeEnergyBurnedGoal="2000" \
        activeEnergyBurnedUnit="cal" appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="34" \
        appleExerciseTimeGoal="30" appleStandHours="11" appleStandHoursGoal="12"/>
        """,
      parts: [
        #""day":"2026-01-01""#, #""activeEnergyBurned":{"value":1,"unit":"kcal"}"#,
        #""activeEnergyBurnedGoal":{"value":2,"unit":"kcal"}"#, #""exerciseTime":{"value":34,"unit":"min"}"#,
        #""exerciseTimeGoal":{"value":30,"unit":"min"}"#, #""standHours":{"value":11,"unit":"count"}"#,
      ]),
    Case(
      testDescription: "an audiogram, with YES and NO",
      xml: """
        <Audiogram type="HKDataTypeIdentifierAudiogram" \(source) \(dates)>
        <SensitivityPoint frequencyValue="2000" frequencyUnit="Hz" rightEarValue="-5" rightEarUnit="dBHL" \
        rightEarMasked="NO"/>
        <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="12" leftEarUnit="dBHL" \
        leftEarMasked="YES" leftEarClampingRangeLowerBound="-10" leftEarClampingRangeUpperBound="90"/>
        </Audiogram>
        """,
      parts: [
        #""sensitivityPoints":[{"frequency":{"value":1000,"unit":"Hz"},"leftEarSensitivity":{"value":12,"unit":"dBHL"},"#
          + #""leftEarMasked":true,"leftEarLowerBound":{"value":-10,"unit":"dBHL"},"#
          + #""leftEarUpperBound":{"value":90,"unit":"dBHL"}},"#,
        #""rightEarSensitivity":{"value":-5,"unit":"dBHL"},"rightEarMasked":false"#,
      ]),
    Case(
      testDescription: "a prescription, whose elements say the eye",
      xml: """
        <VisionPrescription type="HKVisionPrescriptionTypeGlasses" dateIssued="2026-01-01 08:00:00 +0000" \
        expirationDate="2028-01-01 08:00:00 +0000"><RightEye sphere="-1.25" sphereUnit="D" vertex="1.2" \
        vertexUnit="cm"/><LeftEye sphere="-1" sphereUnit="D" farPD="31" farPDUnit="mm"/>
        <Attachment identifier="scan"/></VisionPrescription>
        """,
      parts: [
        #""start":"2026-01-01T08:00:00Z""#, #""prescriptionType":"glasses""#,
        #""expirationDate":"2028-01-01T08:00:00Z""#,
        #""eyes":[{"eye":"left","sphere":{"value":-1,"unit":"D"},"farPupillaryDistance":{"value":31,"unit":"mm"}},"#
          + #"{"eye":"right","sphere":{"value":-1.25,"unit":"D"},"vertexDistance":{"value":12,"unit":"mm"}}]"#,
        #""attachments":[{"identifier":"scan"}]"#,
      ]),
    Case(
      testDescription: "an attribute `type` that names the type of the element",
      xml: """
        <VisionPrescription type="HKVisionPrescriptionTypeIdentifier" dateIssued="2026-01-01 08:00:00 +0000">\
        <LeftEye sphere="-1" sphereUnit="D"/></VisionPrescription>
        """,
      parts: [#""type":"visionPrescription","lists":{"eyes":[{"eye":"left","sphere":{"value":-1,"unit":"D"}}]}"#]),
    Case(
      testDescription: "the goal of sleep, an ordinary record",
      xml: #"<Record type="HKDataTypeSleepDurationGoal" \#(source) unit="min" value="450" \#(dates)/>"#,
      parts: [#""type":"sleepDurationGoal""#, #""value":7.5,"unit":"hr""#]),
  ]

  @Test("each attribute becomes the field that the catalog says", arguments: cases) func element(_ item: Case)
    async throws
  {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let xml = "<HealthData locale=\"en_US\">\n\(item.xml)\n</HealthData>\n"
    let normal = try await bench.normalize(try bench.file("export.xml", xml))
    for part in item.parts { #expect(normal.contains(part), "\(part) in \(normal)") }
  }
}
