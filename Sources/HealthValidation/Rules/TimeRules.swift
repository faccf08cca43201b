import HealthModel

extension Instant {
  /// How far apart sources write two times that are one: many cut times to whole seconds, or round them.
  ///
  /// A rule that compares two times finds nothing in a smaller difference.
  static var resolution: Int64 { second }
}

/// *time*: start, end and creation are instants with an offset, in order, of a length the type allows.
extension SampleJudge {
  mutating func checkTimes(_ sample: SampleSpan, _ context: RuleContext, _ bytes: RawSpan) {
    let type = item.type
    if !validator.limits[Int(type)].hasTime {
      if sample[.start].isPresent { find(.typeKind, context, field: .start, span: sample[.start].place, type: type) }
      if sample[.end].isPresent { find(.typeKind, context, field: .end, span: sample[.end].place, type: type) }
      return
    }
    let hasOffsets = !sample.present.isDisjoint(with: Self.writtenOffsets)
    let written = hasOffsets ? writtenOffset(.offset, sample, context, type, bytes) : nil
    if let start = time(.start, sample, context, written, nil, bytes) {
      item.start = start.microseconds
      item.startOffset = start.offset
    } else if !sample[.start].isPresent {
      if context.member >= 0, validator.options.inheritsFromCorrelation, judged[0].start != SampleBatch.noTime {
        item.start = judged[0].start
        item.startOffset = judged[0].startOffset
        if !sample[.end].isPresent {
          item.end = judged[0].end
          item.endOffset = judged[0].endOffset
        }
      } else if context.member < 0 || !validator.options.inheritsFromCorrelation {
        find(.fieldMissing, context, field: .start, span: start(of: sample), type: type)
      }
    }
    let createdOffset = hasOffsets ? writtenOffset(.createdOffset, sample, context, type, bytes) : nil
    if let created = time(.created, sample, context, createdOffset ?? written, written, bytes) {
      item.created = created.microseconds
      item.createdOffset = created.offset
    }
    let endOffset = hasOffsets ? writtenOffset(.endOffset, sample, context, type, bytes) : nil
    if sample[.end].kind == .duration {
      if item.start != SampleBatch.noTime, let length = DecimalParser.parse(sample[.end].range, in: bytes)?.integer {
        item.end = item.start &+ Int64(length)
        item.endOffset = item.startOffset
      }
    } else if let end = time(.end, sample, context, endOffset ?? written, written, bytes) {
      item.end = end.microseconds
      item.endOffset = end.offset
    } else if !sample[.end].isPresent, item.end == SampleBatch.noTime {
      item.end = item.start
      item.endOffset = item.startOffset
    }
    // A member that inherits its times is as long as its correlation, which is judged itself.
    if context.member >= 0, !sample.present[.start], !sample.present[.end] { return }
    checkSpan(sample, context, validator.limits[Int(type)].minimumDuration, validator.limits[Int(type)].maximumDuration)
  }

  private static var writtenOffsets: SampleFields {
    [SampleFields(.offset), SampleFields(.endOffset), SampleFields(.createdOffset)]
  }

  /// What was cut or left out when the sample was normalized is still worth the warning: the original says so.
  mutating func checkOriginals(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) {
    for place in sample.places(of: .original) where record.tape[place].kind == .original {
      let key = record.tape[place].key
      for (field, name) in [(SampleField.start, "start"), (.end, "end"), (.created, "created")]
      where CanonicalText.isSame(key, Array(name.utf8), record.syntax, bytes) {
        find(.timePrecision, context, field: field, span: key.place, type: item.type)
      }
      for (field, name) in [(SampleField.source, "source"), (.device, "device")]
      where CanonicalText.isSame(key, Array(name.utf8), record.syntax, bytes) {
        let span = record.tape[place].value.place
        find(.fieldKind, context, field: field, span: span, type: item.type, severity: .warning)
      }
    }
  }

