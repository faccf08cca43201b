import Assay
import AssayPlatform
import HealthFormats
import HealthJSON
import HealthModel

extension ValidateCommand {
  /// The inputs, of which `--range` or `--ranges-from` may name parts: lines of plain files of JSON lines.
  ///
  /// What needs the whole file is refused: places in quarantine files are counted in lines of the file, rules over
  /// several samples look beyond a range, and ranges that are judged by two clocks do not add up.
  func inputs(of project: Project?) throws -> [NamedInput] {
    guard let option = range != nil ? "--range" : rangesFrom != nil ? "--ranges-from" : nil else {
      let readers = try catalog.plugins.readers(project, format: input.format, seconds: pluginTime.timeout)
      return try input.resolve(project: project, readers: readers) { [catalog] in try catalog.registry(project: project)
      }
    }
    if across { throw CommandFailure.usage("\(option) and --across do not go together: samples are apart in ranges") }
    if quarantine != nil {
      throw CommandFailure.usage("\(option) and --quarantine do not go together: the line of a record is not known")
    }
    let now = input.judging.now ?? EnvironmentVariables.value(of: "ASSAY_NOW") ?? ""
    if now.isEmpty {
      throw CommandFailure.usage("\(option) needs --now, so that all ranges of a file are judged by one clock")
    }
    guard let text = range else { return try listedRanges(project) }
    if rangesFrom != nil { throw CommandFailure.usage("--range and --ranges-from do not go together") }
    guard let lines = LineRange(text) else {
      throw CommandFailure.usage(
        "--range takes two offsets in bytes such as 0:1048576, got `\(TextEscaping.escaped(text, limit: 100))`")
    }
    let inputs = try input.resolve(project: project)
    guard inputs.count == 1, case .found(let file) = inputs[0] else {
      throw CommandFailure.usage("--range takes one file that can be read")
    }
    return [try limited(file, to: lines)]
  }

  private func limited(_ file: ResolvedInput, to lines: LineRange) throws -> NamedInput {
    do throws(InputError) {
      return .found(try file.limited(to: lines))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The ranges that `--ranges-from` lists, in their order; a file of several ranges is looked at once.
  private func listedRanges(_ project: Project?) throws -> [NamedInput] {
    guard input.paths.isEmpty, input.filesFrom == nil else {
      throw CommandFailure.usage("--ranges-from names the files itself: leave out paths and --files-from")
    }
    let sources = ProjectInputs(project: project, format: try input.knownFormat(), stdinName: nil)
    var files: [String: ResolvedInput] = [:]
    var inputs: [NamedInput] = []
    for (number, line) in try listLines().enumerated() {
      let object = JSONValue(parsing: line)
      guard let path = object?["path"]?.text, let start = object?["start"]?.integer, let end = object?["end"]?.integer,
        let lines = LineRange(start: start, end: end)
      else {
        throw CommandFailure.usage(
          #"line \#(number + 1) of --ranges-from is not a range; write {"path":"a.ndjson","start":0,"end":1048576}"#)
      }
      if files[path] == nil {
        do throws(RunFailure) {
          let found = try sources.inputs([path]).inputs
          if found.count == 1, case .found(let file) = found[0] { files[path] = file }
        } catch {
          throw CommandFailure(error)
        }
      }
      guard let file = files[path] else {
        throw CommandFailure.usage("\(TextEscaping.escaped(path, limit: 1000)) is not one file that can be read")
      }
      inputs.append(try limited(file, to: lines))
    }
    if inputs.isEmpty { throw CommandFailure.usage("--ranges-from names no range") }
    return inputs
  }

  private func listLines() throws -> [ArraySlice<UInt8>] {
    var bytes: [UInt8] = []
    do {
      var source = try FileSource(path: rangesFrom ?? "-")
      while try source.read(into: &bytes, count: 64 * 1024) > 0 {}
    } catch {
      throw CommandFailure(error)
    }
    return bytes.split(separator: UInt8(ascii: "\n")).filter { $0 != [UInt8(ascii: "\r")] }
  }
}
