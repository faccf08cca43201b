/// The formats that are read: the one list of them.
///
/// A new one is a folder beside this file, and a line here. Help, completions, configurations, and the detection of a
/// file's format follow.
enum FormatList {
  /// The formats, in the order in which help names them.
  static let formats: [any RecordFormat] = [
    JSONLinesFormat(),
    JSONDocumentFormat(),
    AppleHealthFormat(),
    CSVFormat(),
    HealthConnectFormat(),
    AppJSONFormat(profile: "health-auto-export"),
    AppJSONFormat(profile: "flutter-health"),
    AppJSONFormat(profile: "react-native-health-connect"),
    AppJSONFormat(profile: "hcgateway"),
    AppJSONFormat(profile: "health-connect-webhook"),
  ]

  /// Published forms of JSON, which are read by paths that follow from the types' codes.
  static let dialects: [JSONDialect] = [
    .openMHealth,
    .fhir,
  ]
}
