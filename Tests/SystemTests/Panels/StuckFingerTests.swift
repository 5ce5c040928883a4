import Foundation
import TestSupport
import Testing

@Suite
struct `A finger that never lifts` {
  private let daemon: LoneDaemon
  private let client: LiveClient

  init() throws {
    daemon = try LoneDaemon(configuration: "[[decks]]\nid = \"main\"\nsettings.touch.stuckAfter = 0.05\n")
    client = try LiveClient(daemon)
  }

  private func inject(_ contacts: String...) throws {
    try client.ask("input.inject", #"{"contacts":[\#(contacts.joined(separator: ","))]}"#)
  }

  @Test
  func `is named by status and doctor, and loses the deck to the next one, which the log tells`() throws {
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    try inject(#"{"id":0,"phase":"down","x":200,"y":400}"#)
    try inject(#"{"id":0,"phase":"moved","x":260,"y":400}"#)
    while try !client.ask("daemon.status").contains(#""stuck":"#) {}
    #expect(
      try run("deckctl", ["status", "--socket", daemon.socket]).output.contains("has not moved on the deck main for")
    )
    let doctor = try run("deckctl", ["doctor", "--json", "--socket", daemon.socket])
    #expect(doctor.output.contains(#""kind":"finger-stuck""#), "\(doctor)")
    try inject(#"{"id":1,"phase":"down","x":200,"y":400}"#)
    #expect(client.lines.contains { $0.contains(#""type":"card.reset""#) && $0.contains(#""reason":"cancelled""#) })
    for x in [240, 300, 380] { try inject(#"{"id":1,"phase":"moved","x":\#(x),"y":400}"#) }
    try inject(#"{"id":1,"phase":"up","x":380,"y":400}"#)
    #expect(client.lines.contains { $0.contains(#""type":"card.swiped""#) })
    #expect(daemon.log.contains("(touch.stuckAfter), and lost the deck to another finger"), "\(daemon.log)")
  }
}