  private mutating func checkSpan(_ sample: SampleSpan, _ context: RuleContext, _ minimum: Int64, _ maximum: Int64) {
    guard item.start != SampleBatch.noTime, item.end != SampleBatch.noTime else { return }
    let place = sample[.end].isPresent ? sample[.end] : sample[.start]
    let field = SampleField.end
    let span = place.isPresent ? place.place : start(of: sample)
    let duration = item.end &- item.start
    if duration < 0 {
      find(
        .endBeforeStart, context, field: field, span: span, type: item.type,
        .lasts(seconds: seconds(duration), limit: 0))
    } else if duration > maximum {
      find(
        .durationTooLong, context, field: field, span: span, type: item.type,
        .lasts(seconds: seconds(duration), limit: seconds(maximum)), severity: item.isExport ? .warning : .error)
    } else if duration < minimum, !item.isExport || duration &+ Instant.resolution <= minimum {
      find(
        .durationTooShort, context, field: field, span: span, type: item.type,
        .lasts(seconds: seconds(duration), limit: seconds(minimum)), severity: item.isExport ? .warning : .error)
    } else if duration >= validator.limits[Int(item.type)].usualDuration {
      let usual = validator.limits[Int(item.type)].usualDuration
      find(
        .durationImplausible, context, field: field, span: span, type: item.type,
        .lasts(seconds: seconds(duration), limit: seconds(usual)))
    }
    let future = validator.options.now &+ Instant.resolution
    if item.start >= future {
      let place = sample[.start].isPresent ? sample[.start].place : span
      find(.timeInFuture, context, field: .start, span: place, type: item.type)
    } else if item.end >= future {
      find(.timeInFuture, context, field: field, span: span, type: item.type)
    }
  }

  private func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }

  /// The offset that the normalized form writes beside its UTC times.
  private mutating func writtenOffset(
    _ field: SampleField, _ sample: SampleSpan, _ context: RuleContext, _ type: Int32, _ bytes: RawSpan
  ) -> Int16? {
    let place = sample[field]
    guard place.isPresent else { return nil }
    if place.kind == .string,
      let minutes = CanonicalText.reading(place, context.syntax, bytes, { TimestampParser.parseOffset($0, in: $1) })
    {
      return minutes
    }
    find(.timeInvalid, context, field: field, span: place.place, type: type)
    return nil
  }

  /// Reads one time.
  ///
  /// A written offset holds for a time in UTC; a time with another offset must agree with it.
  private mutating func time(
    _ field: SampleField, _ sample: SampleSpan, _ context: RuleContext, _ written: Int16?,
    _ fallback: Int16?, _ bytes: RawSpan
  ) -> Instant? {
    let place = sample[field]
    guard place.isPresent else { return nil }
    let type = item.type
    guard place.kind == .string else {
      find(.fieldKind, context, field: field, span: place.place, type: type)
      return nil
    }
    let syntax = context.syntax
    guard
      var reading = CanonicalText.reading(
        place, syntax, bytes, { TimestampParser.parse($0, in: $1, syntax: syntax, known: &day) })
    else {
      if let day = dayOfExport(place, context, bytes) { return day }
      find(.timeInvalid, context, field: field, span: place.place, type: type)
      return nil
    }
    if !reading.hasOffset {
      let local = reading.instant.microseconds
      guard let meaning = meaning(ofLocal: local, field, place, context) else { return nil }
      guard let instant = assume(meaning, local, field, place, context, type) else { return nil }
      reading.instant = instant
    } else if let written, written != reading.instant.offset {
      if reading.instant.offset != 0 {
        find(.timeInvalid, context, field: field, span: place.place, type: type, .otherOffset)
        return nil
      }
      reading.instant.offset = written
    }
    if reading.isCut {
      find(.timePrecision, context, field: field, span: place.place, type: type)
      item.changes.insert(field == .start ? .start : field == .end ? .end : .created)
    }
    return reading.instant
  }

  /// The beginning in UTC of the day that an export writes in place of a time: a summary of a day has no offset.
  private func dayOfExport(_ place: RawField, _ context: RuleContext, _ bytes: RawSpan) -> Instant? {
    guard context.syntax == .appleHealth, validator.limits[Int(item.type)].column == .parts,
      let date = TimestampParser.parseDate(place.range, in: bytes)
    else { return nil }
    return Instant(microseconds: Int64(date.daysSince1970) * Instant.day, offset: 0)
  }

  /// Takes a time without an offset as local time of the record's zone, or of the one that the run was given.
  private mutating func assume(
    _ meaning: TimeZoneRules.Meaning, _ local: Int64, _ field: SampleField, _ place: RawField, _ context: RuleContext,
    _ type: Int32
  ) -> Instant? {
    let offset: Int16
    var severity = Severity.note
    // For the words.
    let zone = recordZones.place.isPresent ? recordZones.place.place : ByteRange.empty
    switch meaning {
    case .once(let minutes): offset = minutes
    case .twice(let minutes):
      offset = minutes
      severity = .warning
    case .never:
      find(.timeInvalid, context, field: field, span: place.place, type: type, .skippedHour, unit: zone)
      return nil
    }
    // The zone was named on purpose, by the run or by the record.
    if severity != .note || validator.options.severities.names(.timeZoneAssumed) {
      find(.timeZoneAssumed, context, field: field, span: place.place, type: type, unit: zone, severity: severity)
    }
    return Instant(microseconds: local &- Int64(offset) &* 60_000_000, offset: offset)
  }
}

