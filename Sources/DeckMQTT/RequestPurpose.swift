/// What a request of the bridge to deckd is for.
enum RequestPurpose: Hashable {
  /// Where the reply to a command goes.
  struct CommandReply: Hashable {
    var topic: String
    var correlation: [UInt8]?
  }

  case subscription
  case snapshot(deck: String)
  case surfaces
  case command(CommandReply)

  /// Where the reply goes, if it is to a command.
  var commandReply: CommandReply? {
    if case .command(let reply) = self { reply } else { nil }
  }
}
