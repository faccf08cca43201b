import HealthDigest
public import HealthFormats
public import HealthModel
public import HealthQueries
package import HealthReports
public import HealthValidation

/// The settings for judging samples, besides the catalog, for all inputs of a request; each input supplies those not
/// set here.
public struct JudgingSettings: Sendable {
  /// Whose samples these are, when a sample does not say; 1 to 128 bytes.
  public var subject: String?
  /// Whether samples that name no subject are refused.
  public var requiresSubject = false
  /// The IANA name of the zone for times without an offset.
  public var timeZone: String?
  /// Which unit spellings are accepted.
  public var units: UnitPolicy?
  /// What becomes of samples whose type is not known.
  package var unknownTypes: UnknownTypePolicy?
  /// The moment that counts as now, in microseconds since 1970 UTC.
  public var now: Int64
  /// Where time zones are looked up.
  public var zones = TimeZoneDatabase.system()

  /// Creates settings that leave everything to the inputs.
  public init(now: Int64) { self.now = now }

  /// Checks the settings, and those of each data set, before any work.
  package func check(_ project: Project?) throws(Failure) {
    _ = try options(normalizes: false)
    _ = try project?.subjectZones(in: zones)
    for set in project?.configuration.data ?? [] { _ = try options(normalizes: false, set: set) }
  }

  /// Checks what inputs need of the settings, such as a zone, before any of them is read.
  package func check(_ inputs: [NamedInput], in project: Project?) throws(Failure) {
    for case .found(let input) in inputs where input.profile != nil {
      _ = try options(normalizes: false, of: input, in: project)
    }
  }

  /// The options of the rules: these settings first, then those of the input's data set.
  package func options(normalizes: Bool, set: DataSet? = nil) throws(Failure) -> ValidationOptions {
    var zone: TimeZoneRules?
    if let name = timeZone ?? set?.timeZone?.value {
      do throws(QueryError) {
        zone = try TimeZoneRules(name, in: zones)
      } catch {
        let place = timeZone == nil ? set?.timeZone.map { "\($0.mark): " } ?? "" : ""
        throw .usage("\(place)\(error)")
      }
    }
    var options = ValidationOptions(
      now: now, subject: subject ?? set?.subject, requiresSubject: requiresSubject,
      units: units ?? set?.units ?? .strict,
      timeZone: zone, normalizes: normalizes)
    options.unknownTypes = unknownTypes ?? set?.unknownTypes ?? .refuse
    options.zoneNamed = { [zones] in try? TimeZoneRules($0, in: zones) }
    return options
  }

  /// The options of the rules for one input: its data set's options where these settings name none, and its severities.
  public func options(
    normalizes: Bool, of input: ResolvedInput, in project: Project?
  ) throws(Failure) -> ValidationOptions {
    let path = project?.relativePath(of: input.filePath)
    let set = path.flatMap { project?.dataSet(of: $0) }
    // Without a name the samples would be nobody's, although the configuration says that a file is somebody's.
    if subject == nil, let path, let pattern = set?.subjectPattern, set?.subject == nil {
      throw .usage(
        "\(pattern.mark): `\(TextEscaping.escaped(path, limit: 1000))` does not match `subject.file`, "
          + "`\(TextEscaping.escaped(pattern.value.text))`; rename or exclude the file, or name its subject with "
          + "--subject")
    }
    var options = try options(normalizes: normalizes, of: input.profile, shown: input.displayPath, set: set)
    options.origin = input.origin
    options.severities = project?.severities(in: path) ?? SeverityPolicy()
    return options
  }

  /// The options of the rules for an input that a profile may read: the zone of the profile is that of its times,
  /// whatever else is said.
  private func options(
    normalizes: Bool, of profile: InputProfile?, shown: String, set: DataSet?
  ) throws(Failure) -> ValidationOptions {
    guard let profile else { return try options(normalizes: normalizes, set: set) }
    var (settings, set) = (self, set ?? DataSet(path: Located("", at: profile.mark)))
    if let units = profile.units.flatMap(UnitPolicy.init(rawValue:)) { set.units = set.units ?? units }
    if let zone = profile.timeZone {
      settings.timeZone = nil
      set.timeZone = Located(zone, at: profile.mark)
    }
    if profile.needsTimeZone, settings.timeZone ?? set.timeZone?.value == nil {
      throw .usage(
        "\(TextEscaping.escaped(shown, limit: 1000)): the times that the profile \(profile.name) reads have no offset; "
          + "name the zone in which they were recorded with --timezone, such as --timezone Europe/Berlin, or by "
          + "`timezone` in assay.yaml")
    }
    return try settings.options(normalizes: normalizes, set: set)
  }