extension FindingMessage {
  static func time(_ context: MessageContext) -> FindingMessage {
    let finding = context.finding
    switch finding.code {
    case .timeInvalid where finding.detail == .otherOffset:
      return FindingMessage("`\(context.field)` \(context.shown) has another offset than the sample's `offset`")
    case .timeInvalid where finding.detail == .skippedHour:
      return FindingMessage("\(context.shown) does not exist in \(zone(context)): clocks were set forward")
    case .timeInvalid where finding.detail == .unknownZone:
      return FindingMessage("\(context.shown) is not a time zone", hint: "write its IANA name, like Europe/Berlin")
    case .timeInvalid: return malformed(context)
    case .timeNoOffset where context.hasZones:
      return FindingMessage(
        "`\(context.field)` \(context.shown) has no offset, and its record names no time zone",
        hint: "write an offset (…Z, …+02:00), or the zone's name at the place that `timezone` names")
    case .timeNoOffset:
      return FindingMessage(
        "`\(context.field)` \(context.shown) has no offset",
        hint: context.namesOptions
          ? "write one (…Z, …+02:00), or name the zone: `--timezone`, or `timezone` in assay.yaml"
          : "write one (…Z, …+02:00), or pass the zone as `timeZone`")
    case .endBeforeStart:
      return FindingMessage("the sample ends \(duration(-finding.detail.number, context)) before it starts")
    case .durationTooLong:
      return FindingMessage(
        "\(context.subject) lasts at most \(ShownDuration(finding.detail.limit).text), got \(duration(finding.detail.number, context))",
        hint: "correct the end, or split it into the samples that it is made of", rule: "duration.max")
    case .durationTooShort:
      return FindingMessage(
        "\(context.subject) lasts at least \(ShownDuration(finding.detail.limit).text), got \(duration(finding.detail.number, context))",
        rule: "duration.min")
    case .durationImplausible:
      return FindingMessage(
        "\(context.subject) usually lasts less than \(ShownDuration(finding.detail.limit).text), got \(duration(finding.detail.number, context))",
        hint: "split a day's total into hours, or correct start and end", rule: "duration.usually_below")
    case .timeInFuture: return FindingMessage("`\(context.field)` \(context.shown) is later than now")
    case .timePrecision:
      return FindingMessage(
        "`\(context.field)` has digits past the microsecond, which are cut and kept as the original")
    default:
      return FindingMessage(
        "`\(context.field)` \(context.shown) is taken as local time of \(zone(context))\(finding.severity == .warning ? ", the earlier of two such times" : "")"
      )
    }
  }

  fileprivate static func zone(_ context: MessageContext) -> MessageText {
    if let own = context.writtenUnit { return "\(own)" }
    return MessageText(context.zone ?? "the zone")
  }

