import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

/// The files of a request that no profile describes, and their statistics.
struct ForeignFiles {
  private let inputs: [ResolvedInput]
  /// The statistics, in the order of the files.
  private(set) var profiles: [ForeignProfile] = []
  /// Whether a file could not be read, or not all of it.
  private(set) var status = RunStatus.done

  /// Takes the files out of the inputs that no profile describes.
  init(_ inputs: inout [NamedInput], registry: Registry) {
    var own: [ResolvedInput] = []
    inputs.removeAll { named in
      // What cannot be read is reported when its turn comes.
      guard case .found(let input) = named, (try? ForeignProfile.isForeign(input, registry: registry)) == true else {
        return false
      }
      own.append(input)
      return true
    }
    self.inputs = own
  }

  var isEmpty: Bool { inputs.isEmpty }

  /// Refuses what statistics of columns cannot have.
  ///
  /// - Throws: `CommandFailure` for a mistake in the call.
  func check(_ option: String?, _ format: ProfileText.Form, besideSamples: Bool) throws {
    guard let first = inputs.first else { return }
    let name = TextEscaping.escaped(first.displayPath, limit: 1000)
    if let option {
      throw CommandFailure.usage(
        "\(option) is about samples, and nothing says how \(name) becomes samples; `assay profile --guess` writes a profile"
          + " for it")
    }
    if format == .csv, besideSamples {
      throw CommandFailure.usage(
        "\(name) is not in the form of samples, and statistics of columns have other columns than those of types: "
          + "name the files separately, or take --output-format json")
    }
  }

  /// Reads the files.
  ///
  /// - Throws: `CommandFailure` when a signal asked to stop.
  mutating func read() throws {
    for input in inputs {
      do {
        let profile = try ForeignProfile(reading: input) { StopSignals.pending() == nil }
        if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
        profiles.append(profile)
        tell(profile)
      } catch let error as InputError {
        let failure = RunFailure(error)
        FileJob.tell(failure)
        status = max(status, failure.status)
      }
    }
  }

  /// Says what could not be read of a file.
  private mutating func tell(_ profile: ForeignProfile) {
    var notes: [String] = []
    if profile.damaged > 0 {
      let unit = profile.format == .csv ? "row" : profile.format == .jsonLines ? "line" : "document"
      let count = GroupedDigits.string(profile.damaged)
      notes.append("\(count) \(unit)\(profile.damaged == 1 ? "" : "s") could not be read to the end")
    }
    if let fault = profile.fault { notes.append(fault) }
    if !notes.isEmpty { status = max(status, .refused) }
    if profile.passedOver > 0 { notes.append("\(GroupedDigits.string(profile.passedOver)) columns were passed over") }
    for note in notes {
      StandardError.write("assay: \(TextEscaping.escaped(profile.path, limit: 1000)): \(note)\n")
    }
  }
}
