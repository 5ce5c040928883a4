import DeckActions
import Foundation
import Glibc
import Kinetics
import SystemCalls
import Testing

/// A command of `/bin/sh` in a pool; its time is the test's.
private struct Shell {
  var pool = CommandPool()
  var lines: [String] = []
  var endings: [CommandEnding] = []
  var now = Instant(microseconds: 0)

  init(_ script: String, timeout: Double = 10) throws {
    try start(script, timeout: timeout)
  }

  mutating func start(_ script: String, timeout: Double = 10) throws {
    let environment = ["PATH=/usr/bin:/bin"]
    let words = ["sh", "-c", script]
    try pool.start("/bin/sh", words, environment: environment, for: "lamp", timeout: timeout, at: now)
  }

  /// Lets so much time pass, and does what is due.
  mutating func pass(_ duration: Duration) {
    now = now.advanced(by: duration)
    let ended = pool.attend(at: now) { action, line in
      lines.append("\(action): \(line)")
      return true
    }
    endings += ended
  }

  /// Waits, without any time passing for the command, until a condition holds.
  mutating func wait(until isMet: (Shell) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !isMet(self) {
      var requests = pool.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&requests, nfds_t(requests.count), 100)
      pass(.zero)
      try #require(Date() < deadline, "\(lines)")
    }
  }

  mutating func waitForEnd() throws -> CommandEnding {
    try wait { !$0.endings.isEmpty }
    #expect(pool.isEmpty && pool.descriptors.isEmpty && pool.due == nil)
    return endings[0]
  }

  /// The number of the process that the command has printed.
  mutating func printedProcess() throws -> Int32 {
    try wait { !$0.lines.isEmpty }
    return try #require(Int32(lines[0].dropFirst("lamp: ".count)))
  }
}

/// Whether a process exists that has not ended; one whose parent is gone may stay as a zombie for a while.
private func isRunning(_ process: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
  return text.split(separator: ")").last?.split(separator: " ").first != "Z"
}

private func waitForEnd(of process: Int32) throws {
  let deadline = Date(timeIntervalSinceNow: 60)
  while isRunning(process) {
    try #require(Date() < deadline, "process \(process) runs")
    usleep(1000)
  }
}

@Suite
struct `A command` {
  @Test
  func `has its lines in the log, and its end`() throws {
    var shell = try Shell("echo one; echo two >&2; printf three; exit 3")
    let ending = try shell.waitForEnd()
    #expect(shell.lines == ["lamp: one", "lamp: two", "lamp: three"])
    #expect(ending.action == "lamp" && ending.process == .exited(code: 3) && !ending.isTimedOut && ending.leftOut == 0)
  }

  @Test
  func `that a signal ends says which`() throws {
    var shell = try Shell("kill -SEGV $$")
    #expect(try shell.waitForEnd().process == .killed(signal: SIGSEGV))
  }