  /// A time that cannot be read: by the table's own format, if it has one, or by RFC 3339.
  fileprivate static func malformed(_ context: MessageContext) -> FindingMessage {
    switch context.finding.field {
    case .value: return FindingMessage("`value` is not a date: \(context.shown)", hint: "like 1990-04-12")
    case .start, .end, .created:
      if let format = context.dateFormat {
        return FindingMessage(
          "`\(context.field)` is not a time of the format `\(TextEscaping.escaped(format, limit: 60))`: \(context.shown)",
          hint: context.redacts || !TimeShape.lacksDigits(context.text, of: format)
            ? "`date_format` says so"
            : "`date_format` says so; two letters such as `hh` take two digits, `h` one or two")
      }
      let missing = context.redacts ? nil : TimeShape(context.text.span.bytes).missing
      return FindingMessage(
        "`\(context.field)` is not an instant: \(context.shown)",
        hint: "\(missing.map { $0 + " missing, write it " } ?? "")like 2026-01-01T08:00:00-07:00\(otherFormat(context))"
      )
    default:
      return FindingMessage(
        "`\(context.field)` is not an offset: \(context.shown)", hint: "like +02:00, -07:00 or +00:00")
    }
  }

  /// The advice for a cell that does not look like an instant.
  fileprivate static func otherFormat(_ context: MessageContext) -> String {
    context.isCell && (context.redacts || !TimeShape.beginsLikeInstant(context.text.span.bytes))
      ? ", or say by `date_format` in assay.yaml how the table writes times" : ""
  }

  fileprivate static func duration(_ seconds: Double, _ context: MessageContext) -> MessageText {
    context.redacts ? MessageText(MessageContext.redacted) : ShownDuration(seconds).text
  }
}

/// How far a text is an instant in RFC 3339.
enum TimeShape: UInt8 {
  case other
  /// It ends after the day.
  case day
  /// It ends after the minutes.
  case minutes
  /// The offset follows the minutes.
  case minutesAndOffset

  init(_ text: RawSpan) {
    self = .other
    let count = text.byteCount
    guard Self.matches("0000-00-00", text, at: 0) else { return }
    if count == 10 {
      self = .day
      return
    }
    let mark = text.unsafeLoad(fromByteOffset: 10, as: UInt8.self)
    guard mark | 0x20 == UInt8(ascii: "t") || mark == UInt8(ascii: " "), Self.matches("00:00", text, at: 11) else {
      return
    }
    if count == 16 {
      self = .minutes
    } else if count == 17, text.unsafeLoad(fromByteOffset: 16, as: UInt8.self) | 0x20 == UInt8(ascii: "z") {
      self = .minutesAndOffset
    } else if count == 22, Self.matches("+00:00", text, at: 16) || Self.matches("-00:00", text, at: 16) {
      self = .minutesAndOffset
    }
  }

  /// The missing parts with their verb; `nil` when something else is wrong.
  var missing: String? {
    switch self {
    case .other: nil
    case .day: "the time of day and the offset are"
    case .minutes: "the seconds and the offset are"
    case .minutesAndOffset: "the seconds are"
    }
  }

  /// Whether a text begins with a date and `T`, as an instant in RFC 3339 does.
  static func beginsLikeInstant(_ text: RawSpan) -> Bool { matches("0000-00-00T", text, at: 0) }

  /// Whether a number of the text has one digit where a date format has two letters, such as `hh`.
  static func lacksDigits(_ text: [UInt8], of format: String) -> Bool {
    let numbers = text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return zip(numbers, fields(of: format)).contains { number, letters in number.count == 1 && letters == 2 }
  }

  /// How many letters stand for each number of a date format; quoted text matches itself.
  private static func fields(of format: String) -> [Int] {
    var fields: [Int] = []
    var last: Character?
    var isQuoted = false
    for letter in format {
      if letter == "'" { isQuoted.toggle() }
      let isField = !isQuoted && "yMdHhmsS".contains(letter)
      if isField, letter == last, let index = fields.indices.last {
        fields[index] += 1
      } else if isField {
        fields.append(1)
      }
      last = isField ? letter : nil
    }
    return fields
  }

  /// Whether a text has a form at a place, in which `0` stands for any digit.
  private static func matches(_ form: StaticString, _ text: RawSpan, at start: Int) -> Bool {
    guard text.byteCount >= start + form.utf8CodeUnitCount else { return false }
    return form.withUTF8Buffer { form in
      for (index, wanted) in form.enumerated() {
        let byte = text.unsafeLoad(fromByteOffset: start + index, as: UInt8.self)
        guard wanted == UInt8(ascii: "0") ? byte &- wanted <= 9 : byte == wanted else { return false }
      }
      return true
    }
  }
}
