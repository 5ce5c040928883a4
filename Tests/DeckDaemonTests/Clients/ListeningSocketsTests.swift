import DeckConfiguration
import DeckDaemon
import Foundation
import Glibc
import TestSupport
import Testing

@Suite
struct `Listening sockets` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var options: DaemonOptions {
    DaemonOptions(configuration: .builtIn, socketPath: folder.path + "/deckd.sock", devices: .paths([]))
  }

  @Test
  func `are there for observers before a client sees the control socket`() throws {
    let watch = inotify_init1(O_NONBLOCK)
    defer { close(watch) }
    try #require(inotify_add_watch(watch, folder.path, UInt32(IN_MOVED_TO)) >= 0)
    let sockets = try ListeningSockets(options, at: ListeningSockets.placement(options))
    #expect(sockets.paths == ["deckd.sock", "deckd-observe.sock"].map { "\(folder.path)/\($0)" })
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(watch, &buffer, buffer.count)
    // Each event ends with the name, padded with zeros.
    let names = buffer[..<max(count, 0)].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.filter { $0.hasSuffix(".sock") } == ["deckd-observe.sock", "deckd.sock"])
    sockets.close()
  }

  @Test
  func `leave descriptors for the daemon itself`() async {
    // In a process of its own, whose other tests need their descriptors.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.path + "/deckd.sock"
      let options = DaemonOptions(configuration: .builtIn, socketPath: path, devices: .paths([]))
      let sockets = try ListeningSockets(options, at: ListeningSockets.placement(options))
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      try #require(setrlimit(resource, &limit) == 0)
      try #require(sockets.admits(beside: 35) && !sockets.admits(beside: 36))
    }
  }
}
