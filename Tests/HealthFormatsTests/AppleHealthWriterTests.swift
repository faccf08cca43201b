import HealthModel
import HealthUnits
import Testing

@testable import HealthFormats

/// What an export's main file and the files beside it say of samples.
@Suite("Writer of exports") struct AppleHealthWriterTests {
  private static let id = SampleID("5D0B6A6E-0F6C-4A51-9C39-70C2D0A7A001") ?? .none

  /// A batch of one sample.
  private func batch(_ registry: Registry, _ type: String, _ change: (inout SampleBatch, inout SampleRow) -> Void)
    throws -> SampleBatch
  {
    var batch = SampleBatch(of: registry)
    var row = SampleRow(type: Int32(try #require(registry.typeIndex(named: type))), id: Self.id)
    row.start = 1_767_254_400_000_000
    row.end = 1_767_256_200_000_000
    (row.startOffset, row.endOffset) = (60, 60)
    change(&batch, &row)
    batch.append(row)
    return batch
  }

  private func added(_ text: String, to batch: inout SampleBatch) -> ByteRange {
    let start = batch.arena.count
    batch.arena += text.utf8
    return ByteRange(start..<batch.arena.count)
  }

  private func element(_ batch: SampleBatch, _ registry: Registry, attached: String = "") -> String {
    let writer = AppleHealthWriter(registry: registry)
    var text: [UInt8] = []
    writer.append(0..<batch.count, of: batch, writer.sources(of: batch), attached: Array(attached.utf8), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func registry() throws -> Registry {
    let count = try UnitOfMeasure("count"), second = try UnitOfMeasure("s"), degree = try UnitOfMeasure("deg")
    let kind = EnumDefinition(
      id: "kind", identifier: "HKWorkoutEventType",
      cases: [EnumCase(name: "pause", raw: 1), EnumCase(name: "lap", raw: 3)])
    let date = ExportAttribute(name: "date")
    let id = FieldDefinition(name: "activityID", value: .uuid, export: ExportAttribute(name: "uuid"))
    let events = ListDefinition(
      name: "events",
      element: .group([
        FieldDefinition(name: "kind", value: .enumeration(kind), export: ExportAttribute(name: "type")),
        FieldDefinition(name: "start", value: .time, export: date), id,
        FieldDefinition(name: "metadata", value: .metadata, export: ExportAttribute(name: "MetadataEntry")),
      ]), export: ExportChild(elements: ["WorkoutEvent"]))
    let activities = ListDefinition(
      name: "activities",
      element: .group([
        FieldDefinition(name: "id", value: .uuid, isRequired: true, export: ExportAttribute(name: "uuid"))
      ]), export: ExportChild(elements: ["WorkoutActivity"]))
    let statistics = ListDefinition(
      name: "statistics",
      element: .group([
        FieldDefinition(name: "type", value: .quantityType, export: ExportAttribute(name: "type")),
        FieldDefinition(
          name: "sum", value: .quantityOf(field: "type"), export: ExportAttribute(name: "sum", unit: "unit")),
        FieldDefinition(
          name: "maximum", value: .quantityOf(field: "type"), export: ExportAttribute(name: "maximum", unit: "unit")),
        id,
      ]), export: ExportChild(elements: ["WorkoutStatistics"]))
    let duration = FieldDefinition(
      name: "duration", value: .quantity(FieldQuantity(unit: second)), export: ExportAttribute(name: "duration"))
    let indoor = FieldDefinition(name: "indoor", value: .boolean, export: ExportAttribute(name: "indoor", unit: ""))
    let places = PointsDefinition(
      timing: .times(export: "date"),
      columns: ["latitude", "longitude", "altitude", "horizontalAccuracy", "speed"].map { name in
        FieldDefinition(
          name: name, value: .quantity(FieldQuantity(unit: degree)), isRequired: true,
          export: ExportAttribute(name: name))
      }, export: "Location")
    return try Registry(types: [
      TypeDefinition(
        id: "steps", title: "Steps", identifiers: ["HKSteps"],
        shape: .quantity(QuantityShape(unit: count, aggregation: .cumulative))),
      TypeDefinition(
        id: "workout", title: "Workout",
        shape: .structure(
          StructureShape(
            fields: [duration, indoor], lists: [events, activities, statistics],
            export: ExportElement(element: "Workout")))),
      TypeDefinition(
        id: "route", title: "Route",
        shape: .structure(
          StructureShape(
            points: places, parent: ParentDefinition(type: "workout"), export: ExportElement(element: "WorkoutRoute")))),
      TypeDefinition(
        id: "mood", title: "Mood",
        shape: .structure(StructureShape(fields: [FieldDefinition(name: "a", value: .boolean)]))),
      TypeDefinition(
        id: "hearing", title: "Hearing", identifiers: ["HKHearing"],
        shape: .structure(StructureShape(export: ExportElement(element: "Audiogram")))),
    ])
  }

  @Test("a record has its attributes in the order of exports, and the unit it was written in") func record() throws {
    let registry = try Self.registry()
    let batch = try batch(registry, "steps") { batch, row in
      row.value = 1500
      row.created = row.end
      row.createdOffset = 0
      row.original = added(#"{"value":1.50,"unit":"k"}"#, to: &batch)
      row.metadata = added(
        #"{"HKWasUserEntered":true,"a & b":"x\ny","n":5,"q":{"value":0.07,"unit":"%"},"r":{"value":418,"unit":"cm"}}"#,
        to: &batch)
      _ = added(#"{"name":"Phone","version":"1"}"#, to: &batch)
      row.source = batch.sources.intern(from: batch.arena.count - 30, in: &batch.arena)
      let device = #"{"name":"Watch","hardware":"Watch7,2","local":"L"}"#
      _ = added(device, to: &batch)
      row.device = batch.devices.intern(from: batch.arena.count - device.utf8.count, in: &batch.arena)
    }
    #expect(
      element(batch, registry) == """
         <Record type="HKSteps" sourceName="Phone" sourceVersion="1" device="&lt;&lt;HKDevice: 0x0&gt;, name:Watch, \
        hardware:Watch7,2, localIdentifier:L&gt;" unit="k" creationDate="2026-01-01 08:30:00 +0000" \
        startDate="2026-01-01 09:00:00 +0100" endDate="2026-01-01 09:30:00 +0100" value="1.50">
          <MetadataEntry key="HKWasUserEntered" value="1"/>
          <MetadataEntry key="a &amp; b" value="x&#10;y"/>
          <MetadataEntry key="n" value="5"/>
          <MetadataEntry key="q" value="7 %"/>
          <MetadataEntry key="r" value="418 cm"/>
         </Record>

        """)
  }

  @Test("a structured sample is an element as its definition says, events of an activity inside of it") func structure()
    throws
  {
    let registry = try Self.registry()
    let activity = "5D0B6A6E-0F6C-4A51-9C39-70C2D0A7A002"
    let batch = try batch(registry, "workout") { batch, row in
      row.text = added(
        #"{"fields":{"duration":{"value":1800.5,"unit":"s"},"indoor":true},"lists":{"events":["#
          + #"{"kind":"lap","start":"2026-01-01T08:10:00Z","activityID":"\#(activity)","metadata":{"k":"v"}},"#
          + #"{"kind":"pause","start":"2026-01-01T08:20:00Z"}],"activities":[{"id":"\#(activity)"}],"statistics":["#
          + #"{"type":"steps","sum":{"value":2,"unit":"count"},"activityID":"\#(activity)"},"#
          + #"{"type":"steps","sum":{"value":3,"unit":"count"},"maximum":{"value":3,"unit":"count"}}]}}"#, to: &batch)
    }
    #expect(
      element(batch, registry, attached: "  <WorkoutRoute/>\n") == """
         <Workout duration="1800.5" durationUnit="s" indoor="1" startDate="2026-01-01 09:00:00 +0100" \
        endDate="2026-01-01 09:30:00 +0100">
          <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-01-01 09:10:00 +0100">
           <MetadataEntry key="k" value="v"/>
          </WorkoutEvent>
          <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-01-01 09:20:00 +0100"/>
          <WorkoutActivity uuid="\(activity)">
           <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-01-01 09:10:00 +0100">
            <MetadataEntry key="k" value="v"/>
           </WorkoutEvent>
           <WorkoutStatistics type="HKSteps" sum="2" unit="count"/>
          </WorkoutActivity>
          <WorkoutStatistics type="HKSteps" sum="3" unit="count" maximum="3"/>
          <WorkoutRoute/>
         </Workout>

        """)
  }

  @Test("a route's points are in a file, and its element names it") func route() throws {
    let registry = try Self.registry()
    let batch = try batch(registry, "route") { batch, row in
      row.text = added(
        #"{"parent":"\#(Self.id)","points":{"time":[0,1.5],"units":{},"latitude":[48.1,0.00001],"longitude":[11.5,-11],"#
          + #""altitude":[519.5,null],"horizontalAccuracy":[3,4],"speed":[2.5,null]}}"#, to: &batch)
    }
    let writer = AppleHealthWriter(registry: registry)
    let sources = writer.sources(of: batch)
    let child = try #require(writer.child(0, of: batch, sources))
    #expect(child.parent == Self.id)
    #expect(!child.inherits)
    let path = "workout-routes/route_2026-01-01_9.30am_\(Self.id).gpx"
    #expect(
      String(decoding: child.beginning + child.slots + child.rest, as: UTF8.self) == """
          <WorkoutRoute startDate="2026-01-01 09:00:00 +0100" endDate="2026-01-01 09:30:00 +0100">
           <FileReference path="/\(path)"/>
          </WorkoutRoute>

        """)
    var names: [String] = []
    var text: [UInt8] = []
    writer.writeFiles(0, of: batch, sources, begin: { names.append($0) }) { text += $0 }
    #expect(names == [path])
    #expect(
      String(decoding: text, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Assay" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata>
            <time>2026-01-01T08:30:00Z</time>
          </metadata>
          <trk>
            <name>Route 2026-01-01 9.30am</name>
            <trkseg>
              <trkpt lon="11.5" lat="48.1"><ele>519.5</ele><time>2026-01-01T08:00:00Z</time>\
        <extensions><speed>2.5</speed><hAcc>3</hAcc></extensions></trkpt>
              <trkpt lon="-11" lat="0.00001"><time>2026-01-01T08:00:01.500Z</time>\
        <extensions><hAcc>4</hAcc></extensions></trkpt>
            </trkseg>
          </trk>
        </gpx>

        """)
  }

  @Test("a type has the place that its definition gives it, and none without one") func places() throws {
    let registry = try Self.registry()
    let writer = AppleHealthWriter(registry: registry)
    func place(_ type: String) throws -> AppleHealthWriter.Place? {
      writer.place(ofType: try #require(registry.typeIndex(named: type)))
    }
    #expect(try place("steps") == .record)
    #expect(try place("workout") == .element("Workout"))
    #expect(try place("route") == .child("WorkoutRoute"))
    #expect(try place("mood") == nil)
    #expect(writer.elements == ["Workout", "Audiogram"])
    // An element without anything else says its type.
    let sample = try batch(registry, "hearing") { _, _ in }
    #expect(element(sample, registry).hasPrefix(" <Audiogram type=\"HKHearing\" startDate="))
  }
}
