// A front end in the terminal: where the cards are, and what is decided. swift run first-front-end [SOCKET]
import DeckClient
import DeckProtocol
import Glibc

let client = DeckClient(socket: CommandLine.arguments.dropFirst().first)
let updates = client.updateQueue()
while true {
  for update in updates.takeAll() {
    switch update {
    case .event(let event):
      if case .cardSwiped(let swipe) = event.kind { print("\r\u{1B}[K\(swipe.card) \(swipe.decision ?? "")") }
    case .disconnected(let reason): print("\r\u{1B}[K\(reason)")
    default: break
    }
  }
  for (id, deck) in client.decks {
    let cards = client.places(of: id).cards.reversed()
    let shown = cards.map { "\($0.id) \(Int($0.x)),\(Int($0.y)) \(Int($0.rotation))°" }.joined(separator: "  ")
    print("\r\u{1B}[K\(id) \(min(deck.current + 1, deck.count))/\(deck.count): \(shown)", terminator: "")
  }
  fflush(nil)
  try await Task.sleep(for: .milliseconds(33))
}
