import DeckDaemon
import DeckEngine
import DeckProtocol
import Testing

@Suite
struct `The reply to a command that is not performed` {
  @Test(
    arguments: [
      (.unknownDeck("x", known: ["main"]), .invalidParameters, "unknown deck \"x\"", "params.deck"),
      (.unknownSurface("x", known: ["s"]), .invalidParameters, "unknown surface \"x\"", "params.surface"),
      (.wrongKind("stack", expected: "swipe"), .refused, "a stack deck cannot do that", "params.deck"),
      (.unknownCard("a", .card), .invalidParameters, "there is no card \"a\"", "params.card"),
      (.unknownCard("a", .listedID(2)), .invalidParameters, "there is no card \"a\"", "params.cards[2]"),
      (.duplicateCard("a", .listedCard(3)), .invalidParameters, "there is a card \"a\" already", "params.cards[3].id"),
      (.outOfRange("at", 11, expected: "0 to 10"), .invalidParameters, "params.at is 11", "params.at"),
      (
        .invalidSetting("visible", problem: "0 is out of range", expected: "1 to 10"), .invalidParameters,
        "0 is out of range", "params.settings.visible"
      ),
      (.notInFront("b", front: "a", isKnown: true), .refused, "\"b\" is not in front", "params.card"),
      (.notAllowed(.up, card: "a", allowed: [.left]), .invalidParameters, "a cannot be swiped up", "params.direction"),
      (.notStored(reason: "the disk is full"), .refused, "not kept", ""),
    ] as [(CommandError, ProtocolError.Code, String, String)]
  )
  func `names the parameter as the request has it`(
    error: CommandError,
    code: ProtocolError.Code,
    message: String,
    field: String
  ) {
    let reply = ProtocolError(error)
    #expect(reply == ProtocolError(code, message, field: field, expected: error.expected))
    #expect(!reply.expected.isEmpty)
  }
}
