/// Fields and lists of a template.
enum CompositeTemplate {
  static var body: TemplateBody {
    let start = TemplateText.start
    return TemplateBody(
      keys: [
        "fields: {laps: {allowed: {min: 0}, required: true}}",
        "lists: {splits: {limit: 100, fields: {seconds: {allowed: {min: 0}, required: true}}}}", "duration: {max: P4D}",
      ],
      sources: [("min", "default"), ("duration", "default")],
      valid: ["{start: \(start), fields: {laps: 4}, lists: {splits: [{seconds: 61.5}]}}"],
      invalid: [
        "{start: \(start), code: field-missing}", "{start: \(start), fields: {laps: -1}, code: value-not-allowed}",
      ])
  }
}
