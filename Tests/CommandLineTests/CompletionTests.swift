import Foundation
import Testing

/// Shells complete what nobody can type from memory: types, units, codes.
@Suite("Completion") struct CompletionTests {
  @Test("a script for each shell", arguments: ["bash", "zsh", "fish"]) func scripts(_ shell: String) throws {
    let result = try AssayBinary.run(["--generate-completion-script", shell])
    #expect(result.status == 0)
    for word in ["validate", "lint", "catalog", "---completion"] { #expect(result.text.contains(word)) }
  }

  @Test(
    "words from the program itself",
    arguments: [
      (["explain", "--", "positional@0"], "unit-incompatible"), (["explain", "--", "positional@0"], "heartRate"),
      (["catalog", "show", "--", "positional@0"], "bloodPressure"), (["units", "parse", "--", "positional@0"], "mmHg"),
      (["query", "--", "--type"], "sleepAnalysis"),
    ])
  func words(_ call: [String], _ word: String) throws {
    // What the shells' scripts ask: the argument, then where the cursor stands in the words of the line.
    let result = try AssayBinary.run(["---completion"] + call + ["1", "0", "assay", call[0], ""])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.split(separator: "\n").contains { $0 == word })
  }

  /// A line with the cursor at its end, and a completion that it must offer; `memory` is a file, `folder` a folder.
  static let lines = [
    ("assay validate mem", "memory.ndjson"), ("assay lint --config ass", "assay.yaml"),
    ("assay query --store hea", "health.db"), ("assay import memory.ndjson --store hea", "health.db"),
    ("assay revalidate mem", "memory.ndjson"), ("assay catalog lint fol", "folder"),
    ("assay validate --catalog fol", "folder"), ("assay normalize --quarantine mem", "memory.ndjson"),
    ("assay lint --baseline mem", "memory.ndjson"), ("assay stats --by mo", "month"),
    ("assay stats --timezone Europe/Berl", "Europe/Berlin"), ("assay query --timezone Europe/Berl", "Europe/Berlin"),
    ("assay query --type sleepAna", "sleepAnalysis"), ("assay validate --report sar", "sarif="),
    ("assay catalog export --as json-", "json-schema"), ("assay explain unit-inc", "unit-incompatible"),
    ("assay query --store x.db --unit mmH", "mmHg"),
  ]

  /// What the shells run: the script, then a completion of `$1`.
  private static let programs = [
    "bash": """
    source ./script
    COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=$1; COMP_POINT=${#1}
    _assay assay "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\\n' "${COMPREPLY[@]}"
    """,
    "fish": "source ./script; complete --do-complete=$argv[1]",
    "zsh": """
    zmodload zsh/zpty
    zpty -b shell zsh -f -i
    zpty -w shell "PS1=; unsetopt zle_bracketed_paste 2>/dev/null; fpath=(\\$PWD \\$fpath); autoload -Uz compinit; compinit -u -D"
    zpty -w shell "zstyle ':completion:*' list-prompt ''; setopt no_beep; echo READY''NOW"
    integer tries=0; local all= piece=
    while (( tries++ < 200 )); do
      zpty -r -t shell piece && all+=$piece || sleep 0.05
      [[ $all == *READYNOW* ]] && break
    done
    zpty -n -w shell "$1"$'\\t'
    tries=0; all=
      while (( tries++ < 200 )); do
        zpty -r -t shell piece && all+=$piece || sleep 0.05
        [[ $all == *$2* ]] && break
      done
      print -r -- $all
    """,
  ]

  @Test("files, folders and words, as a shell asks for them", arguments: ["bash", "zsh", "fish"])
  func shells(_ shell: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let place = folders.map { "\($0)/\(shell)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let place else {
      FileHandle.standardError.write(Data("skipped: completion of \(shell), which is not installed\n".utf8))
      return
    }
    let program = try #require(Self.programs[shell])
    try TemporaryFolder.with { folder in
      for name in ["memory.ndjson", "assay.yaml", "health.db", "folder/type.yaml"] { try folder.write(name, "") }
      let script = try AssayBinary.run(["--generate-completion-script", shell]).output
      try folder.write(shell == "zsh" ? "_assay" : "script", script)
      let path = URL(fileURLWithPath: AssayBinary.path).deletingLastPathComponent().path
      let variables = AssayBinary.environment([
        "PATH": path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "HOME": folder.path, "TERM": "dumb",
      ])
      for (line, word) in Self.lines {
        let arguments = shell == "fish" ? ["-N", "-c", program, line] : ["-c", program, shell, line, word]
        let result = try ChildProcess(place, arguments, environment: variables, folder: folder.path).finish()
        #expect(result.text.contains(word), "\(line): \(result.text)\(result.errorText)")
      }
    }
  }
}