  @Test
  func `has no input, no descriptors and no signals of the service, and a group and an environment of its own`() throws
  {
    var (blocked, before) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let open = dup(STDERR_FILENO)
    defer { close(open) }
    let signals = "grep -E '^Sig(Blk|Ign)' /proc/$$/status | cut -c18-24"
    let group = "ps -o pgid= $$ | grep -cx \" *$$\""
    var shell = try Shell("cat; pwd; echo /proc/self/fd/*; \(signals); env | grep -v ^_ | sort; \(group)")
    _ = try shell.waitForEnd()
    #expect(
      shell.lines.map { $0.dropFirst("lamp: ".count) } == [
        "/", "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3", "0000000",
        "0000000", "PATH=/usr/bin:/bin", "PWD=/", "1",
      ]
    )
  }

  @Test
  func `that hangs is ended in time, with all of its group`() throws {
    var shell = try Shell("sleep 1000 & echo $!; wait", timeout: 5)
    let process = try shell.printedProcess()
    shell.pass(.milliseconds(4999))
    #expect(shell.endings.isEmpty && isRunning(process))
    shell.pass(.milliseconds(1))
    let ending = try shell.waitForEnd()
    #expect(ending.isTimedOut && ending.process == .killed(signal: SIGTERM))
    try waitForEnd(of: process)
  }

  @Test
  func `that ignores SIGTERM is killed a second later`() throws {
    var shell = try Shell("trap '' TERM; sleep 1000 & echo $!; while :; do sleep 1000; done", timeout: 5)
    let process = try shell.printedProcess()
    shell.pass(.seconds(5))
    shell.pass(.milliseconds(999))
    #expect(shell.endings.isEmpty && isRunning(process))
    shell.pass(.milliseconds(1))
    #expect(try shell.waitForEnd().process == .killed(signal: SIGKILL))
    try waitForEnd(of: process)
  }

  @Test
  func `that has SIGTERM may use its second to end in order, and so may its group`() throws {
    let inner = "trap 'echo inner; exit' TERM; echo ready; while :; do sleep 0.01; done"
    var shell = try Shell("(\(inner)) & wait", timeout: 5)
    try shell.wait { $0.lines == ["lamp: ready"] }
    shell.pass(.seconds(5))
    #expect(try shell.waitForEnd().isTimedOut)
    #expect(shell.lines.contains("lamp: inner"), "\(shell.lines)")
  }

  @Test
  func `that forks and ends leaves nothing of its group behind`() throws {
    var shell = try Shell("sleep 1000 & echo $!")
    let process = try shell.printedProcess()
    #expect(try shell.waitForEnd().process == .exited(code: 0))
    try waitForEnd(of: process)
  }

  @Test
  func `that forks out of its group, and keeps the output, is not waited for`() throws {
    // It ends when the other one, out of its group, has said so.
    let escape = "setsid sh -c 'echo $$; rm $0; exec sleep 1000' $mark &"
    var shell = try Shell("mark=$(mktemp); \(escape) while [ -e $mark ]; do :; done")
    let process = try shell.printedProcess()
    defer { kill(process, SIGKILL) }
    #expect(try shell.waitForEnd().process == .exited(code: 0))
    // A service manager ends it with the service.
    #expect(isRunning(process))
  }

  @Test
  func `that prints without end ends in time, and the log has its first lines`() throws {
    var shell = try Shell("exec yes", timeout: 5)
    try shell.wait { $0.lines.count == 20 }
    shell.pass(.seconds(5))
    #expect(try shell.waitForEnd().isTimedOut)
    #expect(shell.lines == Array(repeating: "lamp: y", count: 20))
  }

  @Test
  func `that prints much comes to its end, since all is read`() throws {
    var shell = try Shell("yes | head -c 1000000", timeout: 3600)
    while shell.endings.isEmpty { shell.pass(.milliseconds(20)) }
    #expect(shell.endings[0].process == .exited(code: 0))
    #expect(shell.endings[0].leftOut == 1_000_000 - 20 * 2)
  }

  @Test
  func `that prints no newline has the beginning of its line in the log`() throws {
    var shell = try Shell("head -c 30000 /dev/zero | tr '\\0' a; echo; echo next")
    let ending = try shell.waitForEnd()
    #expect(shell.lines == ["lamp: \(String(repeating: "a", count: 1000))", "lamp: next"])
    #expect(ending.leftOut == 29_000)
  }

  @Test
  func `that cannot be started is an error, and nothing of it stays`() throws {
    var pool = CommandPool()
    for (path, code) in [("/nowhere", ENOENT), ("/etc/passwd", EACCES)] {
      let error = #expect(throws: Errno.self) {
        try pool.start(path, [path], environment: [], for: "a", timeout: 1, at: Instant(microseconds: 0))
      }
      #expect(error?.code == code)
    }
    #expect(pool.isEmpty)
  }

  @Test
  func `ends with the others when the service does`() throws {
    var shell = try Shell("echo ready; exec sleep 1000")
    try shell.start("trap '' TERM; echo ready; while :; do sleep 1000; done")
    try shell.wait { $0.lines.count == 2 }
    shell.pool.endAll(at: shell.now)
    try shell.wait { $0.endings.map(\.process) == [.killed(signal: SIGTERM)] }
    shell.pass(.seconds(1))
    try shell.wait { $0.pool.isEmpty }
    #expect(shell.endings.map(\.process) == [.killed(signal: SIGTERM), .killed(signal: SIGKILL)])
    #expect(!shell.endings.contains { $0.isTimedOut })
  }
}
