import Assay
import AssayPlatform
import HealthFormats
import HealthModel

extension ValidateCommand {
  /// The inputs as `--range` limits them: one plain file of JSON lines.
  ///
  /// What needs the whole file is refused: places in quarantine files are counted in lines of the file, rules over
  /// several samples look beyond a range, and ranges that are judged by two clocks do not add up.
  func limited(_ inputs: [NamedInput]) throws -> [NamedInput] {
    guard let text = range else { return inputs }
    guard let lines = LineRange(text) else {
      throw CommandFailure.usage(
        "--range takes two offsets in bytes such as 0:1048576, got `\(TextEscaping.escaped(text, limit: 100))`")
    }
    if across { throw CommandFailure.usage("--range and --across do not go together: samples are apart in ranges") }
    if quarantine != nil {
      throw CommandFailure.usage("--range and --quarantine do not go together: the line of a record is not known")
    }
    let now = input.judging.now ?? EnvironmentVariables.value(of: "ASSAY_NOW") ?? ""
    if now.isEmpty {
      throw CommandFailure.usage("--range needs --now, so that all ranges of a file are judged by one clock")
    }
    guard inputs.count == 1, case .found(let file) = inputs[0] else {
      throw CommandFailure.usage("--range takes one file that can be read")
    }
    do throws(InputError) {
      return [.found(try file.limited(to: lines))]
    } catch {
      throw CommandFailure(error)
    }
  }
}
