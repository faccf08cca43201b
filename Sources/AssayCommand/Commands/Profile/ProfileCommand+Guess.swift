import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

extension ProfileCommand {
  /// Prints the configuration that `--guess` finds for the files.
  mutating func writeGuess() throws {
    guard location == nil, by == nil else {
      throw CommandFailure.usage("--guess is about files; leave out --store and --by")
    }
    let paths = try input.allPaths()
    guard !paths.isEmpty else { throw CommandFailure.usage("name the files that --guess looks at") }
    // `--guess FILE > assay.yaml` makes an empty file before it begins.
    let project = try guessedProject()
    try catalog.takePlugins()
    let registry = try catalog.registry(project: project)
    let format = try input.knownFormat()
    var inputs: [ResolvedInput] = []
    do {
      for path in paths {
        inputs.append(try ResolvedInput.resolve(path: path, format: format, stdinName: input.stdinName))
      }
      let draft = try DataDraft(inputs, registry: registry, zones: ZoneFolders.database) {
        StopSignals.pending() == nil
      }
      if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
      try StandardOutput.write(draft.text)
      if draft.questions > 0 {
        let count = draft.questions
        StandardError.write(
          "assay: \(count) question\(count == 1 ? "" : "s") in comments: answer \(count == 1 ? "it" : "them") before "
            + "you trust the result\n")
      }
      if !draft.isComplete { throw ExitCode(ExitStatus.refused) }
    } catch let error as InputError {
      throw CommandFailure(error)
    }
  }

  /// The project whose types count; `nil` if its configuration has nothing in it yet.
  private func guessedProject() throws -> Project? {
    if project.config == nil, let file = try project.file(), let bytes = try? file.bytes(), bytes.isEmpty { return nil }
    return try project.project()
  }
}
