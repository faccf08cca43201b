import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports

/// The command: parses, runs one verb, and turns what went wrong into a line and a status.
@main struct AssayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assay",
    abstract: "Checks, normalizes and stores health samples by their type definitions.",
    discussion: """
      Exit status: 0 done, nothing refused; 1 data refused or input incomplete; 2 usage or configuration; \
      3 environment (files, store); 130 and 143 on signals, after saving the position.
      """,
    version: VersionText.current,
    subcommands: [
      ValidateCommand.self, LintCommand.self, NormalizeCommand.self, ImportCommand.self, RevalidateCommand.self,
      CatalogCommand.self, UnitsCommand.self, QueryCommand.self, StatsCommand.self, ProfileCommand.self,
      ExportCommand.self, ReportCommand.self, WatchCommand.self, StoreCommand.self, PluginsCommand.self,
      InitCommand.self,
      ConfigCommand.self, ExplainCommand.self,
    ] + CompiledIn.verbs)

  /// How many files must be left to open: the runtime takes four, and the least of the commands as many.
  private static let neededFiles = 8

  static func main() async {
    // Before anything waits: from then on the runtime traps if it cannot open a file.
    guard CurrentProcess.canOpen(files: neededFiles) else {
      StandardError.write(
        "assay: cannot start: the limit of open files leaves less than \(neededFiles) of them; raise it (`ulimit -n`)\n"
      )
      CurrentProcess.exit(ExitStatus.environment)
    }
    StopSignals.prepare()
    ProcessMemory.prepare()
    if let fault = ArgumentText.unreadable {
      StandardError.write("assay: \(fault)\n")
      CurrentProcess.exit(ExitStatus.usage)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let catalog = BuiltInCatalog.found()
    // Beside the arguments: each is about a sixth of the time of a small job.
    if let verb = arguments.first, !verb.hasPrefix("-") { Task.detached { catalog.prepare() } }
    let status = await BuiltInCatalog.$current.withValue(catalog) { await run(arguments: arguments) }
    CurrentProcess.exit(status)
  }

  /// Reads the arguments as the verb's own command does, which spares the options of the root and their search; whatever
  /// that refuses, help and version too, is for the root to read and to explain.
  private static func parse(arguments: [String]) throws -> any ParsableCommand {
    let verb = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let verb, verb.configuration.subcommands.isEmpty,
      let command = try? verb.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == verb
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Says why a command ended early; returns the status.
  private static func tell(_ failure: Failure, _ arguments: [String]) -> Int32 {
    for diagnostic in failure.diagnostics.prefix(10) { StandardError.write(TextLines.concise(diagnostic)) }
    StandardError.write("assay: \(failure)\(ProjectOptions.advice(failure, arguments))\n")
    return failure.status.rawValue
  }

  private static func run(arguments: [String]) async -> Int32 {
    // The reader of a listing may have seen enough; an export that breaks off has failed.
    var isListing = true
    // What the parser throws, for help even while its command runs, has its own words and statuses.
    var isRunning = false
    do {
      if arguments == ["--version"] {
        try StandardOutput.write(VersionText.full())
        return ExitStatus.done
      }
      if let failure = CommandSuggestion.failure(arguments, of: self) { throw failure }
      var command = try parse(arguments: arguments)
      isListing = !(command is ExportCommand)
      isRunning = true
      if var verb = command as? any PluginVerb {
        try await verb.run(in: BuiltInCatalog.program())
      } else if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return ExitStatus.done
    } catch let error as ExitCode {
      return error.rawValue
    } catch let error as OutputError where error.isClosedPipe && isListing {
      return ExitStatus.done
    } catch let error where error is Failure || error is OutputError || isRunning && exitCode(for: error) == .failure {
      return tell(Failure(error), arguments)
    } catch {
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      if code == .success {
        do throws(OutputError) {
          let text = CompletionScript.portable(text)
          let output = ByteOutput.standardOutput()
          try output.append(text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
          try output.flush()
          return ExitStatus.done
        } catch {
          if error.isClosedPipe { return ExitStatus.done }
          StandardError.write("assay: \(error)\n")
          return ExitStatus.environment
        }
      }
      if !text.isEmpty { StandardError.write(ArgumentText.safe(ArgumentText.prefixed(text), arguments) + "\n") }
      return ExitStatus.usage
    }
  }
}

extension CommandConfiguration {
  /// The configuration of a verb.
  ///
  /// It says that the verb is below the command, so that a parser that begins at the verb does not look for
  /// `--generate-completion-script` first: that is the root's, and looking takes as long as reading the arguments.
  static func verb(_ name: String, abstract: String, discussion: String = "") -> CommandConfiguration {
    CommandConfiguration(commandName: name, _superCommandName: "assay", abstract: abstract, discussion: discussion)
  }
}

/// The policy of the C library for freed memory.
enum ProcessMemory {
  /// Keeps it for the next buffer of the same size.
  ///
  /// By default each chunk of input goes back to the kernel and comes again page by page, cleared: a tenth of the time
  /// of a run on two threads. The heap of a new thread starts large enough for a small run, since it grows by a system
  /// call for every few pages.
  ///
  /// Threads share two heaps. One thread allocates a chunk and another frees it: with a heap for each thread, every
  /// heap would slowly fill with memory that another thread could use, a fifth more for ten times the samples. Samples
  /// allocate nothing, so threads do not contend for a heap; a start does allocate, on two threads.
  ///
  /// What is larger than any chunk, such as a route of an export, goes back at once: routes of many lengths left holes
  /// of their sizes in both heaps, a tenth of an import's memory.
  static func prepare() {
    CurrentProcess.keepMemory(heaps: 2, largest: 5 << 18, trim: 8 << 20, pad: 4 << 20)
  }
}
