import HealthJSON
import HealthModel
import HealthUnits

/// The parts of an unfinished workout as JSON, to the microsecond and the clock offset.
enum WorkoutText {
  // MARK: Time

  static func object(_ instant: Instant) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("us", instant.microseconds)
    if instant.offset != 0 { json.member("offset", Int(instant.offset)) }
    return json
  }

  static func instant(_ value: JSONValue) -> Instant? {
    guard let moment = value["us"]?.integer else { return nil }
    return Instant(microseconds: moment, offset: Int16(clamping: value["offset"]?.integer ?? 0))
  }

  static func object(_ timeline: WorkoutTimeline) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("state", timeline.state.rawValue)
    if let start = timeline.start { json.member("start", object: object(start)) }
    if let end = timeline.end { json.member("end", object: object(end)) }
    json.member("events", objects: timeline.events.map { object($0) })
    json.member("activities", objects: timeline.activities.map { object($0) })
    return json
  }

  static func timeline(_ value: JSONValue, _ units: UnitTable) -> WorkoutTimeline? {
    var timeline = WorkoutTimeline()
    guard let state = value["state"]?.int.flatMap({ WorkoutBuilder.State(rawValue: $0) }),
      let events = value["events"]?.elements, let activities = value["activities"]?.elements
    else { return nil }
    timeline.state = state
    timeline.start = value["start"].flatMap { instant($0) }
    timeline.end = value["end"].flatMap { instant($0) }
    timeline.events = events.compactMap { event($0, units) }
    timeline.activities = activities.compactMap { activity($0, units) }
    guard timeline.start != nil, timeline.events.count == events.count,
      timeline.activities.count == activities.count
    else { return nil }
    return timeline
  }

  // MARK: Events and activities

  private static func object(_ event: WorkoutEvent) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("kind", event.kind.rawValue)
    json.member("start", object: object(event.start))
    if event.end != event.start { json.member("end", object: object(event.end)) }
    if !event.metadata.isEmpty { json.member("metadata", object: object(event.metadata)) }
    return json
  }

  private static func event(_ value: JSONValue, _ units: UnitTable) -> WorkoutEvent? {
    guard let kind = value["kind"]?.text.flatMap({ WorkoutEvent.Kind(rawValue: $0) }),
      let start = value["start"].flatMap({ instant($0) })
    else { return nil }
    return WorkoutEvent(
      kind, from: start, to: value["end"].flatMap { instant($0) },
      metadata: value["metadata"].map { metadata($0, units) } ?? [:])
  }

  private static func object(_ activity: WorkoutActivity) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("id", activity.id.description)
    json.member("configuration", object: object(activity.configuration))
    json.member("start", object: object(activity.start))
    if let end = activity.end { json.member("end", object: object(end)) }
    if !activity.metadata.isEmpty { json.member("metadata", object: object(activity.metadata)) }
    return json
  }

  private static func activity(_ value: JSONValue, _ units: UnitTable) -> WorkoutActivity? {
    guard let id = value["id"]?.text.flatMap({ SampleID($0) }),
      let configuration = value["configuration"].flatMap({ configuration($0, units) }),
      let start = value["start"].flatMap({ instant($0) })
    else { return nil }
    return WorkoutActivity(
      id: id, configuration, from: start, to: value["end"].flatMap { instant($0) },
      metadata: value["metadata"].map { metadata($0, units) } ?? [:])
  }

  // MARK: Configuration and device

  static func object(_ configuration: WorkoutConfiguration) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("activity", configuration.activity)
    json.member("location", configuration.location)
    json.member("swimmingLocation", configuration.swimmingLocation)
    if let length = configuration.lapLength { json.member("lapLength", object: object(length)) }
    return json
  }

  static func configuration(_ value: JSONValue, _ units: UnitTable) -> WorkoutConfiguration? {
    guard let activity = value["activity"]?.text else { return nil }
    return WorkoutConfiguration(
      activity: activity, location: value["location"]?.text, swimmingLocation: value["swimmingLocation"]?.text,
      lapLength: value["lapLength"].flatMap { quantity($0, units) })
  }

  static func object(_ device: Device) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    for (name, path) in properties { json.member(name, device[keyPath: path]) }
    return json
  }

  static func device(_ value: JSONValue) -> Device {
    var device = Device()
    for (name, path) in properties { device[keyPath: path] = value[name]?.text }
    return device
  }

  private static var properties: [(String, WritableKeyPath<Device, String?>)] {
    [
      ("name", \.name), ("manufacturer", \.manufacturer), ("model", \.model), ("hardware", \.hardware),
      ("firmware", \.firmware), ("software", \.software), ("local", \.local), ("udi", \.udi),
    ]
  }

  // MARK: Metadata

  /// Each value is an object whose one key is its kind, since a text of JSON alone does not say whether it is a date.
  static func object(_ metadata: [String: MetadataValue]) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      var item = JSONBuilder.openObject()
      switch value {
      case .string(let text): item.member("text", text)
      case .number(let number): item.member("number", finite: number)
      case .boolean(let flag): item.member("flag", flag)
      case .date(let instant): item.member("date", object: object(instant))
      case .quantity(let quantity): item.member("quantity", object: object(quantity))
      case .other(let text): item.member("json", text)
      }
      json.member(key, object: item)
    }
    return json
  }

  static func metadata(_ value: JSONValue, _ units: UnitTable) -> [String: MetadataValue] {
    var metadata: [String: MetadataValue] = [:]
    for member in value.members ?? [] { metadata[member.key] = self.value(member.value, units) }
    return metadata
  }

  private static func value(_ item: JSONValue, _ units: UnitTable) -> MetadataValue? {
    if let text = item["text"]?.text { return .string(text) }
    if let number = item["number"]?.number { return .number(number) }
    if let flag = item["flag"]?.flag { return .boolean(flag) }
    if let instant = item["date"].flatMap({ instant($0) }) { return .date(instant) }
    if let quantity = item["quantity"].flatMap({ quantity($0, units) }) { return .quantity(quantity) }
    return item["json"]?.text.map { .other($0) }
  }

  private static func object(_ quantity: Quantity) -> JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("value", finite: quantity.value)
    json.member("unit", quantity.unit.unitString)
    return json
  }

  private static func quantity(_ value: JSONValue, _ units: UnitTable) -> Quantity? {
    guard let number = value["value"]?.number,
      let unit = value["unit"]?.text.flatMap({ try? UnitOfMeasure($0, table: units) })
    else { return nil }
    return Quantity(number, unit)
  }
}
