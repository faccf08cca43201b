import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

/// Which parts of files are read: lines of plain files of JSON lines.
struct RangeOptions: ParsableArguments {
  @Option(help: "Read only the lines of a JSON lines file that begin in these bytes: START:END. Needs --now.")
  var range: String?

  @Option(
    name: .customLong("ranges-from"),
    help: "Read the ranges that a file lists, one a line (`-`: standard input): its path, start and end, as JSON.",
    completion: .file())
  var rangesFrom: String?

  /// The option that was given; `nil` if inputs are read whole.
  var option: String? { range != nil ? "--range" : rangesFrom != nil ? "--ranges-from" : nil }

  /// The inputs, of which only ranges are read if that was asked for.
  ///
  /// Ranges that are judged by two clocks do not add up, so a clock is needed then.
  ///
  /// - Throws: `Failure` for what cannot be read in ranges.
  func inputs(
    _ input: InputOptions, of project: Project?, formats: FormatList, profiles: FileProfiles,
    listsAll: Bool = false
  ) throws -> [NamedInput] {
    guard let option else {
      return try input.resolve(project: project, formats: formats, profiles: profiles, listsAll: listsAll)
    }
    let now = input.judging.now ?? EnvironmentVariables.value(of: "ASSAY_NOW") ?? ""
    if now.isEmpty {
      throw Failure.usage("\(option) needs --now, so that all ranges of a file are judged by one clock")
    }
    guard let text = range else { return try listedRanges(input, project) }
    if rangesFrom != nil { throw Failure.usage("--range and --ranges-from do not go together") }
    guard let lines = LineRange(text) else {
      throw Failure.usage(
        "--range takes two offsets in bytes such as 0:1048576, got `\(TextEscaping.escaped(text, limit: 100))`")
    }
    _ = try input.knownFormat()
    let inputs = try input.resolve(project: project)
    guard inputs.count == 1, case .found(let file) = inputs[0] else {
      throw Failure.usage("--range takes one file that can be read")
    }
    return [try limited(file, to: lines)]
  }

  private func limited(_ file: ResolvedInput, to lines: LineRange) throws -> NamedInput {
    do throws(InputError) {
      return .found(try file.limited(to: lines))
    } catch {
      throw Failure(error)
    }
  }

  /// The ranges that `--ranges-from` lists, in their order; a file of several ranges is looked at once.
  private func listedRanges(_ input: InputOptions, _ project: Project?) throws -> [NamedInput] {
    guard input.paths.isEmpty, input.filesFrom == nil else {
      throw Failure.usage("--ranges-from names the files itself: leave out paths and --files-from")
    }
    let sources = ProjectInputs(project: project, format: try input.knownFormat(), stdinName: nil)
    var files: [String: ResolvedInput] = [:]
    var inputs: [NamedInput] = []
    for (number, line) in try listLines().enumerated() {
      let object = JSONValue(parsing: line)
      guard let path = object?["path"]?.text, let start = object?["start"]?.integer, let end = object?["end"]?.integer,
        let lines = LineRange(start: start, end: end)
      else {
        throw Failure.usage(
          #"line \#(number + 1) of --ranges-from is not a range; write {"path":"a.ndjson","start":0,"end":1048576}"#)
      }
      if files[path] == nil {
        do throws(Failure) {
          let found = try sources.inputs([path]).inputs
          if found.count == 1, case .found(let file) = found[0] { files[path] = file }
        } catch {
          throw Failure(error)
        }
      }
      guard let file = files[path] else {
        throw Failure.usage("\(TextEscaping.escaped(path, limit: 1000)) is not one file that can be read")
      }
      inputs.append(try limited(file, to: lines))
    }
    if inputs.isEmpty { throw Failure.usage("--ranges-from names no range") }
    return inputs
  }

  private func listLines() throws -> [ArraySlice<UInt8>] {
    var bytes: [UInt8] = []
    do {
      var source = try FileSource(path: rangesFrom ?? "-")
      while try source.read(into: &bytes, count: 64 * 1024) > 0 {}
    } catch {
      throw Failure(error)
    }
    return bytes.split(separator: UInt8(ascii: "\n")).filter { $0 != [UInt8(ascii: "\r")] }
  }
}
