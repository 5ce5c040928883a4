import DeckEngine

/// The commands that the engine has not yet answered, by their tickets.
struct PendingCommands {
  /// The client and the request that a command came from.
  struct Sender {
    /// A strong reference: no later client can take the identity of one that has left.
    let client: Client
    /// The id of the request; `nil` for a notification, which has no reply.
    let request: [UInt8]?
    /// Whether a rollback takes back what the command did.
    let isTakenBack: Bool
  }

  private var senders: [UInt64: Sender] = [:]
  private var lastTicket: UInt64 = 0

  var count: Int { senders.count }

  /// Records a command of `client`, the engine's `input` for a ticket.
  ///
  /// - Returns: the input for its ticket, from 1; 0 stands for the daemon's own commands.
  mutating func add(
    _ request: [UInt8]?,
    from client: Client,
    _ input: (_ ticket: UInt64) -> EngineInput
  ) -> EngineInput {
    lastTicket += 1
    let input = input(lastTicket)
    senders[lastTicket] = Sender(client: client, request: request, isTakenBack: input.isTakenBack)
    if request != nil { client.beginWaiting(1) }
    return input
  }

  /// Removes the command that the engine has answered; returns `nil` for one of the daemon's own.
  mutating func remove(_ ticket: UInt64) -> Sender? {
    guard let sender = senders.removeValue(forKey: ticket) else { return nil }
    if sender.request != nil { sender.client.endWaiting(1) }
    return sender
  }
}
