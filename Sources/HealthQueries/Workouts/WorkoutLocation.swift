public import HealthModel
import HealthUnits

/// A point of a route: what HealthKit takes as a `CLLocation`.
public struct WorkoutLocation: Sendable, Hashable {
  /// When.
  public var time: Instant
  /// Degrees north, from -90 to 90.
  public var latitude: Double
  /// Degrees east, from -180 to 180.
  public var longitude: Double
  /// Meters above sea level.
  public var altitude: Double?
  /// The radius of the place in meters; below zero for a place that is unknown.
  public var horizontalAccuracy: Double?
  /// How far the altitude may be off, in meters; below zero for an altitude that is unknown.
  public var verticalAccuracy: Double?
  /// Meters a second; below zero if unknown.
  public var speed: Double?
  /// Degrees clockwise from north; below zero if unknown.
  public var course: Double?

  /// Creates a point.
  public init(
    time: Instant, latitude: Double, longitude: Double, altitude: Double? = nil, horizontalAccuracy: Double? = nil,
    verticalAccuracy: Double? = nil, speed: Double? = nil, course: Double? = nil
  ) {
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.course = course
  }

  /// The points of a series that begins at a moment; columns that no point has are left out.
  static func points(_ locations: [WorkoutLocation], from start: Instant) -> NewPoints {
    var columns: [String: NewPoints.Column] = [
      "latitude": .quantities(locations.map(\.latitude), .degree),
      "longitude": .quantities(locations.map(\.longitude), .degree),
    ]
    func add(_ name: String, _ unit: UnitOfMeasure, _ value: (WorkoutLocation) -> Double?) {
      let values = locations.map(value)
      guard values.contains(where: { $0 != nil }) else { return }
      columns[name] = .quantities(values.map { $0 ?? .nan }, unit)
    }
    add("altitude", .meter) { $0.altitude }
    add("horizontalAccuracy", .meter) { $0.horizontalAccuracy }
    add("verticalAccuracy", .meter) { $0.verticalAccuracy }
    add("speed", .meter / .second) { $0.speed }
    add("course", .degree) { $0.course }
    let seconds = locations.map { location in
      Double(location.time.microseconds &- start.microseconds) / Double(Instant.second)
    }
    return NewPoints(.seconds(seconds), columns: columns)
  }
}
