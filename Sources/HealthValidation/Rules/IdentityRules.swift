import HealthModel

/// *identity*: a UUID that comes with the sample is one, and the subject is there when it is demanded.
extension SampleJudge {
  mutating func checkIdentity(_ sample: SampleSpan, _ scene: Scene, _ bytes: RawSpan) {
    let field = sample[.uuid]
    if field.isPresent {
      if field.kind != .string {
        find(.fieldKind, scene, field: .uuid, span: field.place, type: -1)
      } else if let id = CanonicalText.reading(field, scene.syntax, bytes, { SampleID(at: $0, in: $1) }) {
        item.id = id
      } else {
        find(.uuidInvalid, scene, field: .uuid, span: field.place, type: -1)
      }
    }
    let subject = sample[.subject]
    if subject.isPresent {
      if subject.kind != .string || subject.range.isEmpty {
        find(.fieldKind, scene, field: .subject, span: subject.place, type: -1)
      } else if CanonicalText.count(subject, scene.syntax, bytes) > 128 {
        find(.stringTooLong, scene, field: .subject, span: subject.place, type: -1, limit: 128)
      }
    } else if validator.options.requiresSubject, validator.options.subject == nil, scene.member < 0 {
      find(.subjectMissing, scene, field: .subject, span: start(of: sample), type: -1)
    }
  }

  /// *source*: what the sample says of its source and device is text.
  mutating func checkProvenance(_ sample: SampleSpan, _ scene: Scene) {
    let type = item.type
    checkObject(.source, sample, scene, type)
    checkObject(.device, sample, scene, type)
    if sample.present.intersection(.attribution).isSubset(of: sample.strings) { return }
    for field in SampleField.allCases
    where field.rawValue >= SampleField.sourceName.rawValue && field.rawValue <= SampleField.deviceUDI.rawValue
      && field != .device && sample[field].isPresent && sample[field].kind != .string
    {
      find(.fieldKind, scene, field: field, span: sample[field].place, type: type)
    }
  }

  private mutating func checkObject(_ field: SampleField, _ sample: SampleSpan, _ scene: Scene, _ type: Int32) {
    let object = sample[field]
    if object.isPresent, object.kind != .object {
      find(.fieldKind, scene, field: field, span: object.place, type: type)
    }
  }

  /// Where the sample was read from: decides how a long duration is judged and how values are rounded for identity.
  mutating func checkOrigin(_ sample: SampleSpan, _ scene: Scene, _ bytes: RawSpan) {
    let field = sample[.origin]
    if field.isPresent {
      if field.kind != .string || field.range.isEmpty || CanonicalText.count(field, scene.syntax, bytes) > 128 {
        find(.fieldKind, scene, field: .origin, span: field.place, type: item.type)
      }
      item.isExport = CanonicalText.isSame(field, SampleOrigin.appleHealth, scene.syntax, bytes)
    } else if scene.member >= 0, validator.options.inheritsFromCorrelation {
      item.isExport = judged[0].isExport
    } else {
      item.isExport = scene.syntax == .appleHealth || validator.options.origin == "apple-health"
    }
  }
}

/// The origins that rules know.
enum SampleOrigin {
  /// An Apple Health export.
  static let appleHealth = Array("apple-health".utf8)
}