  /// The options of the rules for records of a quarantine file: these settings first, then those of the run that kept
  /// them, so that a sample gets the id that it had, then those of the input's data set.
  package func options(
    _ base: ValidationOptions, for source: QuarantineSource, in project: Project?
  ) -> ValidationOptions {
    let path = project?.relativePath(of: source.path)
    let set = path.flatMap { project?.dataSet(of: $0) }
    var options = base
    options.origin = source.origin
    // What was kept stays until it is read.
    options.unknownTypes = .refuse
    if subject == nil { options.subject = source.subject.flatMap { Self.isSubject($0) ? $0 : nil } ?? set?.subject }
    if units == nil { options.units = source.units.flatMap(UnitPolicy.init(rawValue:)) ?? set?.units ?? .strict }
    if timeZone == nil || source.hasZoneOfProfile {
      options.timeZone = (source.timeZone ?? set?.timeZone?.value).flatMap { try? TimeZoneRules($0, in: zones) }
    }
    options.severities = project?.severities(in: path) ?? SeverityPolicy()
    return options
  }

  /// How records of a quarantine file are read again: by the layout that a project has for their input now.
  ///
  /// - Returns: the layout; `nil` if no data set of the project has the input and no profile of the run read it, so that
  ///   the layout is the one that the records were kept with.
  package static func layout(
    for source: QuarantineSource, in project: Project?, _ profiles: FileProfiles = FileProfiles()
  ) -> TableLayout? {
    if let name = source.profile { return profiles.profiles.first { $0.shownName == name }?.data.layout }
    guard let project, let path = project.relativePath(of: source.path) else { return nil }
    return project.dataSet(of: path)?.layout
  }

  package static func isSubject(_ text: String) -> Bool { !text.isEmpty && text.utf8.count <= 128 }

  /// What judges, for the summary of a report.
  ///
  /// - Returns: the terms, to which the command adds its own options.
  package func terms(_ command: String, _ registry: Registry, _ project: Project?, redacts: Bool) -> RunTerms {
    var terms = RunTerms(
      version: AssayVersion.current, catalog: registry.contentHash, timeZones: zones.version,
      now: TimestampWriter.string(now))
    terms.set("command", command)
    terms.set("timezone", timeZone)
    terms.set("units", units.flatMap { $0 == .strict ? nil : $0.rawValue })
    terms.set("unknown", unknownTypes.flatMap { $0 == .refuse ? nil : $0.rawValue })
    terms.set("require_subject", requiresSubject)
    terms.set("redact", redacts)
    if redacts { terms.set("subject", subject != nil) } else { terms.set("subject", subject) }
    terms.set("config", project?.digest)
    return terms
  }
}

extension Project {
  /// The time zones of persons that the configuration names.
  package func subjectZones(in database: TimeZoneDatabase) throws(Failure) -> SubjectZones {
    var zones = SubjectZones()
    for (subject, name) in configuration.subjects.sorted(by: { $0.key < $1.key }) {
      do throws(QueryError) {
        zones.zones[subject] = try TimeZoneRules(name.value, in: database)
      } catch {
        throw .usage("\(name.mark): \(error)")
      }
    }
    return zones
  }

  /// The first digits of the SHA-256 of the configuration; `nil` if it cannot be read.
  fileprivate var digest: String? {
    var bytes: [UInt8] = []
    do throws(InputError) {
      var source = try FileSource(path: configuration.path, within: boundary)
      while try source.read(into: &bytes, count: 64 * 1024) > 0 {}
    } catch {
      return nil
    }
    return String(SHA256Digest(of: bytes).hexadecimal.prefix(16))
  }
}
