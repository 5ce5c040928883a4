import DeckProtocol
import JSON
import TestSupport
import Testing

/// What clients read of the daemon's messages.
struct ReceivedTests {
  private func received<Object: WireObject>(_ object: Object) throws -> Received<Object> {
    var json = JSONWriter()
    object.write(to: &json)
    return Received(try JSONReader.read(json.bytes))
  }

  @Test func `a status has the values that were written`() throws {
    let (written, read) = (Samples.status, try received(Samples.status))
    #expect(read.version == written.version)
    #expect(read.uptime == written.uptime)
    #expect(read.configuration == written.configuration)
    #expect(read.journal?.sequence == written.journal?.sequence)
    #expect(read.limits?.requestCards == written.limits.requestCards)
    #expect(read.decks.map { $0[\.entry.id] } == written.decks.map(\.entry.id))
    #expect(read.decks.map { $0[\.counts.count] } == written.decks.map(\.counts.count))
    #expect(read.decks.map(\.stuck) == written.decks.map(\.stuck))
    #expect(read.clients.map(\.access) == written.clients.map(\.access.rawValue))
    #expect(read.clients.map(\.subscriptions) == written.clients.map(\.subscriptions))
    #expect(read.panels.map(\.calibration) == written.panels.map(\.calibration))
    #expect(read.panels.map { $0.size?.height } == written.panels.map(\.size.height))
    #expect(read.surfaces.map(\.reducedMotion) == written.surfaces.map(\.reducedMotion))
  }

  @Test func `a snapshot is also read as a frame`() throws {
    for written in [Samples.snapshot, Samples.stack] {
      let read = try received(written)
      #expect(read[\.model.deck] == written.model.deck)
      #expect(read[\.model.open] == written.model.open)
      #expect(read.as(DeckFrame.self).phase == written.phase.rawValue)
      #expect(read.as(DeckFrame.self).cards.map(\.role) == written.cards.map(\.frame.role.rawValue))
      #expect(read.member(\.model.settings)?.key == "settings")
    }
  }

  @Test func `a setting is read about what it takes`() throws {
    let read = try Samples.described.map(received)
    #expect(read.map { $0[\.values.choices] } == Samples.described.map { $0.values.choices ?? [] })
    #expect(read.map { $0[\.values.alsoZero] } == Samples.described.map(\.values.alsoZero))
    #expect(
      read.map { $0.member(\.values.limits?.lowerBound)?.value.number }
        == Samples.described.map { $0.values.limits?.lowerBound }
    )
  }

  @Test func `an event has its head, whatever its type`() throws {
    for event in Samples.events {
      let message = ReceivedMessage(try JSONReader.read(DeckNotification.event(event).line))
      let read = try #require(message.note(.event, as: DeckEvent.self))
      #expect(read.sequence == event.sequence && read.deck == event.deck && read.type == event.type.rawValue)
      #expect(message.note(.frame, as: DeckFrame.self) == nil)
    }
  }

  @Test(arguments: ["{}", "[]", "7", #"{"uptime":"1","decks":{},"clients":[1],"version":2,"queues":{"bytes":1e300}}"#])
  func `what is left out or of another type is not there`(text: String) throws {
    let status = Received<DaemonStatus>(try JSONReader.read(Array(text.utf8)))
    #expect(status.version == nil && status.uptime == nil && status.journal?.name == nil)
    #expect(status.decks.isEmpty && status.clients.allSatisfy { $0.process == nil })
    #expect(status.queues?.bytes == nil && status.queues?.files == nil)
  }

  @Test func `a name of a later version is read as its text`() throws {
    let json = try JSONReader.read(Array(#"{"phase":"floating","frame":0.5,"count":-1}"#.utf8))
    let frame = Received<DeckFrame>(json)
    #expect(frame.phase == "floating" && frame.number == nil && frame.count == -1)
  }
}
