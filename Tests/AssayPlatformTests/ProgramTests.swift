import AssayPlatform
import Foundation
import Testing

/// Programs that are started.
struct ProgramTests {
  private func shell(_ script: String, environment: [String] = [], folder: String? = nil) -> ProgramStart {
    ProgramStart(
      path: "/bin/sh", arguments: ["-c", script], environment: environment.map { Array($0.utf8) }, folder: folder)
  }

  private func answer(
    _ program: ProgramStart, input: String = "", outputLimit: Int = 1 << 22, seconds: Int = 600
  ) async throws -> ProgramAnswer {
    try await program.run(input: Array(input.utf8), outputLimit: outputLimit, errorLimit: 100, seconds: seconds)
  }

  @Test("what it reads, says and returns goes through") func conversation() async throws {
    let answer = try await answer(shell("cat; echo no >&2; exit 7"), input: "yes")
    #expect(answer.end == .exited(7))
    #expect(answer.output == Array("yes".utf8))
    #expect(answer.error == Array("no\n".utf8))
  }

  @Test("more than any pipe holds goes through, both ways at once") func much() async throws {
    let input = String(repeating: "0123456789abcdef", count: 1 << 17)
    let answer = try await answer(shell("tee /dev/stderr"), input: input)
    #expect(answer.output == Array(input.utf8))
    #expect(answer.error == Array(input.utf8.prefix(100)))
    #expect(answer.end == .exited(0))
  }

  @Test("one that does not read does not stop the other side") func deaf() async throws {
    let answer = try await answer(shell("exec <&-; echo done"), input: String(repeating: "x", count: 1 << 21))
    #expect(answer.output == Array("done\n".utf8))
  }

  @Test("one that says too much is ended, with those it started") func flood() async throws {
    let answer = try await answer(shell("yes & yes"), outputLimit: 1 << 16)
    #expect(answer.isTooLong)
    #expect(answer.end == .signaled(SIGKILL))
  }

  @Test(
    "one that takes too long is ended, with those it started, also when it has closed its streams",
    arguments: ["echo begun; sleep 1000 & sleep 1000", "echo begun; exec >&- 2>&-; sleep 1000"])
  func late(_ script: String) async throws {
    let answer = try await answer(shell(script), seconds: 1)
    #expect(answer.isTooLate && !answer.isCanceled)
    #expect(answer.output == Array("begun\n".utf8))
    #expect(answer.end == .signaled(SIGKILL))
  }

  @Test("one that is open for writing is waited for", arguments: [true, false]) func busy(_ isClosed: Bool) async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.file("program", "#!/bin/sh\necho done\n", mode: 0o700)
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let program = ProgramStart(path: path, arguments: [], environment: [])
    if isClosed {
      #expect(
        SystemThread.start {
          SystemThread.sleep(milliseconds: 50)
          try? writer.close()
        })
      #expect(try await answer(program).output == Array("done\n".utf8))
    } else {
      await #expect(throws: SystemError(code: ETXTBSY)) { try await answer(program) }
      try writer.close()
    }
  }

  @Test("one is ended with the task that runs it") func canceled() async throws {
    let task = Task { try await self.answer(shell("sleep 1000")) }
    task.cancel()
    let ended = try await task.value
    #expect(ended.isCanceled && ended.end == .signaled(SIGKILL))
  }

  @Test("nobody is killed for a process that is reaped") func reaped() throws {
    let program = try shell("exit 3").start()
    #expect(program.process.reap() == .exited(3))
    // The number may be anybody's now; that of this test's own group would end the tests.
    program.process.killGroup()
    program.process.terminateGroup()
    #expect(program.process.hasEnded && program.process.reap() == .unknown)
  }

  @Test("it inherits no descriptor but three, whatever is open here") func descriptors() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a")
    // As a library would have it that knows nothing of other programs.
    let number = open(path, O_RDONLY)
    try #require(number > 2)
    defer { close(number) }
    let answer = try await answer(shell("for name in /proc/$$/fd/*; do readlink $name; done"))
    let targets = String(decoding: answer.output, as: UTF8.self)
    #expect(!targets.contains(path))
    #expect(targets.split(separator: "\n").count { $0.hasPrefix("pipe:") } == 3)
  }

  @Test("every signal is at its default, and none is blocked") func signals() async throws {
    StopSignals.ignoreClosedPipes()
    // Not a shell's own masks: it blocks signals while it waits for a program.
    let program = ProgramStart(path: "grep", arguments: ["-E", "^Sig(Ign|Blk)", "/proc/self/status"], environment: [])
    let words = String(decoding: try await answer(program).output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let masks = words.filter { !$0.hasPrefix("Sig") }
    // The C library ignores two for itself, 32 and 33, which no program sends.
    #expect(masks.map { UInt64($0, radix: 16).map { $0 & ~(3 << 31) } } == [0, 0])
  }

  @Test("it has the environment and the folder that it is given, and no other") func surroundings() async throws {
    let folder = try TemporaryFolder()
    let program = ProgramStart(
      path: "/usr/bin/env", arguments: [], environment: [Array("A=1".utf8), Array("B=\u{E9}".utf8)], folder: folder.path
    )
    #expect(try await answer(program).output == Array("A=1\nB=\u{E9}\n".utf8))
    let place = try await answer(shell("pwd -P", folder: folder.path))
    #expect(place.output == Array((folder.path + "\n").utf8))
  }

  @Test("it leads a group of its own") func group() async throws {
    let answer = try await answer(shell("cut -d ' ' -f 1,5 /proc/$$/stat"))
    let words = String(decoding: answer.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    #expect(words.count == 2 && words.first == words.last)
  }

  @Test("what cannot be run is told at once") func refusals() throws {
    let folder = try TemporaryFolder()
    let text = try folder.file("text", "no program\n", mode: 0o700)
    let closed = try folder.file("closed", "#!/bin/sh\n")
    let cases: [(String, SystemError)] = [
      (text, .noProgram), (closed, .permissionDenied), (folder.path("missing"), .noSuchFile),
      ("assay-no-such-program", .noSuchFile),
    ]
    for (path, error) in cases {
      #expect(throws: error, "\(path)") {
        try ProgramStart(path: path, arguments: [], environment: []).start()
      }
    }
    #expect(throws: SystemError.noSuchFile) { try shell("true", folder: folder.path("missing")).start() }
  }

  @Test("a start that fails leaves no descriptor open") func descriptorsOfRefusals() throws {
    let before = try FolderItem.all(in: "/proc/self/fd").count
    let program = ProgramStart(path: "/nowhere/at/all", arguments: [], environment: [])
    for _ in 0..<200 { #expect(throws: SystemError.noSuchFile) { try program.start() } }
    // Six would stay of each; other tests open a few meanwhile.
    #expect(try FolderItem.all(in: "/proc/self/fd").count < before + 600)
  }

  @Test("a process is seen to end, and is no zombie once it is reaped") func reaping() throws {
    let program = try shell("read line; exit 3").start()
    let process = program.process
    #expect(!process.hasEnded)
    program.input.close()
    if let descriptor = process.descriptor {
      #expect(Readiness.of(descriptor.file.number, .reading, milliseconds: 60_000).isReady)
    }
    while !process.hasEnded { SystemThread.sleep(milliseconds: 1) }
    #expect(FileTree.exists("/proc/\(process.number)"))
    #expect(process.reap() == .exited(3))
    #expect(!FileTree.exists("/proc/\(process.number)"))
    #expect(process.reap() == .unknown)
  }
}
