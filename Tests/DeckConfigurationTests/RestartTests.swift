import DeckConfiguration
import Testing

@Suite struct `A changed file` {
  private static func read(_ text: String) throws -> DaemonConfiguration {
    try DaemonConfiguration(toml: text, file: "f")
  }

  @Test func `keeps what a running daemon cannot change, and names it`() throws {
    let running = try Self.read("journal.days = 2\nsocket.observe.name = 'a'")
    var configuration = try Self.read("journal = { events = 100, days = 2 }\nsocket.observe.enabled = false")
    #expect(
      configuration.keepUntilRestart(running) == ["socket.observe.enabled", "socket.observe.name", "journal.events"]
    )
    #expect(configuration == running)
    #expect(configuration.keepUntilRestart(running) == [])
  }

  @Test func `applies everything else`() throws {
    let text = "socket = { mode = '0600', observe.mode = '0600' }\nlimits.clients = 9\naccess.injectUsers = [1]"
    var configuration = try Self.read(text)
    #expect(configuration.keepUntilRestart(.builtIn) == [])
    #expect(try configuration == Self.read(text))
  }
}
